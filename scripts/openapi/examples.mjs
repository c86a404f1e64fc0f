// Bodies as a reader would send them: written down where a reader would choose, else made of the schema.
/** @typedef {import('./answer-types.mjs').Schema} Schema */

/** A person with what every organization requires. */
const USER = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'bjensen',
  name: { givenName: 'Barbara', familyName: 'Jensen' },
  emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
};
const GROUP = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Crew' };
const SEARCH = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: 'userName sw "b"', count: 10 };
const patch = (/** @type {object} */ operation) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [operation],
});

const PROVIDER = {
  kind: 'oidc',
  name: 'Example Corp',
  issuer: 'https://login.example.com',
  clientId: 'gatehouse',
  clientSecret: 'the-secret-of-the-provider',
};

const IMPORT = { dataOrgs: { orgs: [{ orgId: 'example', org: { name: 'Example Ltd' } }] }, timeout: '5m30s' };

/** Ids of what was added before: the explorer and test/docs/examples.spec.ts put them in. */
const MEMBER = { userId: '{userId}' };

/** By operationId. @type {Readonly<Record<string, unknown>>} */
export const BODY_EXAMPLES = {
  createScimUser: USER,
  replaceScimUser: USER,
  updateScimUser: patch({ op: 'replace', path: 'title', value: 'Captain' }),
  createScimGroup: GROUP,
  replaceScimGroup: GROUP,
  updateScimGroup: patch({ op: 'replace', path: 'displayName', value: 'Officers' }),
  searchScimUsers: SEARCH,
  searchScimGroups: { ...SEARCH, filter: 'displayName sw "C"' },
  searchScim: { ...SEARCH, filter: 'id pr' },
  runScimBulk: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
    Operations: [{ method: 'POST', path: '/Users', bulkId: '1', data: USER }],
  },
  importOrganizations: IMPORT,
  createImport: IMPORT,
  createProjectGrant: { grantedOrgId: '{grantedOrgId}', roleKeys: ['accountant'] },
  createProjectAuthorization: { holderId: '{userId}', roleKeys: ['accountant'] },
  createGrantedProjectAuthorization: { holderId: '{userId}', roleKeys: ['accountant'] },
  createMember: { ...MEMBER, role: 'ORG_OWNER' },
  createServiceMember: { ...MEMBER, role: 'IAM_OWNER' },
  createProjectMember: { ...MEMBER, role: 'PROJECT_OWNER' },
  createGrantedProjectMember: { ...MEMBER, role: 'PROJECT_GRANT_OWNER' },
  createPersonIdentityLink: { identityProviderId: '{identityProviderId}', subject: '248289761001', loginName: 'ada@example.com' },
  createGroupMember: { memberIds: ['{userId}'] },
  removeGroupMembers: { memberIds: ['{userId}'] },
  createDomain: { domain: 'mail.example.com' },
  createIdentityProvider: PROVIDER,
  createServiceIdentityProvider: PROVIDER,
  updateIdentityProvider: { creation: 'automatic' },
  updateServiceIdentityProvider: { buttonLabel: 'Continue with Example Corp' },
  setPersonTemporaryPassword: { password: 'Correct-Horse-7' },
  createProjectRegistrationToken: {
    name: 'Partner portal',
    maxApplications: 5,
    policy: { redirectHosts: ['app.example.com'], scopes: ['openid', 'email'], unusedDays: 90 },
  },
  createProjectApplication: { name: 'Wiki', redirectUris: ['https://wiki.example.com/callback'] },
  setProjectApplication: { name: 'Wiki', redirectUris: ['https://wiki.example.com/callback'] },
  updateProjectApplication: { name: 'Wiki of the crew' },
};

/** The required members of a schema and those that have an example, with plain values. @param {Schema} schema @param {Schema} document @returns {unknown} */
export function exampleOf(schema, document) {
  if (schema.$ref) return exampleOf(document.components.schemas[schema.$ref.split('/').at(-1)], document);
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length > 0) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  for (const several of [schema.allOf, schema.anyOf, schema.oneOf]) if (several) return exampleOf(several[0], document);
  const type = [schema.type].flat()[0];
  if (type === 'object' || schema.properties) return exampleObject(schema, document);
  if (type === 'array') return [exampleOf(schema.items ?? {}, document)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  return schema.format === 'date-time' ? '2030-01-01T00:00:00Z' : 'text';
}

/** @param {Schema} schema @param {Schema} document */
function exampleObject(schema, document) {
  const chosen = Object.entries(/** @type {Record<string, Schema>} */ (schema.properties ?? {})).filter(
    ([name, member]) => schema.required?.includes(name) || member.example !== undefined,
  );
  return Object.fromEntries(chosen.map(([name, member]) => [name, exampleOf(member, document)]));
}
