// The text of refresh tokens: `rt_<grant>.<n>.<HMAC>`. Refresh tokens are not stored; the grant's row counts which is the newest.
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { equalSecrets } from '../../common/crypto/digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';

/** The `n`-th refresh token of a grant. */
export interface RefreshTokenId {
  grantNo: number;
  n: number;
}

/** The prefix of every refresh token. */
export const REFRESH_TOKEN_PREFIX = 'rt_';

const SHAPE = /^rt_([1-9]\d{0,15})\.([1-9]\d{0,8})\.([\w-]{43})$/;

@Injectable()
export class RefreshTokens {
  constructor(private readonly keyring: Keyring) {}

  encodeRefreshToken(id: RefreshTokenId): string {
    const [newest = ''] = this.keyring.secrets('access-token');
    return text(id, newest);
  }

  /** @returns the token's id, or undefined if this service did not issue it */
  decodeRefreshToken(value: string): RefreshTokenId | undefined {
    const id = claimedId(value);
    if (!id) return undefined;
    return this.keyring.secrets('access-token').some((secret) => equalSecrets(text(id, secret), value)) ? id : undefined;
  }
}

/** The id in a text, not verified. Reliable only if the text was decoded before. */
export function claimedId(value: string): RefreshTokenId | undefined {
  const [, grantNo, n] = SHAPE.exec(value) ?? [];
  return grantNo === undefined || n === undefined ? undefined : { grantNo: Number(grantNo), n: Number(n) };
}

function text({ grantNo, n }: RefreshTokenId, secret: string): string {
  return `${REFRESH_TOKEN_PREFIX}${grantNo}.${n}.${createHmac('sha256', secret).update(`refresh token ${grantNo}.${n}`).digest('base64url')}`;
}
