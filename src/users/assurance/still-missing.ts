// What is still missing before a sign-in may end, or a session may go on: one function for the pages, prompt=none, step-up and the account page.
import { levelOf, METHODS, policyLevelOf, type Check, type CheckMethod, type FactorKind, type Level } from './checks.js';

/** What a person may sign in with, as policy and factors say now. Lives are seconds. */
export interface Terms {
  /** The level without which nobody goes on. */
  required: Level;
  passwordAllowed: boolean;
  lives: { password: number; secondFactor: number; passkey: number; browser: number };
  /** Kinds of factors that the policy allows. */
  allowed: readonly FactorKind[];
  /** Those that the person has, as far as they are allowed. */
  own: readonly FactorKind[];
  /** What will be required, and from when on (microseconds since 1970 UTC), of somebody who may still go on without. */
  grace: { level: Level; endsUs: number } | undefined;
  /** Which state the person's factors are in; a browser remembered in another one is not remembered. */
  generation: number;
}

/** What an authorization request asks for besides. */
export interface Demand {
  /** By `acr_values` or the claim `acr`: any of these, the first ones rather. */
  levels?: readonly Level[];
  /** Without it there is no answer (OpenID Connect Core section 5.5.1.1). */
  isEssential?: boolean;
  /** Seconds; older checks do not count (OpenID Connect Core section 3.1.2.1). */
  maxAge?: number | undefined;
  /** When this sign-in began: checks since then are never too old for `maxAge`. */
  since?: number | undefined;
  /** What signs in is to change: checks count only if they were made just now, in this very sign-in or fresh check. */
  isForChange?: boolean;
}

/**
 * `first`: who it is. `second`: one of these. `enrol`: one of these must be set up first, by somebody who has just shown every factor that a sign-in takes.
 * `unmet`: nothing that is allowed leads there.
 */
export type Missing = { kind: 'first' } | { kind: 'second' | 'enrol'; factors: readonly FactorKind[] } | { kind: 'unmet' };

/** How old a fresh check may be for somebody who changes what signs in. */
const FRESH_SECONDS = 600;

/** @param now seconds since 1970 UTC @returns undefined when nothing is missing */
export function stillMissing(terms: Terms, demand: Demand, checks: readonly Check[], now: number): Missing | undefined {
  const live = liveChecks(terms, demand, checks, now);
  const methods = live.map(({ method }) => method);
  if (!methods.some((method) => METHODS[method].isFirst)) return { kind: 'first' };
  const isRemembered = policyLevelOf(methods) === 1 && methods.includes('browser') && terms.required === 2;
  const required = isRemembered ? 1 : terms.required;
  const { levels = [], isEssential = false } = demand;
  const leading = (kinds: readonly FactorKind[], goal: Goal) => kinds.filter((kind) => reaches([...methods, kind], goal));
  // A recovery code stands in for something lost; alone it is not a factor.
  const isWithin = (goal: Goal) => reaches(methods, goal) || leading(terms.own, goal).some((kind) => kind !== 'recovery');
  const asked = levels.find((level) => isWithin({ required: 1, asked: level })) ?? (isEssential ? (Math.min(...levels) as Level) : 1);
  const goal = { required, asked };
  if (reaches(methods, goal)) return undefined;
  if (isWithin(goal)) return { kind: 'second', factors: leading(terms.own, goal) };
  const kinds = leading(terms.allowed, goal);
  if (kinds.length === 0) return { kind: 'unmet' };
  return missingToEnrol(terms, live, now) ?? { kind: 'enrol', factors: kinds };
}

/** The level that the policy requires, and the one that an application asks to be told of. */
interface Goal {
  required: Level;
  asked: Level;
}

function reaches(methods: readonly CheckMethod[], { required, asked }: Goal): boolean {
  return policyLevelOf(methods) >= required && levelOf(methods) >= asked;
}

/** One more factor takes what is there already, shown just now: a password alone would lead around the second one by setting up a third. */
function missingToEnrol({ own }: Terms, live: readonly Check[], now: number): Missing | undefined {
  const fresh = live.filter((check) => isFresh(check, now)).map(({ method }) => method);
  if (!fresh.some((method) => METHODS[method].isFirst)) return { kind: 'first' };
  const seconds = own.filter((kind) => policyLevelOf([...fresh, kind]) > 1);
  return policyLevelOf(fresh) === 1 && seconds.some((kind) => kind !== 'recovery') ? { kind: 'second', factors: seconds } : undefined;
}

/** The checks that count now. */
export function liveChecks(terms: Terms, { maxAge, since, isForChange }: Demand, checks: readonly Check[], now: number): Check[] {
  return checks.filter((check) => {
    const { method, at, generation } = check;
    if (method === 'pwd' && !terms.passwordAllowed) return false;
    if (method === 'browser' && generation !== terms.generation) return false;
    if (now - at > lifeOf(method, terms)) return false;
    if (isForChange && !isFresh(check, now)) return false;
    const isOfThisSignIn = since !== undefined && at >= since;
    return maxAge === undefined || isOfThisSignIn || (method !== 'browser' && now - at <= maxAge);
  });
}

function isFresh({ isFresh: wasMadeHere, at }: Check, now: number): boolean {
  return wasMadeHere === true && now - at <= FRESH_SECONDS;
}

function lifeOf(method: CheckMethod, { lives }: Terms): number {
  if (method === 'pwd') return lives.password;
  if (method === 'passkey') return lives.passkey;
  return method === 'browser' ? lives.browser : lives.secondFactor;
}

/** When the person was authenticated (`auth_time`): the oldest of the checks that count. */
export function authenticatedAt(live: readonly Check[]): number | undefined {
  const times = live.filter(({ method }) => method !== 'browser').map(({ at }) => at);
  return times.length === 0 ? undefined : Math.min(...times);
}
