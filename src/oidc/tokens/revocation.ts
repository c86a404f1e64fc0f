// Revocation of a single access token (RFC 7009).
import { Injectable } from '@nestjs/common';
import { RevocationsRepository } from './revocations.repository.js';
import type { TokenContent } from './token-content.js';

/** Kept beyond the token's end, for processes whose clocks differ. */
const MARGIN_SECONDS = 600;

@Injectable()
export class Revocation {
  constructor(private readonly repository: RevocationsRepository) {}

  /**
   * Ends one access token and nothing else: its refresh token still works.
   * @returns false for a token that does not end this way: a personal access token is deleted by its owner's administrator
   */
  async revoke(token: TokenContent): Promise<boolean> {
    if (token.personal || token.exp === undefined) return false;
    await this.repository.add(token.jti, (token.exp + MARGIN_SECONDS) * 1_000_000);
    return true;
  }
}
