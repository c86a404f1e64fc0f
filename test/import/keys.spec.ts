// Keys that come with their owners keep their ids, so that clients go on as they are: an assertion names the kid it always named.
// On SQLite alone: other specs send what the service sends here to a server too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicKey } from 'node:crypto';
import { REDIRECT_URI } from '../support/world.js';
import { assertionOf, newKeyPair } from '../support/clients.js';
import { post } from '../support/oauth.js';
import { ended } from '../support/imports.js';
import { freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

async function newKey() {
  const pair = await newKeyPair('ES256');
  const pem = createPublicKey({ key: pair.publicJwk as never, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  return { ...pair, publicKey: Buffer.from(pem).toString('base64') };
}

const importOrgs = (...orgs: object[]) => service.call('POST', '/admin/v1/import', { dataOrgs: { orgs } });

describe('imported keys', () => {
  it('of a service user and an application keep their ids: listed, in the answer, and named by assertions', async () => {
    const orgId = freshName('org');
    const [userKey, appKey] = [await newKey(), await newKey()];
    const { body } = await importOrgs({
      orgId,
      machineUsers: [{ userId: `${orgId}-m`, user: { userName: 'robot' } }],
      projects: [{ projectId: `${orgId}-p`, project: { name: 'P' } }],
      oidcApps: [
        {
          appId: `${orgId}-a`,
          app: {
            projectId: `${orgId}-p`,
            name: 'App',
            redirectUris: [REDIRECT_URI],
            authMethodType: 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT',
          },
        },
      ],
      machineKeys: [{ keyId: '69234237810729019', userId: `${orgId}-m`, publicKey: userKey.publicKey }],
      appKeys: [{ id: '69234237810729020', projectId: `${orgId}-p`, appId: `${orgId}-a`, publicKey: appKey.publicKey }],
    });
    expect(body.errors).toEqual([]);
    expect(body.success.orgs[0]).toMatchObject({ machineKeys: ['69234237810729019'], appKeys: ['69234237810729020'] });
    const base = `/admin/v1/organizations/${orgId}`;
    const userKeys = `${base}/service-users/${orgId}-m/keys`;
    expect((await service.call('GET', userKeys)).body.keys).toMatchObject([{ keyId: '69234237810729019' }]);
    expect((await service.call('GET', `${userKeys}/69234237810729019`)).body).toMatchObject({ keyId: '69234237810729019' });

    const assertion = await assertionOf(service, { ...userKey, kid: '69234237810729019' }, `${orgId}-m`);
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', scope: 'openid', assertion };
    expect((await post(service, '/oauth/v2/token', grant)).status).toBe(200);

    const { clientId } = (await service.call('GET', `${base}/projects/${orgId}-p/applications/${orgId}-a`)).body;
    const form = {
      token: 'nothing',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertionOf(service, { ...appKey, kid: '69234237810729020' }, clientId),
    };
    expect((await post(service, '/oauth/v2/introspect', form)).body).toEqual({ active: false });

    expect((await service.call('DELETE', `${userKeys}/69234237810729019`)).status).toBe(204);
    const again = await assertionOf(service, { ...userKey, kid: '69234237810729019' }, `${orgId}-m`);
    expect((await post(service, '/oauth/v2/token', { ...grant, assertion: again })).status).toBe(400);
  });

  it('without an id are known by their thumbprint, which the answer names', async () => {
    const orgId = freshName('org');
    const { body } = await importOrgs({
      orgId,
      machineUsers: [{ userId: `${orgId}-m`, user: { userName: 'robot' } }],
      machineKeys: [{ userId: `${orgId}-m`, publicKey: (await newKey()).publicKey }],
    });
    const { keys } = (await service.call('GET', `/admin/v1/organizations/${orgId}/service-users/${orgId}-m/keys`)).body;
    expect(body.success.orgs[0].machineKeys).toEqual([keys[0].keyId]);
  });

  it('may have the id of a key of somebody else, but of no other key of their owner; the dry run says so too', async () => {
    const orgId = freshName('org');
    const users = ['m', 'n'].map((name) => ({ userId: `${orgId}-${name}`, user: { userName: name } }));
    const keys = await Promise.all([newKey(), newKey(), newKey()]);
    const machineKeys = ['m', 'n', 'm'].map((name, i) => ({ keyId: '1', userId: `${orgId}-${name}`, publicKey: keys[i]?.publicKey }));
    const dry = await service.call('POST', '/admin/v1/imports?dryRun=true', {
      dataOrgs: { orgs: [{ orgId, machineUsers: users, machineKeys }] },
    });
    expect(await ended(service, dry.body.id)).toMatchObject({ state: 'done', failed: 1, errors: { 'import.twice': 1 } });
    const { body } = await importOrgs({ orgId, machineUsers: users, machineKeys });
    expect(body.success.orgs[0].machineKeys).toEqual(['1', '1']);
    expect(body.errors).toEqual([{ type: 'machine_user_key', id: '1', message: 'Another key of the same owner has this id.' }]);
  });
});
