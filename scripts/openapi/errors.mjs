// The error answers of operations, by protocol: problem details (RFC 9457), SCIM errors (RFC 7644 section 3.12), OAuth errors (RFC 6749 section 5.2).
/** @typedef {import('./answer-types.mjs').Schema} Schema */

/** What a status means to a caller. @type {Readonly<Record<string, string>>} */
const MEANINGS = {
  400: 'The request is malformed, or its values are not allowed',
  401: 'The token or the credentials are missing, unknown or expired',
  403: 'The caller lacks the permission',
  404: 'There is no such thing, or none that the caller may know of',
  406: 'No form of the answer is acceptable to the client',
  409: 'The request contradicts what is there',
  412: 'The resource is another version than the one expected',
  413: 'The body is too large',
  415: 'The media type of the body is not taken here',
  422: 'The Idempotency-Key was sent with another request',
  429: 'Too many requests of this kind, this caller or this address; try again after Retry-After seconds',
  501: 'Not for the kind of caller that the token belongs to',
  503: 'The service is busy or without its database; try again after Retry-After seconds',
};

/** @type {Record<string, Schema>} */
export const ERROR_SCHEMAS = {
  Problem: problemOf({
    type: 'object',
    required: ['code', 'detail'],
    properties: {
      pointer: { type: 'string', description: 'JSON pointer into the body (RFC 6901)' },
      parameter: { type: 'string', description: 'name of a parameter of the query' },
      code: { type: 'string' },
      detail: { type: 'string' },
    },
  }),
  ImportProblem: problemOf({ $ref: '#/components/schemas/ImportEntry' }),
};

/** @param {Schema} error one of its errors @returns {Schema} */
function problemOf(error) {
  return {
    type: 'object',
    description: 'Problem details (RFC 9457).',
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'the page that explains the code' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'what is wrong, and what to do' },
      code: { type: 'string', description: 'stable; what happened' },
      field: { type: 'string', description: 'the first member or parameter at fault' },
      errors: { type: 'array', description: 'everything that is wrong', items: error },
      requestId: { type: 'string', description: 'to be searched for in the log' },
    },
  };
}

const RETRY_AFTER = { 'Retry-After': { schema: { type: 'integer' }, description: 'seconds' } };
/** draft-ietf-httpapi-ratelimit-headers: in every answer of SCIM and the admin API, told here where it matters. */
const RATE_LIMIT = {
  'RateLimit-Policy': { schema: { type: 'string' }, description: 'each quota that counted: `q` requests in `w` seconds' },
  RateLimit: { schema: { type: 'string' }, description: 'what is left of it: `r` requests for `t` seconds' },
};

const PROTOCOLS = {
  admin: { prefix: '', schema: 'Problem', type: 'application/problem+json' },
  /** Refusals of a whole import list what its reports list (src/admin/imports/import-error-renderer.ts). */
  import: { prefix: 'Import', schema: 'ImportProblem', type: 'application/problem+json' },
  scim: { prefix: 'Scim', schema: 'ScimError', type: 'application/scim+json' },
  oauth: { prefix: 'OAuth', schema: 'OAuthError', type: 'application/json' },
};

/** @returns {Record<string, Schema>} `components.responses`: each error of each protocol once */
export function errorResponses() {
  return Object.fromEntries(
    Object.values(PROTOCOLS).flatMap(({ prefix, schema, type }) =>
      Object.entries(MEANINGS).map(([status, description]) => [
        `${prefix}Error${status}`,
        {
          description,
          ...(status === '503' ? { headers: RETRY_AFTER } : {}),
          ...(status === '429' ? { headers: { ...RETRY_AFTER, ...RATE_LIMIT } } : {}),
          ...(status === '401' ? { headers: { 'WWW-Authenticate': { schema: { type: 'string' } } } } : {}),
          content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
        },
      ]),
    ),
  );
}

/** References to the error answers of an operation. @param {string} method @param {string} path @param {Schema} operation @returns {Record<string, Schema>} */
export function errorsOf(method, path, operation) {
  const protocol = protocolOf(path);
  if (path === '/healthz') return {};
  const statuses = protocol === PROTOCOLS.oauth ? oauthStatuses(method, operation) : apiStatuses(method, path, operation);
  return Object.fromEntries(
    statuses
      .filter((status) => !operation.responses[status])
      .map((status) => [status, { $ref: `#/components/responses/${protocol.prefix}Error${status}` }]),
  );
}

/** @param {string} path */
function protocolOf(path) {
  if (path.startsWith('/scim/')) return PROTOCOLS.scim;
  if (/^\/admin\/v1\/imports?$/.test(path)) return PROTOCOLS.import;
  return path.startsWith('/admin/') ? PROTOCOLS.admin : PROTOCOLS.oauth;
}

/** @param {string} method @param {string} path @param {Schema} operation */
function apiStatuses(method, path, operation) {
  const scim = path.startsWith('/scim/');
  const isPublic = operation['x-access']?.kind === 'public';
  // SCIM honours If-Match where it honours If-None-Match: in reads of one resource.
  const readsOneVersion = scim && operation.responses[304] !== undefined;
  return [
    400,
    ...(isPublic ? [] : [401]),
    ...(isPublic && !scim ? [] : [403]),
    ...(path.includes('{') || operation.requestBody ? [404] : []),
    ...(scim ? [406] : []),
    ...(method === 'GET' ? [] : [409]),
    ...(method !== 'GET' || readsOneVersion ? [412] : []),
    ...(operation.requestBody ? [413, 415] : []),
    ...(method === 'POST' && !scim ? [422] : []),
    429,
    ...(path.endsWith('/Me') ? [501] : []),
    503,
  ];
}

/** @param {string} method @param {Schema} operation */
function oauthStatuses(method, operation) {
  return [400, ...(operation.security?.length > 0 ? [401] : []), ...(method === 'POST' ? [413, 415] : []), 429, 503];
}
