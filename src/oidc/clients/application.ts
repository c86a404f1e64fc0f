// What an application is: its settings and the words they consist of.
import { MAX_REFRESH_SECONDS, MAX_TOKEN_SECONDS, MIN_LIFETIME_SECONDS } from '../../common/settings/settings.js';
import type { SigningAlgorithm } from '../keys/jws.js';
import { loginPageChoices, type LoginPageChoices, type LoginPageWish } from './login-page-choices.js';

/** `web` runs on a server and keeps a secret, `native` on a device, `userAgent` in a browser; `api` signs nobody in, but asks about tokens it is shown. */
export const APPLICATION_TYPES = ['web', 'native', 'userAgent', 'api'] as const;
export type ApplicationType = (typeof APPLICATION_TYPES)[number];
export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];
/** OAuth 2.0 Multiple Response Types section 5; in a request their words may come in any order (RFC 6749 section 3.1.1). */
export const RESPONSE_TYPES = ['code', 'id_token token', 'id_token'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const GRANT_TYPES = ['authorization_code', 'implicit', 'refresh_token', TOKEN_EXCHANGE] as const;
export type GrantType = (typeof GRANT_TYPES)[number];
export const ACCESS_TOKEN_TYPES = ['opaque', 'jwt'] as const;
export type AccessTokenType = (typeof ACCESS_TOKEN_TYPES)[number];
/** Whose people an application serves: every organization's, those of its own and of granted organizations, or its own only; widest first. */
export const SERVED_ORGANIZATIONS = ['every', 'granted', 'own'] as const;
export type ServedOrganizations = (typeof SERVED_ORGANIZATIONS)[number];
/** What the claim `groups` holds of each group. */
export const GROUPS_CLAIM_VALUES = ['name', 'id'] as const;
export type GroupsClaimValue = (typeof GROUPS_CLAIM_VALUES)[number];
/** Which groups of a person the claim `groups` holds: all of them, or those that have roles of the application's project. */
export const GROUPS_FILTERS = ['all', 'assigned'] as const;
export type GroupsFilter = (typeof GROUPS_FILTERS)[number];

/** Whole numbers an application may set, with their bounds. What is absent of the lifetimes is as the settings say. */
export const APPLICATION_SECONDS = {
  /** Life of access tokens of the application's own type. */
  accessTokenSeconds: [MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS],
  idTokenSeconds: [MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS],
  refreshIdleSeconds: [MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS],
  refreshAbsoluteSeconds: [MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS],
  /** For how long a used refresh token gives the same successor again. */
  refreshReuseSeconds: [0, 10],
} as const satisfies Record<string, readonly [min: number, max: number]>;
export type ApplicationSeconds = { -readonly [Name in keyof typeof APPLICATION_SECONDS]?: number };

/** Responses get lost with every client. Who has proved itself by a secret or key may take longer: nobody else can repeat its refresh. */
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
  /** Its ID tokens tell the roles of their user that were asked for. */
  idTokenRoleAssertion: boolean;
  /** Its JWT access tokens do. */
  accessTokenRoleAssertion: boolean;
  groupsClaimValue: GroupsClaimValue;
  groupsFilter: GroupsFilter;
  /** Only groups whose names begin so, whatever their case; empty: any. */
  groupsPrefix: string;
  /** Where logout tokens are sent (OpenID Connect Back-Channel Logout 1.0 section 2.2); empty: nowhere. */
  backchannelLogoutUri: string;
  /** It needs to be told which session. It always is. */
  backchannelLogoutSessionRequired: boolean;
  /** May ask for this service's own API with `urn:<vendor>:iam:org:project:id:<vendor>:aud`: consoles, the explorer, the command line. */
  apiAccess: boolean;
  /** Development mode: redirect URIs may use http on any host. They are still compared exactly. */
  devMode: boolean;
  /** Web origins whose pages may call the OAuth endpoints as this application and, with `apiAccess`, the APIs of this service. */
  allowedOrigins: string[];
  /** Users must consent before it receives any of their data. */
  consentRequired: boolean;
  /** Whose people may sign in (docs/adr/0024-who-may-sign-in-where.md). */
  servedOrganizations: ServedOrganizations;
  /** The `aud` of its assertions may be the token endpoint, as a single string (OpenID Connect Core section 9), besides the issuer. */
  assertionAudienceTokenEndpoint: boolean;
  loginPage: LoginPageChoices;
}

/** Members that configurations stored by earlier versions do not have. RS256 is what every client can verify (OpenID Connect Core section 15.1). */
export const LATER_DEFAULTS = {
  accessTokenSigningAlg: 'ES256',
  idTokenSigningAlg: 'RS256',
  backchannelLogoutUri: '',
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
} as const;

/** Reads what was stored of {@link applicationConfig}. */
export function storedConfig(json: string): ApplicationConfig {
  const stored = JSON.parse(json) as Partial<ApplicationConfig>;
  return { ...LATER_DEFAULTS, ...(stored as ApplicationConfig), loginPage: loginPageChoices(stored.loginPage) };
}

/** An application to be added; what is absent gets the default of its type. */
export type NewApplication = { name: string; id?: string; loginPage?: LoginPageWish } & Partial<Omit<ApplicationConfig, 'loginPage'>>;

/** One that comes with the service; its client id is known to programs that meet this service for the first time. */
export type OwnApplication = NewApplication & { clientId: string };

/** What may be set of an application that exists; null stands for the default, like a member that a new application does not name. */
export type ApplicationChange = { [Name in keyof Omit<NewApplication, 'id' | 'name'>]?: NewApplication[Name] | null } & { name?: string };
export type ApplicationReplacement = ApplicationChange & { name: string };

/** Whether an application of this method proves itself by a secret. */
export function hasSecrets({ authMethod }: ApplicationConfig): boolean {
  return authMethod === 'client_secret_basic' || authMethod === 'client_secret_post';
}

/** The application's reuse window (docs/adr/0005-tokens.md). */
export function refreshReuseSeconds({ refreshReuseSeconds: chosen, authMethod }: ApplicationConfig): number {
  return chosen ?? (authMethod === 'none' ? REUSE_SECONDS.public : REUSE_SECONDS.confidential);
}
