/**
 * What a caller expects of something that is about to change, checked inside the unit of work, under the lock, before anything is written.
 * @throws DomainError `changed` if it is not so any more
 */
export type Precondition<Current> = (current: Current) => void;
