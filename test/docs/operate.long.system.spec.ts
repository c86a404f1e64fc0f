// The commands of the guide to operation, typed block by block as they stand there, against a service whose database has two hosts. The sheets
// name further commands in their sentences: each of those is one that there is.
import { chmodSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { addClient } from '../support/clients.js';
import { addApp, addRecoveryCodes } from '../support/factors.js';
import { Reader } from '../support/guide.js';
import { signIn } from '../support/oauth.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const GUIDE = readFileSync('docs/operate.md', 'utf8');
const SECTIONS = GUIDE.split('\n## ').map((section) => ({
  title: section.split('\n', 1)[0] ?? '',
  blocks: [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code),
}));
/** In sentences, without arguments. */
const NAMED = [...new Set([...GUIDE.matchAll(/`gatehouse ([a-z][a-z -]*?)(?: --[^`]*)?`/g)].map(([, words = '']) => words))];

let server: PrivateServer;
let service: TestService;
let reader: Reader;
let world: World;
/** Somebody without a password, whom an application holds a refresh token of. */
let keyless: string;
beforeAll(async () => {
  requirePrograms('sh');
  server = await startPrivateServer();
  await server.run('CREATE DATABASE IF NOT EXISTS gatehouse');
  // Two names of one server: the first is worked with.
  const second = `localhost:${server.port}`;
  service = await startService({ DATABASE_URL: server.url.replace('/gatehouse', `,${second}/gatehouse`) });
  reader = new Reader({ 'http://localhost:8080': service.url, 'db2.example.com:3306': second });
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
  reader.save('bin/gatehouse', `#!/bin/sh\nexec node ${resolve('dist/src/cli/gatehouse.js')} "$@"\n`);
  chmodSync(`${reader.folder}/bin/gatehouse`, 0o755);
  reader.set('GATEHOUSE_URL', service.url);
  world = await makeWorld(service);
  await addApp(service, world.person);
  await addRecoveryCodes(service, world.person);
  const person = await world.addPerson({ userName: 'keyless', givenName: 'Key', familyName: 'Less' });
  keyless = person.id;
  const client = await addClient(world, { type: 'userAgent' });
  await signIn(service, { loginName: world.loginName.replace(/^[^@]*/, 'keyless') }, client, 'openid offline_access');
  await service.get(Database).write('as after a removal', (tx) => tx.run('DELETE FROM passwords WHERE user_no = ?', [person.no]));
}, 240_000);
afterAll(async () => {
  await reader?.leave();
  await service?.close();
  server?.stop();
});

const effective = async (kind: string) => (await service.call('GET', `/admin/v1/policies/${kind}`)).body.effective;

/** What there is after each section that has commands. */
const OUTCOME: Readonly<Record<string, () => Promise<void>>> = {
  Limits: async () => {
    expect(await effective('addressLimits')).toMatchObject({ signIn: 600, token: 3_000 });
    expect(await effective('limits')).toMatchObject({ scimPerCaller: 6_000 });
  },
  'Database servers': async () => {
    const { hosts } = (await service.call('GET', '/admin/v1/database')).body;
    expect(hosts.map(({ inUse }: { inUse: boolean }) => inUse)).toEqual([false, true]);
  },
  'Read-only mode': async () => {
    const { events } = (await service.call('POST', '/admin/v1/events/_search', { eventTypes: ['instance.read_only.*'], limit: 5 })).body;
    expect(events.map(({ type }: { type: { type: string } }) => type.type)).toEqual([
      'instance.read_only.ended',
      'instance.read_only.begun',
    ]);
    expect((await service.call('GET', '/admin/v1/read-only-mode')).body.readOnly).toBe(false);
  },
  'Stolen database': async () => {
    const { events } = (await service.call('POST', '/admin/v1/events/_search', { eventTypes: ['instance.key.removed'], limit: 100 })).body;
    const removed = events.map(({ payload }: { payload: { purpose?: string } }) => payload.purpose ?? 'signing');
    // Two of each algorithm.
    expect(removed.filter((purpose: string) => purpose === 'signing')).toHaveLength(6);
    expect(removed).toEqual(expect.arrayContaining(['access-token', 'second-step', 'password-change', 'proof']));
    const people = `/admin/v1/organizations/${world.organization.id}/people`;
    expect((await service.call('GET', `${people}/${world.person.id}`)).body.password.changeRequired).toBe(true);
    expect((await service.call('GET', `${people}/${keyless}`)).body.password).toBeNull();
    const ended = await service.call('POST', '/admin/v1/events/_search', { eventTypes: ['user.tokens.revoked'], limit: 100 });
    expect(ended.body.events.map(({ aggregate }: { aggregate: { id: string } }) => aggregate.id)).toEqual([keyless]);
    expect((await service.call('GET', `${people}/${world.person.id}/factors`)).body.factors).toEqual([]);
    expect(await service.get(Passwords).match(world.person.no, PASSWORD, { worth: 'signIn' })).toBeUndefined();
  },
};

describe('the guide to operation', () => {
  it.each(SECTIONS.filter(({ blocks }) => blocks.length > 0))('$title', async ({ title, blocks }) => {
    for (const block of blocks) await reader.type(block);
    await OUTCOME[title]?.();
    expect(Object.keys(OUTCOME)).toContain(title);
  });

  it.each(NAMED)('names a command that there is: gatehouse %s', async (words) => {
    const [, command = '', rest = ''] =
      /^Usage: gatehouse ([a-z -]+?)( [<[].*)?$/m.exec(await reader.type(`gatehouse ${words} --help`)) ?? [];
    // Of one that takes arguments, the guide may name them.
    expect(rest.includes('<') && words.startsWith(`${command} `) ? command : words).toBe(command);
  });
});
