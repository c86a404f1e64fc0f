import type { Transaction } from './transaction.js';

/**
 * What must hold for a change: the state that a caller expects of a resource, or that the caller may change it. Checked inside the unit of
 * work, under the lock, before any write, because both may have changed since the request arrived.
 * @throws DomainError `changed` if the resource has changed, `forbidden` if the caller may not change it
 */
export type Precondition<Current> = (current: Current, tx: Transaction) => void | Promise<void>;
