// How much a person has to prove at sign-in: combines the policy of the person's organization, the person's roles and the person's factors.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import type { Membership } from '../../../common/access/permissions.js';
import { Clock } from '../../../common/primitives/clock.js';
import { SmsOutbox } from '../../../common/sms/sms-outbox.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import { Policies } from '../../organizations/policies/policies.service.js';
import type { AssurancePolicy } from '../../organizations/policies/policy-kinds.js';
import { PersonPolicies } from './person-policies.service.js';
import { acrOf, amrOf, levelOf, METHODS, policyLevelOf, type Check, type CheckMethod, type FactorKind, type Level } from './checks.js';
import { FactorStatesRepository, type FactorState } from './factor-states.repository.js';
import { authenticatedAt, liveChecks, stillMissing, type Demand, type Missing, type Terms } from './still-missing.js';

/** The service's own policy. */
const WHOLE_SERVICE = 0;
const DAY_US = 86_400_000_000;
const DAY_S = 86_400;

/** A person with one of these has to pass a second step at each sign-in; a passkey replaces the password instead. */
const ASKED_WHERE_PRESENT: readonly FactorKind[] = ['totp', 'securityKey', 'sms'];

/** The person who signs in. */
export interface SigningIn {
  userNo: number;
  orgNo: number;
  /** The person's verified addresses can receive codes, if the policy allows mail. */
  person?: { emails: ReadonlyArray<{ verifiedBy?: unknown }> };
}

/** How a person was authenticated, as reported in tokens; `authTime` is in seconds since 1970 UTC. */
export interface Assurance {
  /** All methods that count, reported or not. */
  methods: CheckMethod[];
  acr: string | undefined;
  amr: string[];
  authTime: number | undefined;
}

/** The same, with the missing step. */
export type Judgement = Assurance & { missing: Missing | undefined };

/** @param endUs end of the grace period, in microseconds since 1970 UTC */
export type GraceListener = (tx: Transaction, userNo: number, endUs: number) => Promise<void>;

@Injectable()
export class Assurances {
  private readonly graceListeners: GraceListener[] = [];

