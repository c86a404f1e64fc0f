// The guide for administrators, typed block by block into one shell, as it stands there.
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Reader } from '../support/guide.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/administer.md', 'utf8');
const SECTIONS = GUIDE.split('\n## ').map((section) => ({
  title: section.split('\n', 1)[0] ?? '',
  blocks: [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code),
}));

let service: TestService;
let reader: Reader;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  service = await startService();
  reader = new Reader({ 'http://localhost:8080': service.url });
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
  reader.save('bin/gatehouse', `#!/bin/sh\nexec node ${resolve('dist/src/cli/gatehouse.js')} "$@"\n`);
  chmodSync(join(reader.folder, 'bin/gatehouse'), 0o755);
});
afterAll(async () => {
  await reader?.leave();
  await service?.close();
});

const admin = (path: string) => service.call('GET', `/admin/v1${path}`);
const inOrganization = (path: string) => admin(`/organizations/${service.credentials.orgId}${path}`);

/** What there is after each section. */
const OUTCOME: Readonly<Record<string, () => Promise<void>>> = {
  Organizations: async () => {
    const { organizations } = (await admin('/organizations?sort=name')).body;
    expect(organizations).toMatchObject([{ name: 'Gatehouse' }, { name: 'Partner GmbH', state: 'active' }]);
    const { domains } = (await admin(`/organizations/${reader.valueOf('PARTNER')}/domains`)).body;
    expect(domains).toContainEqual({ domain: 'mail.partner.example', verified: true, primary: false });
  },
  People: async () => {
    const { body } = await inOrganization(`/people/${reader.valueOf('ADA')}`);
    expect(body).toMatchObject({ userName: 'ada', title: 'Countess', locked: false, state: 'active' });
    expect((await inOrganization(`/people/${reader.valueOf('GRACE')}`)).status).toBe(404);
  },
  'Groups and roles': async () => {
    const { authorizations } = (await inOrganization(`/users/${reader.valueOf('ADA')}/authorizations`)).body;
    expect(authorizations.map(({ roleKeys }: { roleKeys: string[] }) => roleKeys)).toEqual([['editor'], ['reader']]);
    expect((await inOrganization(`/users/${reader.valueOf('ADA')}/roles`)).body.roles).toEqual([]);
  },
  Applications: async () => {
    const { body } = await inOrganization(`/projects/${reader.valueOf('PROJECT')}/applications/${reader.valueOf('APP')}`);
    expect(body).toMatchObject({
      state: 'inactive',
      config: { redirectUris: ['https://app.example/signed-in'], idTokenRoleAssertion: true },
    });
  },
  'Service users and key files': async () => {
    for (const file of ['key.json', 'backup-key.json']) expect(JSON.parse(reader.read(file))).toHaveProperty('keyId');
    expect((await inOrganization('/service-users/backup')).status).toBe(404);
  },
  Policies: async () => {
    expect((await inOrganization('/policies/password')).body).toEqual((await admin('/policies/password')).body);
    expect((await admin('/policies/lockout')).body.maxAttempts).toBe(10);
  },
};

// One sitting: each section goes on where the one before ended.
describe('the guide for administrators', () => {
  it.each(SECTIONS)('$title', async ({ title, blocks }) => {
    for (const block of blocks) await reader.type(block);
    await OUTCOME[title]?.();
  });

  it('has every section whose outcome is looked at', () => {
    expect(Object.keys(OUTCOME).filter((title) => !SECTIONS.some((section) => section.title === title))).toEqual([]);
  });
});
