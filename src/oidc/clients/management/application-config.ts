// Turns a requested application into its settings: adds defaults, and refuses invalid values.
import { faultsFound } from '../../../common/primitives/domain-error.js';
import {
  APPLICATION_SECONDS,
  DEVICE_CODE,
  LATER_DEFAULTS,
  type ApplicationConfig,
  type ApplicationSeconds,
  type AuthMethod,
  type ApplicationType,
  type GrantType,
  type NewApplication,
  type ResponseType,
} from '../application.js';
import { applicationFaults, givesCodes, isImplicit } from '../application-rules.js';
import { PROFILE_DEFAULTS } from '../profiles.js';
import { loginPageChoices } from '../login-page-choices.js';

/** The default authentication method of each application type. */
const AUTH_METHOD_OF: Readonly<Partial<Record<ApplicationType, AuthMethod>>> = { web: 'client_secret_basic', api: 'client_secret_basic' };

/** Adds defaults and validates. @throws DomainError `invalid` with all faults */
export function applicationConfig(input: NewApplication): ApplicationConfig {
  const type = input.type ?? 'web';
  const profile = input.profile ?? 'none';
  const decided = PROFILE_DEFAULTS[profile] ?? {};
  const responseTypes = input.responseTypes ?? (type === 'api' || isForDevicesOnly(input) ? [] : ['code']);
  const config: ApplicationConfig = {
    type,
    authMethod: input.authMethod ?? decided.authMethod ?? AUTH_METHOD_OF[type] ?? 'none',
    redirectUris: unique(input.redirectUris),
    postLogoutRedirectUris: unique(input.postLogoutRedirectUris),
    responseTypes: unique(responseTypes),
    grantTypes: unique(input.grantTypes ?? grantsFor(responseTypes)),
    accessTokenType: input.accessTokenType ?? 'opaque',
    accessTokenSigningAlg: input.accessTokenSigningAlg ?? LATER_DEFAULTS.accessTokenSigningAlg,
    idTokenSigningAlg: input.idTokenSigningAlg ?? decided.idTokenSigningAlg ?? LATER_DEFAULTS.idTokenSigningAlg,
    ...seconds(input),
    idTokenUserinfoAssertion: input.idTokenUserinfoAssertion ?? false,
    idTokenRoleAssertion: input.idTokenRoleAssertion ?? false,
    accessTokenRoleAssertion: input.accessTokenRoleAssertion ?? false,
    groupsClaimValue: input.groupsClaimValue ?? LATER_DEFAULTS.groupsClaimValue,
    groupsFilter: input.groupsFilter ?? LATER_DEFAULTS.groupsFilter,
    groupsPrefix: input.groupsPrefix ?? '',
    backchannelLogoutUri: input.backchannelLogoutUri ?? '',
    frontchannelLogoutUri: input.frontchannelLogoutUri ?? '',
    frontchannelLogoutSessionRequired: input.frontchannelLogoutSessionRequired ?? false,
    initiateLoginUri: input.initiateLoginUri ?? '',
    requirePushedAuthorizationRequests: input.requirePushedAuthorizationRequests ?? decided.requirePushedAuthorizationRequests ?? false,
    requireDpop: input.requireDpop ?? decided.requireDpop ?? false,
    requireSignedResponses: input.requireSignedResponses ?? decided.requireSignedResponses ?? false,
    profile,
    backchannelLogoutSessionRequired: input.backchannelLogoutSessionRequired ?? false,
    apiAccess: input.apiAccess ?? false,
    devMode: input.devMode ?? false,
    consentRequired: input.consentRequired ?? false,
    allowedOrigins: unique(input.allowedOrigins),
    assertionAudienceTokenEndpoint: input.assertionAudienceTokenEndpoint ?? decided.assertionAudienceTokenEndpoint ?? true,
    servedOrganizations: input.servedOrganizations ?? LATER_DEFAULTS.servedOrganizations,
    policyUri: input.policyUri ?? '',
    termsUri: input.termsUri ?? '',
    allowedScopes: unique(input.allowedScopes),
    loginPage: loginPageChoices(input.loginPage),
  };
  const refused = faultsFound(applicationFaults(config));
  if (refused) throw refused;
  return config;
}

/** A device has no address to which a browser returns (RFC 8628 section 1). */
function isForDevicesOnly({ grantTypes = [] }: NewApplication): boolean {
  return grantTypes.includes(DEVICE_CODE) && !grantTypes.includes('authorization_code');
}

function grantsFor(responseTypes: ResponseType[]): GrantType[] {
  return [
    ...(givesCodes({ responseTypes }) ? ['authorization_code' as const] : []),
    ...(isImplicit({ responseTypes }) ? ['implicit' as const] : []),
  ];
}

function seconds(input: ApplicationSeconds): ApplicationSeconds {
  const names = Object.keys(APPLICATION_SECONDS) as Array<keyof ApplicationSeconds>;
  return Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]));
}

function unique<Value>(values: readonly Value[] = []): Value[] {
  return [...new Set(values)];
}
