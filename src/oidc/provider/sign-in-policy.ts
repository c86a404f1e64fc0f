// The library's interaction policy: when a person is asked to choose an account, register, sign in or consent.
import { Inject, Injectable } from '@nestjs/common';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Assurances, type Judgement } from '../../users/authentication/assurance/assurance.service.js';
import { Resources } from '../tokens/resources.service.js';
import type { SessionHolder } from '../tokens/content/subjects.service.js';
import { type Check as PassedCheck, checksOf } from '../../users/authentication/assurance/checks.js';
import type { Missing } from '../../users/authentication/assurance/still-missing.js';
import { canBeImpersonated } from '../clients/application-rules.js';
import { ServedPeople } from '../clients/served-people.service.js';
import { ConsentsRepository } from '../consents/consents.repository.js';
import { isOfRequestedOrganization, scopeValues } from '../protocol/scopes.js';
import { subjectOf } from './adapters/account.js';
import { disclosedScope } from './claims-parameter.js';
import { recordOf } from './adapters/client.adapter.js';
import type { ClientModel } from './adapters/library.model.js';

import { demandOf } from './requested-assurance.js';
import { requestContext, requestedResources } from './adapters/request-context.js';
import { RequestLookups } from './adapters/request-lookups.service.js';
import { namedUserId, SessionChoice } from './session-choice.service.js';

/** The person who signed in, and the checks passed. Stored with the sign-in until the library resumes it. */
export interface FinishedSignIn {
  accountId: string;
  holder: SessionHolder;
  checks: readonly PassedCheck[];
  /** When the sign-in began, in seconds since 1970 UTC. */
  since: number;
}

type Context = KoaContextWithOIDC;

/** Values of `prompt` (OpenID Connect Core section 3.1.2.1, Initiating User Registration section 4.1). */
export const PROMPTS = ['none', 'login', 'select_account', 'create', 'consent'];

/** The services and settings that the policy uses. */
@Injectable()
export class PolicySources {
  /** The service's name in its own scopes. */
  readonly vendor: string;
  /** The origin of the service's own pages. */
  readonly ownOrigin: string;

  constructor(
    readonly servedPeople: ServedPeople,
    readonly consents: ConsentsRepository,
    readonly sessionChoice: SessionChoice,
    readonly assurances: Assurances,
    readonly lookups: RequestLookups,
    readonly resources: Resources,
    @Inject(SETTINGS_TOKEN) { vendor, publicUrl }: Settings,
  ) {
    this.vendor = vendor;
    this.ownOrigin = new URL(publicUrl).origin;
  }
}

const { Check, Prompt } = interactionPolicy;

/** The first prompt that applies is shown. With `prompt=none`, its error is returned instead. */
export function signInPolicy(sources: PolicySources): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.add(new Prompt({ name: 'select_account', requestable: true }, withRequestedScope(), severalAccounts(sources)), 0);
  policy.add(new Prompt({ name: 'create', requestable: true }), 1);
  const login = policy.get('login');
  // The replaced checks read the session alone; the policy of the person's organization counts too.
  for (const replaced of ['id_token_hint', 'max_age', 'essential_acr', 'essential_acrs']) login?.checks.remove(replaced);
  login?.checks.add(otherThanHinted());
  login?.checks.add(accountGone());
  login?.checks.add(accountNotServed(sources));
  for (const check of assuranceChecks(sources)) login?.checks.add(check);
  const consent = policy.get('consent');
  consent?.checks.clear();
  for (const check of consentChecks(sources)) consent?.checks.add(check);
  policy.add(new Prompt({ name: 'device', requestable: false }, deviceApproval()));
  return policy;
}

/**
 * Asks for nothing, and comes first: when a sign-in is resumed, the library has dropped every scope with an id inside. The grant brings them back
 * once there is an account; until then, the pages and the next step of the sign-in need them as well.
 */
function withRequestedScope(): interactionPolicy.Check {
  return new Check('requested_scope', 'The scope is that of the request.', ({ oidc }) => {
    const { params, account, entities } = oidc;
    if (params && !account && entities.Interaction) params.scope = (entities.Interaction.params as Record<string, unknown>)['scope'];
    return false;
  });
}

