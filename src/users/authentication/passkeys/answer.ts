// The response of a browser, as sent in its form field: the JSON of WebAuthn section 5.1, `toJSON()`.

/** A credential id has at most 1,023 bytes (WebAuthn section 7.1, step 25). */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;
const CHALLENGE = /^[\w-]{16,200}$/;
/** The names registered by WebAuthn, and future ones. */
const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 8;

/** The members of `json` are checked here only in part; the library checks the others. */
export interface Answer<Json> {
  json: Json & { id: string };
  challenge: string;
  /** How the authenticator can be reached; only for a new key. */
  transports: string[];
}

/**
 * @returns undefined for malformed input, and for a response created in a frame of another site, according to `crossOrigin` or `topOrigin` (sections
 * 7.1 and 7.2)
 */
export function readAnswer<Json>(text: string): Answer<Json> | undefined {
  try {
    const json = JSON.parse(text) as { id: string; response: { clientDataJSON: string; transports?: unknown } };
    const clientData = Buffer.from(json.response.clientDataJSON, 'base64url').toString();
    const { challenge, crossOrigin, topOrigin } = JSON.parse(clientData) as Record<string, unknown>;
    if (crossOrigin === true || topOrigin !== undefined) return undefined;
    if (!CREDENTIAL_ID.test(json.id) || typeof challenge !== 'string' || !CHALLENGE.test(challenge)) return undefined;
    return { json: json as unknown as Json & { id: string }, challenge, transports: transportsOf(json.response.transports) };
  } catch {
    return undefined;
  }
}

function transportsOf(value: unknown): string[] {
  const names = Array.isArray(value) ? value : [];
  return names.filter((name): name is string => typeof name === 'string' && TRANSPORT.test(name)).slice(0, MAX_TRANSPORTS);
}
