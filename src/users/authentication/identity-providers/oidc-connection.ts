// How OpenID Connect and OAuth 2.0 providers are reached.

/**
 * How this service authenticates at the token endpoint (OpenID Connect Core section 9). `apple`: by a secret that the private key of a team at
 * Apple signs for each request.
 */
export const CLIENT_AUTHENTICATIONS = ['client_secret_basic', 'client_secret_post', 'none', 'apple'] as const;

/** How the answer arrives: by a redirect, or by a form (OAuth 2.0 Form Post Response Mode). */
export const RESPONSE_MODES = ['query', 'form_post'] as const;

export interface ClientOfProvider {
  clientId: string;
  clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number];
  scopes: string[];
}

export interface OidcConnection extends ClientOfProvider {
  /** The issuer (OpenID Connect Discovery section 3). Its `{tenantid}` stands for one of `tenants`. */
  issuer: string;
  /** Microsoft Entra: the tenants whose people may sign in (`tid`); empty: those of the issuer. */
  tenants: string[];
  /** Google: the Workspace domains whose people may sign in (`hd`); empty: any account. */
  hostedDomains: string[];
  /** Whether ID tokens have `auth_time` when a request requires a recent sign-in; absent: yes. */
  sendsAuthTime?: boolean;
  /** The claim whose value is the SCIM `externalId`; `oid` at Microsoft Entra. */
  externalIdClaim: string;
  /** Absent: `query`. */
  responseMode?: (typeof RESPONSE_MODES)[number];
  /** Apple: the team that the key belongs to. */
  teamId?: string;
  /** Apple: the id of the key. */
  keyId?: string;
  /** Claims that identify the person; `tid` and `oid` at Microsoft Entra. */
  subjectClaims: string[];
  /** The claim with the groups of the person; absent: {@link GROUPS_CLAIM}. */
  groupsClaim?: string;
}

/** Okta, Keycloak and Microsoft Entra send groups under this name. */
export const GROUPS_CLAIM = 'groups';

export interface OauthConnection extends ClientOfProvider {
  authorizationUrl: string;
  tokenUrl: string;
  userinfoUrl: string;
  /** Where verified addresses are listed, as at GitHub; absent: the answer of `userinfoUrl` has the address. */
  emailsUrl?: string;
  /** The members of the answer of `userinfoUrl`. */
  subjectMember: string;
  loginNameMember?: string;
  nameMember?: string;
  emailMember?: string;
}

/** Stands for a tenant in the issuer of Microsoft Entra's multi-tenant documents. */
export const TENANT = '{tenantid}';

/** Microsoft Entra and its national clouds. */
export const ENTRA_HOSTS: ReadonlySet<string> = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'sts.windows.net',
]);
