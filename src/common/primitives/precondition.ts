/**
 * The state that a caller expects of a resource, checked inside the unit of work, under the lock, before any write.
 * @throws DomainError `changed` if the resource has changed
 */
export type Precondition<Current> = (current: Current) => void;
