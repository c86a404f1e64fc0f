// Tokens and checks that tell ten roles of a project, five given to the user itself and five through a group in a group, against the same without.
import { basic, fetchJson } from '../harness/service.mjs';
import { addApplication } from './applications.mjs';
import { BROWSERS, CODE_FLOW } from './code-flow.mjs';
import { form, personName, usersPath } from './requests.mjs';
import { addPerson, authorizePath, openSession, redemption } from './sessions.mjs';

const IAM = 'urn:gatehouse:iam:org:project';
const ROLES = `${IAM}s:roles`;
const KEYS = Array.from({ length: 10 }, (_, index) => `role-${index}`);
/** Given to the person itself; the others come by groups. */
const OWN = 5;
const PERSON = 965_000_000;
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
      // Groups have no service users.
      await addRoles(service, projectId);
      await authorize(service, projectId, userId, KEYS);
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
      const { authorization, people } = await signedIn(service);
      const requests = (/** @type {string[]} */ tokens) =>
        tokens.map((token) => form('/oauth/v2/introspect', { token, token_type_hint: 'access_token' }, authorization));
      const asked = requests(people.map(({ tokens }) => tokens.access_token));
      for (const request of asked) assertTold(JSON.stringify(await fetchForm(service, request)));
      return { requests: asked, without: { requests: requests(people.map(({ plain }) => plain.access_token)) } };
    },
    request: inTurn,
  }),
  row({
    name: 'userinfo-roles',
    async setup({ service }) {
      const { people } = await signedIn(service);
      const requests = (/** @type {string[]} */ tokens) =>
        tokens.map((token) => ({ method: 'GET', path: '/oidc/v1/userinfo', headers: { authorization: `Bearer ${token}` } }));
      const asked = requests(people.map(({ tokens }) => tokens.access_token));
      for (const { path, headers } of asked) assertTold(JSON.stringify(await fetchJson(service.url + path, { headers })));
      return { requests: asked, without: { requests: requests(people.map(({ plain }) => plain.access_token)) } };
    },
    request: inTurn,
  }),
  row({
    ...CODE_FLOW,
    name: 'code-flow-roles',
    async setup({ service }) {
      const { clientId, authorization, people } = await signedIn(service);
      for (const { tokens } of people) assertTold(decodePayload(tokens.id_token));
      const context = { authorization, sessions: people.map(({ cookie }) => cookie) };
      return { ...context, path: authorizePath(clientId, `openid ${ROLES}`), without: { ...context, path: authorizePath(clientId) } };
    },
  }),
];

/** @param {{ requests: Array<import('../harness/connection.mjs').Request> }} context */
function inTurn({ requests }) {
  return (/** @type {number} */ serial) => /** @type {import('../harness/connection.mjs').Request} */ (requests[serial % requests.length]);
}

/** @type {WeakMap<Service, ReturnType<typeof makeSignedIn>>} */
const crowds = new WeakMap();

/** Made once for each service. @param {Service} service */
function signedIn(service) {
  const known = crowds.get(service) ?? makeSignedIn(service);
  crowds.set(service, known);
  return known;
}

/** An application whose ID tokens tell roles, and people who have some, each with a session and tokens with roles and without. @param {Service} service */
async function makeSignedIn(service) {
  const application = await addApplication(service, ['authorization_code'], { idTokenRoleAssertion: true });
  const { projectId, clientId, authorization } = application;
  await addRoles(service, projectId);
  /** @param {string} cookie @param {string} scope */
  const tokensFor = async (cookie, scope) => {
    const back = await fetch(service.url + authorizePath(clientId, scope), { headers: { cookie }, redirect: 'manual' });
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
    return fetchForm(service, form('/oauth/v2/token', redemption(code), authorization));
  };
  const people = [];
  for (let number = PERSON; number < PERSON + BROWSERS; number++) {
    const loginName = await addPerson(service, number);
    const filter = new URLSearchParams({ filter: `userName eq "${personName(number)}"`, attributes: 'id' });
    const { id } = (await service.call('GET', `${usersPath(service.credentials)}?${filter}`)).Resources[0];
    await authorize(service, projectId, id, KEYS.slice(0, OWN));
    const inner = await addGroup(service, `Benchmark ${number}, inner`, id);
    await authorize(service, projectId, await addGroup(service, `Benchmark ${number}, outer`, inner), KEYS.slice(OWN));
    const cookie = await openSession(service, clientId, loginName);
    people.push({ cookie, tokens: await tokensFor(cookie, `openid ${ROLES}`), plain: await tokensFor(cookie, 'openid') });
  }
  return { ...application, people };
}

/** @param {Service} service @param {string} displayName @param {string} member @returns {Promise<string>} its id */
async function addGroup(service, displayName, member) {
  const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName, members: [{ value: member }] };
  return (await service.call('POST', `/scim/v2/${service.credentials.orgId}/Groups`, group)).id;
}

/** @param {Service} service @param {string} projectId */
const projectPath = ({ credentials }, projectId) => `/admin/v1/organizations/${credentials.orgId}/projects/${projectId}`;

/** @param {Service} service @param {string} projectId */
async function addRoles(service, projectId) {
  for (const key of KEYS) await service.call('POST', `${projectPath(service, projectId)}/roles`, { key });
}

/** @param {Service} service @param {string} projectId @param {string} holderId @param {string[]} roleKeys */
async function authorize(service, projectId, holderId, roleKeys) {
  await service.call('POST', `${projectPath(service, projectId)}/authorizations`, { holderId, roleKeys });
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
  const missing = KEYS.filter((key) => !text.includes(`"${key}"`));
  if (missing.length > 0) throw new Error(`These roles were not told: ${missing.join(', ')}.`);
}
