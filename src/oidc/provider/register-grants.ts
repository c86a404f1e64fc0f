// Our own grants at the token endpoint.
import { errors, type Provider } from 'oidc-provider';
import { CLIENT_CREDENTIALS, CLIENT_CREDENTIALS_PARAMETERS, type ClientCredentialsGrant } from '../grants/client-credentials.js';
import { recordOf } from './client.adapter.js';

export interface GrantParts {
  clientCredentials: ClientCredentialsGrant;
}

export function registerGrants(provider: Provider, { clientCredentials }: GrantParts): void {
  provider.registerGrantType(
    CLIENT_CREDENTIALS,
    async (ctx) => {
      const response = await clientCredentials.issue(recordOf(ctx.oidc.client), ctx.oidc.params.scope);
      if (!response) throw new errors.InvalidGrant('the service user cannot be used any more');
      ctx.body = response;
    },
    CLIENT_CREDENTIALS_PARAMETERS,
  );
}
