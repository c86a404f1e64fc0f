// Makes and opens access tokens. Issuing writes no row: the token carries its content, and every check looks whether that still holds.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Keyring } from '../../common/crypto/keyring.js';
import { DomainError } from '../../common/errors.js';
import { newSecret } from '../../common/ids.js';
import type { ClientRecord } from '../clients/clients.service.js';
import type { TokenContent } from './token-content.js';

/** Seconds an opaque access token lives (docs/adr/0005-tokens.md). */
export const ACCESS_TOKEN_SECONDS = 3_600;
/** Tolerance for processes whose clocks differ a little. */
const SKEW_SECONDS = 5;

/** What the caller knows of a new token; its id and times are given here. */
export type NewToken = Omit<TokenContent, 'jti' | 'iat' | 'exp'>;

/** What a token looks like. */
export interface TokenStyle {
  format: 'opaque' | 'jwt';
}

export interface IssuedToken {
  value: string;
  expiresIn: number;
}

@Injectable()
export class AccessTokens {
  constructor(
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  styleFor(_client: ClientRecord, format: TokenStyle['format']): TokenStyle {
    return { format };
  }

  issue(token: NewToken, { format }: TokenStyle = { format: 'opaque' }): IssuedToken {
    if (format === 'jwt') throw new DomainError('unavailable', 'accessToken.jwt', 'Access tokens as JWT are not issued.');
    const iat = this.clock.nowSeconds();
    const content: TokenContent = { ...token, jti: newSecret(16), iat, exp: iat + ACCESS_TOKEN_SECONDS };
    return { value: this.keyring.seal('access-token', Buffer.from(JSON.stringify(content))), expiresIn: ACCESS_TOKEN_SECONDS };
  }

  /** @returns the content of a token this service made and that has not expired; whether it still holds is for `TokenCheck` to say */
  open(value: string): TokenContent | undefined {
    const content = this.keyring.open('access-token', value);
    if (!content) return undefined;
    const token = JSON.parse(content.toString()) as TokenContent;
    return token.exp !== undefined && token.exp + SKEW_SECONDS > this.clock.nowSeconds() ? token : undefined;
  }
}
