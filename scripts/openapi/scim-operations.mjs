// What the SCIM operations take and answer, by their method and path.
import { scimParameters, scimSchemas } from './scim-schemas.mjs';

/**
 * @typedef {import('./answer-types.mjs').Schema} Schema
 * @typedef {import('../../src/scim/protocol/schema/attribute.js').ResourceType} ResourceType
 */

const SCIM = 'application/scim+json';
const PROJECTION = ['attributes', 'excludedAttributes'];

/**
 * `types` with their tables, the user first; `urn` of the messages, `detailUrn` of the second part of errors, `warningUrn` of what was left out.
 * @typedef {{ types: readonly ResourceType[], urn: Readonly<Record<string, string>>, detailUrn: string, warningUrn: string }} ScimTables
 */

/** What an operation does beyond its name. @type {Readonly<Record<string, string>>} */
const DESCRIPTIONS = {
  createScimUser: 'Adds a person. If the userName or the externalId is taken, the answer is 409 `uniqueness`.',
  listScimUsers: 'People that a filter matches, such as `userName eq "bjensen"`, page by page.',
  searchScimUsers: 'As the list, with the filter in the body: addresses are written to logs (RFC 7644 section 3.4.3).',
  getScimUser: 'A person with all attributes, or with those named in `attributes`.',
  replaceScimUser: 'Sets the person to the body: attributes that are absent are removed.',
  updateScimUser: 'Changes single attributes by add, replace and remove (RFC 7644 section 3.5.2), all or none.',
  deleteScimUser: 'Removes the person with sessions, tokens and roles. To keep them, set `active` to false instead.',
  createScimGroup: 'Adds a group, with members if the body names them.',
  listScimGroups: 'Groups that a filter matches, such as `displayName eq "Crew"`, page by page.',
  searchScimGroups: 'As the list, with the filter in the body (RFC 7644 section 3.4.3).',
  getScimGroup: 'A group with its members; `excludedAttributes=members` leaves them out.',
  replaceScimGroup: 'Sets name and members of the group to the body.',
  updateScimGroup: 'Adds or removes single members, or renames the group.',
  deleteScimGroup: 'Removes the group; its members lose the roles they had by it.',
  searchScim: 'Searches people and groups at once.',
  runScimBulk: 'Runs many operations in one request, in their order (RFC 7644 section 3.7).',
  getScimMe: 'The person that the token belongs to.',
  getScimServiceProviderConfig: 'Which parts of SCIM the service supports, and its limits.',
  listScimSchemas: 'All attributes of people and groups with their properties.',
  getScimSchema: 'The attributes of one schema, named by its URN.',
  listScimResourceTypes: 'The kinds of resources, with their addresses and schemas.',
  getScimResourceType: 'The address and the schemas of one kind of resource.',
};

/** @param {ScimTables} tables */
export function scimComponents({ types, urn, detailUrn, warningUrn }) {
  return scimSchemas(types, urn, detailUrn, warningUrn);
}

/** @param {string} method @param {string} path @param {Schema} operation @param {ScimTables} tables */
export function describeScim(method, path, operation, { types }) {
  const [, , , , first = '', ...rest] = path.split('/');
  const type = types.find(({ endpoint }) => endpoint === `/${first}`) ?? (first === 'Me' ? types[0] : undefined);
  const form = type ? formOf(method, type.name, rest, first) : OTHER_FORMS[rest.length > 0 ? 'one of' : first];
  if (!form) throw new Error(`No form is known for ${method} ${path}.`);
  operation.description = DESCRIPTIONS[operation.operationId];
  const [status = '200'] = Object.keys(operation.responses);
  if (form.answer) operation.responses[status].content = { [SCIM]: { schema: ref(form.answer) } };
  if (form.body)
    operation.requestBody = {
      required: true,
      content: { [SCIM]: { schema: ref(form.body) }, 'application/json': { schema: ref(form.body) } },
    };
  if (form.parameters) operation.parameters = [...(operation.parameters ?? []), ...scimParameters(form.parameters)];
  if (method === 'GET' && type && (rest.length > 0 || first === 'Me'))
    operation.responses[304] = { description: 'Not changed since the version in If-None-Match' };
  if (method === 'PATCH') operation.responses[204] = { description: 'Changed' };
}

/** @param {string} method @param {string} name @param {string[]} rest @param {string} first @returns {{ answer?: string, body?: string, parameters?: string[] }} */
function formOf(method, name, rest, first) {
  const [answer, input] = [`Scim${name}`, `Scim${name}Input`];
  if (rest[0] === '.search') return { answer: `${answer}List`, body: 'ScimSearchRequest' };
  if (method === 'GET' && rest.length === 0 && first !== 'Me')
    return { answer: `${answer}List`, parameters: ['filter', 'sortBy', 'sortOrder', 'startIndex', 'count', 'cursor', ...PROJECTION] };
  if (method === 'GET') return { answer, parameters: PROJECTION };
  if (method === 'DELETE') return {};
  return { answer, body: method === 'PATCH' ? 'ScimPatchOp' : input, parameters: PROJECTION };
}

/** @type {Readonly<Record<string, { answer?: string, body?: string, parameters?: string[] }>>} */
const OTHER_FORMS = {
  '.search': { answer: 'ScimResourceList', body: 'ScimSearchRequest' },
  Bulk: { answer: 'ScimBulkResponse', body: 'ScimBulkRequest' },
  ServiceProviderConfig: { answer: 'ScimDocument' },
  Schemas: { answer: 'ScimDocumentList' },
  ResourceTypes: { answer: 'ScimDocumentList' },
  'one of': { answer: 'ScimDocument' },
};

/** @param {string} name */
function ref(name) {
  return { $ref: `#/components/schemas/${name}` };
}
