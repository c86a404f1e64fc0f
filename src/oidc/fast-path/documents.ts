// The two public documents, the key set and discovery: prepared once and answered from memory.
import type { IncomingMessage } from 'node:http';
import type { JWK } from 'jose';
import { DISCOVERY, KEY_SET } from '../protocol/endpoints.js';
import { DISCOVERY_HEADERS, isUnusual, KEY_SET_HEADERS, type Answer } from './http-answer.js';

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
