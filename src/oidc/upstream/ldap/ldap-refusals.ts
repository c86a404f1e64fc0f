// What the results of a directory mean (RFC 4511 appendix A), in words for administrators.
import { HiddenRefusalError, UpstreamError, type UpstreamFault } from '../upstream.js';
import type { BindResult } from './ldap-session.js';
import type { LdapResult } from './ldap-answers.js';

export const SUCCESS = 0;
export const SIZE_LIMIT_EXCEEDED = 4;
export const NO_SUCH_OBJECT = 32;

type Reason = readonly [UpstreamFault, string];

const NEEDS_TLS: Reason = ['misconfigured', 'The directory takes passwords only over TLS: use ldaps:// or startTls.'];
const BUSY: Reason = ['unreachable', 'The directory is busy.'];

/** The same for each operation. */
const RESULTS: Readonly<Record<number, Reason>> = {
  3: ['misconfigured', 'The search takes too long: do loginAttributes have an index?'],
  8: NEEDS_TLS,
  10: ['misconfigured', 'baseDn is on another server: name that one.'],
  11: ['misconfigured', 'The search takes too long: do loginAttributes have an index?'],
  13: NEEDS_TLS,
  [NO_SUCH_OBJECT]: ['misconfigured', 'baseDn does not exist, or bindDn may not see it.'],
  34: ['misconfigured', 'bindDn or baseDn is not a DN.'],
  50: ['misconfigured', 'bindDn may not search below baseDn.'],
  51: BUSY,
  52: BUSY,
};

const INVALID_CREDENTIALS = 49;
/** Results of a bind that mean the same: no such object, inappropriate authentication (the account has no password). */
const WRONG = new Set([NO_SUCH_OBJECT, 48, INVALID_CREDENTIALS]);
/** Constraint violation and unwilling to perform: 389 Directory Server answers so for accounts that are locked or inactive. */
const REFUSED = new Set([19, 53]);

/** Why an account may not sign in. `compared`: the directory says so only after the right password. */
interface Refusal {
  reason: string;
  compared: boolean;
}

const LOCKED: Refusal = { reason: 'The account is locked.', compared: false };
const DISABLED: Refusal = { reason: 'The account is disabled.', compared: true };
const EXPIRED: Refusal = { reason: 'The password has expired.', compared: true };
const MUST_CHANGE: Refusal = { reason: 'The password must be changed first.', compared: true };

/** `error` of draft-behera-ldap-password-policy-10 section 6.2, as far as it is about a bind. Section 8.1 has a lock checked before the password. */
const POLICY_ERRORS: Readonly<Record<number, Refusal>> = { 0: EXPIRED, 1: LOCKED, 2: MUST_CHANGE };

/** Sub-codes of Active Directory. Absent: wrong name (525) or password (52e). It compares the password before all but the lock. */
const SUB_CODES: Readonly<Record<string, Refusal>> = {
  '530': { reason: 'The account may not sign in at this time.', compared: true },
  '531': { reason: 'The account may not sign in from this computer.', compared: true },
  '532': EXPIRED,
  '533': DISABLED,
  '701': { reason: 'The account has expired.', compared: true },
  '773': MUST_CHANGE,
  '775': LOCKED,
};

/** The bit of `userAccountControl` for disabled accounts. */
const ACCOUNT_DISABLED = 0x2;

/**
 * @returns whether the password is right
 * @throws UpstreamError `notAllowed` for an account that may not sign in although the password is right; HiddenRefusalError if that is unknown
 */
export function isRightPassword(result: BindResult, activeDirectory: boolean): boolean {
  const refusal = refusalOf(result, activeDirectory);
  if (refusal) throw refusal.compared ? new UpstreamError('notAllowed', refusal.reason) : new HiddenRefusalError(refusal.reason);
  if (result.code === SUCCESS) return true;
  if (WRONG.has(result.code)) return false;
  throw faultOf(result);
}

/** @throws UpstreamError unless the account that searches is signed in */
export function assertServiceBound(result: BindResult, activeDirectory: boolean): void {
  if (result.code === SUCCESS) return;
  const refusal = refusalOf(result, activeDirectory);
  if (refusal) throw new UpstreamError('misconfigured', `The directory refuses bindDn: ${refusal.reason}`);
  if (WRONG.has(result.code)) throw new UpstreamError('misconfigured', 'The directory refuses bindDn or its password.');
  throw faultOf(result);
}

/** @throws UpstreamError */
export function assertSearched(result: LdapResult): void {
  if (result.code !== SUCCESS && result.code !== SIZE_LIMIT_EXCEEDED) throw faultOf(result);
}

/** @param control the value of `userAccountControl` @throws UpstreamError `notAllowed` */
export function assertEnabled(control: string | undefined): void {
  if (control !== undefined && (Number(control) & ACCOUNT_DISABLED) !== 0) throw new UpstreamError('notAllowed', DISABLED.reason);
}

function refusalOf({ code, diagnostic, policyError }: BindResult, activeDirectory: boolean): Refusal | undefined {
  if (policyError !== undefined && policyError in POLICY_ERRORS) return POLICY_ERRORS[policyError];
  if (REFUSED.has(code)) return { reason: `The directory does not let the account sign in (result ${code}).`, compared: false };
  return activeDirectory && code === INVALID_CREDENTIALS ? SUB_CODES[subCodeOf(diagnostic)] : undefined;
}

/** `80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data 775, v3839` */
function subCodeOf(diagnostic: string): string {
  return /, data ([0-9a-f]{1,8}),/.exec(diagnostic.slice(0, 500))?.[1] ?? '';
}

/** The message of the directory is left out, as it may name people. */
function faultOf({ code }: LdapResult): UpstreamError {
  const [fault, words] = RESULTS[code] ?? ['misconfigured', `The directory refuses the request (result ${code} of RFC 4511).`];
  return new UpstreamError(fault, words);
}
