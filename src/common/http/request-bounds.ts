// What a request may be at most, and how long it may take to arrive: one table, told in docs/operate.md.

const KIBIBYTE = 2 ** 10;

export const REQUEST_BOUNDS = {
  /** The request line with all headers. */
  headerBytes: 16 * KIBIBYTE,
  /** Until the headers have arrived. */
  headersMs: 20_000,
  /** How often slow ones are looked for: a connection is cut that much later at most. */
  lookMs: 5_000,
  /** Until the whole request has arrived; handlers of streamed bodies limit themselves. */
  requestMs: 300_000,
  /** Without a byte from the sender of a body, or taken by the reader of an answer. Longer than a program that still works pauses. */
  silenceMs: 120_000,
  /** Longer than any proxy keeps an idle connection, so that none sends a request into a closing one. */
  keepAliveMs: 65_000,
} as const;

/** Bytes of a body by what it is, after decompression. Those of SCIM stand in `src/scim/protocol/limits.ts`, because its clients are told; that of imports is a setting. */
export const BODY_BYTES = {
  adminJson: 1_024 * KIBIBYTE,
  /** Larger than any legitimate request. The library itself reads a little less. */
  oauth: 64 * KIBIBYTE,
  /** What of it may be parameters: the library itself reads no more. */
  oauthForm: 56 * KIBIBYTE,
  /** A few fields and one sealed state. */
  pageForm: 8 * KIBIBYTE,
} as const;
