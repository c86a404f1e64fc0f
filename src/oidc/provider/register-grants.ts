// Our own grants at the token endpoint.
import { errors, type Provider } from 'oidc-provider';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import { CLIENT_CREDENTIALS, CLIENT_CREDENTIALS_PARAMETERS, type ClientCredentialsGrant } from '../grants/client-credentials.grant.js';
import { JWT_PROFILE, JWT_PROFILE_PARAMETERS } from '../grants/jwt-profile.grant.js';
import { TOKEN_EXCHANGE_LISTS, TOKEN_EXCHANGE_PARAMETERS, type TokenExchangeGrant } from '../grants/token-exchange.grant.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { scopeValues } from '../protocol/scopes.js';
import type { Subjects } from '../tokens/subjects.service.js';
import { recordOf } from './client.adapter.js';
import { libraryError } from './client-request.js';
import { exchangeIssuer, issueIdToken } from './issue-tokens.js';
import { requestContext } from './request-context.js';

export interface GrantParts {
  clientCredentials: ClientCredentialsGrant;
  tokenExchange: TokenExchangeGrant;
  subjects: Subjects;
}

type Context = Parameters<Parameters<Provider['registerGrantType']>[1]>[0];
type Handler = (ctx: Context) => Promise<object>;

export function registerGrants(provider: Provider, parts: GrantParts): void {
  const register = (name: string, parameters: readonly string[], lists: readonly string[], handler: Handler) =>
    provider.registerGrantType(
      name,
      async (ctx) => {
        try {
          ctx.body = await handler(ctx);
        } catch (error) {
          throw error instanceof OAuthError ? libraryError(error) : error;
        }
      },
      [...parameters],
      [...lists],
    );
  register(CLIENT_CREDENTIALS, CLIENT_CREDENTIALS_PARAMETERS, [], (ctx) => serviceUserToken(ctx, parts));
  register(JWT_PROFILE, JWT_PROFILE_PARAMETERS, [], (ctx) => jwtProfile(ctx, parts));
  register(TOKEN_EXCHANGE, TOKEN_EXCHANGE_PARAMETERS, TOKEN_EXCHANGE_LISTS, (ctx) =>
    parts.tokenExchange.exchange(recordOf(ctx.oidc.client), ctx.oidc.params, exchangeIssuer(ctx)),
  );
}

async function serviceUserToken(ctx: Context, { clientCredentials }: GrantParts) {
  const response = await clientCredentials.issue(recordOf(ctx.oidc.client), ctx.oidc.params.scope);
  if (!response) throw new errors.InvalidGrant('the service user is no longer active');
  return response;
}

/** The assertion was looked at with the client (`client-request.ts`); what remains is a token of the service user, and its ID token. */
async function jwtProfile(ctx: Context, parts: GrantParts): Promise<object> {
  const response = await serviceUserToken(ctx, parts);
  const { access_token: issued, scope } = response;
  if (!scopeValues(scope).includes('openid')) return response;
  const client = recordOf(ctx.oidc.client);
  const user = await parts.subjects.serviceUser(client.no);
  if (!user) throw new errors.InvalidGrant('the service user is no longer active');
  requestContext(ctx).issued = issued;
  const { userNo, generation, organizationGeneration } = user;
  const generations = { user: generation, organization: organizationGeneration, client: client.generation };
  const idToken = await issueIdToken(ctx, {
    user,
    holder: { kind: 'service', userNo, generations },
    scope,
    repeated: {},
    standsAlone: false,
  });
  return { ...response, id_token: idToken };
}
