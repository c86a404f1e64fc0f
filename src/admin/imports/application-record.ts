// Applications as other services export them, in the words of this one.
import type { ApplicationConfig, ApplicationType, AuthMethod, GrantType, ResponseType } from '../../oidc/clients/application.js';
import type { Members } from './import-record.js';
import { flagAt, invalid } from './person-record.js';

const TYPES: Readonly<Record<string, ApplicationType>> = {
  WEB: 'web',
  USER_AGENT: 'userAgent',
  NATIVE: 'native',
  web: 'web',
  userAgent: 'userAgent',
  native: 'native',
};
const METHODS: Readonly<Record<string, AuthMethod>> = {
  BASIC: 'client_secret_basic',
  POST: 'client_secret_post',
  NONE: 'none',
  PRIVATE_KEY_JWT: 'private_key_jwt',
};
const RESPONSES: Readonly<Record<string, ResponseType>> = { CODE: 'code', ID_TOKEN: 'id_token', ID_TOKEN_TOKEN: 'id_token token' };
const GRANTS: Readonly<Record<string, GrantType>> = {
  AUTHORIZATION_CODE: 'authorization_code',
  IMPLICIT: 'implicit',
  REFRESH_TOKEN: 'refresh_token',
  TOKEN_EXCHANGE: 'urn:ietf:params:oauth:grant-type:token-exchange',
};
const PREFIX = /^(?:OIDC_APP_TYPE|OIDC_AUTH_METHOD_TYPE|API_AUTH_METHOD_TYPE|OIDC_RESPONSE_TYPE|OIDC_GRANT_TYPE|OIDC_TOKEN_TYPE)_/;

/** Members that are read, here and where the entry is. */
export const API_APP = 'projectId name authMethodType';
export const OIDC_APP = `${API_APP} redirectUris postLogoutRedirectUris responseTypes grantTypes appType devMode accessTokenType idTokenUserinfoAssertion`;

/** @throws DomainError `invalid` */
export function applicationConfigOf(app: Members, kind: 'oidc' | 'api'): Partial<ApplicationConfig> {
  const authMethod = oneOf(app, 'authMethodType', METHODS);
  // It calls nobody and signs nobody in; it only asks about tokens.
  if (kind === 'api') return { type: 'web', responseTypes: [], grantTypes: [], authMethod: authMethod ?? 'client_secret_basic' };
  const [type, responseTypes, grantTypes] = [
    oneOf(app, 'appType', TYPES),
    listOf(app, 'responseTypes', RESPONSES),
    listOf(app, 'grantTypes', GRANTS),
  ];
  return {
    redirectUris: textsOf(app, 'redirectUris'),
    postLogoutRedirectUris: textsOf(app, 'postLogoutRedirectUris'),
    devMode: flagAt(app, 'devMode', 'app'),
    idTokenUserinfoAssertion: flagAt(app, 'idTokenUserinfoAssertion', 'app'),
    accessTokenType: word(app['accessTokenType']) === 'JWT' ? 'jwt' : 'opaque',
    ...(type ? { type } : {}),
    ...(authMethod ? { authMethod } : {}),
    ...(responseTypes ? { responseTypes } : {}),
    ...(grantTypes ? { grantTypes } : {}),
  };
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.replace(PREFIX, '') : '';
}

function oneOf<Value>(app: Members, name: string, table: Readonly<Record<string, Value>>): Value | undefined {
  const value = app[name];
  if (value === undefined || value === null) return undefined;
  if (!Object.hasOwn(table, word(value))) throw invalid('import.value', `app.${name} is none of ${Object.keys(table).join(', ')}.`, name);
  return table[word(value)];
}

function listOf<Value>(app: Members, name: string, table: Readonly<Record<string, Value>>): Value[] | undefined {
  const value = app[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > 20) throw invalid('import.type', `app.${name} must be a list of at most 20.`, name);
  return value.map((one) => oneOf({ [name]: one }, name, table)).filter((one) => one !== undefined);
}

function textsOf(app: Members, name: string): string[] {
  const value = app[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw invalid('import.type', `app.${name} must be a list of texts.`, name);
  return value as string[];
}
