// How SAML 2.0 identity providers are reached, and which attributes they send.

export interface SamlConnection {
  /** The entity id of the provider. */
  entityId: string;
  /** Where the browser is redirected with an AuthnRequest (SAML Bindings section 3.4). */
  ssoUrl: string;
  /** Where the browser is redirected with LogoutRequests and answers to them; absent: none are sent. */
  sloUrl?: string;
  /** Where answers to LogoutRequests go, if elsewhere (SAML Metadata section 2.2.2). */
  sloResponseUrl?: string;
  /** Certificates whose keys may sign, PEM; 1 to {@link MAX_CERTIFICATES}. */
  certificates: string[];
  /** The metadata document of the provider, from which addresses and certificates are refreshed. */
  metadataUrl?: string;
  /** The attribute that identifies the person; absent: the persistent NameID (SAML Core section 8.3.7). */
  subjectAttribute?: string;
  /** Attributes with other names than those of {@link SAML_ATTRIBUTES}. */
  attributes: Partial<Record<SamlField, string>>;
  /** How far the clocks may differ; at most {@link MAX_CLOCK_SKEW_SECONDS}. */
  clockSkewSeconds: number;
  /** Whether AuthnRequests are signed; absent: no. */
  signRequests?: boolean;
  /** Whether an unsolicited answer begins a sign-in anew; absent: it is refused. */
  idpInitiated?: boolean;
  /** Requested values of `AuthnContextClassRef`, one of which must be met; empty: the provider decides. */
  authnContexts: string[];
}

export const MAX_CERTIFICATES = 5;
export const MAX_CLOCK_SKEW_SECONDS = 300;

/** What a connection has unless it is configured. */
export const SAML_DEFAULTS = { attributes: {}, clockSkewSeconds: 60, authnContexts: [] } satisfies Partial<SamlConnection>;

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com/identity/claims';

/**
 * The names under which providers send the fields of a person, tried in order: Microsoft Entra and ADFS (URLs of claims), Shibboleth and
 * other providers of universities (object identifiers of LDAP), then the short names of Okta, Keycloak and Google. Only `groups` may have several
 * values.
 */
export const SAML_ATTRIBUTES = {
  email: [`${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:1.2.840.113549.1.9.1', 'email', 'mail'],
  givenName: [`${CLAIMS}/givenname`, 'urn:oid:2.5.4.42', 'givenName', 'firstName'],
  familyName: [`${CLAIMS}/surname`, 'urn:oid:2.5.4.4', 'familyName', 'lastName', 'surname', 'sn'],
  displayName: [`${MICROSOFT}/displayname`, 'urn:oid:2.16.840.1.113730.3.1.241', 'displayName'],
  loginName: [
    `${CLAIMS}/name`,
    `${CLAIMS}/upn`,
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
    'urn:oid:0.9.2342.19200300.100.1.1',
    'login',
    'username',
    'uid',
  ],
  externalId: [`${MICROSOFT}/objectidentifier`],
  groups: [
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    'groups',
    'memberOf',
    'member',
  ],
} satisfies Record<string, readonly string[]>;

export type SamlField = keyof typeof SAML_ATTRIBUTES;
export const SAML_FIELDS = Object.keys(SAML_ATTRIBUTES) as SamlField[];
