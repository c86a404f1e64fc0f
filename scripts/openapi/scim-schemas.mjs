// The schemas of SCIM messages (RFC 7643, RFC 7644), made from the attribute tables. Names are compared whatever their case (RFC 7643 section
// 2.1), and dialects relax what is required: the schemas say what is sent by and to a client that keeps to the RFCs.

/**
 * @typedef {import('./answer-types.mjs').Schema} Schema
 * @typedef {import('../../src/scim/protocol/schema/attribute.js').Attribute} Attribute
 * @typedef {import('../../src/scim/protocol/schema/attribute.js').ResourceType} ResourceType
 */

/** What no choice of attributes takes away (RFC 7643 section 7, returned: always). */
const REQUIRED_IN_ANSWERS = ['schemas', 'id'];

/**
 * @param {readonly ResourceType[]} types @param {Readonly<Record<string, string>>} urn of the messages @param {string} detailUrn of errors
 * @param {string} warningUrn of what was left out of a request
 * @returns {Record<string, Schema>} by name of the component
 */
export function scimSchemas(types, urn, detailUrn, warningUrn) {
  const message = (/** @type {string} */ name) => ({ type: 'array', items: { type: 'string' }, examples: [[urn[name]]] });
  return {
    ...Object.fromEntries(
      types.flatMap((type) => [
        [`Scim${type.name}`, answerOf(type, warningUrn)],
        [`Scim${type.name}Input`, inputOf(type)],
      ]),
    ),
    ...Object.fromEntries(types.map((type) => [`Scim${type.name}List`, listOf(`Scim${type.name}`, message('listResponse'))])),
    ScimResourceList: listOf(undefined, message('listResponse')),
    ScimWarning: {
      type: 'object',
      description: "What was left out of a POST, PUT or PATCH because it can't be stored; the rest was done.",
      required: ['omitted'],
      properties: {
        omitted: {
          type: 'array',
          items: {
            type: 'object',
            required: ['attribute', 'path', 'kind', 'id', 'message'],
            properties: {
              attribute: { type: 'string', examples: ['phoneNumbers.value'] },
              path: { type: 'string', description: 'where it stands in the request', examples: ['phoneNumbers[0].value'] },
              kind: { type: 'string', description: 'what the value was meant to be', examples: ['phone number'] },
              id: { type: 'string', description: 'stable; the reason', examples: ['SCIM-VALUE-FORMAT'] },
              message: { type: 'string' },
            },
          },
        },
      },
    },
    ScimPatchOp: {
      type: 'object',
      description: 'RFC 7644 section 3.5.2.',
      required: ['schemas', 'Operations'],
      properties: {
        schemas: message('patchOp'),
        Operations: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['op'],
            properties: {
              op: { type: 'string', enum: ['add', 'replace', 'remove'] },
              path: { type: 'string', description: 'An attribute, for example emails[type eq "work"].value' },
              value: { description: 'What to add or replace: any JSON value' },
            },
          },
        },
      },
    },
    ScimSearchRequest: {
      type: 'object',
      description: 'RFC 7644 section 3.4.3.',
      required: ['schemas'],
      properties: { schemas: message('searchRequest'), ...LIST_MEMBERS },
    },
    ScimBulkRequest: {
      type: 'object',
      description: 'RFC 7644 section 3.7.',
      required: ['schemas', 'Operations'],
      properties: {
        schemas: message('bulkRequest'),
        failOnErrors: { type: 'integer', minimum: 1 },
        Operations: { type: 'array', items: { $ref: '#/components/schemas/ScimBulkOperation' } },
      },
    },
    ScimBulkOperation: {
      type: 'object',
      required: ['method'],
      properties: {
        method: { type: 'string', enum: ['POST', 'PUT', 'PATCH', 'DELETE'] },
        bulkId: { type: 'string' },
        version: { type: 'string' },
        path: { type: 'string' },
        data: { description: 'The body of the operation', type: 'object', additionalProperties: true },
      },
    },
    ScimBulkResponse: {
      type: 'object',
      required: ['schemas', 'Operations'],
      properties: {
        schemas: message('bulkResponse'),
        Operations: {
          type: 'array',
          items: {
            type: 'object',
            required: ['method', 'status'],
            properties: {
              method: { type: 'string' },
              bulkId: { type: 'string' },
              version: { type: 'string' },
              location: { type: 'string' },
              status: { type: 'string' },
              response: { description: 'The error, or what was left out of the operation', type: 'object', additionalProperties: true },
            },
          },
        },
      },
    },
    ScimDocument: {
      type: 'object',
      description: 'A discovery document (RFC 7643 sections 5 to 7).',
      required: ['schemas', 'meta'],
      properties: { schemas: { type: 'array', items: { type: 'string' } }, meta: { type: 'object', additionalProperties: true } },
      additionalProperties: true,
    },
    ScimDocumentList: listOf('ScimDocument', message('listResponse')),
    ScimError: {
      type: 'object',
      description: 'RFC 7644 section 3.12.',
      required: ['schemas', 'status'],
      properties: {
        schemas: message('error'),
        status: { type: 'string' },
        scimType: { type: 'string' },
        detail: { type: 'string' },
        [detailUrn]: {
          type: 'object',
          required: ['id', 'message'],
          properties: { id: { type: 'string', description: 'stable; what happened' }, message: { type: 'string' } },
        },
      },
    },
  };
}

