// What our own grants let the library make: ID tokens and refresh tokens.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { claimsFor } from '../protocol/claims.js';
import type { ExchangeIssuer, IdTokenRequest } from '../grants/token-exchange.grant.js';
import { scopeValues } from '../protocol/scopes.js';
import type { Model, RefreshTokenModel } from './library.js';
import { requestContext } from './request-context.js';

type Context = KoaContextWithOIDC;

/** An ID token for the client of the request. */
export async function issueIdToken(ctx: Context, { user, holder, scope, repeated, standsAlone }: IdTokenRequest): Promise<string> {
  requestContext(ctx).holder = holder;
  const claims = standsAlone ? claimsFor(user, scopeValues(scope)) : {};
  const token = new ctx.oidc.provider.IdToken({ sub: user.userId, ...claims }, { ctx }) as InstanceType<
    typeof ctx.oidc.provider.IdToken
  > & {
    scope: string;
  };
  token.scope = scopeValues(`openid ${scope}`).join(' ');
  for (const [name, value] of Object.entries(repeated)) token.set(name, value);
  return token.issue({ use: 'idtoken' });
}

export function exchangeIssuer(ctx: Context): ExchangeIssuer {
  return {
    idToken: (request) => issueIdToken(ctx, request),
    refreshToken: (grant) => {
      requestContext(ctx).grant = grant;
      const RefreshToken = ctx.oidc.provider.RefreshToken as unknown as Model<RefreshTokenModel>;
      return new RefreshToken({ ...grant.payload.code, client: ctx.oidc.client }).save();
    },
  };
}
