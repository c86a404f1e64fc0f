// How the answers of the OAuth endpoints look on the wire: the same headers whether the library or a handler of ours gives them.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { REQUEST_ID } from '../../common/http/request-id.js';
import { KEY_SET_SECONDS } from '../keys/rotation-plan.js';

/** A success. */
export interface Answer {
  /** Names and values in turn: node writes such a list as it is. */
  headers: readonly string[];
  /** Text, because its bytes then travel together with those of the headers. */
  body: string;
}

const JSON_BODY = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Origin',
  'Access-Control-Allow-Origin': '*',
  'Content-Type': 'application/json; charset=utf-8',
};

/** RFC 6749 section 5.1: nobody may keep what holds tokens, or tells about people. */
export const PRIVATE_BY_NAME = { ...JSON_BODY, 'Access-Control-Expose-Headers': 'WWW-Authenticate', 'Cache-Control': 'no-store' };

/** The same as lists, for {@link Answer}. */
export const PRIVATE_HEADERS = Object.entries(PRIVATE_BY_NAME).flat();
export const DISCOVERY_HEADERS = Object.entries(JSON_BODY).flat();
export const KEY_SET_HEADERS = [...DISCOVERY_HEADERS, 'Cache-Control', `public, max-age=${KEY_SET_SECONDS}`];

export function send(response: ServerResponse, requestId: string, { headers, body }: Answer): void {
  response.writeHead(200, [...headers, REQUEST_ID, requestId, 'Content-Length', String(Buffer.byteLength(body))]);
  response.end(body);
}

/** Headers that change what the library answers: by the client's own origins, or as proofs it knows and we do not. */
const UNUSUAL_HEADERS = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop'];

/** Whether a request is for the library to answer, by its headers alone. */
export function isUnusual(headers: IncomingHttpHeaders): boolean {
  return UNUSUAL_HEADERS.some((name) => headers[name] !== undefined);
}