/** What a list or a search may name (RFC 7644 section 3.4.2, RFC 9865). */
const LIST_MEMBERS = {
  filter: { type: 'string', examples: ['userName eq "bjensen"'] },
  sortBy: { type: 'string' },
  sortOrder: { type: 'string', enum: ['ascending', 'descending'] },
  startIndex: { type: 'integer' },
  count: { type: 'integer' },
  cursor: { type: 'string', description: 'nextCursor of the page before; empty for the first one' },
  attributes: { type: 'array', items: { type: 'string' } },
  excludedAttributes: { type: 'array', items: { type: 'string' } },
};

/** @param {readonly string[]} [names] @returns {Schema[]} query parameters of a SCIM operation */
export function scimParameters(names = Object.keys(LIST_MEMBERS)) {
  return Object.entries(LIST_MEMBERS)
    .filter(([name]) => names.includes(name))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema: schema.type === 'array' ? { type: 'string' } : schema,
      ...(schema.type === 'array' ? { description: 'names of attributes, separated by commas' } : {}),
    }));
}

/** @param {string | undefined} name @param {Schema} schemas @returns {Schema} */
function listOf(name, schemas) {
  return {
    type: 'object',
    description: 'RFC 7644 section 3.4.2.',
    required: ['schemas', 'totalResults', 'Resources'],
    properties: {
      schemas,
      totalResults: { type: 'integer' },
      itemsPerPage: { type: 'integer' },
      startIndex: { type: 'integer' },
      nextCursor: { type: 'string', description: 'RFC 9865; absent on the last page and without cursors' },
      Resources: { type: 'array', items: name ? { $ref: `#/components/schemas/${name}` } : { type: 'object', additionalProperties: true } },
    },
  };
}

/** What an answer may hold: without what is never returned; only part of it when attributes were asked for. @param {ResourceType} type @param {string} warningUrn @returns {Schema} */
function answerOf(type, warningUrn) {
  const shown = type.attributes.filter(({ returned }) => returned !== 'never');
  const answer = objectOf(
    shown,
    type.description,
    (attribute) => REQUIRED_IN_ANSWERS.includes(attribute.name),
    ({ returned }) => returned !== 'never',
  );
  return { ...answer, properties: { ...answer.properties, [warningUrn]: { $ref: '#/components/schemas/ScimWarning' } } };
}

/** What a client may send: without what only the service sets. @param {ResourceType} type @returns {Schema} */
function inputOf(type) {
  const settable = (/** @type {Attribute} */ attribute) => attribute.mutability !== 'readOnly' || attribute.name === 'schemas';
  return objectOf(type.attributes.filter(settable), type.description, ({ name, required }) => required || name === 'schemas', settable);
}

/**
 * @param {readonly Attribute[]} attributes @param {string} description @param {(attribute: Attribute) => boolean} isRequired
 * @param {(attribute: Attribute) => boolean} isPart whether a sub-attribute belongs here
 * @returns {Schema}
 */
function objectOf(attributes, description, isRequired, isPart) {
  const required = attributes.filter(isRequired).map(({ name }) => name);
  return {
    type: 'object',
    description,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(attributes.map((attribute) => [attribute.name, schemaOf(attribute, isPart)])),
  };
}

/** @param {Attribute} attribute @param {(attribute: Attribute) => boolean} isPart @returns {Schema} */
function schemaOf(attribute, isPart) {
  const one = valueOf(attribute, isPart);
  if (!attribute.multiValued) return { ...one, description: attribute.description };
  return { type: 'array', items: one, description: attribute.description };
}

/** @param {Attribute} attribute @param {(attribute: Attribute) => boolean} isPart @returns {Schema} */
function valueOf(attribute, isPart) {
  if (attribute.type === 'complex') {
    const parts = attribute.subAttributes.filter(isPart);
    return {
      type: 'object',
      properties: Object.fromEntries(parts.map((part) => [part.name, schemaOf(/** @type {Attribute} */ (part), isPart)])),
    };
  }
  if (attribute.type === 'boolean') return { type: 'boolean' };
  if (attribute.type === 'dateTime') return { type: 'string', format: 'date-time' };
  return {
    type: 'string',
    ...(attribute.type === 'reference' ? { format: 'uri-reference' } : attribute.type === 'binary' ? { format: 'byte' } : {}),
    ...(attribute.canonicalValues ? { examples: [...attribute.canonicalValues] } : {}),
  };
}