  constructor(
    private readonly policies: Policies,
    private readonly personPolicies: PersonPolicies,
    private readonly memberships: Memberships,
    private readonly states: FactorStatesRepository,
    private readonly texts: SmsOutbox,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /**
   * What policy and factors require of a person now. The first time a required factor is missing is stored: the grace period starts then.
   * @param configVersion as read during this request; absent: it is read
   */
  async termsOf(who: SigningIn, configVersion?: number): Promise<Terms> {
    const { userNo } = who;
    const version = configVersion ?? (await this.config.current());
    const policy = await this.personPolicies.of('assurance', who, version);
    const ofService = await this.policies.effectivePolicy(WHOLE_SERVICE, 'assurance', version);
    const state = await this.states.findState(userNo);
    const allowed = this.allowedKinds(policy);
    const wanted = await this.wantedLevel(policy, () => this.memberships.rolesOf(userNo, version));
    const own = ownKinds(state.kinds, wanted < 2 ? this.askedKinds(policy, ofService) : allowed, who.person, allowed);
    const graceEndsUs = wanted < 2 || own.length > 0 ? undefined : await this.graceEnd(policy, userNo, state);
    const isDue = graceEndsUs === undefined || graceEndsUs <= this.clock.nowUs();
    const chosen: Level = own.some((kind) => ASKED_WHERE_PRESENT.includes(kind)) ? 2 : 1;
    return {
      required: Math.max(isDue ? wanted : 1, chosen) as Level,
      passwordAllowed: policy.passwordAllowed,
      mailedSignIn: policy.mailedSignIn,
      lives: {
        password: policy.passwordSeconds,
        directory: policy.directorySeconds,
        secondFactor: policy.secondFactorSeconds,
        passkey: policy.passkeySeconds,
        browser: policy.rememberBrowserDays * DAY_S,
      },
      allowed,
      own: own.length > 0 && state.kinds.includes('recovery') ? [...own, 'recovery'] : own,
      grace: isDue ? undefined : { level: wanted, endsUs: graceEndsUs },
      generation: state.generation,
    };
  }

  /** Whether to show the person the grace notice, once a day. A true result is recorded as shown. */
  async mayTellGrace(userNo: number): Promise<boolean> {
    const now = this.clock.nowUs();
    return this.database.write('tell grace', (tx) => this.states.saveTold(tx, userNo, now, now - DAY_US));
  }

  /** Called at start by services that notify people when a grace period begins, as part of the `tx` that stores it. */
  onGrace(tell: GraceListener): void {
    this.graceListeners.push(tell);
  }

  /** The next step for a person who passed these checks; undefined: none. */
  async missing(who: SigningIn, checks: readonly Check[], demand: Demand = {}): Promise<Missing | undefined> {
    return this.missingOf(await this.termsOf(who), checks, demand);
  }

  /** The same for a person whose terms are known. */
  missingOf(terms: Terms, checks: readonly Check[], demand: Demand = {}): Missing | undefined {
    return stillMissing(terms, demand, checks, this.clock.nowSeconds());
  }

  /** The time of a check made now, in seconds since 1970 UTC. */
  now(): number {
    return this.clock.nowSeconds();
  }

  /** Whether the browser keeps the session when it is closed. */
  async staysSignedIn(who: SigningIn): Promise<boolean> {
    return (await this.personPolicies.of('assurance', who)).staySignedIn;
  }

  /** Seconds until a session ends if it is not used from now on; at least 1. Its total lifetime is measured from the last first factor. */
  async sessionSecondsLeft(who: SigningIn, checks: readonly Check[], configVersion?: number): Promise<number> {
    const { sessionSeconds, idleSeconds } = await this.personPolicies.of('assurance', who, configVersion);
    const begun = Math.max(0, ...checks.filter(({ method }) => METHODS[method].isFirst).map(({ at }) => at));
    return Math.max(1, Math.min(idleSeconds, begun + sessionSeconds - this.clock.nowSeconds()));
  }

  /** The same, with the token claims for the checks that count. */
  async judge(who: SigningIn, checks: readonly Check[], demand: Demand = {}, configVersion?: number): Promise<Judgement> {
    const terms = await this.termsOf(who, configVersion);
    const now = this.clock.nowSeconds();
    const live = liveChecks(terms, demand, checks, now);
    const methods = live.map(({ method }) => method);
    return {
      missing: stillMissing(terms, demand, checks, now),
      methods,
      acr: acrOf(toldLevel(levelOf(methods), demand.levels)),
      amr: amrOf(live),
      authTime: authenticatedAt(live),
    };
  }

  /** Whether earlier checks still reach what is required now, at any age: for refresh tokens, which live longer than any check. */
  async holdsForRefresh(who: SigningIn, methods: readonly Check['method'][], configVersion?: number): Promise<boolean> {
    const policy = await this.personPolicies.of('assurance', who, configVersion);
    if (!policy.checkedAtRefresh) return true;
    const { required } = await this.termsOf(who, configVersion);
    const reached = policyLevelOf(methods);
    return reached >= required || (required === 2 && reached === 1 && methods.includes('browser'));
  }

  /** Whether these kinds still reach what a person's policy and roles require, ignoring the grace period; as part of a unit of work. */
  async reachesRequired(tx: Transaction, who: SigningIn, kinds: readonly FactorKind[]): Promise<boolean> {
    const policy = await this.personPolicies.of('assurance', who);
    const wanted = await this.wantedLevel(policy, () => this.memberships.readRoles(tx, who.userNo));
    const own = ownKinds(kinds, this.allowedKinds(policy), who.person).filter((kind) => kind !== 'recovery');
    return wanted < 2 || own.some((kind) => policyLevelOf(['pwd', kind]) >= wanted);
  }

  /** Whether a person with these kinds and roles has to set up another factor under a policy, ignoring the grace period. */
  lacksFactor(
    policy: AssurancePolicy,
    { kinds, hasVerifiedAddress }: { kinds: readonly FactorKind[]; hasVerifiedAddress: boolean },
    roles: readonly string[],
  ): boolean {
    const wanted = levelFor(policy, roles);
    const own = ownKinds(kinds, this.allowedKinds(policy), { emails: [{ verifiedBy: hasVerifiedAddress }] });
    return wanted >= 2 && !own.some((kind) => kind !== 'recovery' && policyLevelOf(['pwd', kind]) >= wanted);
  }

  /** The kinds that the policy allows. Recovery codes are added to any of them. */
  private allowedKinds({ factors, passkeys, secondFactor }: AssurancePolicy): FactorKind[] {
    const seconds = secondFactor === 'off' ? [] : factors.filter((kind) => kind !== 'sms' || this.texts.isAvailable);
    return [...seconds, ...(passkeys === 'off' ? [] : (['passkey'] as const))];
  }

  /** Kinds that are requested from a person who has them, although none is required: only the service's policy can switch that off. */
  private askedKinds(policy: AssurancePolicy, ofService: AssurancePolicy): FactorKind[] {
    if (ofService.secondFactor === 'off') return this.allowedKinds(policy);
    const factors = [...new Set([...policy.factors, ...ofService.factors])];
    return this.allowedKinds({ ...policy, secondFactor: 'optional', factors });
  }

  private async wantedLevel(policy: AssurancePolicy, rolesOf: () => Promise<Membership[]>): Promise<Level> {
    const needsRoles = policy.secondFactor === 'requiredForRoles' && policy.passkeys !== 'required';
    return levelFor(policy, needsRoles ? (await rolesOf()).map(({ role }) => role) : []);
  }

  /** Stores the first time that a factor is missing, and notifies. */
  private async graceEnd({ graceDays }: AssurancePolicy, userNo: number, { askedUs }: FactorState): Promise<number> {
    const now = this.clock.nowUs();
    const endUs = (askedUs ?? now) + graceDays * DAY_US;
    if (askedUs === undefined)
      await this.database.write('note grace', async (tx) => {
        const isFirst = await this.states.saveAsked(tx, userNo, now);
        if (isFirst && endUs > now) for (const tell of this.graceListeners) await tell(tx, userNo, endUs);
      });
    return endUs;
  }
}

/** The level that a policy wants of a person with these roles. */
function levelFor({ passkeys, secondFactor, secondFactorRoles }: AssurancePolicy, roles: readonly string[]): Level {
  if (passkeys === 'required') return 3;
  if (secondFactor === 'required') return 2;
  if (secondFactor !== 'requiredForRoles') return 1;
  return roles.some((role) => secondFactorRoles.some((pattern) => fits(role, pattern))) ? 2 : 1;
}

/** The first of the requested levels that was reached; otherwise the level reached. */
function toldLevel(reached: Level, asked: readonly Level[] = []): Level {
  return asked.find((level) => level <= reached) ?? reached;
}

/** The kinds that a person has and may use. Mail needs a verified address, if mail is `offered`. */
function ownKinds(
  kinds: readonly FactorKind[],
  asked: readonly FactorKind[],
  person: SigningIn['person'],
  offered: readonly FactorKind[] = asked,
): FactorKind[] {
  const own = kinds.filter((kind) => asked.includes(kind));
  return offered.includes('mail') && person?.emails.some(({ verifiedBy }) => verifiedBy) ? [...own, 'mail'] : own;
}

/** `IAM_*` matches every role with this prefix. */
function fits(role: string, pattern: string): boolean {
  return pattern.endsWith('*') ? role.startsWith(pattern.slice(0, -1)) : role === pattern;
}
