// How the answers of the OAuth endpoints look on the wire: the same headers whether the library or a handler of ours gives them.
import type { ServerResponse } from 'node:http';
import { REQUEST_ID } from '../../common/http/request-id.js';
import { KEY_SET_SECONDS } from '../keys/rotation-plan.js';

/** A success. */
export interface Answer {
  headers: Readonly<Record<string, string>>;
  body: string | Buffer;
}

const JSON_BODY = {
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Origin',
  'Access-Control-Allow-Origin': '*',
  'Content-Type': 'application/json; charset=utf-8',
};

/** RFC 6749 section 5.1: nobody may keep what holds tokens, or tells about people. */
export const PRIVATE_HEADERS = { ...JSON_BODY, 'Access-Control-Expose-Headers': 'WWW-Authenticate', 'Cache-Control': 'no-store' };
export const DISCOVERY_HEADERS = JSON_BODY;
export const KEY_SET_HEADERS = { ...JSON_BODY, 'Cache-Control': `public, max-age=${KEY_SET_SECONDS}` };

export function send(response: ServerResponse, requestId: string, { headers, body }: Answer): void {
  response.writeHead(200, { ...headers, [REQUEST_ID]: requestId, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
