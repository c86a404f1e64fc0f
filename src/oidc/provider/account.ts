// Users as the library's accounts.
import type { KoaContextWithOIDC } from 'oidc-provider';
import { claimsFor } from '../protocol/claims.js';
import { scopeValues } from '../protocol/scopes.js';
import type { Actor } from '../tokens/actors.js';
import type { LiveSubject, Subjects } from '../tokens/subjects.service.js';
import { recordOf } from './client.adapter.js';
import type { AccountModel } from './library.js';
import type { SessionHolder } from '../tokens/subjects.service.js';
import { requestContext } from './request-context.js';

type Context = KoaContextWithOIDC;

const subjectsOf = new WeakMap<object, LiveSubject>();

/** Whom an account that {@link accountFinder} gave stands for. */
export function subjectOf(account: object): LiveSubject {
  const subject = subjectsOf.get(account);
  if (!subject) throw new Error('This account was not made by the account finder.');
  return subject;
}

/** Finds the user of a token, of a code or of a browser session, if the user is active and of the generation it was made in. */
export function accountFinder(subjects: Subjects): (ctx: Context, sub: string, source?: unknown) => Promise<AccountModel | undefined> {
  return async (ctx, sub, source) => {
    const subject = await find(subjects, ctx, source);
    if (subject?.userId !== sub) return undefined;
    const account: AccountModel = {
      accountId: sub,
      claims: (use, scope) => ({ sub, ...(showsClaims(ctx, use) ? claimsFor(subject, scopeValues(scope)) : {}) }),
    };
    subjectsOf.set(account, subject);
    return account;
  };
}

async function find(subjects: Subjects, ctx: Context, source: unknown): Promise<LiveSubject | undefined> {
  const { token, grant, configVersion } = requestContext();
  const versions = configVersion === undefined ? undefined : { config: configVersion };
  if (token) return subjects.of(token, versions);
  if (source && grant) {
    const { user, organization, client } = grant.payload.generations;
    // What a client was given before it was deactivated is worth nothing to it afterwards.
    if (ctx.oidc.client && recordOf(ctx.oidc.client).generation !== client) return undefined;
    if (!(await areCurrent(subjects, grant.payload.exchange?.actors ?? []))) return undefined;
    return subjects.signedIn({ userNo: grant.userNo, generation: user, organizationGeneration: organization }, versions);
  }
  const { holder } = (ctx.oidc.session ?? {}) as { holder?: SessionHolder };
  return holder && subjects.signedIn(holder);
}

/** Whether everybody who acts for the user still may be believed to be who they were. */
async function areCurrent(subjects: Subjects, actors: readonly Actor[]): Promise<boolean> {
  const found = await Promise.all(actors.map((actor) => subjects.of(actor)));
  return actors.every(({ generations: { user, organization } }, index) => {
    const actor = found[index];
    return actor?.generation === user && actor.organizationGeneration === organization;
  });
}

/**
 * The claims of the scopes stay out of an ID token that comes with an access token (OpenID Connect Core section 5.4),
 * unless the application has "User Info inside ID Token".
 */
function showsClaims(ctx: Context, use: string): boolean {
  if (use !== 'id_token' || ctx.oidc.params?.response_type === 'id_token') return true;
  const client = ctx.oidc.client && recordOf(ctx.oidc.client);
  return client?.kind === 'application' && client.config.idTokenUserinfoAssertion;
}
