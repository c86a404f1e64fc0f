// The text of refresh tokens: `rt_<grant>.<n>.<HMAC>`, with the thumbprint of a key before the HMAC if it is bound to one (RFC 9449 section 5). Refresh tokens are not stored; the grant's row counts which is the newest.
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { equalSecrets } from '../../common/crypto/digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';

/** The `n`-th refresh token of a grant. */
export interface RefreshTokenId {
  grantNo: number;
  n: number;
  /** The thumbprint of the key of the proof it was issued with. */
  jkt?: string | undefined;
}

/** The prefix of every refresh token. */
export const REFRESH_TOKEN_PREFIX = 'rt_';

const SHAPE = /^rt_([1-9]\d{0,15})\.([1-9]\d{0,8})\.(?:([\w-]{43})\.)?[\w-]{43}$/;

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
  const [, grantNo, n, jkt] = SHAPE.exec(value) ?? [];
  return grantNo === undefined || n === undefined ? undefined : { grantNo: Number(grantNo), n: Number(n), jkt };
}

function text({ grantNo, n, jkt }: RefreshTokenId, secret: string): string {
  const id = jkt === undefined ? `${grantNo}.${n}` : `${grantNo}.${n}.${jkt}`;
  return `${REFRESH_TOKEN_PREFIX}${id}.${createHmac('sha256', secret).update(`refresh token ${id}`).digest('base64url')}`;
}
