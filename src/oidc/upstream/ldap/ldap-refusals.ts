// What the results of a directory mean (RFC 4511 appendix A), in words for administrators.
import { UpstreamError, type UpstreamFault } from '../upstream.js';
import type { BindResult } from './ldap-session.js';
import type { LdapResult } from './ldap-answers.js';

export const SUCCESS = 0;
export const SIZE_LIMIT_EXCEEDED = 4;

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
  32: ['misconfigured', 'baseDn does not exist, or bindDn may not see it.'],
  34: ['misconfigured', 'bindDn or baseDn is not a DN.'],
  50: ['misconfigured', 'bindDn may not search below baseDn.'],
  51: BUSY,
  52: BUSY,
};

const INVALID_CREDENTIALS = 49;
/** Results of a bind that mean the same: no such object, inappropriate authentication (the account has no password). */
const WRONG = new Set([32, 48, INVALID_CREDENTIALS]);
/** Constraint violation and unwilling to perform: 389 Directory Server answers so for accounts that are locked or inactive. */
const REFUSED = new Set([19, 53]);

/** `error` of draft-behera-ldap-password-policy-10 section 6.2, as far as it is about a bind. */
const POLICY_ERRORS: Readonly<Record<number, string>> = {
  0: 'The password has expired.',
  1: 'The account is locked.',
  2: 'The password must be changed first.',
};

/** Sub-codes of Active Directory. Absent: wrong name (525) or password (52e). */
const SUB_CODES: Readonly<Record<string, string>> = {
  '530': 'The account may not sign in at this time.',
  '531': 'The account may not sign in from this computer.',
  '532': 'The password has expired.',
  '533': 'The account is disabled.',
  '701': 'The account has expired.',
  '773': 'The password must be changed first.',
  '775': 'The account is locked.',
};

/** The bit of `userAccountControl` for disabled accounts. */
const ACCOUNT_DISABLED = 0x2;

/** @returns whether the password is right @throws UpstreamError `notAllowed` for an account that may not sign in */
export function isRightPassword(result: BindResult, activeDirectory: boolean): boolean {
  const reason = refusalOf(result, activeDirectory);
  if (reason !== undefined) throw new UpstreamError('notAllowed', reason);
  if (result.code === SUCCESS) return true;
  if (WRONG.has(result.code)) return false;
  throw faultOf(result);
}

/** @throws UpstreamError unless the account that searches is signed in */
export function assertServiceBound(result: BindResult, activeDirectory: boolean): void {
  if (result.code === SUCCESS) return;
  const reason = refusalOf(result, activeDirectory);
  if (reason !== undefined) throw new UpstreamError('misconfigured', `The directory refuses bindDn: ${reason}`);
  if (WRONG.has(result.code)) throw new UpstreamError('misconfigured', 'The directory refuses bindDn or its password.');
  throw faultOf(result);
}

/** @throws UpstreamError */
export function assertSearched(result: LdapResult): void {
  if (result.code !== SUCCESS && result.code !== SIZE_LIMIT_EXCEEDED) throw faultOf(result);
}

/** @param control the value of `userAccountControl` @throws UpstreamError `notAllowed` */
export function assertEnabled(control: string | undefined): void {
  if (control !== undefined && (Number(control) & ACCOUNT_DISABLED) !== 0) throw new UpstreamError('notAllowed', SUB_CODES['533'] ?? '');
}

function refusalOf({ code, diagnostic, policyError }: BindResult, activeDirectory: boolean): string | undefined {
  if (policyError !== undefined && policyError in POLICY_ERRORS) return POLICY_ERRORS[policyError];
  if (REFUSED.has(code)) return `The directory does not let the account sign in (result ${code}).`;
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
