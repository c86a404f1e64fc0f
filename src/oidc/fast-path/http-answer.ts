// Responses of the OAuth endpoints: the same headers, whether the library or the fast path sends them. The key set and discovery are prepared once
// and answered from memory.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { REQUEST_ID } from '../../common/http/observed-requests.js';
import { KEY_SET_SECONDS } from '../keys/rotation-plan.js';
import type { JWK } from 'jose';
import { DISCOVERY, KEY_SET } from '../protocol/endpoints.js';

/** A successful response. */
export interface Answer {
  /** Names and values alternating: Node writes such a list without conversion. */
  headers: readonly string[];
  /** A string, so that Node sends it in one packet with the headers. */
  body: string;
}

const JSON_BODY = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Origin',
  'Access-Control-Allow-Origin': '*',
  'Content-Type': 'application/json; charset=utf-8',
};

/** RFC 6749 section 5.1: responses with tokens or personal data must not be cached. */
export const PRIVATE_BY_NAME = { ...JSON_BODY, 'Access-Control-Expose-Headers': 'WWW-Authenticate', 'Cache-Control': 'no-store' };

/** What pages of other origins may read of a response to a request with a proof (RFC 9449 section 8). */
export const EXPOSED_WITH_PROOF = 'DPoP-Nonce,WWW-Authenticate';

/** The same as lists, for {@link Answer}. */
export const PRIVATE_HEADERS = Object.entries(PRIVATE_BY_NAME).flat();
const PROVEN_HEADERS = Object.entries({ ...PRIVATE_BY_NAME, 'Access-Control-Expose-Headers': EXPOSED_WITH_PROOF }).flat();
export const DISCOVERY_HEADERS = Object.entries(JSON_BODY).flat();
export const KEY_SET_HEADERS = [...DISCOVERY_HEADERS, 'Cache-Control', `public, max-age=${KEY_SET_SECONDS}`];

/** For a request with a proof. @param nonce for the client's next one */
export function provenHeaders(nonce: string | undefined): readonly string[] {
  return nonce === undefined ? PROVEN_HEADERS : [...PROVEN_HEADERS, 'DPoP-Nonce', nonce];
}

/** @param more further headers of every response, as in {@link Answer} */
export function send(response: ServerResponse, requestId: string, { headers, body }: Answer, more: readonly string[]): void {
  response.writeHead(200, [...headers, ...more, REQUEST_ID, requestId, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(body);
}

/** Headers that only the library handles: CORS, and attestations of clients. */
const UNUSUAL_HEADERS = ['origin', 'oauth-client-attestation', 'oauth-client-attestation-pop'];

/** Whether the headers of a request mean that the library must answer. */
export function isUnusual(headers: IncomingHttpHeaders): boolean {
  return UNUSUAL_HEADERS.some((name) => headers[name] !== undefined);
}

/** Whether a request is an ordinary request for one of the documents. */
export function isDocument({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && (url === KEY_SET || url === DISCOVERY) && !isUnusual(headers);
}

/** The documents of one set of signing keys. */
export class Documents {
  /** RFC 7517 section 5: includes keys that do not sign yet or no longer sign. */
  readonly keySet: string;
  /** Whether the feature was on when last read. */
  tokenExchange = false;
  private readonly keys: Answer;
  /** Keyed by whether token exchange is on. */
  private readonly discoveries = new Map<boolean, Answer>();

  constructor(published: readonly JWK[]) {
    this.keySet = JSON.stringify({ keys: published });
    this.keys = { headers: KEY_SET_HEADERS, body: this.keySet };
  }

  /** Caches the library's discovery document: it is the same for every caller, because every URL in it comes from PUBLIC_URL. */
  keepDiscovery(tokenExchange: boolean, document: object): void {
    this.discoveries.set(tokenExchange, { headers: DISCOVERY_HEADERS, body: JSON.stringify(document) });
  }

  /** @returns undefined if the library must answer */
  answerDocument(request: IncomingMessage): Answer | undefined {
    if (!isDocument(request)) return undefined;
    return request.url === KEY_SET ? this.keys : this.discoveries.get(this.tokenExchange);
  }
}