/** Asks for an account if the browser has several and the request does not say which one to use. */
function severalAccounts({ sessionChoice }: PolicySources): interactionPolicy.Check {
  return new Check('several_accounts', 'The user must choose one of several accounts.', 'account_selection_required', async (ctx) => {
    const { oidc } = ctx;
    const isSettled =
      [...oidc.prompts].some((prompt) => prompt !== 'consent') ||
      namedUserId(ctx) !== undefined ||
      oidc.result?.select_account !== undefined;
    if (isSettled || oidc.route === 'resume') return false;
    const sessions = await sessionChoice.sessionsAtHand();
    const current = oidc.session?.accountId;
    const others = sessions.filter(({ subject }) => subject.userId !== current);
    return others.length + Number(current !== undefined) > 1;
  });
}

/** A device is approved each time, also by a person who is signed in (RFC 8628 section 5.4). The page asks for consent, too. */
function deviceApproval(): interactionPolicy.Check {
  return new Check('device_approval', 'The user must approve the device.', 'interaction_required', (ctx) => {
    if (!isForDevice(ctx)) return false;
    requestContext(ctx).restsOnConsent = true;
    return ctx.oidc.result?.['device'] === undefined;
  });
}

function isForDevice({ oidc }: Context): boolean {
  return (oidc as { route: string }).route === 'device_resume';
}

/** OpenID Connect Core section 3.1.2.1, id_token_hint: only the hinted user is accepted. */
function otherThanHinted(): interactionPolicy.Check {
  return new Check('id_token_hint', 'The user of id_token_hint is not signed in.', 'login_required', async (ctx) => {
    const hinted = await hintedSubject(ctx);
    return hinted !== undefined && hinted !== ctx.oidc.session?.accountId;
  });
}

/** The library reads the hint once, when the request arrives. After the sign-in the hint is still valid. */
async function hintedSubject({ oidc }: Context): Promise<unknown> {
  const hint = oidc.params?.id_token_hint;
  if (typeof hint !== 'string' || !oidc.client) return undefined;
  const IdToken = oidc.provider.IdToken as unknown as {
    validate(jwt: string, client: ClientModel): Promise<{ payload: { sub?: string } } | undefined>;
  };
  return (oidc.entities.IdTokenHint ?? (await IdToken.validate(hint, oidc.client)))?.payload.sub;
}

function accountGone(): interactionPolicy.Check {
  return new Check(
    'no_account',
    'The user who signed in is no longer active.',
    'login_required',
    ({ oidc }) => oidc.session?.accountId !== undefined && !oidc.account,
  );
}

/**
 * The application does not serve the person, or the request names another organization. The sign-in page says so, and offers another
 * account or the way back.
 */
function accountNotServed({ servedPeople, lookups, vendor }: PolicySources): interactionPolicy.Check {
  return new Check('account_not_served', 'This account may not be used with this application.', 'access_denied', async ({ oidc }) => {
    if (!oidc.client || !oidc.account) return false;
    const subject = subjectOf(oidc.account);
    const scopes = scopeValues(typeof oidc.params?.scope === 'string' ? oidc.params.scope : '');
    if (!isOfRequestedOrganization(scopes, subject, vendor)) return true;
    return (await servedPeople.reasonAgainst(recordOf(oidc.client), subject, await lookups.configVersion())) !== undefined;
  });
}

/**
 * The checks passed must satisfy the organization's policy and the application's request. This applies to every path here: a second tab, a
 * step back, a reset or a registration.
 */
function assuranceChecks(sources: PolicySources): interactionPolicy.Check[] {
  const isMissing =
    (...kinds: Array<Missing['kind']>) =>
    async (ctx: Context) => {
      const missing = (await judgementOf(ctx, sources))?.missing;
      return missing !== undefined && kinds.includes(missing.kind);
    };
  return [
    new Check('first_factor', 'The user must sign in again.', 'login_required', isMissing('first')),
    new Check('second_factor', 'The user must prove more than before.', 'interaction_required', isMissing('second', 'enrol')),
    new Check('acr', 'The requested acr cannot be met.', 'unmet_authentication_requirements', isMissing('unmet')),
  ];
}

