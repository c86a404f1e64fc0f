// What the claims of a provider say about a person.
import { keyFits } from '../../../common/identifiers/fold.js';
import { isBirthdate } from '../../../common/primitives/birthdate.js';
import { isWebAddress } from '../../../common/primitives/parsed-url.js';
import type { OidcConnection } from '../../../users/authentication/identity-providers/oidc-connection.js';
import { joinedSubject, MAX_SUBJECT } from '../../../users/authentication/identity-providers/upstream-identity.js';
import { UpstreamError, type SentIdentity } from '../upstream.js';
import { isEntra, type Claims } from './signed-token.js';

/** Characters. Longer values are treated as missing. */
const MAX_TEXT = 256;
const MAX_EMAIL = 320;
const MAX_WEBSITE = 500;
const MAX_GENDER = 100;
/** Not blank, and without control characters and lone surrogates. */
const STORABLE = /^[^\p{Cc}\p{Cs}\u{10FFFF}]+$/u;
/** Values of `amr`, `acr` and `acrs` together. */
const MAX_AUTHENTICATION = 50;

/** What says that an address was proven. */
const PROVEN_BY: Record<'entra' | 'others', { claim: string; values: readonly unknown[] }> = {
  /** The administrator of any tenant can set any address, and `email_verified` would follow; an optional claim says more. */
  entra: { claim: 'xms_edov', values: [true, 1, '1', 'true'] },
  /** Apple sends a text. */
  others: { claim: 'email_verified', values: [true, 'true'] },
};

/** Whether claims are missing that the scopes should have brought; providers may put them only into userinfo (OpenID Connect Core section 5.4). */
export function isIncomplete(claims: Claims, { scopes }: OidcConnection, wantsPersonalData: boolean): boolean {
  const hasName = ['name', 'given_name', 'family_name'].some((name) => claims[name] !== undefined);
  const hasPersonalData = ['website', 'birthdate', 'gender'].some((name) => claims[name] !== undefined);
  return (
    (scopes.includes('email') && claims['email'] === undefined) ||
    (scopes.includes('profile') && (!hasName || (wantsPersonalData && !hasPersonalData)))
  );
}

/** @param token the claims of the ID token, which take precedence over `userinfo` @throws UpstreamError */
export function identityOf(token: Claims, userinfo: Claims, connection: OidcConnection): SentIdentity {
  const claims: Claims = { ...userinfo, ...token };
  const emailSource = token['email'] === undefined ? userinfo : token;
  const texts = {
    loginName: text(claims['preferred_username']) ?? text(claims['upn']) ?? text(claims['email']),
    externalId: text(claims[connection.externalIdClaim]),
    email: textOfEmail(emailSource['email']),
    givenName: text(claims['given_name']),
    familyName: text(claims['family_name']),
    displayName: text(claims['name']),
    language: text(claims['locale'])?.replaceAll('_', '-'),
    ...personalData(claims),
    sessionId: text(token['sid']),
  };
  return {
    ...present(texts),
    subject: subjectOf(claims, connection),
    ...verificationOf(emailSource, connection),
    ...(typeof token['auth_time'] === 'number' && { authenticatedAt: token['auth_time'] }),
    authentication: [token['amr'], token['acr'], token['acrs']]
      .flat()
      .flatMap((value) => text(value) ?? [])
      .slice(0, MAX_AUTHENTICATION),
  };
}

/** Values that a person can't have are treated as missing, so that they don't cost the others. */
function personalData(claims: Claims): Pick<SentIdentity, 'website' | 'birthdate' | 'gender'> {
  const storable = (name: string, max: number) => {
    const given = text(claims[name], max)?.trim();
    return given !== undefined && STORABLE.test(given) && keyFits(given, max) ? given : undefined;
  };
  const [website, birthdate, gender] = [storable('website', MAX_WEBSITE), storable('birthdate', MAX_TEXT), storable('gender', MAX_GENDER)];
  return {
    ...(website !== undefined && isWebAddress(website) && { website }),
    ...(birthdate !== undefined && isBirthdate(birthdate) && { birthdate }),
    ...(gender !== undefined && { gender }),
  };
}

/** @throws UpstreamError */
export function subjectOf(claims: Claims, { subjectClaims }: OidcConnection): string {
  if (subjectClaims.length === 0) throw new UpstreamError('misconfigured', 'subjectClaims names no claim that identifies people.');
  const values = subjectClaims.map((name) => {
    const value = text(claims[name]);
    if (value === undefined)
      throw new UpstreamError('invalid', `The ID token has no usable ${name}, which identifies people (subjectClaims).`);
    return value;
  });
  const subject = joinedSubject(values);
  if (subject.length > MAX_SUBJECT)
    throw new UpstreamError('invalid', `The subject of the ID token is longer than ${MAX_SUBJECT} characters.`);
  return subject;
}

function verificationOf(claims: Claims, connection: OidcConnection): Pick<SentIdentity, 'emailVerified'> {
  const { claim, values } = isEntra(connection) ? PROVEN_BY.entra : PROVEN_BY.others;
  return claims[claim] === undefined ? {} : { emailVerified: values.includes(claims[claim]) };
}

/** A text or a number as a bounded text. */
export function text(value: unknown, max = MAX_TEXT): string | undefined {
  const given = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof given === 'string' && given !== '' && given.length <= max ? given : undefined;
}

/** An e-mail address as a bounded text. */
export function textOfEmail(value: unknown): string | undefined {
  return text(value, MAX_EMAIL);
}

/** Without the members that are undefined. */
export function present<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
