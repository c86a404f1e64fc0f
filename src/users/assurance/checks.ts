// The checks that prove who somebody is, and how far each of them goes. What `amr` and `acr` say comes from here alone.

/** What a person may have beside a password. `recovery` codes stand in for any of the others. */
export const FACTOR_KINDS = ['totp', 'securityKey', 'passkey', 'mail', 'sms', 'recovery'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** `browser`: this browser was remembered after an earlier second factor. */
export type CheckMethod = 'pwd' | 'browser' | FactorKind;

/** A check that was passed. It is kept with the browser session. */
export interface Check {
  method: CheckMethod;
  /** Seconds since 1970 UTC. */
  at: number;
  /** Of a remembered browser: which state of the person's factors it was remembered in. */
  generation?: number;
  /** Of a key: it is on several devices, or may come to be, so that no hardware holds it. */
  isSynced?: boolean;
  /** Made in the sign-in, or the fresh check of the account page, that is going on. Never true of what comes from a session. */
  isFresh?: boolean;
}

interface MethodFacts {
  /** Enough to begin with: it says who it is. */
  isFirst: boolean;
  /** A second one beside a first one. */
  isSecond: boolean;
  /** Nobody between the person and this service can use what is sent (WebAuthn Level 3 section 13.4.7). */
  resistsPhishing: boolean;
  /** RFC 8176 section 2. */
  amr: readonly string[];
}

export const METHODS: Readonly<Record<CheckMethod, MethodFacts>> = {
  pwd: { isFirst: true, isSecond: false, resistsPhishing: false, amr: ['pwd'] },
  // With user verification: two factors in one. No attestation is asked for, so nothing proves a hardware that holds the key.
  passkey: { isFirst: true, isSecond: true, resistsPhishing: true, amr: ['swk', 'user', 'mfa'] },
  securityKey: { isFirst: false, isSecond: true, resistsPhishing: true, amr: ['hwk', 'user'] },
  totp: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp'] },
  mail: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp'] },
  sms: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp', 'sms'] },
  recovery: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp'] },
  // It satisfies a policy and is told to nobody.
  browser: { isFirst: false, isSecond: false, resistsPhishing: false, amr: [] },
};

/** How sure it is who somebody is: nobody, one factor, two factors, two factors of which one resists phishing. */
export type Level = 0 | 1 | 2 | 3;

/**
 * The values of `acr` by level, all that discovery lists. `phr` is that of the OpenID Connect Extended Authentication Profile (EAP) ACR
 * Values 1.0; the others are REFEDS' profiles for one and for several factors.
 */
export const ACR_VALUES = ['https://refeds.org/profile/sfa', 'https://refeds.org/profile/mfa', 'phr'] as const;

export function acrOf(level: Level): string | undefined {
  return ACR_VALUES[level - 1];
}

/** The level that a value of `acr` asks for; undefined for a value that is not ours. */
export function levelOfAcr(acr: string): Level | undefined {
  const at = (ACR_VALUES as readonly string[]).indexOf(acr);
  return at < 0 ? undefined : ((at + 1) as Level);
}

/**
 * How far some checks go together, as applications are told. A mailed code beside a password is no second factor: the reader of the mail gets a new
 * password by it. It satisfies the policy of an organization that takes it, see {@link policyLevelOf}.
 */
export function levelOf(methods: readonly CheckMethod[]): Level {
  return policyLevelOf(methods.filter((method) => method !== 'mail'));
}

/** How far some checks go together for the policy of an organization. */
export function policyLevelOf(methods: readonly CheckMethod[]): Level {
  const facts = methods.map((method) => METHODS[method]);
  if (methods.includes('passkey')) return 3;
  if (!facts.some(({ isFirst }) => isFirst)) return 0;
  const seconds = facts.filter(({ isSecond }) => isSecond);
  if (seconds.length === 0) return 1;
  return seconds.some(({ resistsPhishing }) => resistsPhishing) ? 3 : 2;
}

/** `amr` of some checks (RFC 8176), in the order of the checks. */
export function amrOf(checks: ReadonlyArray<Pick<Check, 'method' | 'isSynced'>>): string[] {
  const values = checks.flatMap(({ method, isSynced }) =>
    METHODS[method].amr.map((value) => (isSynced && value === 'hwk' ? 'swk' : value)),
  );
  return [...new Set([...values, ...(levelOf(checks.map(({ method }) => method)) > 1 ? ['mfa'] : [])])];
}

/** A check that the person has passed just now. @param at in seconds since 1970 UTC */
export function freshCheck(method: CheckMethod, at: number): Check {
  return { method, at, isFresh: true };
}

/** What goes on after a new password, which ends all remembered browsers, this one too. */
export function withoutRemembered(checks: readonly Check[]): Check[] {
  return checks.filter(({ method }) => method !== 'browser');
}

/** Earlier checks with those made now: the last one of each method counts. */
export function withChecks(before: readonly Check[], now: readonly Check[]): Check[] {
  return [...before.filter(({ method }) => !now.some((check) => check.method === method)), ...now];
}
