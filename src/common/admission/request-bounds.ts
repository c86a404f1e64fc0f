// The limits of a request's size and of the time it may take to arrive, in one table. docs/operate.md repeats it.

const KIBIBYTE = 2 ** 10;

export const REQUEST_BOUNDS = {
  /** The request line with all headers. */
  headerBytes: 16 * KIBIBYTE,
  /** Time limit for the headers to arrive. */
  headersMs: 20_000,
  /** How often slow connections are checked: each is cut at most this much late. */
  lookMs: 5_000,
  /** Time limit for the whole request to arrive; handlers of streamed bodies have their own limits. */
  requestMs: 300_000,
  /** Time limit without a byte, sent by the caller for a body or read by it from an answer. Longer than the pauses of a working program. */
  silenceMs: 120_000,
  /** Longer than any proxy keeps an idle connection, so that no proxy sends a request into a closing connection. */
  keepAliveMs: 65_000,
} as const;

/**
 * Bytes of a body by its purpose, after decompression. The limits of SCIM are in `src/scim/protocol/wire/limits.ts`, because its clients can
 * read them; the limit of imports is a setting.
 */
export const BODY_BYTES = {
  adminJson: 1_024 * KIBIBYTE,
  /** Larger than any legitimate request. The library itself reads a little less. */
  oauth: 64 * KIBIBYTE,
  /** The part that may be parameters: the library itself reads no more. */
  oauthForm: 56 * KIBIBYTE,
  /** A few fields and one sealed state. */
  pageForm: 8 * KIBIBYTE,
  /** A picture of 512 KiB, and the frame of a multipart form. */
  pictureForm: 520 * KIBIBYTE,
  /** A SAML response of 256 KiB in base64, and in the encoding of forms. */
  providerForm: 384 * KIBIBYTE,
  /** A logout token of a provider. */
  logoutForm: 16 * KIBIBYTE,
} as const;
