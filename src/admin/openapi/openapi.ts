// One OpenAPI document for the whole service: Nest derives the JSON and SCIM routes, the OAuth endpoints (which are outside Nest) are added here.
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { BODY_EXAMPLES } from './examples.js';
import { AUTHORIZATION_ENDPOINT, TOKEN_ENDPOINT } from '../../oidc/protocol/endpoints.js';
import { apiScope } from '../../oidc/protocol/scopes.js';
import type { Settings } from '../../common/settings/settings.js';

const FORM = 'application/x-www-form-urlencoded';

const END_SESSION_PARAMETERS = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'logout_hint', 'ui_locales'] as const;

/** The OAuth and OpenID Connect endpoints. Values: summary, method, and form or query parameters. */
const OAUTH_PATHS: ReadonlyArray<{
  path: string;
  method: 'get' | 'post';
  summary: string;
  parameters: readonly string[];
  security: 'client' | 'bearer' | 'none';
}> = [
  { path: '/.well-known/openid-configuration', method: 'get', summary: 'Discovery document', parameters: [], security: 'none' },
  { path: '/oauth/v2/keys', method: 'get', summary: 'JSON Web Key Set', parameters: [], security: 'none' },
  {
    path: '/oauth/v2/authorize',
    method: 'get',
    summary: 'Authorization endpoint, opened in a browser',
    parameters: [
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
      'nonce',
      'code_challenge',
      'code_challenge_method',
      'prompt',
      'login_hint',
      'ui_locales',
    ],
    security: 'none',
  },
  {
    path: '/oauth/v2/token',
    method: 'post',
    summary: 'Token endpoint',
    parameters: [
      'grant_type',
      'scope',
      'code',
      'redirect_uri',
      'code_verifier',
      'refresh_token',
      'assertion',
      'subject_token',
      'subject_token_type',
      'actor_token',
      'actor_token_type',
      'requested_token_type',
      'audience',
      'client_id',
      'client_secret',
      'client_assertion',
      'client_assertion_type',
    ],
    security: 'client',
  },
  { path: '/oauth/v2/introspect', method: 'post', summary: 'Token introspection', parameters: ['token'], security: 'client' },
  { path: '/oauth/v2/revoke', method: 'post', summary: 'Token revocation', parameters: ['token'], security: 'client' },
  { path: '/oidc/v1/userinfo', method: 'get', summary: 'Claims of the user', parameters: [], security: 'bearer' },
  {
    path: '/oidc/v1/end_session',
    method: 'get',
    summary: 'Sign-out, opened in a browser',
    parameters: END_SESSION_PARAMETERS,
    security: 'none',
  },
  {
    path: '/oidc/v1/end_session',
    method: 'post',
    summary: 'The same as a form, which leads on to the address above',
    parameters: END_SESSION_PARAMETERS,
    security: 'none',
  },
];

/** The API document of a running service. */
export function apiDocument(app: INestApplication, settings: Settings): OpenAPIObject {
  const { publicUrl, vendor } = settings;
  const tokenUrl = publicUrl + TOKEN_ENDPOINT;
  const config = new DocumentBuilder()
    .setTitle('Gatehouse')
    .setDescription('Users of organizations, SCIM 2.0 provisioning, OpenID Connect and OAuth 2.0, import and events.')
    .setVersion('1')
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An access token, or a personal access token' })
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'Client id and client secret' }, 'client')
    .addOAuth2({
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: publicUrl + AUTHORIZATION_ENDPOINT,
          tokenUrl,
          scopes: {
            openid: 'who has signed in',
            [apiScope(vendor)]: 'the APIs of this service',
          },
        },
        clientCredentials: { tokenUrl, scopes: {} },
      },
    })
    .build();
  return completed(withOAuthPaths(SwaggerModule.createDocument(app, config)));
}

/** Names each operation after its method and path, which no other has, and declares path parameters that no handler takes by itself. */
function completed(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const declared = operation.parameters ?? [];
      const missing = names.filter((name) => !declared.some((parameter) => parameter.in === 'path' && parameter.name === name));
      operation.parameters = [...missing.map(pathParameter), ...declared];
      const example = BODY_EXAMPLES[`${method.toUpperCase()} ${path}`];
      for (const content of Object.values(operation.requestBody?.content ?? {})) if (example !== undefined) content.example = example;
      operation.operationId = [method, ...path.split(/\W+/).filter((part) => part !== '')].join('_');
    }
  }
  return document;
}

/** What of an operation is completed here (OpenAPI 3.0.0, Operation Object). */
interface Operation {
  operationId?: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  parameters?: Array<{ name: string; in: string; required: boolean; schema: { type: string } }>;
}

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function withOAuthPaths(document: OpenAPIObject): OpenAPIObject {
  for (const { path, method, summary, parameters, security } of OAUTH_PATHS) {
    const schema = { type: 'object', properties: Object.fromEntries(parameters.map((name) => [name, { type: 'string' }])) };
    document.paths[path] = {
      ...document.paths[path],
      [method]: {
        tags: ['OpenID Connect'],
        summary,
        ...(security === 'client'
          ? { security: [{ client: [] }] }
          : security === 'bearer'
            ? { security: [{ bearer: [] }, { oauth2: ['openid'] }] }
            : {}),
        ...(method === 'get'
          ? { parameters: parameters.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })) }
          : { requestBody: { content: { [FORM]: { schema } } } }),
        responses: { 200: { description: 'OK' } },
      },
    } as OpenAPIObject['paths'][string];
  }
  return document;
}
