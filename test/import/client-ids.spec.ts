// Imported client ids and secrets: programs keep their configuration. An id is an audience, so it must be unique; a secret is stored as a
// digest and never shown.
// On a server too: ids and secrets are looked for among those of everybody.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { secretDigest } from '../../src/common/crypto/digest.js';
import { ended } from '../support/imports.js';
import { clientToken, introspect, signIn, userinfo } from '../support/oauth.js';
import { makeWorld, REDIRECT_URI } from '../support/world.js';
import { freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const SECRET = 'Rm57vTq2hWn94ZcPyLb6';

const importOrgs = (...orgs: object[]) => service.call('POST', '/admin/v1/import', { dataOrgs: { orgs } });

/** An organization with one application, one API and one service user. */
function organization({ app = {}, api = {}, user = {} }: { app?: object; api?: object; user?: object }) {
  const orgId = freshName('org');
  const projectId = `${orgId}-p`;
  return {
    orgId,
    projects: [{ projectId, project: { name: 'P' } }],
    oidcApps: [{ appId: `${orgId}-a`, app: { projectId, name: 'Web', redirectUris: [REDIRECT_URI], authMethodType: 'BASIC', ...app } }],
    apiApps: [{ appId: `${orgId}-api`, app: { projectId, name: 'API', ...api } }],
    machineUsers: [{ userId: `${orgId}-m`, user: { userName: 'robot', ...user } }],
  };
}

describe('imported client ids and secrets', () => {
  it('work as they did, and are in no event', async () => {
    const [web, api, robot] = ['web', 'api', 'robot'].map(freshName) as [string, string, string];
    const org = organization({
      app: { clientId: web, clientSecret: SECRET },
      api: { client_id: api, client_secret: `${SECRET}-api` },
      user: { clientId: robot, clientSecret: `${SECRET}-robot` },
    });
    const { body } = await importOrgs(org);
    expect(body.errors).toEqual([]);
    const token = await clientToken(service, { clientId: robot, clientSecret: `${SECRET}-robot` });
    const checked = await introspect(service, { clientId: api, clientSecret: `${SECRET}-api` }, token);
    expect(checked.status).toBe(200);
    expect((await introspect(service, { clientId: api, clientSecret: SECRET }, token)).status).toBe(401);
    const { body: app } = await service.call(
      'GET',
      `/admin/v1/organizations/${org.orgId}/projects/${org.orgId}-p/applications/${org.orgId}-a`,
    );
    expect(app).toMatchObject({ clientId: web });
    const digests = await service.get(Database).query.rows<{ digest: string }>(
      'SELECT digest FROM client_secrets WHERE digest IN (?, ?, ?)',
      ['', '-api', '-robot'].map((end) => secretDigest(SECRET + end)),
    );
    expect(digests).toHaveLength(3);
    const events = await service.call('POST', '/admin/v1/events/_search', { resourceOwner: org.orgId, limit: 100 });
    expect(events.text).toContain('application.secret.set');
    expect(events.text).not.toContain(SECRET);
  });

  it('are imported by the lines of the guide', async () => {
    const guide = readFileSync('docs/migrate-from-other-systems.md', 'utf8');
    const [, block = ''] = /```ndjson\n([^]*?)```/.exec(guide) ?? [];
    const [org, end] = [freshName('org'), freshName('')];
    const lines = block
      .replaceAll('"acme"', JSON.stringify(org))
      .replaceAll(/"(shop|shop-web|stock|nightly|shop-client|stock-client|nightly-client)"/g, `"$1${end}"`);
    const submitted = await fetch(`${service.url}/admin/v1/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}`, 'content-type': 'application/x-ndjson' },
      body: lines,
    });
    const { id } = (await submitted.json()) as { id: string };
    expect(await ended(service, id)).toMatchObject({ state: 'done', failed: 0 });
    expect(await clientToken(service, { clientId: `nightly-client${end}`, clientSecret: 'from-the-other-system' })).toEqual(
      expect.any(String),
    );
  });

  it('are refused where they belong to another client, a project or this service, and where a secret could be guessed', async () => {
    const taken = organization({ app: { clientId: freshName('web') } });
    await importOrgs(taken);
    const { clientId: generated } = (await createServiceUser(service, service.credentials.orgId)) as { clientId?: string };
    const { body: list } = await service.call('GET', `/admin/v1/organizations/${service.credentials.orgId}/service-users?limit=1`);
    const others = [
      (taken.oidcApps[0] as { app: { clientId?: string } }).app.clientId,
      generated ?? list.serviceUsers[0].clientId,
      taken.projects[0]?.projectId,
      'gatehouse-cli',
      'gatehouse-console',
      service.settings.vendor,
    ];
    const wrong = [
      ...others.map((clientId) => ({ clientId })),
      { clientId: 'a b' },
      { clientId: 'a/b' },
      { clientId: 'x'.repeat(101) },
      { clientId: 5 },
      { clientSecret: 'short' },
      { clientSecret: 'with a space in the middle' },
      { clientSecret: 'x'.repeat(513) },
    ];
    for (const members of wrong)
      for (const of of ['app', 'user'] as const) {
        const org = organization({ [of]: members });
        const { body } = await importOrgs(org);
        const id = of === 'app' ? `${org.orgId}-a` : `${org.orgId}-m`;
        expect(
          body.errors.map((error: { id: string }) => error.id),
          JSON.stringify(members),
        ).toEqual([id]);
        expect(JSON.stringify(body)).not.toContain('with a space');
      }
  });

  it('keep a project from having the same id, and are needed only where there is a secret', async () => {
    const clientId = freshName('web');
    const org = organization({ app: { clientId } });
    await importOrgs(org);
    const refused = await service.call('POST', `/admin/v1/organizations/${org.orgId}/projects`, { name: 'P', projectId: clientId });
    expect([refused.status, refused.body.code]).toEqual([409, 'id.taken']);
    const { body } = await importOrgs(organization({ app: { clientSecret: SECRET, authMethodType: 'NONE' } }));
    expect(body.errors).toHaveLength(1);
  });

  it('of an application that was removed bring none of its tokens back', async () => {
    const world = await makeWorld(service);
    const clientId = freshName('again');
    const orgId = world.organization.id;
    const add = (appId: string) =>
      importOrgs({
        orgId,
        oidcApps: [
          {
            appId,
            app: {
              projectId: world.projectId,
              name: 'SPA',
              clientId,
              redirectUris: [REDIRECT_URI],
              appType: 'USER_AGENT',
              authMethodType: 'NONE',
            },
          },
        ],
      });
    const [first, second] = [freshName('app'), freshName('app')];
    await add(first);
    const { tokens } = await signIn(service, world, { clientId });
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    const removed = await service.call('DELETE', `/admin/v1/organizations/${orgId}/projects/${world.projectId}/applications/${first}`);
    expect(removed.status).toBe(204);
    await add(second);
    expect((await userinfo(service, (await signIn(service, world, { clientId })).tokens.access_token)).status).toBe(200);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  });
});
