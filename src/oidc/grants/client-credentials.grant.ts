// The client credentials grant (RFC 6749 section 4.4): a service user obtains a token for itself; never a refresh token, never an ID token.
import { Injectable } from '@nestjs/common';
import type { ClientCredential } from '../clients/assertions.service.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Audiences } from '../tokens/audiences.service.js';
import { textParameter, type GrantParameters, type TokenGrant, type TokenResponse } from './token-grant.js';

@Injectable()
export class ClientCredentialsGrant implements TokenGrant {
  readonly grantType = 'client_credentials';
  readonly parameters = ['scope'];
  readonly repeatable = [];

  constructor(
    private readonly audiences: Audiences,
    private readonly accessTokens: AccessTokens,
  ) {}

  async respond(
    client: ClientRecord,
    parameters: GrantParameters,
    _found?: undefined,
    credential?: ClientCredential,
  ): Promise<TokenResponse> {
    if (client.kind !== 'service') throw new OAuthError('unauthorized_client', 'This client is not allowed to use this grant_type.');
    const { scope, audience } = await this.audiences.grant(client, textParameter(parameters, 'scope'));
    const { no: userNo, clientId, generation, organizationGeneration, serviceUser } = client;
    const generations = { user: generation, organization: organizationGeneration, client: generation };
    const token = this.accessTokens.issue(
      {
        kind: 'service',
        userNo,
        userId: serviceUser.id,
        clientId,
        scope,
        audience,
        generations,
        ...(credential && { credentials: [credential] }),
      },
      this.accessTokens.styleFor(client),
    );
    return { access_token: token.value, expires_in: token.expiresIn, scope, token_type: 'Bearer' };
  }
}
