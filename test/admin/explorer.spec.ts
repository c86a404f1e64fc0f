// The API explorer without a browser: the application it signs in with, and the setting that switches it off.
// On SQLite alone: it is about documents and settings.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideExplorerApplication } from '../../src/admin/openapi/explorer.js';
import { JsonLog } from '../../src/common/logging/log.js';
import { startService, type TestService } from '../support/service.js';

const PLACE = 'projects/api-explorer/applications/api-explorer';

const applicationOf = async (service: TestService) =>
  (await service.call('GET', `/admin/v1/organizations/${service.credentials.orgId}/${PLACE}`)).body;
const eventsOf = async (service: TestService) => {
  const { body } = await service.call('POST', '/admin/v1/events/_search', { aggregateId: 'api-explorer' });
  return body.events.map(({ type, editor }: { type: { type: string }; editor: { userId: string } }) => `${type.type} by ${editor.userId}`);
};
const ADDED = ['application.added by system', 'project.added by system'];
/** As a start of the service with these settings would. */
const startAgain = ({ service, settings }: TestService, publicUrl = settings.publicUrl) =>
  provideExplorerApplication(service.app, { ...settings, publicUrl }, new JsonLog('silent'));

describe('the application of the explorer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('is there from the start: public, with PKCE, and an address of this service alone', async () => {
    const { clientId, state, config } = await applicationOf(service);
    expect(state).toBe('active');
    expect(config).toMatchObject({
      type: 'userAgent',
      authMethod: 'none',
      grantTypes: ['authorization_code'],
      responseTypes: ['code'],
      redirectUris: [`${service.url}/docs/signed-in`, `${service.url}/docs/renewed.html`],
      postLogoutRedirectUris: [`${service.url}/docs`],
      apiAccess: true,
      allowedOrigins: [],
    });
    const { body, headers } = await service.call('GET', '/docs/sign-in.json', undefined, { token: null });
    expect(body).toEqual({ clientId, scope: 'openid urn:gatehouse:iam:org:project:id:gatehouse:aud' });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is added once, by the service itself, and a later start leaves it as it is', async () => {
    expect(await eventsOf(service)).toEqual(ADDED);
    await service.call('POST', `/admin/v1/organizations/${service.credentials.orgId}/${PLACE}/_deactivate`);
    await startAgain(service);
    expect((await applicationOf(service)).state).toBe('inactive');
    expect(await eventsOf(service)).toEqual([expect.stringMatching('^application.deactivated by'), ...ADDED]);
  });

  it('follows PUBLIC_URL, and is not offered where a sign-in would send codes in the clear', async () => {
    const elsewhere = ['https://id.example/docs/signed-in', 'https://id.example/docs/renewed.html'];
    await startAgain(service, 'https://id.example');
    expect((await applicationOf(service)).config.redirectUris).toEqual(elsewhere);
    expect(await startAgain(service, 'http://id.example')).toBeUndefined();
    expect((await applicationOf(service)).config.redirectUris).toEqual(elsewhere);
  });
});

describe('EXPLORER=false', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ EXPLORER: 'false' });
  });
  afterAll(() => service.close());

  it('leaves no explorer, no application of it, and no link to it; the document stays', async () => {
    const status = async (path: string) => (await service.call('GET', path, undefined, { token: null })).status;
    expect([await status('/docs'), await status('/docs/sign-in.json'), await status('/openapi.json')]).toEqual([404, 404, 200]);
    expect(await eventsOf(service)).toEqual([]);
    expect((await service.call('GET', '/', undefined, { token: null })).text).not.toContain('/docs');
    const config = await service.call('GET', `/scim/v2/${service.credentials.orgId}/ServiceProviderConfig`);
    expect(config.body.documentationUri).toBe(`${service.url}/openapi.json`);
  });

  it('can be taken back on an installation that has data: starts at the same time add one application', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => startAgain(service)));
    expect(new Set(made.map((application) => application?.clientId)).size).toBe(1);
    expect(await eventsOf(service)).toEqual(ADDED);
  });

  it('is not a way to another project: where its id is taken, the explorer takes a token only', async () => {
    const other = await startService({ EXPLORER: 'false' });
    const { body } = await other.call('POST', '/admin/v1/organizations', { name: 'Tenant' });
    await other.call('POST', `/admin/v1/organizations/${body.orgId}/projects`, { name: 'Mine', projectId: 'api-explorer' });
    expect(await startAgain(other)).toBeUndefined();
    await other.close();
  });
});
