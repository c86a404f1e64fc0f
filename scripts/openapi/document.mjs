// Assembles the API document: operations and bodies from NestJS, answers from the types of the handlers, SCIM from its attribute tables, the OAuth
// endpoints from a table, and what every operation has by rule.
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { answerTypes } from './answer-types.mjs';
import { ERROR_SCHEMAS, errorResponses, errorsOf } from './errors.mjs';
import { exampleOf, BODY_EXAMPLES } from './examples.mjs';
import { operationName, summaryOf } from './names.mjs';
import { OAUTH_PATHS, OAUTH_SCHEMAS } from './oauth-operations.mjs';
import { describeScim, scimComponents } from './scim-operations.mjs';
import { tagsOf } from './tags.mjs';

/** @typedef {import('./answer-types.mjs').Schema} Schema */

/** Parameters that many operations share. @type {Record<string, Schema>} */
const PARAMETERS = {
  dryRun: {
    name: 'dryRun',
    in: 'query',
    required: false,
    schema: { type: 'boolean' },
    description: 'true: the answer that the request would get, with nothing changed',
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
    description: 'a request that is repeated with the same key is done once and answered alike',
  },
};

/**
 * @param {import('@nestjs/common').INestApplication} app with all its controllers
 * @param {{ root: string, publicUrl: string, apiScope: string, scim: import('./scim-operations.mjs').ScimTables }} facts `root` of the repository
 * @returns {Schema} OpenAPI 3.1
 */
export function buildDocument(app, { root, publicUrl, apiScope, scim }) {
  const { answers, schemas, bodies } = answerTypes(root);
  const nest = /** @type {Schema} */ (/** @type {unknown} */ (SwaggerModule.createDocument(app, baseOf(publicUrl, apiScope))));
  for (const [path, item] of Object.entries(nest.paths))
    for (const [method, operation] of Object.entries(/** @type {Record<string, Schema>} */ (item))) {
      if (path.endsWith('/Me') && method !== 'get') {
        // Always 501 (RFC 7644 section 3.11): nothing to be done by it.
        delete item[method];
        continue;
      }
      describeOperation(method.toUpperCase(), path, operation, answers[operation.operationId], scim);
    }
  const paths = { ...nest.paths, ...structuredClone(OAUTH_PATHS) };
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(/** @type {Record<string, Schema>} */ (item)))
      completeOperation(method.toUpperCase(), path, operation);
  const components = {
    ...nest.components,
    schemas: withGoNames({
      ...withoutViews(withLists(nest.components.schemas, bodies)),
      ...schemas,
      ...scimComponents(scim),
      ...OAUTH_SCHEMAS,
      ...ERROR_SCHEMAS,
    }),
    responses: errorResponses(),
    parameters: PARAMETERS,
  };
  delete nest.info.license.url;
  const document = { ...nest, tags: tagsOf(paths), paths, components };
  return withoutUnused(renamed(document));
}

/** @param {string} publicUrl @param {string} apiScope */
function baseOf(publicUrl, apiScope) {
  const tokenUrl = `${publicUrl}/oauth/v2/token`;
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Gatehouse')
    .setDescription('Users of organizations, SCIM 2.0 provisioning, OpenID Connect and OAuth 2.0, import and events.')
    .setVersion('1')
    .setLicense('UNLICENSED', '')
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An access token, or a personal access token' })
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'Client id and client secret' }, 'client')
    .addOAuth2({
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: `${publicUrl}/oauth/v2/authorize`,
          tokenUrl,
          scopes: { openid: 'who has signed in', [apiScope]: 'the APIs of this service' },
        },
        clientCredentials: { tokenUrl, scopes: {} },
      },
    })
    .build();
}

/** Of an operation that NestJS knows: its name, what it answers, and what rules of the API add. @param {string} method @param {string} path @param {Schema} operation @param {import('./answer-types.mjs').AnswerType | undefined} answer @param {import('./scim-operations.mjs').ScimTables} scim */
function describeOperation(method, path, operation, answer, scim) {
  operation.operationId = operationName(method, path);
  if (answer?.description && !operation.description) operation.description = answer.description;
  const [status = '200'] = Object.keys(operation.responses);
  const success = operation.responses[status];
  if (answer?.schema && !success.content) success.content = { 'application/json': { schema: answer.schema } };
  if (path.startsWith('/scim/')) describeScim(method, path, operation, scim);
  if (path === '/admin/v1/imports/{importId}/errors') success.content = { 'application/x-ndjson': { schema: { type: 'string' } } };
  if (path.startsWith('/admin/') && method === 'GET')
    operation.responses[304] = { description: 'Not changed since the version in If-None-Match' };
  if (path.startsWith('/admin/') && method !== 'GET' && !/^(search|list)/.test(operation.operationId))
    addCommonParameters(method, path, operation);
}

