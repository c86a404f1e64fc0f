// What the pages are shown with: an organization with a colour, an application on a loopback address, and people. All made over HTTP,
// so that it works with a service in this process and with one in another.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

export const PASSWORD = 'Correct-Horse-7';
// RFC 7636 appendix B.
const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

/**
 * `call` sends as somebody who may do everything, and returns the answer's body.
 * @typedef {{ url: string, call(method: string, path: string, body?: unknown): Promise<any> }} Http
 * @typedef {Awaited<ReturnType<typeof makeScene>>} Scene
 */

/** @param {Http} http @param {string} [domain] of login names */
export async function makeScene({ url, call }, domain = `${randomUUID().slice(0, 8)}.example`) {
  const party = await startRelyingParty();
  const { orgId } = await call('POST', '/admin/v1/organizations', { name: 'Acme Boats', primaryDomain: domain });
  const organization = `/admin/v1/organizations/${orgId}`;
  await call('PUT', `${organization}/policies/look`, { accent: '0b7a75' });
  const { projectId } = await call('POST', `${organization}/projects`, { name: 'Harbour' });
  const { clientId } = await call('POST', `${organization}/projects/${projectId}/applications`, {
    name: 'Sail planner',
    redirectUris: [`${party.url}/callback`],
    postLogoutRedirectUris: [`${party.url}/bye`],
  });
  await call('POST', `/scim/v2/${orgId}/Users`, {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'bjensen',
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    emails: [{ value: `bjensen@${domain}`, primary: true }],
    password: PASSWORD,
  });
  return { url, call, organization, clientId, party, loginName: `bjensen@${domain}`, close: party.close };
}

/** The address an application sends people to. @param {Scene} scene @param {Record<string, string>} [more] */
export function authorizeUrl({ url, clientId, party }, more = {}) {
  const query = {
    client_id: clientId,
    redirect_uri: `${party.url}/callback`,
    response_type: 'code',
    scope: 'openid',
    ...CHALLENGE,
    ...more,
  };
  return `${url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`;
}

/** Fills in the login page that is shown. @param {import('playwright-core').Page} page @param {{ loginName: string }} person @param {string} [password] */
export async function signIn(page, { loginName }, password = PASSWORD) {
  await page.fill('input[name=loginName]', loginName);
  await page.fill('input[name=password]', password);
  await send(page, 'button[type=submit]');
}

/** Presses a button of a form and waits for the page that follows. @param {import('playwright-core').Page} page @param {string} button */
export async function send(page, button) {
  await Promise.all([page.waitForEvent('load'), page.click(button)]);
}

/** An application's server: every address of it is a page. @returns {Promise<{ url: string, close(): Promise<void> }>} */
async function startRelyingParty() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!DOCTYPE html><title>Sail planner</title><h1>Welcome aboard</h1>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      // A browser keeps its connections open.
      server.closeAllConnections();
      await closed;
    },
  };
}
