// The two documents everybody may read, as bytes made once: the key set and discovery.
import type { JWK } from 'jose';

/** The documents of one set of signing keys. */
export class Documents {
  /** RFC 7517 section 5: also what does not sign yet or any more. */
  readonly keySet: Buffer;
  /** By whether token exchange is on. */
  private readonly discoveries = new Map<boolean, Buffer>();

  constructor(published: readonly JWK[]) {
    this.keySet = Buffer.from(JSON.stringify({ keys: published }));
  }

  /** Undefined until the library has made it. */
  discovery(tokenExchange: boolean): Buffer | undefined {
    return this.discoveries.get(tokenExchange);
  }

  /** Keeps what the library says: it does not depend on who asks, because every address in it comes from PUBLIC_URL. */
  keepDiscovery(tokenExchange: boolean, document: object): void {
    this.discoveries.set(tokenExchange, Buffer.from(JSON.stringify(document)));
  }
}
