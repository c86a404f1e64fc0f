// Speaks to a service whose public address leads elsewhere: the data of an upgrade test keeps its issuer, and the service listens on any free port.
import { createHash, randomBytes } from 'node:crypto';
import { browser } from '../../tour/browser.mjs';

/** No program listens there: only the address is read. */
export const CALLBACK = 'https://app.example.com/callback';
const TIMEOUT_MS = 30_000;

/**
 * @typedef {{ status: number, headers: Headers, body: any }} Answer
 * @typedef {{ clientId: string, clientSecret?: string }} Client
 */

/**
 * @param {string} publicUrl what the service calls itself
 * @param {string} listening where it is
 */
export function visitor(publicUrl, listening) {
  /** @type {typeof fetch} */
  const send = (input, init) => fetch((input instanceof Request ? input.url : input.toString()).replace(publicUrl, listening), init);

  /**
   * @param {string} method @param {string} path @param {{ token?: string, body?: unknown, type?: string, headers?: Record<string, string> }} [facts]
   * @returns {Promise<Answer>}
   */
  async function ask(method, path, { token, body, type, headers } = {}) {
    const mediaType = type ?? (path.startsWith('/scim/') ? 'application/scim+json' : 'application/json');
    const response = await send(publicUrl + path, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': mediaType }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
    };
  }

  /** @param {string} path @param {Record<string, string>} form @param {Client} [client] @returns {Promise<Answer>} */
  function post(path, form, client) {
    const basic = client?.clientSecret && Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    return ask('POST', path, {
      body: new URLSearchParams({ ...form, ...(client && !basic ? { client_id: client.clientId } : {}) }).toString(),
      type: 'application/x-www-form-urlencoded',
      ...(basic ? { headers: { authorization: `Basic ${basic}` } } : {}),
    });
  }

  /**
   * A whole sign-in by the code flow, in a browser of its own.
   * @param {Client} client @param {string} loginName @param {string} password @param {string} scope
   * @returns {Promise<Answer>} of the token endpoint
   */
  async function signIn(client, loginName, password, scope) {
    const verifier = randomBytes(32).toString('base64url');
    const tab = browser(TIMEOUT_MS, send);
    const query = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const page = await tab.open(new URL(`${publicUrl}/oauth/v2/authorize?${query}`), CALLBACK);
    const stop = await tab.submit(page, { loginName, password }, CALLBACK);
    if (!stop.arrived) throw new Error(`${loginName} could not sign in: ${stop.status} ${stop.title} at ${stop.address}`);
    return post(
      '/oauth/v2/token',
      {
        grant_type: 'authorization_code',
        code: stop.address.searchParams.get('code') ?? String(stop.address),
        redirect_uri: CALLBACK,
        code_verifier: verifier,
      },
      client,
    );
  }

  /**
   * Begins a sign-in that continues at an identity provider.
   * @param {Client} client @param {string} providerId @param {string} until the provider's authorization endpoint
   * @returns {Promise<{ state: string, cookie: string }>} what the answer of the provider brings
   */
  async function leaveFor(client, providerId, until) {
    const tab = browser(TIMEOUT_MS, send);
    const query = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: `openid urn:gatehouse:iam:org:idp:id:${providerId}`,
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const stop = await tab.open(new URL(`${publicUrl}/oauth/v2/authorize?${query}`), until);
    const state = stop.address.searchParams.get('state');
    if (!stop.arrived || !state) throw new Error(`the sign-in did not reach the provider: ${stop.status} ${stop.title} at ${stop.address}`);
    return { state, cookie: tab.cookieHeader() };
  }

  return { ask, post, signIn, leaveFor };
}
