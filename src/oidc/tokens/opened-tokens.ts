// Caches the content of opened access tokens: checking a seal or a signature costs as much as the rest of a request.
import { hash } from 'node:crypto';
import type { TokenContent } from './content/token-content.js';

const MAX_TOKENS = 5_000;

/** Caches contents by the digest of the token, until any key changes. The oldest entry is evicted first. */
export class OpenedTokens {
  private byDigest = new Map<string, TokenContent>();
  private keys: readonly object[] = [];

  /**
   * @param keys everything that opens tokens now: other objects once a key has changed
   * @param open returns undefined for a value that is no token; that result is not cached
   */
  async findOpened(
    keys: readonly object[],
    value: string,
    open: () => Promise<TokenContent | undefined>,
  ): Promise<TokenContent | undefined> {
    if (keys.some((one, at) => one !== this.keys[at])) this.byDigest = new Map();
    this.keys = keys;
    const memory = this.byDigest;
    const digest = hash('sha256', value, 'base64');
    const known = memory.get(digest);
    if (known) return known;
    const content = await open();
    if (!content) return undefined;
    if (memory.size >= MAX_TOKENS) memory.delete(memory.keys().next().value ?? '');
    memory.set(digest, content);
    return content;
  }
}
