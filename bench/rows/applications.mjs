// An application of the service and the people who sign in to it, over HTTP, for rows that need what comes out of that.
import { createHash, randomBytes } from 'node:crypto';
import { browser } from '../../tour/browser.mjs';
import { basic, fetchJson } from '../harness/service.mjs';
import { form, scimPerson, usersPath } from './requests.mjs';

const CALLBACK = 'https://app.example.com/callback';
const PASSWORD = 'Correct-Horse-7';
const REQUEST_MS = 30_000;

/**
 * @typedef {import('../harness/service.mjs').Service} Service
 * @typedef {{ projectId: string, clientId: string, authorization: string }} Application
 * @typedef {{ access_token: string, id_token: string, refresh_token?: string }} Tokens
 */

/** A web application that keeps a secret, in a project of its own. @param {Service} service @param {string[]} [grantTypes] @param {object} [more] settings @returns {Promise<Application>} */
export async function addApplication(service, grantTypes = ['authorization_code'], more = {}) {
  const projects = `/admin/v1/organizations/${service.credentials.orgId}/projects`;
  const { projectId } = await service.call('POST', projects, { name: 'Benchmark' });
  const application = { name: 'Benchmark', type: 'web', redirectUris: [CALLBACK], grantTypes, ...more };
  const { clientId, clientSecret } = await service.call('POST', `${projects}/${projectId}/applications`, application);
  return { projectId, clientId, authorization: basic(clientId, clientSecret) };
}

/**
 * A new person signs in once, and the application gets `count` authorizations from that session, each with tokens of its own.
 * @param {Service} service @param {Application} application @param {{ userName: string, scope: string, count: number }} wish
 * @returns {Promise<Tokens[]>}
 */
export async function signIn(service, application, { userName, scope, count }) {
  const person = scimPerson(userName);
  await service.call('POST', usersPath(service.credentials), { ...person, password: PASSWORD });
  const tab = browser(REQUEST_MS);
  const tokens = [];
  for (let i = 0; i < count; i++) {
    const verifier = randomBytes(32).toString('base64url');
    const page = await tab.open(authorizationUrl(service, application, scope, verifier), CALLBACK);
    const loginName = person.emails[0]?.value ?? '';
    const end = page.arrived ? page : await tab.submit(page, { loginName, password: PASSWORD }, CALLBACK);
    const code = end.address.searchParams.get('code');
    if (!end.arrived || code === null) throw new Error(`The sign-in failed: "${end.title}" (${end.status}) at ${end.address}`);
    tokens.push(await redeem(service, application, code, verifier));
  }
  return tokens;
}

/** @param {Service} service @param {Application} application @param {string} scope @param {string} verifier */
function authorizationUrl(service, { clientId }, scope, verifier) {
  const address = new URL('/oauth/v2/authorize', service.url);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  return address;
}

/** @param {Service} service @param {Application} application @param {string} code @param {string} verifier @returns {Promise<Tokens>} */
function redeem(service, { authorization }, code, verifier) {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier };
  const { path, method, headers = {}, body = '' } = form('/oauth/v2/token', fields, authorization);
  return fetchJson(service.url + path, { method, headers, body });
}
