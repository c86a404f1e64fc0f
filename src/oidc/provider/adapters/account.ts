// Users as the library's accounts.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { requestedClaims, type RequestedClaims } from '../../protocol/claims-request.js';
import { claimsFor } from '../../protocol/claims.js';
import { scopeValues } from '../../protocol/scopes.js';
import type { LiveSubject, SessionHolder } from '../../tokens/content/subjects.service.js';
import { recordOf } from './client.adapter.js';
import type { AccountModel } from './library.model.js';
import { requestContext } from './request-context.js';
import type { RequestLookups } from './request-lookups.service.js';

type Context = KoaContextWithOIDC;

const subjectsOf = new WeakMap<object, LiveSubject>();

/** The user behind an account from {@link accountFinder}. */
export function subjectOf(account: object): LiveSubject {
  const subject = subjectsOf.get(account);
  if (!subject) throw new Error('This account was not made by the account finder.');
  return subject;
}

/** Finds the user of a token or a browser session. The user must be active and of the generation in which the token or session was made. */
export function accountFinder(lookups: RequestLookups): (ctx: Context, sub: string) => Promise<AccountModel | undefined> {
  return async (ctx, sub) => {
    const subject = await findSubject(lookups, ctx);
    if (subject?.userId !== sub) return undefined;
    const account: AccountModel = {
      accountId: sub,
      claims: (use, scope, named) => ({
        sub,
        ...(showsClaims(ctx, use) ? claimsFor(subject, scopeValues(scope)) : {}),
        ...requestedClaims(subject, named as RequestedClaims),
      }),
    };
    subjectsOf.set(account, subject);
    return account;
  };
}

/** The user of the presented access token, else of the browser session. */
async function findSubject(lookups: RequestLookups, ctx: Context): Promise<LiveSubject | undefined> {
  const { token } = requestContext();
  if (token) return lookups.userOf(token);
  const { holder } = (ctx.oidc.session ?? {}) as { holder?: SessionHolder };
  return holder && lookups.signedIn(holder);
}

/**
 * An ID token issued together with an access token leaves out the claims of the scopes (OpenID Connect Core section 5.4), unless the
 * application has "User Info inside ID Token".
 */
function showsClaims(ctx: Context, use: string): boolean {
  if (use !== 'id_token' || ctx.oidc.params?.response_type === 'id_token') return true;
  const client = ctx.oidc.client && recordOf(ctx.oidc.client);
  return client?.kind === 'application' && client.config.idTokenUserinfoAssertion;
}
