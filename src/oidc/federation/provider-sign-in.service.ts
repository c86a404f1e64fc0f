// A sign-in that an identity provider has confirmed: finds the account and the check, or connects the account that the person proves.
import { Injectable } from '@nestjs/common';
import { DirectoryPasswordChecks, type DirectoryVerdict } from '../../users/accounts/federation/directory-password-checks.service.js';
import { FederatedAccounts, organizationNoFor, type FederatedOutcome } from '../../users/accounts/federation/federated-accounts.service.js';
import { FederatedGroups } from '../../users/accounts/federation/federated-groups.service.js';
import type { Check, DirectoryMethod } from '../../users/authentication/assurance/checks.js';
import type { IdentityLink } from '../../users/authentication/identity-providers/identity-links.repository.js';
import { IdentityLinks } from '../../users/authentication/identity-providers/identity-links.service.js';
import type { IdentityProvider, ProviderRules } from '../../users/authentication/identity-providers/identity-provider.js';
import { ProviderHealth } from '../../users/authentication/identity-providers/provider-health.service.js';
import type { UpstreamIdentity } from '../../users/authentication/identity-providers/upstream-identity.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';
import { upstreamPerson } from '../sessions/upstream-ends.repository.js';
import { Upstreams } from '../upstream/upstreams.service.js';

/** The person, and the check passed at the provider; or what the page says. */
export type ProviderResult = { kind: 'ok'; subject: LiveSubject; check: Check } | Exclude<FederatedOutcome, { kind: 'found' }>;

/** The circumstances of a sign-in that a provider has just confirmed. */
export interface ConfirmedSignIn {
  /** When the provider answered, in microseconds since 1970 UTC. */
  atUs: number;
  /** Whether the person had to authenticate again. */
  forced: boolean;
  /** The IP address of the browser. */
  ip: string;
  /** The organization of the page, whose people a provider of the service signs in. */
  orgNo: number;
  /** When the sign-in began, in seconds since 1970 UTC, if it is known. */
  since?: number | undefined;
  /** The config version, if this request has read it and hasn't waited since. */
  configVersion?: number | undefined;
}

@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly health: ProviderHealth,
    private readonly links: IdentityLinks,
    private readonly accounts: FederatedAccounts,
    private readonly groups: FederatedGroups,
    private readonly passwordChecks: DirectoryPasswordChecks,
    private readonly organizations: Organizations,
    private readonly subjects: Subjects,
  ) {}

  /** Whether the provider has no page of its own, so that its passwords are typed here. */
  takesPassword({ kind }: IdentityProvider): boolean {
    return this.upstreams.password(kind) !== undefined;
  }

  /** Checks a password of such a provider. @throws UpstreamError */
  authenticate(provider: IdentityProvider, loginName: string, password: string, ip: string): Promise<DirectoryVerdict> {
    return this.passwordChecks.check({ provider, loginName, ip }, () => this.upstreams.authenticate(provider, { loginName, password, ip }));
  }

  /** The connection of an identity to an account. */
  linkOf({ no }: IdentityProvider, { subject }: UpstreamIdentity): Promise<IdentityLink | undefined> {
    return this.links.find(no, subject);
  }

  /** Finds the account of an identity. The provider and the account are judged now, not when the sign-in began. */
  async resolve(
    provider: IdentityProvider,
    identity: UpstreamIdentity,
    { atUs, forced, ip, orgNo, since, configVersion }: ConfirmedSignIn,
  ): Promise<ProviderResult> {
    const at = Math.floor(atUs / 1_000_000);
    const organization = await this.organizations.byNo(organizationNoFor(provider, orgNo), configVersion);
    if (!organization) return { kind: 'refused', reason: 'inactive' };
    const signIn = { provider, organization, identity, answeredUs: atUs };
    const outcome = await this.accounts.find({ ...signIn, ip, configVersion });
    if (outcome.kind === 'refused') await this.health.noteFailure(provider, refusalText(outcome));
    if (outcome.kind !== 'found') return outcome;
    // Before the roles of the person are read: they decide what the sign-in has to prove.
    await this.groups.assign(signIn, outcome.userNo);
    const subject = await (outcome.person ? this.subjects.ofPerson(outcome.person, configVersion) : this.subjects.person(outcome.userNo));
    if (!subject) return { kind: 'refused', reason: 'inactive' };
    await this.health.noteUse(provider);
    const { authentication, sessionId } = identity;
    const check: Check = {
      method: methodOf(provider.rules, authentication),
      ...timeOf(identity, { at, forced, since: since ?? at }),
      provider: provider.id,
      upstreamPerson: upstreamPerson(provider.id, identity.subject),
      answeredUs: atUs,
      ...(sessionId !== undefined && { upstreamSession: sessionId }),
    };
    return { kind: 'ok', subject, check };
  }
}

/**
 * When the person authenticated, and whether in this sign-in. Without a time of the provider it is the time of its answer, which proves neither a
 * fresh check nor an age: the provider's session may be old. A forced check that the protocol has accepted is of this sign-in, whatever the clocks say.
 */
function timeOf(
  { authenticatedAt }: UpstreamIdentity,
  { at, forced, since }: { at: number; forced: boolean; since: number },
): Pick<Check, 'at' | 'isFresh' | 'isUndated'> {
  const time = Math.min(authenticatedAt ?? at, at);
  if (forced) return { at: Math.max(time, since), isFresh: true };
  if (authenticatedAt === undefined) return { at: time, isUndated: true };
  return authenticatedAt >= since ? { at: time, isFresh: true } : { at: time };
}

/** What the provider has proven counts as the administrators decided. */
export function methodOf(
  { secondFactorValues, phishingResistantValues }: Pick<ProviderRules, 'secondFactorValues' | 'phishingResistantValues'>,
  authentication: readonly string[],
): DirectoryMethod {
  if (authentication.some((value) => phishingResistantValues.includes(value))) return 'directoryPhr';
  return authentication.some((value) => secondFactorValues.includes(value)) ? 'directoryMfa' : 'directory';
}

/** For administrators. */
const REFUSALS: Readonly<Record<Extract<FederatedOutcome, { kind: 'refused' }>['reason'], string>> = {
  inactive: 'The account of the person, or its organization, is not active.',
  elsewhere: 'The account of the person belongs to another organization than the provider.',
  stronger: 'The account of the person has roles that owners of the organization do not have. It signs in without this provider.',
  weakerGiver:
    'The account of the person has roles that the administrator who connected this identity did not have. Remove the link; then an administrator with these roles adds it again, or the person connects it in the account.',
  otherIdentity: 'The account of the person is connected to another identity of this provider. Remove that link first.',
  noAccount: 'The person has no account here, and the provider creates none. Provision the person, or set creation to automatic.',
  notInvited: 'No person with an open invitation has an address that the provider proves. Invite the person at that address.',
  incomplete: 'The provider sent too little to create an account.',
};

/** Why the person is not signed in, for administrators. */
export function refusalText({ reason, detail }: Pick<Extract<FederatedOutcome, { kind: 'refused' }>, 'reason' | 'detail'>): string {
  return detail === undefined ? REFUSALS[reason] : `${REFUSALS[reason]} ${detail}`;
}
