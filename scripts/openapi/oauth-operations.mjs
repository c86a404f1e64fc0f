// The OAuth and OpenID Connect endpoints of the API document: they are outside of NestJS.
/** @typedef {import('./answer-types.mjs').Schema} Schema */

const FORM = 'application/x-www-form-urlencoded';
const AUTHORIZE = [
  'client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce', 'code_challenge', 'code_challenge_method',
  'prompt', 'max_age', 'login_hint', 'id_token_hint', 'ui_locales', 'claims', 'request',
]; // oxfmt-ignore
const END_SESSION = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'logout_hint', 'ui_locales'];
const CLIENT = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'];
const TOKEN = [
  'grant_type', 'scope', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'assertion', 'subject_token', 'subject_token_type',
  'actor_token', 'actor_token_type', 'requested_token_type', 'audience', ...CLIENT,
]; // oxfmt-ignore

/** Components of their answers. @type {Record<string, Schema>} */
export const OAUTH_SCHEMAS = {
  OAuthError: {
    type: 'object',
    description: 'RFC 6749 section 5.2.',
    required: ['error'],
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  },
  TokenResponse: {
    type: 'object',
    description: 'RFC 6749 section 5.1, RFC 8693 section 2.2.1.',
    required: ['access_token', 'token_type'],
    properties: {
      access_token: { type: 'string' },
      token_type: { type: 'string' },
      expires_in: { type: 'integer', description: 'seconds' },
      refresh_token: { type: 'string' },
      id_token: { type: 'string' },
      scope: { type: 'string' },
      issued_token_type: { type: 'string' },
    },
  },
  Introspection: {
    type: 'object',
    description: 'RFC 7662 section 2.2; besides, the claims of the scopes of the token.',
    required: ['active'],
    properties: { active: { type: 'boolean' }, sub: { type: 'string' }, scope: { type: 'string' }, exp: { type: 'integer' } },
    additionalProperties: true,
  },
  UserClaims: {
    type: 'object',
    description: 'OpenID Connect Core section 5.3.2: the claims of the scopes of the token.',
    required: ['sub'],
    properties: { sub: { type: 'string' } },
    additionalProperties: true,
  },
  KeySet: {
    type: 'object',
    description: 'RFC 7517 section 5.',
    required: ['keys'],
    properties: { keys: { type: 'array', items: { type: 'object', additionalProperties: true } } },
  },
  Discovery: {
    type: 'object',
    description: 'OpenID Connect Discovery section 3.',
    required: ['issuer'],
    properties: { issuer: { type: 'string' } },
    additionalProperties: true,
  },
};

const ref = (/** @type {string} */ name) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const answer = (/** @type {string} */ description, /** @type {string | undefined} */ name) => ({
  description,
  ...(name ? { content: ref(name) } : {}),
});
const query = (/** @type {readonly string[]} */ names) =>
  names.map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } }));
const form = (/** @type {readonly string[]} */ names, /** @type {readonly string[]} */ required, /** @type {object} */ example) => ({
  required: true,
  content: {
    [FORM]: {
      schema: {
        type: 'object',
        ...(required.length > 0 ? { required } : {}),
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      },
      example,
    },
  },
});
const HTML = { 'text/html': { schema: { type: 'string' } } };
const PAGE = {
  200: { description: 'A page for a browser', content: HTML },
  429: { description: 'A page: too many requests of this network address', content: HTML },
};
const ON = {
  303: { description: 'On to the next page, or back to the application', headers: { Location: { schema: { type: 'string' } } } },
};
const BY_CLIENT = [{ client: [] }, {}];
const BY_TOKEN = [{ bearer: [] }, { oauth2: ['openid'] }];

