// What an application has registered may change while a person signs in: the sign-in ends by what is registered then.
import { expect, it } from 'vitest';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import { answerOf, Browser } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { authorizeUrl, codeIn, post } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

useWorld();

/** Signs the person in; the application changes while the page with the password is open. @returns where the sign-in ends */
function signInWhile(client: Client, parameters: Record<string, string>, change: Partial<NewApplication>) {
  return signInAtWhile(authorizeUrl(service.url, client.clientId, 'openid', parameters), client, change);
}

async function signInAtWhile(url: string, client: Client, change: Partial<NewApplication>) {
  const browser = new Browser(service.url);
  const page = await browser.open(url);
  await service.get(Applications).updateApplication(world.organization.no, world.projectId, client.application.id, change as never, 'test');
  return browser.submit(page, world.loginName, PASSWORD);
}

it('an address that is removed meanwhile gets no code, and no error either', async () => {
  const client = await addClient(world, { type: 'userAgent' });
  const end = await signInWhile(client, {}, { redirectUris: ['https://other.example/callback'] });
  expect([end.url.startsWith(service.url), codeIn(end.url), end.page?.status]).toEqual([true, '', 400]);
});

it('a response type that is removed meanwhile gets no token', async () => {
  const client = await addClient(world, {
    type: 'userAgent',
    responseTypes: ['code', 'id_token token'],
    grantTypes: ['authorization_code', 'implicit'],
  });
  const change: Partial<NewApplication> = { responseTypes: ['code'], grantTypes: ['authorization_code'] };
  const end = await signInWhile(client, { response_type: 'id_token token', nonce: 'n' }, change);
  expect(answerOf(end).members).toMatchObject({ error: 'unauthorized_client' });
  expect(answerOf(end).members).not.toHaveProperty('access_token');
});

it('a request that was not pushed gets no code of a client that must push its requests meanwhile', async () => {
  const change = { requirePushedAuthorizationRequests: true };
  const end = await signInWhile(await addClient(world), {}, change);
  expect(end.url.startsWith(REDIRECT_URI)).toBe(true);
  expect(answerOf(end).members).toMatchObject({ error: 'invalid_request' });

  const client = await addClient(world);
  const parameters = Object.fromEntries(new URL(authorizeUrl(service.url, client.clientId, 'openid')).searchParams);
  const { body } = await post(service, '/oauth/v2/par', parameters, client);
  const pushed = new URLSearchParams({ client_id: client.clientId, request_uri: String(body.request_uri) });
  expect(codeIn((await signInAtWhile(`${service.url}/oauth/v2/authorize?${pushed}`, client, change)).url)).not.toBe('');
});

it('a request without a challenge gets no code of a client that became public meanwhile', async () => {
  const client = await addClient(world);
  const end = await signInWhile(client, { code_challenge: '', code_challenge_method: '' }, { authMethod: 'none' });
  expect(end.url.startsWith(REDIRECT_URI)).toBe(true);
  expect(answerOf(end).members).toMatchObject({ error: 'invalid_request' });
});
