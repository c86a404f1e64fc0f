// What an identity provider says about a person who has just signed in there: the same for every kind of provider.

/** Texts come from the provider, so each is bounded and shown to people only as text. */
export interface UpstreamIdentity {
  /** Identifies the person at this provider for ever, and is never an address: `sub`, `tid` with `oid`, a persistent NameID, `entryUUID`. */
  subject: string;
  /** The name by which the person is known there, for administrators and for a new account. */
  loginName?: string;
  /** The id by which the same directory provisions the person over SCIM, compared with `externalId`. */
  externalId?: string;
  email?: string;
  /** Whether the provider itself says that the person has proven the address; absent: it says nothing about that. */
  emailVerified?: boolean;
  givenName?: string;
  familyName?: string;
  displayName?: string;
  /** BCP 47. */
  language?: string;
  /** An http or https URL. */
  website?: string;
  /** As `isBirthdate` has it. */
  birthdate?: string;
  gender?: string;
  /** When the person authenticated there, in seconds since 1970 UTC; absent: unknown. */
  authenticatedAt?: number;
  /** What the provider says about the way: `amr`, `acr`, `AuthnContextClassRef`, each as sent. */
  authentication: readonly string[];
  /** The session at the provider: `sid`, `SessionIndex`. */
  sessionId?: string;
  /** Numbers of the groups here that the provider fills and the person is in; absent: the provider has not said it. */
  groups?: readonly number[];
}

/** The longest subject; longer ones are refused. SAML allows 256 characters (SAML Core section 8.3.7), OpenID Connect 255. */
export const MAX_SUBJECT = 256;

/** The subject of a person, from one claim or several. Several are joined as JSON, so that no two people have the same. */
export function joinedSubject([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : JSON.stringify([first, ...more]);
}

/** The longest stored login name: as long as an e-mail address may be. */
export const MAX_LOGIN_NAME = 320;
