// The settings of an application, and the words they consist of.
import { MAX_REFRESH_SECONDS, MAX_TOKEN_SECONDS, MIN_LIFETIME_SECONDS } from '../../common/settings/settings.js';
import type { SigningAlgorithm } from '../keys/jws.js';
import { loginPageChoices, type LoginPageChoices, type LoginPageWish } from './login-page-choices.js';

/**
 * `web` runs on a server and keeps a secret, `native` runs on a device, `userAgent` in a browser. `api` signs no people in, but introspects
 * the tokens it receives.
 */
export const APPLICATION_TYPES = ['web', 'native', 'userAgent', 'api'] as const;
export type ApplicationType = (typeof APPLICATION_TYPES)[number];
export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];
/** OAuth 2.0 Multiple Response Types section 5; in a request their words may come in any order (RFC 6749 section 3.1.1). */
export const RESPONSE_TYPES = ['code', 'id_token token', 'id_token', 'code id_token', 'code token', 'code id_token token'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
/** RFC 8628 section 3.4. */
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
export const GRANT_TYPES = ['authorization_code', 'implicit', 'refresh_token', TOKEN_EXCHANGE, DEVICE_CODE] as const;
export type GrantType = (typeof GRANT_TYPES)[number];
export const ACCESS_TOKEN_TYPES = ['opaque', 'jwt'] as const;
export type AccessTokenType = (typeof ACCESS_TOKEN_TYPES)[number];
/** The organizations whose people an application serves: every organization, its own and granted ones, or only its own; widest first. */
export const SERVED_ORGANIZATIONS = ['every', 'granted', 'own'] as const;
export type ServedOrganizations = (typeof SERVED_ORGANIZATIONS)[number];
/** The content of the claim `groups` for each group. */
export const GROUPS_CLAIM_VALUES = ['name', 'id'] as const;
export type GroupsClaimValue = (typeof GROUPS_CLAIM_VALUES)[number];
/** The groups of a person in the claim `groups`: all of them, or those with roles of the application's project. */
export const GROUPS_FILTERS = ['all', 'assigned'] as const;
export type GroupsFilter = (typeof GROUPS_FILTERS)[number];
/** `fapi2`: FAPI 2.0 Security Profile. `fapi2MessageSigning`: that, and signed requests and responses (FAPI 2.0 Message Signing). */
export const PROFILES = ['none', 'fapi2', 'fapi2MessageSigning'] as const;
export type Profile = (typeof PROFILES)[number];

/** Whole numbers that an application may set, with their bounds. Lifetimes that it does not set follow the settings of the service. */
export const APPLICATION_SECONDS = {
  /** Lifetime of access tokens of the application's own type. */
  accessTokenSeconds: [MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS],
  idTokenSeconds: [MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS],
  refreshIdleSeconds: [MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS],
  refreshAbsoluteSeconds: [MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS],
  /** Seconds in which a used refresh token returns the same successor again. */
  refreshReuseSeconds: [0, 10],
} as const satisfies Record<string, readonly [min: number, max: number]>;
export type ApplicationSeconds = { -readonly [Name in keyof typeof APPLICATION_SECONDS]?: number };

/** Any client may lose a response. A client with a secret or key gets more time, because no other program can repeat its refresh. */
const REUSE_SECONDS = { public: 2, confidential: 5 };

/** Stored as JSON in `applications.config`. */
export interface ApplicationConfig extends ApplicationSeconds {
  type: ApplicationType;
  authMethod: AuthMethod;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  responseTypes: ResponseType[];
  grantTypes: GrantType[];
  accessTokenType: AccessTokenType;
  accessTokenSigningAlg: SigningAlgorithm;
  idTokenSigningAlg: SigningAlgorithm;
  /** "User Info inside ID Token": the claims of the scopes go into the ID token although an access token is issued as well. */
  idTokenUserinfoAssertion: boolean;
  /** Whether its ID tokens include the requested roles of their user. */
  idTokenRoleAssertion: boolean;
  /** Whether its JWT access tokens include them. */
  accessTokenRoleAssertion: boolean;
  groupsClaimValue: GroupsClaimValue;
  groupsFilter: GroupsFilter;
  /** Only groups whose names start with this, case-insensitively; empty means all. */
  groupsPrefix: string;
  /** The address for logout tokens (OpenID Connect Back-Channel Logout 1.0 section 2.2); empty: none are sent. */
  backchannelLogoutUri: string;
  /** The address that a browser opens when its session has ended (OpenID Connect Front-Channel Logout 1.0 section 2); empty: none. */
  frontchannelLogoutUri: string;
  /** The application requires `iss` and `sid` in that address. They are always there. */
  frontchannelLogoutSessionRequired: boolean;
  /** Where a sign-in to the application can begin (OpenID Connect Core section 4); empty: the application begins its sign-ins itself. */
  initiateLoginUri: string;
  /** Whether its authorization requests must be pushed (RFC 9126 section 6). */
  requirePushedAuthorizationRequests: boolean;
  /** Whether its tokens must be bound to a key (RFC 9449 section 5.2, `dpop_bound_access_tokens`). */
  requireDpop: boolean;
  /** Whether its authorization responses are signed, whatever `response_mode` it sends (JARM). */
  requireSignedResponses: boolean;
  /** A set of requirements for high security, checked when the settings are saved. */
  profile: Profile;
  /** The application requires the session in logout tokens. They always contain it. */
  backchannelLogoutSessionRequired: boolean;
  /** May request this service's own API with `urn:<vendor>:iam:org:project:id:<vendor>:aud`: consoles, the explorer, the command line. */
  apiAccess: boolean;
  /** Development mode: redirect URIs may use http on any host. They are still compared exactly. */
  devMode: boolean;
  /** Web origins whose pages may call the OAuth endpoints as this application and, with `apiAccess`, the APIs of this service. */
  allowedOrigins: string[];
  /** Users must consent before it receives any of their data. */
  consentRequired: boolean;
  /** The organizations whose people may sign in (docs/adr/0024-who-may-sign-in-where.md). */
  servedOrganizations: ServedOrganizations;
  /** The `aud` of its assertions may be the token endpoint, as a single string (OpenID Connect Core section 9), besides the issuer. */
  assertionAudienceTokenEndpoint: boolean;
  /** The pages that the consent page links to (RFC 7591 section 2, `policy_uri` and `tos_uri`); empty: those of the organization. */
  policyUri: string;
  termsUri: string;
  /** The scopes of its tokens at most; empty: no limit. A claim requested by name counts as its scope. */
  allowedScopes: string[];
  loginPage: LoginPageChoices;
}

/**
 * Members that are missing in configurations stored by earlier versions. Every client can verify RS256 (OpenID Connect Core section 15.1).
 */
export const LATER_DEFAULTS = {
  accessTokenSigningAlg: 'ES256',
  idTokenSigningAlg: 'RS256',
  backchannelLogoutUri: '',
  frontchannelLogoutUri: '',
  frontchannelLogoutSessionRequired: false,
  initiateLoginUri: '',
  requirePushedAuthorizationRequests: false,
  requireDpop: false,
  requireSignedResponses: false,
  profile: 'none',
  backchannelLogoutSessionRequired: false,
  devMode: false,
  consentRequired: false,
  allowedOrigins: [] as string[],
  servedOrganizations: 'every',
  assertionAudienceTokenEndpoint: false,
  idTokenRoleAssertion: false,
  accessTokenRoleAssertion: false,
  groupsClaimValue: 'name',
  groupsFilter: 'all',
  groupsPrefix: '',
  policyUri: '',
  termsUri: '',
  allowedScopes: [] as string[],
} as const;

/** Reads a stored {@link applicationConfig}. */
export function storedConfig(json: string): ApplicationConfig {
  const stored = JSON.parse(json) as Partial<ApplicationConfig>;
  return { ...LATER_DEFAULTS, ...(stored as ApplicationConfig), loginPage: loginPageChoices(stored.loginPage) };
}

/** An application to add; absent members get the default of its type. */
export type NewApplication = { name: string; id?: string; loginPage?: LoginPageWish } & Partial<Omit<ApplicationConfig, 'loginPage'>>;

/** An application included with the service. Programs that contact this service for the first time know its client id. */
export type OwnApplication = NewApplication & { clientId: string };

/** An application whose client id may have belonged to a removed one. */
export type ChosenApplication = NewApplication & { clientId?: string; tokenGeneration?: number };

/** An application that its client registers. `registeredBy`: the id of the token that allows it. */
export type RegisteredApplication = NewApplication & { registeredBy: string };

/** The changeable members of an existing application. null means the default, as an absent member does for a new application. */
export type ApplicationChange = { [Name in keyof Omit<NewApplication, 'id' | 'name'>]?: NewApplication[Name] | null } & { name?: string };
export type ApplicationReplacement = ApplicationChange & { name: string };

/** Whether an application with this method authenticates with a secret. */
export function hasSecrets({ authMethod }: ApplicationConfig): boolean {
  return authMethod === 'client_secret_basic' || authMethod === 'client_secret_post';
}

/** The application's reuse window (docs/adr/0005-tokens.md). */
export function refreshReuseSeconds({ refreshReuseSeconds: chosen, authMethod }: ApplicationConfig): number {
  return chosen ?? (authMethod === 'none' ? REUSE_SECONDS.public : REUSE_SECONDS.confidential);
}
