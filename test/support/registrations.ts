// A service whose project lets clients register themselves.
import { expect } from 'vitest';
import { noteSecret } from './secrets.js';
import { startService, type Answer, type TestService } from './service.js';
import { makeWorld, REDIRECT_URI, type World } from './world.js';

export const ENDPOINT = '/oauth/v2/register';
export const POLICY = { redirectHosts: ['app.example', '*.partner.example', 'app.example:8443'] };

export interface Registrations {
  service: TestService;
  world: World;
  /** Path of the registration tokens of the world's project. */
  tokens: string;
  /** Makes a registration token with a policy. */
  newToken(policy?: object, more?: object): Promise<{ tokenId: string; token: string }>;
  /** Registers a client, in another process if `at` says so. */
  register(token: string | null, metadata?: object, at?: TestService, query?: string): Promise<Answer>;
  /** Sends a request of a registered client about itself. */
  own(client: Answer['body'], method: string, body?: object, token?: string | null): Promise<Answer>;
}

/** Starts the service. */
export async function startRegistrations(): Promise<Registrations> {
  const service = await startService();
  const world = await makeWorld(service);
  const tokens = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/registration-tokens`;
  return {
    service,
    world,
    tokens,
    async newToken(policy = {}, more = {}) {
      const body = { name: 'Partner portal', policy: { ...POLICY, ...policy }, maxApplications: 50, ...more };
      const answer = await service.call('POST', tokens, body);
      expect(answer.status, answer.text).toBe(201);
      noteSecret('registration token', answer.body.token);
      return answer.body;
    },
    async register(token, metadata = {}, at = service, query = '') {
      const body = { redirect_uris: [REDIRECT_URI], client_name: 'Time sheet', ...metadata };
      const answer = await at.call('POST', ENDPOINT + query, body, { token });
      noteSecret('client secret', answer.body?.client_secret);
      noteSecret('registration access token', answer.body?.registration_access_token);
      return answer;
    },
    own: (client, method, body, token = client.registration_access_token) =>
      service.call(method, `${ENDPOINT}/${client.client_id}`, body, { token }),
  };
}

/** Credentials of a registered client. */
export const credentialsOf = (client: Answer['body']) => ({ clientId: client.client_id, clientSecret: client.client_secret });

/** Expects an error of the endpoint. */
export function refused(answer: Answer, error: string, status = 400): void {
  expect([answer.status, answer.body?.error], answer.text).toEqual([status, error]);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}
