// How long anything about the database may take: one table, told in docs/operate.md, which test/docs/bounds.spec.ts holds to it.

export const DATABASE_LIMITS = {
  /** Until the server has let a new connection in. */
  connectMs: 2_000,
  /** Until a caller has a connection, be it a new one. */
  waitMs: 3_000,
  /** For rows that others have locked. */
  lockMs: 3_000,
  statementMs: 5_000,
  searchMs: 2_000,
  /** All statements of a unit of work; and so long after its beginning it is repeated. */
  unitMs: 5_000,
  /** In the line before units of work. */
  lineMs: 10_000,
  /** Longer than the server's own limits, and than a cluster needs to part with a dead node: who says nothing for so long is taken for dead. */
  silenceMs: 7_000,
} as const;