/** Operations by path and method; error answers are added with those of the others. @type {Record<string, Record<string, Schema>>} */
export const OAUTH_PATHS = {
  '/.well-known/openid-configuration': {
    get: {
      operationId: 'getDiscovery',
      summary: 'Discovery document',
      description: 'Addresses and abilities of this service, with which clients configure themselves (OpenID Connect Discovery 1.0).',
      security: [],
      responses: { 200: answer('What this service can do', 'Discovery') },
    },
  },
  '/oauth/v2/keys': {
    get: {
      operationId: 'getKeySet',
      summary: 'Keys that verify tokens',
      description: 'Applications fetch these public keys to verify ID tokens and JWT access tokens (RFC 7517).',
      security: [],
      responses: { 200: answer('JSON Web Key Set', 'KeySet') },
    },
  },
  '/oauth/v2/authorize': {
    get: {
      operationId: 'authorize',
      summary: 'Authorization endpoint, opened in a browser',
      description:
        'Starts the sign-in of a person: an application sends the browser here, and gets it back with a code (RFC 6749 section 4.1).',
      security: [],
      parameters: query(AUTHORIZE),
      responses: { ...PAGE, ...ON },
    },
    post: {
      operationId: 'authorizeByForm',
      summary: 'Authorization endpoint, by a form',
      description: 'For requests that are too long for an address (OpenID Connect Core 1.0 section 3.1.2.1).',
      security: [],
      requestBody: form(AUTHORIZE, ['client_id'], { client_id: 'client', response_type: 'code', scope: 'openid' }),
      responses: { ...PAGE, ...ON },
    },
  },
  '/oauth/v2/token': {
    post: {
      operationId: 'requestToken',
      summary: 'Token endpoint',
      description:
        'Exchanges a code, a refresh token, another token or the credentials of a client for an access token (RFC 6749 section 3.2).',
      security: BY_CLIENT,
      requestBody: form(TOKEN, ['grant_type'], { grant_type: 'client_credentials' }),
      responses: { 200: answer('The tokens', 'TokenResponse') },
    },
  },
  '/oauth/v2/introspect': {
    post: {
      operationId: 'introspectToken',
      summary: 'Token introspection',
      description: 'Whether a token is valid, whose it is and what it allows, for APIs that are called with it (RFC 7662).',
      security: BY_CLIENT,
      requestBody: form(['token', 'token_type_hint', ...CLIENT], ['token'], { token: 'token' }),
      responses: { 200: answer('What the token says, or that it is not active', 'Introspection') },
    },
  },
  '/oauth/v2/revoke': {
    post: {
      operationId: 'revokeToken',
      summary: 'Token revocation',
      description: 'Ends a token; the answer is the same if it was none (RFC 7009).',
      security: BY_CLIENT,
      requestBody: form(['token', 'token_type_hint', ...CLIENT], ['token'], { token: 'token' }),
      responses: { 200: answer('The token is not good any more, if it ever was', undefined) },
    },
  },
  '/oidc/v1/userinfo': {
    get: {
      operationId: 'getUserinfo',
      summary: 'Claims of the user',
      description: 'What the token allows to know about the person who signed in (OpenID Connect Core 1.0 section 5.3).',
      security: BY_TOKEN,
      responses: { 200: answer('The claims', 'UserClaims') },
    },
    post: {
      operationId: 'postUserinfo',
      summary: 'Claims of the user, by POST',
      description: 'For clients that send the token in a form (OpenID Connect Core 1.0 section 5.3.1).',
      security: BY_TOKEN,
      responses: { 200: answer('The claims', 'UserClaims') },
    },
  },
  '/oidc/v1/end_session': {
    get: {
      operationId: 'endSession',
      summary: 'Sign-out, opened in a browser',
      description:
        'Ends the session of the person at this service and leads back to the application (OpenID Connect RP-Initiated Logout 1.0).',
      security: [],
      parameters: query(END_SESSION),
      responses: { ...PAGE, ...ON },
    },
    post: {
      operationId: 'endSessionByForm',
      summary: 'Sign-out, by a form',
      description: 'For an ID token that is too long for an address; redirects to the address above.',
      security: [],
      requestBody: form(END_SESSION, [], { state: 'any' }),
      responses: { ...PAGE, ...ON },
    },
  },
};
