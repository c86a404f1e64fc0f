// What access tokens were found to hold: checking a seal or a signature costs as much as all the rest of a request.
import { hash } from 'node:crypto';
import type { TokenContent } from './token-content.js';

const MAX_TOKENS = 5_000;

/** Remembers contents by the digest of the token, for as long as no key has changed. The longest known goes first. */
export class OpenedTokens {
  private byDigest = new Map<string, TokenContent>();
  private keys: readonly object[] = [];

  /**
   * @param keys all that opens tokens now: another object once anything about the keys has changed
   * @param open gives undefined for anything that is no token, which is not remembered
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