/** Evaluated once per request. The result for `acr` and `amr` is written to the session, where the library reads it. */
function judgementOf(ctx: Context, { assurances, lookups }: PolicySources): Promise<Judgement | undefined> {
  const context = requestContext(ctx);
  context.judgement ??= judge();
  return context.judgement;

  async function judge(): Promise<Judgement | undefined> {
    const { session, account, params, result } = ctx.oidc;
    if (!session?.accountId || !account) return undefined;
    const held = session as typeof session & {
      checks?: readonly PassedCheck[];
      loginTs?: number;
      acr?: string | undefined;
      amr?: string[];
    };
    const { since } = (result?.login ?? {}) as Partial<FinishedSignIn>;
    const version = await lookups.configVersion();
    const judgement = await assurances.judge(subjectOf(account), checksOf(held), demandOf({ ...params }, since), version);
    const { acr, amr, authTime } = judgement;
    // A check of another provider may have no value of RFC 8176; then the claim is absent.
    if (authTime !== undefined) Object.assign(held, { acr, amr: amr.length > 0 ? amr : undefined, loginTs: authTime });
    return judgement;
  }
}

/**
 * Applications ask for consent from their own organization's people if so configured, and always from people of other organizations. With
 * `prompt=consent` every person is asked each time (OpenID Connect Core section 3.1.2.1). So are the users of an application with
 * `apiAccess` that any program on the device can impersonate.
 */
function consentChecks({ consents, servedPeople, lookups, ownOrigin, resources }: PolicySources): interactionPolicy.Check[] {
  const covered = async (ctx: Context): Promise<boolean> => {
    const { oidc } = ctx;
    // The page that approves a device asks for the consent.
    if (!oidc.client || !oidc.account || isForDevice(ctx)) return true;
    requestContext(ctx).restsOnConsent = true;
    const scope = disclosedScope({ ...oidc.params }, resources.scopesOf(requestedResources(oidc)));
    return consents.coversScope(subjectOf(oidc.account).userNo, recordOf(oidc.client).no, scope);
  };
  const isForeignHere = async ({ oidc: { client, account } }: Context): Promise<boolean> => {
    if (!client || !account) return false;
    return servedPeople.isForeign(recordOf(client), subjectOf(account).orgNo, await lookups.configVersion());
  };
  const missing = 'The user has not given consent yet.';
  // The specification of this service requires this error, not consent_required.
  const error = 'interaction_required';
  return [
    new Check('consent_prompt', 'The user must be asked for consent.', error, (ctx) => {
      const { oidc } = ctx;
      // The person has agreed during this sign-in, so the authorization rests on it even if no check below asks for a consent.
      if (oidc.result?.consent !== undefined) requestContext(ctx).restsOnConsent = true;
      return oidc.prompts.has('consent') && oidc.promptPending('consent');
    }),
    // RFC 8252 section 8.6: an earlier consent says nothing about the program that asks now.
    new Check('consent_each_time', 'The user must be asked each time.', error, ({ oidc }) => {
      return oidc.result?.consent === undefined && reachesApisUnproven(oidc, ownOrigin);
    }),
    // The specification of this service does not cover applications of other organizations; OpenID Connect Core section 3.1.2.6 does.
    new Check(
      'consent_of_other_organization',
      missing,
      'consent_required',
      async (ctx) => (await isForeignHere(ctx)) && !(await covered(ctx)),
    ),
    new Check('consent_missing', missing, error, async (ctx) => asksItsOwn(ctx) && !(await covered(ctx))),
  ];
}

/**
 * Whether any program on the device may be asking for tokens that act as the person in this service. No other program listens at the
 * service's own origin.
 */
function reachesApisUnproven({ client, params }: Context['oidc'], ownOrigin: string): boolean {
  const record = client && recordOf(client);
  const uri = params?.redirect_uri;
  if (record?.kind !== 'application' || !record.config.apiAccess || typeof uri !== 'string') return false;
  return canBeImpersonated(record.config, uri) && new URL(uri).origin !== ownOrigin;
}

function asksItsOwn({ oidc }: Context): boolean {
  const record = oidc.client && recordOf(oidc.client);
  return record?.kind === 'application' && record.config.consentRequired;
}
