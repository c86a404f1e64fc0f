// The checks that prove a person's identity, and the level of each. `amr` and `acr` are derived only from here.
/** The factors a person may have besides a password. `recovery` codes can replace any of the others. */
export const FACTOR_KINDS = ['totp', 'securityKey', 'passkey', 'mail', 'sms', 'recovery'] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** A sign-in with an identity provider, by what the provider has proven: one factor, several, or several of which one resists phishing. */
export const DIRECTORY_METHODS = ['directory', 'directoryMfa', 'directoryPhr'] as const;
export type DirectoryMethod = (typeof DIRECTORY_METHODS)[number];

/** Whether a check was made by an identity provider. */
export function isOfDirectory(method: CheckMethod): method is DirectoryMethod {
  return (DIRECTORY_METHODS as readonly CheckMethod[]).includes(method);
}

/** `browser`: this browser was remembered after an earlier second factor. `mailbox`: a mailed link or code was the first factor. */
export type CheckMethod = 'pwd' | 'mailbox' | 'browser' | DirectoryMethod | FactorKind;

/** A passed check, stored with the browser session. */
export interface Check {
  method: CheckMethod;
  /** Seconds since 1970 UTC. */
  at: number;
  /** Of a check at an identity provider that gave no time: `at` is that of its answer, and the person may have authenticated long before. */
  isUndated?: boolean;
  /** For a remembered browser: the generation of the person's factors at that time. */
  generation?: number;
  /** For a key: it is or may be synced to several devices, so no hardware protects it. */
  isSynced?: boolean;
  /** Made in the current sign-in, or in a fresh check on the account page. Never true for checks from a session. */
  isFresh?: boolean;
  /** Of a check at an identity provider: the provider's public id. When the provider ends the session there, this check's session ends too. */
  provider?: string;
  /** The session at the provider, as it names it: `sid`, `SessionIndex`. */
  upstreamSession?: string;
  /** The digest of provider and subject, and when the provider answered, in microseconds since 1970 UTC: it may end the session after that. */
  upstreamPerson?: string;
  answeredUs?: number;
  /** The digest of that answer, if it may begin one session only. Never stored with a session. */
  answer?: string;
}

interface MethodFacts {
  /** Can start a sign-in: it identifies the person. */
  isFirst: boolean;
  /** Counts as a second factor beside a first one. */
  isSecond: boolean;
  /** A phishing site between the person and this service can't use the response (WebAuthn Level 3 section 13.4.7). */
  resistsPhishing: boolean;
  /** RFC 8176 section 2. */
  amr: readonly string[];
}

export const METHODS: Readonly<Record<CheckMethod, MethodFacts>> = {
  pwd: { isFirst: true, isSecond: false, resistsPhishing: false, amr: ['pwd'] },
  // RFC 8176 has no value for mail. Link and code are one-time passwords.
  mailbox: { isFirst: true, isSecond: false, resistsPhishing: false, amr: ['otp'] },
  // With user verification: two factors in one. No attestation is requested, so nothing proves that hardware protects the key.
  passkey: { isFirst: true, isSecond: true, resistsPhishing: true, amr: ['swk', 'user', 'mfa'] },
  securityKey: { isFirst: false, isSecond: true, resistsPhishing: true, amr: ['hwk', 'user'] },
  totp: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp'] },
  mail: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp'] },
  sms: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp', 'sms'] },
  recovery: { isFirst: false, isSecond: true, resistsPhishing: false, amr: ['otp'] },
  // RFC 8176 has no value for another provider's check. What the provider counts as several factors is reported as `mfa`.
  directory: { isFirst: true, isSecond: false, resistsPhishing: false, amr: [] },
  directoryMfa: { isFirst: true, isSecond: true, resistsPhishing: false, amr: [] },
  directoryPhr: { isFirst: true, isSecond: true, resistsPhishing: true, amr: [] },
  // It satisfies a policy but is not reported in tokens.
  browser: { isFirst: false, isSecond: false, resistsPhishing: false, amr: [] },
};

/** Level of assurance. 0: not identified, 1: one factor, 2: two factors, 3: two factors of which one resists phishing. */
export type Level = 0 | 1 | 2 | 3;

/**
 * The values of `acr` by level, all of which discovery lists. `phr` is from the OpenID Connect Extended Authentication Profile (EAP) ACR Values 1.0;
 * the others are the REFEDS profiles for one factor and for several.
 */
export const ACR_VALUES = ['https://refeds.org/profile/sfa', 'https://refeds.org/profile/mfa', 'phr'] as const;

export function acrOf(level: Level): string | undefined {
  return ACR_VALUES[level - 1];
}

/** The level of a requested `acr` value; undefined for an unknown value. */
export function levelOfAcr(acr: string): Level | undefined {
  const at = (ACR_VALUES as readonly string[]).indexOf(acr);
  return at < 0 ? undefined : ((at + 1) as Level);
}

/**
 * The level of a set of checks, as reported to applications. A mailed code beside a password is no second factor: the reader of the mailbox can reset
 * the password. It satisfies the policy of an organization that allows it, see {@link policyLevelOf}.
 */
export function levelOf(methods: readonly CheckMethod[]): Level {
  return policyLevelOf(methods.filter((method) => method !== 'mail'));
}

/** The level of a set of checks for the policy of an organization. */
export function policyLevelOf(methods: readonly CheckMethod[]): Level {
  if (methods.includes('passkey')) return 3;
  const firsts = methods.filter((method) => METHODS[method].isFirst);
  if (firsts.length === 0) return 0;
  // Two mails to one mailbox are one factor.
  const isMailAlone = firsts.every((method) => method === 'mailbox');
  const seconds = methods
    .filter((method) => !(isMailAlone && method === 'mail'))
    .map((method) => METHODS[method])
    .filter(({ isSecond }) => isSecond);
  if (seconds.length === 0) return 1;
  return seconds.some(({ resistsPhishing }) => resistsPhishing) ? 3 : 2;
}

/** `amr` of a set of checks (RFC 8176), in the order of the checks. */
export function amrOf(checks: ReadonlyArray<Pick<Check, 'method' | 'isSynced'>>): string[] {
  const values = checks.flatMap(({ method, isSynced }) =>
    METHODS[method].amr.map((value) => (isSynced && value === 'hwk' ? 'swk' : value)),
  );
  return [...new Set([...values, ...(levelOf(checks.map(({ method }) => method)) > 1 ? ['mfa'] : [])])];
}

/** A check that the person has just passed. @param at in seconds since 1970 UTC */
export function freshCheck(method: CheckMethod, at: number): Check {
  return { method, at, isFresh: true };
}

/** The checks that stay valid after a new password, which ends all remembered browsers, including this one. */
export function withoutRemembered(checks: readonly Check[]): Check[] {
  return checks.filter(({ method }) => method !== 'browser');
}

/** Merges new checks into earlier ones: the last check of each method counts. */
export function withChecks(before: readonly Check[], now: readonly Check[]): Check[] {
  return [...before.filter(({ method }) => !now.some((check) => check.method === method)), ...now];
}

/**
 * The checks that a browser session rests on, as stored with the session. No check is returned as fresh: a stolen session must not be able to
 * change its owner's credentials.
 * @param session as it is stored. Before checks were stored, every session began with a password.
 */
export function checksOf({ checks, loginTs }: { checks?: readonly Check[] | undefined; loginTs?: number | undefined }): readonly Check[] {
  if (checks) return checks.map(({ isFresh: _, ...check }) => check);
  return loginTs === undefined ? [] : [{ method: 'pwd', at: loginTs }];
}
