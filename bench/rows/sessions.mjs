// Browsers that have signed in, or are about to, as what they send: cookies and addresses. For rows that play the browser themselves.
import { createHash } from 'node:crypto';
import { firstForm } from '../../tour/browser.mjs';
import { form, personName, scimPerson, usersPath } from './requests.mjs';

export const PASSWORD = 'Correct-Horse-7';
const VERIFIER = 'a-verifier-that-is-always-the-same-and-long-enough';
/** As every application of the benchmark has it. */
const CALLBACK = 'https://app.example.com/callback';

/**
 * `page`: where the login form goes.
 * @typedef {{ page: string, cookie: string }} PendingSignIn
 * @typedef {import('../harness/service.mjs').Service} Service
 */

/** @param {Service} service @param {number} number that no other row uses @returns {Promise<string>} the login name */
export async function addPerson(service, number) {
  const person = scimPerson(personName(number));
  await service.call('POST', usersPath(service.credentials), { ...person, password: PASSWORD });
  return person.emails[0]?.value ?? '';
}

/** Where an application sends people. @param {string} clientId @param {string} [scope] */
export function authorizePath(clientId, scope = 'openid') {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `/oauth/v2/authorize?${query.toString()}`;
}

/** What the application sends with a code from {@link authorizePath}. @param {string} code */
export function redemption(code) {
  return { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: VERIFIER };
}

/** Stops at the login page. @param {Service} service @param {string} clientId @returns {Promise<PendingSignIn>} */
export async function beginSignIn(service, clientId) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  const page = await follow(service, authorizePath(clientId), {}, cookies);
  return { page, cookie: header(cookies) };
}

/** Signs in. @param {Service} service @param {string} clientId @param {string} loginName @returns {Promise<string>} the cookies of a browser that has */
export async function openSession(service, clientId, loginName) {
  return header(await openBrowser(service, clientId, loginName));
}

/** The same. @param {Service} service @param {string} clientId @param {string} loginName @returns {Promise<Map<string, string>>} the cookies by name */
export async function openBrowser(service, clientId, loginName) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  const page = await follow(service, authorizePath(clientId), {}, cookies);
  const { method, headers = {}, body = '' } = form(page, { loginName, password: PASSWORD });
  const back = await follow(service, page, { method, headers, body }, cookies);
  const end = await follow(service, back, {}, cookies);
  if (!end.startsWith('/callback?')) throw new Error(`The sign-in failed: the browser was sent to ${end}.`);
  return cookies;
}

/**
 * A person, who signs in to the account page with the password for it, adds a passkey.
 * @param {Service} service @param {string} loginName @param {import('../../test/support/authenticator.mjs').Authenticator} key
 */
export async function addPasskey(service, loginName, key) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  /** @param {string} path @param {Record<string, string>} fields */
  const post = (path, fields) => {
    const { method, headers = {}, body = '' } = form(path, fields);
    return visit(service, path, { method, headers, body }, cookies);
  };
  const { method, headers = {}, body = '' } = form('/account/sign-in', { loginName, password: PASSWORD });
  await follow(service, '/account/sign-in', { method, headers, body }, cookies);
  const page = await (await post('/account/passkeys', { action: 'add', currentPassword: PASSWORD })).text();
  const options = /data-options="([^"]+)"/.exec(page)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const fields = firstForm(page)?.fields;
  if (options === undefined || !fields) throw new Error(`The page asks for no passkey: ${page}`);
  const done = await post('/account/new-passkey', { ...fields, credential: key.create(JSON.parse(options)) });
  if (!done.ok) throw new Error(`The passkey was answered ${done.status}: ${await done.text()}`);
}

/** One request that leads on. @param {Service} service @param {string} path @param {RequestInit} init @param {Map<string, string>} cookies @returns {Promise<string>} path and query of where */
async function follow(service, path, init, cookies) {
  const answer = await visit(service, path, init, cookies);
  await answer.arrayBuffer();
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${path} was answered ${answer.status} and leads nowhere.`);
  const { pathname, search } = new URL(location, service.url);
  return pathname + search;
}

/** One request. @param {{ url: string }} service @param {string} path @param {RequestInit} init @param {Map<string, string>} cookies */
export async function visit(service, path, init, cookies) {
  const answer = await fetch(service.url + path, { ...init, redirect: 'manual', headers: { ...init.headers, cookie: header(cookies) } });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

/** @param {Map<string, string>} cookies */
function header(cookies) {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
