// The client credentials grant (RFC 6749 section 4.4): a service user obtains a token for itself.
import { Injectable } from '@nestjs/common';
import type { ClientRecord } from '../clients/clients.service.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Audiences } from '../tokens/audiences.service.js';

export const CLIENT_CREDENTIALS = 'client_credentials';
export const CLIENT_CREDENTIALS_PARAMETERS = ['scope'] as const;

/** RFC 6749 section 5.1; never a refresh token (section 4.4.3), never an ID token. */
export interface ClientCredentialsResponse {
  access_token: string;
  expires_in: number;
  scope: string;
  token_type: 'Bearer';
}

@Injectable()
export class ClientCredentialsGrant {
  constructor(
    private readonly audiences: Audiences,
    private readonly accessTokens: AccessTokens,
  ) {}

  /** @returns undefined when the client is no service user */
  async issue(client: ClientRecord, requestedScope: string | undefined): Promise<ClientCredentialsResponse | undefined> {
    if (client.kind !== 'service') return undefined;
    const { scope, audience } = await this.audiences.grant(client, requestedScope);
    const { no: userNo, clientId, generation, organizationGeneration, serviceUser } = client;
    const generations = { user: generation, organization: organizationGeneration, client: generation };
    const token = this.accessTokens.issue(
      { kind: 'service', userNo, userId: serviceUser.id, clientId, scope, audience, generations },
      this.accessTokens.styleFor(client),
    );
    return { access_token: token.value, expires_in: token.expiresIn, scope, token_type: 'Bearer' };
  }
}
