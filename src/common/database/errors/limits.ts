// The time limits of database work, in one table. docs/operate.md repeats it, and test/docs/bounds.spec.ts compares the two.

export const DATABASE_LIMITS = {
  /** For a new connection to the server, including authentication. */
  connectMs: 2_000,
  /** For a caller to get a connection, new or pooled. */
  waitMs: 3_000,
  /** For locks on rows that other transactions have locked. */
  lockMs: 3_000,
  statementMs: 5_000,
  searchMs: 2_000,
  /** For all statements of a unit of work. A unit is also retried for this long after its beginning. */
  unitMs: 5_000,
  /** In the queue of units of work. */
  queueMs: 10_000,
  /** Longer than the server's own limits, and than a cluster needs to expel a dead node. A server silent for this long counts as dead. */
  silenceMs: 7_000,
} as const;
