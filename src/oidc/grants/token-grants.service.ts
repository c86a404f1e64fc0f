// The grants of the token endpoint, by the value of `grant_type`.
import { Injectable } from '@nestjs/common';
import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { ClientCredentialsGrant } from './client-credentials.grant.js';
import { JwtProfileGrant } from './jwt-profile.grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';
import { TokenExchangeGrant } from './token-exchange.grant.js';
import type { TokenGrant } from './token-grant.js';

@Injectable()
export class TokenGrants {
  readonly all: readonly TokenGrant[];
  private readonly byType: ReadonlyMap<string, TokenGrant>;

  constructor(
    authorizationCode: AuthorizationCodeGrant,
    clientCredentials: ClientCredentialsGrant,
    jwtProfile: JwtProfileGrant,
    refreshToken: RefreshTokenGrant,
    tokenExchange: TokenExchangeGrant,
  ) {
    this.all = [authorizationCode, clientCredentials, jwtProfile, refreshToken, tokenExchange];
    this.byType = new Map(this.all.map((grant) => [grant.grantType, grant]));
  }

  forType(grantType: string | undefined): TokenGrant | undefined {
    return grantType === undefined ? undefined : this.byType.get(grantType);
  }
}
