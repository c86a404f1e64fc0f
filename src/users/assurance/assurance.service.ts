// Who has to prove how much: brings together the policy of a person's organization, the person's roles and the person's factors.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database, type Transaction } from '../../common/database/database.js';
import type { Membership } from '../../common/access/permissions.js';
import { Clock } from '../../common/primitives/clock.js';
import { SmsOutbox } from '../../common/sms/sms-outbox.service.js';
import { Memberships } from '../memberships/memberships.service.js';
import { Policies } from '../policies/policies.service.js';
import type { AssurancePolicy } from '../policies/policy-kinds.js';
import { PersonPolicies } from './person-policies.service.js';
import { acrOf, amrOf, levelOf, METHODS, policyLevelOf, type Check, type CheckMethod, type FactorKind, type Level } from './checks.js';
import { FactorStatesRepository, type FactorState } from './factor-states.repository.js';
import { authenticatedAt, liveChecks, stillMissing, type Demand, type Missing, type Terms } from './still-missing.js';

/** The service's own policy. */
const WHOLE_SERVICE = 0;
const DAY_US = 86_400_000_000;
const DAY_S = 86_400;

/** Having one of these is to have asked for a second step with each sign-in; a passkey replaces the password instead. */
const ASKED_WHERE_PRESENT: readonly FactorKind[] = ['totp', 'securityKey', 'sms'];

/** Whose sign-in it is. */
export interface SigningIn {
  userNo: number;
  orgNo: number;
  /** Whose verified addresses may take codes, where the policy allows mail. */
  person?: { emails: ReadonlyArray<{ verifiedBy?: unknown }> };
}

/** How somebody was authenticated, as tokens tell it; `authTime` is in seconds since 1970 UTC. */
export interface Assurance {
  /** What counts, whether it is told or not. */
  methods: CheckMethod[];
  acr: string | undefined;
  amr: string[];
  authTime: number | undefined;
}

/** The same, with what is missing. */
export type Judgement = Assurance & { missing: Missing | undefined };

/** @param endUs when it will be over, in microseconds since 1970 UTC */
export type GraceTeller = (tx: Transaction, userNo: number, endUs: number) => Promise<void>;

