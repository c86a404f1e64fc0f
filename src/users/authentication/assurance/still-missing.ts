// What is still missing before a sign-in completes or a session continues: one function for the pages, prompt=none, step-up and the account page.
import { isOfDirectory, levelOf, METHODS, policyLevelOf, type Check, type CheckMethod, type FactorKind, type Level } from './checks.js';

/** What a person can sign in with, according to policy and factors. Lifetimes are in seconds. */
export interface Terms {
  /** The level that every sign-in must reach. */
  required: Level;
  passwordAllowed: boolean;
  /** Whether a mailed link or code signs in. */
  mailedSignIn: boolean;
  lives: { password: number; directory: number; secondFactor: number; passkey: number; browser: number };
  /** Kinds of factors that the policy allows. */
  allowed: readonly FactorKind[];
  /** The allowed kinds that the person has. */
  own: readonly FactorKind[];
  /** The level required after the grace period, and its end (microseconds since 1970 UTC), for a person who may still go on without. */
  grace: { level: Level; endsUs: number } | undefined;
  /** The current generation of the person's factors; a browser remembered in another generation does not count. */
  generation: number;
}

/** Further requirements of an authorization request. */
export interface Demand {
  /** From `acr_values` or the claim `acr`: any of these levels, in order of preference. */
  levels?: readonly Level[];
  /** Without one of the levels the request fails (OpenID Connect Core section 5.5.1.1). */
  isEssential?: boolean;
  /** Seconds; older checks do not count (OpenID Connect Core section 3.1.2.1). */
  maxAge?: number | undefined;
  /** Start of this sign-in: checks since then are never too old for `maxAge`. */
  since?: number | undefined;
  /** The person is about to change how to sign in: only checks of this sign-in, or of a fresh check, count. */
  isForChange?: boolean;
}

/**
 * `first`: identify the person. `second`: one of these factors. `enrol`: set up one of these first; the person has just shown every factor that a
 * sign-in needs. `unmet`: no allowed factor reaches the level.
 */
export type Missing = { kind: 'first' } | { kind: 'second' | 'enrol'; factors: readonly FactorKind[] } | { kind: 'unmet' };

/** Maximum age of a fresh check for a person who changes how to sign in. */
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
  // A recovery code replaces a lost factor; alone it is not a factor.
  const isWithin = (goal: Goal) => reaches(methods, goal) || leading(terms.own, goal).some((kind) => kind !== 'recovery');
  const asked = levels.find((level) => isWithin({ required: 1, asked: level })) ?? (isEssential ? (Math.min(...levels) as Level) : 1);
  const goal = { required, asked };
  if (reaches(methods, goal)) return undefined;
  if (isWithin(goal)) return { kind: 'second', factors: leading(terms.own, goal) };
  const kinds = leading(terms.allowed, goal);
  if (kinds.length === 0) return { kind: 'unmet' };
  return missingToEnrol(terms, live, now) ?? { kind: 'enrol', factors: kinds };
}

/** The level that the policy requires, and the one an application requests. */
interface Goal {
  required: Level;
  asked: Level;
}

function reaches(methods: readonly CheckMethod[], { required, asked }: Goal): boolean {
  return policyLevelOf(methods) >= required && levelOf(methods) >= asked;
}

/**
 * Setting up a further factor needs the present ones, shown just now. Otherwise a password alone could bypass the second factor by adding a third.
 */
function missingToEnrol({ own }: Terms, live: readonly Check[], now: number): Missing | undefined {
  const fresh = live.filter((check) => isFresh(check, now)).map(({ method }) => method);
  if (!fresh.some((method) => METHODS[method].isFirst)) return { kind: 'first' };
  const seconds = own.filter((kind) => policyLevelOf([...fresh, kind]) > 1);
  return policyLevelOf(fresh) === 1 && seconds.some((kind) => kind !== 'recovery') ? { kind: 'second', factors: seconds } : undefined;
}

/** The checks that count now. */
export function liveChecks(terms: Terms, { maxAge, since, isForChange }: Demand, checks: readonly Check[], now: number): Check[] {
  return checks.filter((check) => {
    const { method, at, generation, isUndated } = check;
    if (method === 'pwd' && !terms.passwordAllowed) return false;
    if (method === 'mailbox' && !terms.mailedSignIn) return false;
    if (method === 'browser' && generation !== terms.generation) return false;
    if (now - at > lifeOf(method, terms)) return false;
    if (isForChange && !isFresh(check, now)) return false;
    // How old it is, is not known (OpenID Connect Core section 3.1.2.1).
    if (maxAge !== undefined && isUndated) return false;
    const isOfThisSignIn = since !== undefined && at >= since;
    return maxAge === undefined || isOfThisSignIn || (method !== 'browser' && now - at <= maxAge);
  });
}

function isFresh({ isFresh: wasMadeHere, at }: Check, now: number): boolean {
  return wasMadeHere === true && now - at <= FRESH_SECONDS;
}

function lifeOf(method: CheckMethod, { lives }: Terms): number {
  if (method === 'pwd' || method === 'mailbox') return lives.password;
  if (method === 'passkey') return lives.passkey;
  if (isOfDirectory(method)) return lives.directory;
  return method === 'browser' ? lives.browser : lives.secondFactor;
}

/** When the person was authenticated (`auth_time`): the time of the oldest check that counts. */
export function authenticatedAt(live: readonly Check[]): number | undefined {
  const times = live.filter(({ method }) => method !== 'browser').map(({ at }) => at);
  return times.length === 0 ? undefined : Math.min(...times);
}
