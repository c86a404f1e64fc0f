// The grants of the token endpoint, by the value of `grant_type`.
import { Injectable } from '@nestjs/common';
import { AuthorizationCodeGrant } from './authorization-code.grant.js';
import { ClientCredentialsGrant } from './client-credentials.grant.js';
import { DeviceCodeGrant } from './device-code.grant.js';
import { JwtProfileGrant } from './jwt-profile.grant.js';
import { RefreshTokenGrant } from './refresh-token.grant.js';
import { TokenExchangeGrant } from './token-exchange.grant.js';
import { ProofRefusal } from '../../common/access/proof-refusal.js';
import { asOAuthError } from '../proofs/proofs.service.js';
import { requiresDpop } from '../clients/clients.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import type { TokenGrant, TokenRequest, TokenResponse } from './token-grant.js';

@Injectable()
export class TokenGrants {
  readonly all: readonly TokenGrant[];
  private readonly byType: ReadonlyMap<string, TokenGrant>;

  constructor(
    authorizationCode: AuthorizationCodeGrant,
    clientCredentials: ClientCredentialsGrant,
    deviceCode: DeviceCodeGrant,
    jwtProfile: JwtProfileGrant,
    refreshToken: RefreshTokenGrant,
    tokenExchange: TokenExchangeGrant,
  ) {
    this.all = [authorizationCode, clientCredentials, deviceCode, jwtProfile, refreshToken, tokenExchange];
    this.byType = new Map(this.all.map((grant) => [grant.grantType, grant]));
  }

  /** Answers a request by its grant. @throws OAuthError */
  async respond(grant: TokenGrant, request: TokenRequest): Promise<TokenResponse> {
    const { client, proof } = request;
    if (requiresDpop(client) && !proof)
      throw new OAuthError('invalid_dpop_proof', 'This client gets only tokens that are bound to a key: send a DPoP proof.');
    return grant.respond(request).catch((error: unknown) => {
      throw error instanceof ProofRefusal ? asOAuthError(error) : error;
    });
  }

  forType(grantType: string | undefined): TokenGrant | undefined {
    return grantType === undefined ? undefined : this.byType.get(grantType);
  }
}
