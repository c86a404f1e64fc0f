// The guide to signing in: its commands are typed in their order, and its program lets people pass by two factors only.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACR_VALUES } from '../../src/users/authentication/assurance/checks.js';
import { POLICY_KINDS } from '../../src/users/organizations/policies/policy-kinds.js';
import { People } from '../../src/users/directory/people/people.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { Browser, fill } from '../support/browser.js';
import { addApp } from '../support/factors.js';
import { blocksUnder, fileIn } from '../support/guide-blocks.js';
import { Reader } from '../support/guide.js';
import { createPerson } from '../support/people.js';
import { requirePrograms } from '../support/programs.js';
import { freePort, startService, type TestService } from '../support/service.js';
import { PASSWORD } from '../support/world.js';

const GUIDE = readFileSync('docs/sign-in.md', 'utf8');

let service: TestService;
let reader: Reader;
let url: string;
let ada: Person;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  service = await startService();
  url = `http://127.0.0.1:${await freePort()}`;
  reader = new Reader({ 'http://localhost:8080': service.url, 'http://localhost:3000': url });
  reader.save('data/bootstrap.json', JSON.stringify(service.credentials));
  await reader.type(/^```sh\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1] ?? '');
  const { id } = await createPerson(service, { userName: 'ada', name: { givenName: 'Ada', familyName: 'Lovelace' }, password: PASSWORD });
  const organization = await service.get(Organizations).findOrganization(service.credentials.orgId);
  if (!organization) throw new Error('There is no organization.');
  ada = await service.get(People).requirePerson(organization, id);
});
afterAll(async () => {
  await reader?.leave();
  await service?.close();
});

/** Types the blocks under a title. @returns what the last one wrote */
async function type(title: string): Promise<string> {
  const blocks = blocksUnder(GUIDE, title, 'sh');
  expect(blocks.length, title).toBeGreaterThan(0);
  let written = '';
  for (const block of blocks) written = await reader.type(block);
  return written;
}

describe('the guide to signing in', () => {
  it('names every member of the policy and every value of acr', () => {
    const missing = [...Object.keys(POLICY_KINDS.assurance.fields), ...ACR_VALUES].filter((name) => !GUIDE.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it('has a program that asks for the second factor alone, of whoever is signed in by a password', async () => {
    await type('### A step-up');
    reader.save('step-up.mjs', fileIn(GUIDE, 'step-up.mjs'));
    await reader.launch('node step-up.mjs').says(/ready/);
    const browser = new Browser(service.url);
    await browser.submit(await browser.open(`${service.url}/account`), 'ada@gatehouse.localhost', PASSWORD);
    const app = await addApp(service, ada);
    const start = await fetch(`${url}/pay`, { redirect: 'manual' });
    const step = await browser.open(start.headers.get('location') ?? '');
    expect([step.html?.includes('One more step'), step.html?.includes('current-password')]).toEqual([true, false]);
    const callback = await fill(browser, step, { code: app.code() });
    const shown = GUIDE.match(/`(\{"acr":[^`]+\})`/)?.[1] ?? '';
    expect(await (await fetch(callback.url)).json()).toEqual(JSON.parse(shown));
    expect((await fetch(callback.url)).status).toBe(400);
  });

  it('removes a factor that was lost', async () => {
    await type('## A person has lost a factor');
    const path = `/admin/v1/organizations/${service.credentials.orgId}/people/${ada.id}/factors`;
    expect((await service.call('GET', path)).body.factors).toEqual([]);
  });

  it('decides what people sign in with', async () => {
    const lines = (await type('## The policy of an organization')).replaceAll('}{', '}\n{').trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      effective: { secondFactor: 'required', graceDays: 14, rememberBrowserDays: 7, passkeys: 'optional' },
    });
  });

  it('lets people sign in by a mailed link', async () => {
    expect(JSON.parse(await type('## By a mailed link'))).toMatchObject({ effective: { mailedSignIn: true } });
  });

  it('leads straight to a provider', async () => {
    const [straight = ''] = blocksUnder(GUIDE, '## With a directory', 'sh');
    expect(JSON.parse(await reader.type(straight))).toMatchObject({ effective: { straightToProvider: true } });
  });

  it('ends passwords of people with a directory', async () => {
    expect(JSON.parse(await type('### Passwords beside a directory'))).toMatchObject({ effective: { passwordBesideProvider: false } });
  });
});