@Injectable()
export class Assurances {
  private readonly graceTellers: GraceTeller[] = [];

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
   * What policy and factors say about somebody now. The first time that a factor is asked for and missing is noted: the grace runs from then.
   * @param configVersion as it was read since the request came; absent: it is read
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
      lives: {
        password: policy.passwordSeconds,
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

  /** Whether somebody is to be told that the grace runs, once a day; it counts as done then. */
  async mayTellGrace(userNo: number): Promise<boolean> {
    const now = this.clock.nowUs();
    return this.database.write('tell grace', (tx) => this.states.saveTold(tx, userNo, now, now - DAY_US));
  }

  /** Called at start by whoever tells people, as part of the `tx` that notes it, that a grace begins for them. */
  onGrace(tell: GraceTeller): void {
    this.graceTellers.push(tell);
  }

  /** What somebody who passed these checks still has to do; undefined: nothing. */
  async missing(who: SigningIn, checks: readonly Check[], demand: Demand = {}): Promise<Missing | undefined> {
    return this.missingOf(await this.termsOf(who), checks, demand);
  }

  /** The same for somebody whose terms are known. */
  missingOf(terms: Terms, checks: readonly Check[], demand: Demand = {}): Missing | undefined {
    return stillMissing(terms, demand, checks, this.clock.nowSeconds());
  }

  /** Of a check that is being made, in seconds since 1970 UTC. */
  now(): number {
    return this.clock.nowSeconds();
  }

  /** Whether the browser keeps the session when it is closed. */
  async staysSignedIn(who: SigningIn): Promise<boolean> {
    return (await this.personPolicies.of('assurance', who)).staySignedIn;
  }

  /** For how many seconds a session goes on if it is not used from now on; at least 1. Its whole life is measured from the last first factor. */
  async sessionSecondsLeft(who: SigningIn, checks: readonly Check[], configVersion?: number): Promise<number> {
    const { sessionSeconds, idleSeconds } = await this.personPolicies.of('assurance', who, configVersion);
    const begun = Math.max(0, ...checks.filter(({ method }) => METHODS[method].isFirst).map(({ at }) => at));
    return Math.max(1, Math.min(idleSeconds, begun + sessionSeconds - this.clock.nowSeconds()));
  }

  /** The same, with what tokens would say about the checks that count. */
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

  /**
   * Whether what was proven once still reaches what is required now, however long ago that was: for refresh tokens, which live longer than
   * any check.
   */
  async holdsForRefresh(who: SigningIn, methods: readonly Check['method'][], configVersion?: number): Promise<boolean> {
    const policy = await this.personPolicies.of('assurance', who, configVersion);
    if (!policy.checkedAtRefresh) return true;
    const { required } = await this.termsOf(who, configVersion);
    const reached = policyLevelOf(methods);
    return reached >= required || (required === 2 && reached === 1 && methods.includes('browser'));
  }

  /** Whether these kinds still lead to what the policy and the roles of somebody require, whatever the grace; as part of a unit of work. */
  async reachesRequired(tx: Transaction, who: SigningIn, kinds: readonly FactorKind[]): Promise<boolean> {
    const policy = await this.personPolicies.of('assurance', who);
    const wanted = await this.wantedLevel(policy, () => this.memberships.readRoles(tx, who.userNo));
    const own = ownKinds(kinds, this.allowedKinds(policy), who.person).filter((kind) => kind !== 'recovery');
    return wanted < 2 || own.some((kind) => policyLevelOf(['pwd', kind]) >= wanted);
  }

  /** Kinds that somebody may use; recovery codes go with any of them. */
  private allowedKinds({ factors, passkeys, secondFactor }: AssurancePolicy): FactorKind[] {
    const seconds = secondFactor === 'off' ? [] : factors.filter((kind) => kind !== 'sms' || this.texts.isAvailable);
    return [...seconds, ...(passkeys === 'off' ? [] : (['passkey'] as const))];
  }

  /** Kinds that those who have them are asked for, although nothing is required: only the service ends that. */
  private askedKinds(policy: AssurancePolicy, ofService: AssurancePolicy): FactorKind[] {
    if (ofService.secondFactor === 'off') return this.allowedKinds(policy);
    const factors = [...new Set([...policy.factors, ...ofService.factors])];
    return this.allowedKinds({ ...policy, secondFactor: 'optional', factors });
  }

  private async wantedLevel(policy: AssurancePolicy, rolesOf: () => Promise<Membership[]>): Promise<Level> {
    if (policy.passkeys === 'required') return 3;
    if (policy.secondFactor === 'required') return 2;
    if (policy.secondFactor !== 'requiredForRoles') return 1;
    const roles = await rolesOf();
    return roles.some(({ role }) => policy.secondFactorRoles.some((pattern) => fits(role, pattern))) ? 2 : 1;
  }

  /** The first time that a factor is asked for is noted, and told. */
  private async graceEnd({ graceDays }: AssurancePolicy, userNo: number, { askedUs }: FactorState): Promise<number> {
    const now = this.clock.nowUs();
    const endUs = (askedUs ?? now) + graceDays * DAY_US;
    if (askedUs === undefined)
      await this.database.write('note grace', async (tx) => {
        const isFirst = await this.states.saveAsked(tx, userNo, now);
        if (isFirst && endUs > now) for (const tell of this.graceTellers) await tell(tx, userNo, endUs);
      });
    return endUs;
  }
}

/** The first of the levels that were asked for, as far as it was reached; otherwise all that was. */
function toldLevel(reached: Level, asked: readonly Level[] = []): Level {
  return asked.find((level) => level <= reached) ?? reached;
}

/** Those that somebody has and may use. A verified address is enough for mail, where mail is `offered`. */
function ownKinds(
  kinds: readonly FactorKind[],
  asked: readonly FactorKind[],
  person: SigningIn['person'],
  offered: readonly FactorKind[] = asked,
): FactorKind[] {
  const own = kinds.filter((kind) => asked.includes(kind));
  return offered.includes('mail') && person?.emails.some(({ verifiedBy }) => verifiedBy) ? [...own, 'mail'] : own;
}

/** `IAM_*` stands for every role that begins so. */
function fits(role: string, pattern: string): boolean {
  return pattern.endsWith('*') ? role.startsWith(pattern.slice(0, -1)) : role === pattern;
}
