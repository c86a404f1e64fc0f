// Translates applications from an import.
import {
  PROFILES,
  type ApplicationConfig,
  type ApplicationType,
  type AuthMethod,
  type GrantType,
  type ResponseType,
} from '../../../oidc/clients/application.js';
import { flagAt, fullName, invalid, wordsOf } from './entry-members.js';
import type { Members } from './import-record.js';

/** The words of an application's members and what they mean; those that come first are the ones that an export writes. */
export const TYPES: Readonly<Record<string, ApplicationType>> = {
  WEB: 'web',
  USER_AGENT: 'userAgent',
  NATIVE: 'native',
  web: 'web',
  userAgent: 'userAgent',
  native: 'native',
};
export const METHODS: Readonly<Record<string, AuthMethod>> = {
  BASIC: 'client_secret_basic',
  POST: 'client_secret_post',
  NONE: 'none',
  PRIVATE_KEY_JWT: 'private_key_jwt',
};
export const RESPONSES: Readonly<Record<string, ResponseType>> = {
  CODE: 'code',
  ID_TOKEN: 'id_token',
  ID_TOKEN_TOKEN: 'id_token token',
  CODE_ID_TOKEN: 'code id_token',
  CODE_TOKEN: 'code token',
  CODE_ID_TOKEN_TOKEN: 'code id_token token',
};
export const GRANTS: Readonly<Record<string, GrantType>> = {
  AUTHORIZATION_CODE: 'authorization_code',
  IMPLICIT: 'implicit',
  REFRESH_TOKEN: 'refresh_token',
  TOKEN_EXCHANGE: 'urn:ietf:params:oauth:grant-type:token-exchange',
  DEVICE_CODE: 'urn:ietf:params:oauth:grant-type:device_code',
};
/** A table for {@link oneOf} of words that mean themselves. */
export function wordsAsTable<Word extends string>(words: readonly Word[]): Readonly<Record<Word, Word>> {
  return Object.fromEntries(words.map((word) => [word, word])) as Record<Word, Word>;
}

const PROFILE_WORDS = wordsAsTable(PROFILES);
/** Flags that make an application stricter. Without them the default of its profile counts. */
export const STRICT_FLAGS = ['requirePushedAuthorizationRequests', 'requireDpop', 'requireSignedResponses'] as const;
const TOKEN_TYPES: Readonly<Record<string, 'opaque' | 'jwt'>> = {
  BEARER: 'opaque',
  JWT: 'jwt',
  opaque: 'opaque',
  jwt: 'jwt',
  '0': 'opaque',
  '1': 'jwt',
};
const PREFIX =
  /^(?:ACCESS_TOKEN_TYPE|OIDC_APP_TYPE|OIDC_AUTH_METHOD_TYPE|API_AUTH_METHOD_TYPE|OIDC_RESPONSE_TYPE|OIDC_GRANT_TYPE|OIDC_TOKEN_TYPE)_/;

/** Members of an application that are read, here and by the writer. */
export const API_APP = 'projectId name authMethodType clientId clientSecret';
export const OIDC_APP = `${API_APP} redirectUris postLogoutRedirectUris responseTypes grantTypes appType devMode accessTokenType idTokenUserinfoAssertion idTokenRoleAssertion accessTokenRoleAssertion profile ${STRICT_FLAGS.join(' ')}`;

/** @throws DomainError `invalid` */
export function applicationConfigOf(app: Members, kind: 'oidc' | 'api'): Partial<ApplicationConfig> {
  const authMethod = oneOf(app, 'authMethodType', 'app', METHODS);
  // An API has no redirects and no grants: it only introspects tokens.
  if (kind === 'api') return { type: 'api', responseTypes: [], grantTypes: [], authMethod: authMethod ?? 'client_secret_basic' };
  const [profile, type, responseTypes, grantTypes] = [
    oneOf(app, 'profile', 'app', PROFILE_WORDS),
    oneOf(app, 'appType', 'app', TYPES),
    listOf(app, 'responseTypes', RESPONSES),
    listOf(app, 'grantTypes', GRANTS),
  ];
  return {
    redirectUris: textsOf(app, 'redirectUris'),
    postLogoutRedirectUris: textsOf(app, 'postLogoutRedirectUris'),
    devMode: flagAt(app, 'devMode', 'app'),
    idTokenUserinfoAssertion: flagAt(app, 'idTokenUserinfoAssertion', 'app'),
    idTokenRoleAssertion: flagAt(app, 'idTokenRoleAssertion', 'app'),
    accessTokenRoleAssertion: flagAt(app, 'accessTokenRoleAssertion', 'app'),
    accessTokenType: tokenTypeAt(app, 'app'),
    ...(profile ? { profile } : {}),
    ...Object.fromEntries(STRICT_FLAGS.filter((name) => flagAt(app, name, 'app')).map((name) => [name, true])),
    ...(type ? { type } : {}),
    ...(authMethod ? { authMethod } : {}),
    ...(responseTypes ? { responseTypes } : {}),
    ...(grantTypes ? { grantTypes } : {}),
  };
}

/** What an access token is like; absent is opaque. @throws DomainError `invalid` */
export function tokenTypeAt(value: Members, path: string): 'opaque' | 'jwt' {
  return oneOf(value, 'accessTokenType', path, TOKEN_TYPES) ?? 'opaque';
}

function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replace(PREFIX, '') : '';
}

/** A member that is one of some words. @throws DomainError `invalid` */
export function oneOf<Value>(value: Members, name: string, path: string, table: Readonly<Record<string, Value>>): Value | undefined {
  const wanted = value[name];
  if (wanted === undefined || wanted === null) return undefined;
  if (Object.hasOwn(table, word(wanted))) return table[word(wanted)];
  throw invalid('import.value', `${fullName(path, name)} must be one of ${wordsOf(table)}.`, name);
}

function listOf<Value>(app: Members, name: string, table: Readonly<Record<string, Value>>): Value[] | undefined {
  const value = app[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > 20) throw invalid('import.type', `app.${name} must be a list of at most 20 strings.`, name);
  // An empty element is refused like an unknown word, not skipped.
  return value.map((one) => oneOf({ [name]: one ?? '' }, name, 'app', table) as Value);
}

function textsOf(app: Members, name: string): string[] {
  const value = app[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw invalid('import.type', `app.${name} must be a list of strings.`, name);
  return value as string[];
}
