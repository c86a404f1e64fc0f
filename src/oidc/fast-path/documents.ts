// The two public documents, the key set and discovery: prepared once and answered from memory.
import type { IncomingMessage } from 'node:http';
import type { JWK } from 'jose';
import { DISCOVERY, KEY_SET } from '../protocol/endpoints.js';
import { DISCOVERY_HEADERS, isUnusual, KEY_SET_HEADERS, type Answer } from './http-answer.js';

/** The documents of one set of signing keys. */
export class Documents {
  /** RFC 7517 section 5: including keys that do not sign yet or any more. */
  readonly keySet: string;
  /** Whether the feature was on when last read. */
  tokenExchange = false;
  private readonly keys: Answer;
  /** By whether token exchange is on. */
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
  answerDocument({ method, url, headers }: IncomingMessage): Answer | undefined {
    if (method !== 'GET' || isUnusual(headers)) return undefined;
    if (url === KEY_SET) return this.keys;
    return url === DISCOVERY ? this.discoveries.get(this.tokenExchange) : undefined;
  }
}
