// Clients that register themselves with a project of the world.
import { expect } from 'vitest';
import { noteSecret } from './secrets.js';
import type { Answer } from './service.js';
import { service, world } from './use-world.js';
import { REDIRECT_URI } from './world.js';

export const ENDPOINT = '/oauth/v2/register';
export const POLICY = { redirectHosts: ['app.example', '*.partner.example', 'app.example:8443'] };

/** Path of the registration tokens of the world's project. */
export const tokensPath = () => `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/registration-tokens`;

/** Makes a registration token with a policy. */
export async function newToken(policy: object = {}, more: object = {}): Promise<{ tokenId: string; token: string }> {
  const body = { name: 'Partner portal', policy: { ...POLICY, ...policy }, maxApplications: 50, ...more };
  const answer = await service.call('POST', tokensPath(), body);
  expect(answer.status, answer.text).toBe(201);
  noteSecret('registration token', answer.body.token);
  return answer.body;
}

/** Registers a client, in another process if `at` says so. */
export async function register(token: string | null, metadata: object = {}, at = service, query = ''): Promise<Answer> {
  const body = { redirect_uris: [REDIRECT_URI], client_name: 'Time sheet', ...metadata };
  const answer = await at.call('POST', ENDPOINT + query, body, { token });
  noteSecret('client secret', answer.body?.client_secret);
  noteSecret('registration access token', answer.body?.registration_access_token);
  return answer;
}

/** Sends a request of a registered client about itself. */
export const own = (client: Answer['body'], method: string, body?: object, token: string | null = client.registration_access_token) =>
  service.call(method, `${ENDPOINT}/${client.client_id}`, body, { token });

/** Credentials of a registered client. */
export const credentialsOf = (client: Answer['body']) => ({ clientId: client.client_id, clientSecret: client.client_secret });

/** Expects an error of the endpoint. */
export function refused(answer: Answer, error: string, status = 400): void {
  expect([answer.status, answer.body?.error], answer.text).toEqual([status, error]);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}
