// Tokens and checks that tell ten roles of a project, five given to the user itself and five through a group in a group, against the same without.
import { basic, fetchJson } from '../harness/service.mjs';
import { addApplication } from './applications.mjs';
import { BROWSERS, CODE_FLOW } from './code-flow.mjs';
import { form, personName, usersPath } from './requests.mjs';
import { addPerson, authorizePath, openSession, redemption } from './sessions.mjs';

const IAM = 'urn:gatehouse:iam:org:project';
const ROLES = `${IAM}s:roles`;
const OWN = 5;
const PERSON = 970_000_000;
const GOAL = { ratio: 0.8, by: /** @type {Array<'rate' | 'cpu'>} */ (['rate', 'cpu']) };

/** @typedef {import('../harness/service.mjs').Service} Service */

/**
 * The same service, asked about what is in `without`, which has no roles in it.
 * @param {Pick<import('../harness/measure.mjs').Row, 'name' | 'setup'> & Partial<import('../harness/measure.mjs').Row>} row
 * @returns {import('../harness/measure.mjs').Row}
 */
function row(row) {
  return {
    unit: 'answers',
    connections: 16,
    limit: {
      name: 'without roles',
      start: async ({ service: { url, pid } }, { without }) => ({ url, pid, context: without }),
    },
    goals: { mariadb: GOAL },
    ...row,
  };
}

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  row({
    name: 'client-credentials-jwt-roles',
    unit: 'tokens',
    async setup({ service }) {
      const { projectId } = await addApplication(service);
      const users = `/admin/v1/organizations/${service.credentials.orgId}/service-users`;
      const { userId } = await service.call('POST', users, { userName: 'bench-jwt-roles', accessTokenType: 'jwt' });
      const { clientId, clientSecret } = await service.call('POST', `${users}/${userId}/secrets`, {});
      // Groups have people only.
      await giveRoles(service, projectId, userId, 0, 2 * OWN);
      const authorization = basic(clientId, clientSecret);
      const scope = `${IAM}:id:${projectId}:aud`;
      assertTold(decodePayload((await obtain(service, authorization, { scope: `${scope} ${ROLES}` })).access_token));
      return { authorization, scope: `${scope} ${ROLES}`, without: { authorization, scope } };
    },
    request({ authorization, scope }) {
      const request = form('/oauth/v2/token', { grant_type: 'client_credentials', scope }, authorization);
      return () => request;
    },
  }),
  row({
    name: 'introspection-roles',
    async setup({ service }) {
      const { authorization, tokens, plain } = await signedIn(service);
      const told = await fetchForm(service, form('/oauth/v2/introspect', { token: tokens.access_token }, authorization));
      assertTold(JSON.stringify(told));
      return { authorization, token: tokens.access_token, without: { authorization, token: plain.access_token } };
    },
    request({ authorization, token }) {
      const request = form('/oauth/v2/introspect', { token, token_type_hint: 'access_token' }, authorization);
      return () => request;
    },
  }),
  row({
    name: 'userinfo-roles',
    async setup({ service }) {
      const { tokens, plain } = await signedIn(service);
      const headers = { authorization: `Bearer ${tokens.access_token}` };
      assertTold(JSON.stringify(await fetchJson(`${service.url}/oidc/v1/userinfo`, { headers })));
      return { headers, without: { headers: { authorization: `Bearer ${plain.access_token}` } } };
    },
    request({ headers }) {
      const request = { method: 'GET', path: '/oidc/v1/userinfo', headers };
      return () => request;
    },
  }),
  row({
    ...CODE_FLOW,
    name: 'code-flow-roles',
    async setup({ service }) {
      const { clientId, authorization, loginName, tokens } = await signedIn(service);
      assertTold(decodePayload(tokens.id_token));
      const sessions = [];
      for (let i = 0; i < BROWSERS; i++) sessions.push(await openSession(service, clientId, loginName));
      const context = { authorization, sessions };
      return { ...context, path: authorizePath(clientId, `openid ${ROLES}`), without: { ...context, path: authorizePath(clientId) } };
    },
  }),
];

/** @type {WeakMap<Service, ReturnType<typeof makeSignedIn>>} */
const people = new WeakMap();

/** Made once for each service. @param {Service} service */
function signedIn(service) {
  const known = people.get(service) ?? makeSignedIn(service);
  people.set(service, known);
  return known;
}

/** A person with roles, an application whose ID tokens tell them, and its tokens with roles and without. @param {Service} service */
async function makeSignedIn(service) {
  const application = await addApplication(service, ['authorization_code'], { idTokenRoleAssertion: true });
  const { projectId, clientId, authorization } = application;
  const loginName = await addPerson(service, PERSON);
  const filter = new URLSearchParams({ filter: `userName eq "${personName(PERSON)}"`, attributes: 'id' });
  const { Resources } = await service.call('GET', `${usersPath(service.credentials)}?${filter}`);
  const userId = Resources[0].id;
  await giveRoles(service, projectId, userId, 0, OWN);
  const inner = await addGroup(service, 'Benchmark, inner', userId);
  await giveRoles(service, projectId, await addGroup(service, 'Benchmark, outer', inner), OWN, OWN);
  const cookie = await openSession(service, clientId, loginName);
  /** @param {string} scope */
  const tokensFor = async (scope) => {
    const back = await fetch(service.url + authorizePath(clientId, scope), { headers: { cookie }, redirect: 'manual' });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    return fetchForm(service, form('/oauth/v2/token', redemption(code), authorization));
  };
  return { ...application, loginName, tokens: await tokensFor(`openid ${ROLES}`), plain: await tokensFor('openid') };
}

/** @param {Service} service @param {string} displayName @param {string} member @returns {Promise<string>} its id */
async function addGroup(service, displayName, member) {
  const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName, members: [{ value: member }] };
  return (await service.call('POST', `/scim/v2/${service.credentials.orgId}/Groups`, group)).id;
}

/** New roles of the project, from number `from` on. @param {Service} service @param {string} projectId @param {string} holderId @param {number} from @param {number} count */
async function giveRoles(service, projectId, holderId, from, count) {
  const project = `/admin/v1/organizations/${service.credentials.orgId}/projects/${projectId}`;
  const roleKeys = Array.from({ length: count }, (_, index) => `role-${from + index}`);
  for (const key of roleKeys) await service.call('POST', `${project}/roles`, { key });
  await service.call('POST', `${project}/authorizations`, { holderId, roleKeys });
}

/** @param {Service} service @param {string} authorization @param {Record<string, string>} fields */
function obtain(service, authorization, fields) {
  return fetchForm(service, form('/oauth/v2/token', { grant_type: 'client_credentials', ...fields }, authorization));
}

/** @param {Service} service @param {import('../harness/connection.mjs').Request} request */
function fetchForm(service, { path, method, headers = {}, body = '' }) {
  return fetchJson(service.url + path, { method, headers, body });
}

/** @param {string} jwt */
const decodePayload = (jwt) => Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();

/** A row that measures no roles would look very well. @param {string} text */
function assertTold(text) {
  const missing = Array.from({ length: 2 * OWN }, (_, index) => `"role-${index}"`).filter((key) => !text.includes(key));
  if (missing.length > 0) throw new Error(`These roles were not told: ${missing.join(', ')}.`);
}
