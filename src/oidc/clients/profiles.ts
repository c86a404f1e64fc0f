// Security profiles of applications and service users: what each sets, what it forbids, and what it changes for a client.
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';
import type { ApplicationConfig, Profile } from './application.js';

/** FAPI 2.0 Security Profile section 5.4.1. `Ed25519` is the later name of `EdDSA` with that curve (RFC 9864). */
const FAPI_ALGORITHMS: readonly string[] = ['PS256', 'ES256', 'EdDSA', 'Ed25519'];

type Decided = Partial<Pick<ApplicationConfig, 'requirePushedAuthorizationRequests' | 'requireDpop' | 'requireSignedResponses'>> &
  Partial<Pick<ApplicationConfig, 'authMethod' | 'assertionAudienceTokenEndpoint' | 'idTokenSigningAlg'>>;

const FAPI2 = {
  authMethod: 'private_key_jwt',
  requirePushedAuthorizationRequests: true,
  requireDpop: true,
  assertionAudienceTokenEndpoint: false,
  idTokenSigningAlg: 'ES256',
} as const satisfies Decided;

/** The defaults of settings that a profile decides. */
export const PROFILE_DEFAULTS: Readonly<Record<Profile, Decided>> = {
  none: {},
  fapi2: FAPI2,
  fapi2MessageSigning: { ...FAPI2, requireSignedResponses: true },
};

/** A client of any kind, as far as its profile matters here. */
type Client =
  | { kind: 'application'; config: Pick<ApplicationConfig, 'profile'> }
  | { kind: 'service'; serviceUser: Pick<ServiceUser, 'profile'> };

export function isFapi(client: Client): boolean {
  return (client.kind === 'application' ? client.config : client.serviceUser).profile !== 'none';
}

/** Whether the requests of a client must be signed (FAPI 2.0 Message Signing section 5.3). */
export function signsRequests({ profile }: Pick<ApplicationConfig, 'profile'>): boolean {
  return profile === 'fapi2MessageSigning';
}

/** Whether a client may sign its assertions and requests with this algorithm. */
export function maySignWith(client: Client, alg: string): boolean {
  return !isFapi(client) || FAPI_ALGORITHMS.includes(alg);
}

type Rule = readonly [field: keyof ApplicationConfig, rule: string, isBroken: (config: ApplicationConfig) => boolean];

/** What contradicts FAPI 2.0. Each broken rule is reported, so that one error has the whole list. */
const FAPI_RULES: readonly Rule[] = [
  // FAPI 2.0 Security Profile section 5.3.2.1 number 1: only confidential clients.
  [
    'type',
    'must be web: an application on a device or in a browser keeps no key, and type api signs nobody in',
    ({ type }) => type !== 'web',
  ],
  ['authMethod', 'must be private_key_jwt', ({ authMethod }) => authMethod !== 'private_key_jwt'],
  // Section 5.3.2.2 number 1.
  [
    'responseTypes',
    'must be code alone: other response types send tokens through the browser',
    ({ responseTypes }) => responseTypes.length !== 1 || responseTypes[0] !== 'code',
  ],
  // Only the code flow: devices ask without a browser of the client, and exchanged tokens come from other clients. The grant `implicit` goes with response types, which are refused above.
  [
    'grantTypes',
    'must be authorization_code, with or without refresh_token',
    ({ grantTypes }) => grantTypes.some((grant) => !['authorization_code', 'implicit', 'refresh_token'].includes(grant)),
  ],
  // Number 8.
  ['redirectUris', 'must all use https', ({ redirectUris }) => redirectUris.some((uri) => !uri.startsWith('https:'))],
  ['requirePushedAuthorizationRequests', 'must be true', ({ requirePushedAuthorizationRequests }) => !requirePushedAuthorizationRequests],
  ['requireDpop', 'must be true', ({ requireDpop }) => !requireDpop],
  // Section 5.3.2.1 number 8.
  [
    'assertionAudienceTokenEndpoint',
    'must be false: assertions name the issuer alone',
    ({ assertionAudienceTokenEndpoint }) => assertionAudienceTokenEndpoint,
  ],
  // Section 5.4.1.
  ['idTokenSigningAlg', 'must be ES256 or EdDSA', ({ idTokenSigningAlg }) => idTokenSigningAlg === 'RS256'],
  ['accessTokenSigningAlg', 'must be ES256 or EdDSA', ({ accessTokenSigningAlg }) => accessTokenSigningAlg === 'RS256'],
  // Section 5.3.2.1 number 9.
  [
    'refreshReuseSeconds',
    "must not be set: refresh tokens aren't replaced, so none is used again",
    ({ refreshReuseSeconds }) => refreshReuseSeconds !== undefined,
  ],
  ['devMode', 'must be false: it allows http', ({ devMode }) => devMode],
  // FAPI 2.0 Message Signing section 5.4.
  [
    'requireSignedResponses',
    'must be true',
    ({ profile, requireSignedResponses }) => profile === 'fapi2MessageSigning' && !requireSignedResponses,
  ],
];

/** What in the settings of an application contradicts its profile: the field and the rule. */
export function profileConflicts(config: ApplicationConfig): ReadonlyArray<readonly [field: keyof ApplicationConfig, rule: string]> {
  if (config.profile === 'none') return [];
  return FAPI_RULES.filter(([, , isBroken]) => isBroken(config)).map(([field, rule]) => [
    field,
    `${rule} with the profile ${config.profile}`,
  ]);
}