/** @param {string} method @param {string} path @param {Schema} operation */
function addCommonParameters(method, path, operation) {
  const names = (operation.parameters ?? []).map((/** @type {Schema} */ parameter) => parameter.name);
  operation.parameters ??= [];
  if (!names.includes('dryRun') && !path.startsWith('/admin/v1/import'))
    operation.parameters.push({ $ref: '#/components/parameters/dryRun' });
  if (method === 'POST' && !path.startsWith('/admin/v1/import'))
    operation.parameters.push({ $ref: '#/components/parameters/idempotencyKey' });
}

/** What every operation has. @param {string} method @param {string} path @param {Schema} operation */
function completeOperation(method, path, operation) {
  operation.tags ??= ['OpenID Connect'];
  operation.summary ||= summaryOf(operation.operationId);
  operation.security ??= [];
  const declared = operation.parameters ?? [];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const missing = inPath.filter(
    (name) => !declared.some((/** @type {Schema} */ parameter) => parameter.in === 'path' && parameter.name === name),
  );
  const named = missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  operation.parameters = [...named, ...declared].toSorted((a, b) => Number(b.in === 'path') - Number(a.in === 'path'));
  for (const parameter of operation.parameters)
    if (parameter.name === 'orgId') parameter.description = 'id of the organization; listOrganizations shows it';
  for (const [status, answer] of Object.entries(/** @type {Record<string, Schema>} */ (operation.responses)))
    answer.description ||= { 200: 'Done', 201: 'Added', 202: 'Accepted', 204: 'Done' }[status] ?? 'Done';
  Object.assign(operation.responses, errorsOf(method, path, operation));
  const access = operation['x-access'];
  const own = ownDescription(operation);
  operation.description = own;
  if (access?.permission) {
    const where = access.kind === 'service' ? 'for the whole service' : 'in the organization';
    operation.description = [own, `Needs the permission \`${access.permission}\` ${where}.`].filter(Boolean).join('\n\n');
  }
}

/** What the description says beyond the summary, without the line breaks of the source. @param {Schema} operation @returns {string} */
function ownDescription({ summary, description = '' }) {
  const joined = description.replaceAll(/(?<!\n)\n(?!\n)/g, ' ');
  return joined.replace(/\.$/, '') === summary.replace(/\.$/, '') ? '' : joined;
}

/** Lists of bodies whose elements get lost where a class is composed of others. @param {Record<string, Schema>} schemas @param {Record<string, Schema>} typed */
function withLists(schemas, typed) {
  for (const [name, schema] of Object.entries(schemas))
    for (const [member, property] of Object.entries(/** @type {Record<string, Schema>} */ (schema.properties ?? {})))
      if (property.items?.type === 'array' && !property.items.items) property.items = typed[name]?.properties[member]?.items ?? {};
  for (const [name, schema] of Object.entries(typed)) schemas[name] ??= schema;
  return schemas;
}

/** Views that NestJS found by decorators: those read off the types stand in their place. @param {Record<string, Schema>} schemas */
function withoutViews(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name.replace(/View$/, ''), schema]));
}

/** References follow the names of the components. @param {Schema} document @returns {Schema} */
function renamed(document) {
  return JSON.parse(JSON.stringify(document).replace(/(#\/components\/schemas\/\w+?)View"/g, '$1"'));
}

/** Without components that nothing refers to. @param {Schema} document @returns {Schema} */
function withoutUnused(document) {
  for (const kind of ['schemas', 'responses']) {
    for (;;) {
      const text = JSON.stringify(document);
      const unused = Object.keys(document.components[kind]).filter((name) => !text.includes(`"#/components/${kind}/${name}"`));
      if (unused.length === 0) break;
      for (const name of unused) delete document.components[kind][name];
    }
  }
  for (const item of Object.values(document.paths))
    for (const [method, operation] of Object.entries(item)) addExample(method.toUpperCase(), operation, document);
  return document;
}

/** @param {string} _method @param {Schema} operation @param {Schema} document */
function addExample(_method, operation, document) {
  for (const content of Object.values(/** @type {Record<string, Schema>} */ (operation.requestBody?.content ?? {})))
    content.example ??= BODY_EXAMPLES[operation.operationId] ?? exampleOf(content.schema, document);
}

/** Members in two spellings, of which Go generators would make one name: the older spelling gets a name of its own. @param {Record<string, Schema>} schemas */
function withGoNames(schemas) {
  for (const { properties = {} } of Object.values(schemas))
    for (const [name, member] of Object.entries(/** @type {Record<string, Schema>} */ (properties))) {
      const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
      const twin = words.join('');
      if (words.length > 1 && twin.charAt(0).toLowerCase() + twin.slice(1) in properties) member['x-go-name'] = `${twin}Spelled`;
    }
  return sorted(schemas);
}

/** @param {Record<string, Schema>} map */
function sorted(map) {
  return Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
