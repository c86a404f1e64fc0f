// The client credentials grant (RFC 6749 section 4.4): a service user obtains a token for itself; never a refresh token, never an ID token.
import { Injectable } from '@nestjs/common';
import { OAuthError } from '../protocol/oauth-error.js';
import { ServiceUserTokens } from './service-user-tokens.service.js';
import type { TokenGrant, TokenRequest, TokenResponse } from './token-grant.js';

@Injectable()
export class ClientCredentialsGrant implements TokenGrant {
  readonly grantType = 'client_credentials';
  readonly parameters = ['scope', 'resource'];
  readonly repeatable = ['resource'];

  constructor(private readonly serviceUserTokens: ServiceUserTokens) {}

  async respond({ client, ...request }: TokenRequest): Promise<TokenResponse> {
    if (client.kind !== 'service') throw new OAuthError('unauthorized_client', 'This client is not allowed to use this grant_type.');
    return this.serviceUserTokens.issue(client, request, false);
  }
}
