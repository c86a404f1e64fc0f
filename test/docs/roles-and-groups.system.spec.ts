// The guide to roles and groups, command by command as it stands there, with the answers it shows.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.js';
import { authorizeUrl, codeIn, redeem } from '../support/oauth.js';
import { requirePrograms } from '../support/programs.js';
import { startService, type Answer, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/roles-and-groups.md', 'utf8');
const WRITTEN_BASE = 'http://localhost:8080';
const PASSWORD = 'Analytical-1843';
const run = promisify(execFile);

let service: TestService;
let folder: string;
/** The variables of the sitting, as the shell writes them. */
let variables = '';

beforeAll(async () => {
  requirePrograms('sh', 'curl');
  service = await startService();
  folder = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-guide-'));
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/bootstrap.json'), JSON.stringify(service.credentials));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service?.close();
});

/** The blocks of commands under a title, each with the answer that the guide shows for it. */
function blocksUnder(title: string): Array<{ code: string; shown: string | undefined }> {
  const section = GUIDE.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$(?:\s+<!-- answer of the command above -->\s+^```json\n([\s\S]*?)^```$)?/gm)].map(
    ([, code = '', shown]) => ({ code, shown }),
  );
}

const SETUP = /^```sh\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1] ?? '';

/** Runs commands in the shell of the sitting. @returns what they wrote, one answer a line */
async function type(code: string): Promise<string[]> {
  const functions = SETUP.replace(WRITTEN_BASE, service.url);
  const script = `set -a\n${functions}\n${variables}\n${code}\nset +a\nprintf '\\n--- variables\\n'; export -p`;
  const { stdout } = await run('sh', ['-euc', script], { cwd: folder, env: { PATH: process.env['PATH'] ?? '' } });
  const [written = '', kept = ''] = stdout.split('\n--- variables\n');
  variables = kept;
  return written
    .replaceAll('}{', '}\n{')
    .split('\n')
    .filter((line) => line !== '');
}

/** Types every block under a title and compares each answer with the one shown. @returns the answers of the last block */
async function typeAll(title: string): Promise<Array<Answer['body']>> {
  const blocks = blocksUnder(title);
  expect(blocks.length, title).toBeGreaterThan(0);
  let answers: Array<Answer['body']> = [];
  for (const { code, shown } of blocks) {
    answers = (await type(code)).map((line) => JSON.parse(line));
    if (shown === undefined) continue;
    const wanted = JSON.parse(shown.replace(/\$([A-Z]+)/g, (_, name: string) => valueOf(name)));
    expect(answers.at(-1)).toMatchObject(wanted);
    // A role claim that the guide does not show is not there either.
    const told = (claims: object) => Object.keys(claims).filter((name) => name.endsWith(':roles'));
    expect(told(answers.at(-1) ?? {}).toSorted()).toEqual(told(wanted).toSorted());
  }
  return answers;
}

/** @throws Error when a command has not set it */
function valueOf(name: string): string {
  const value = new RegExp(`^export ${name}='(.*)'$`, 'm').exec(variables)?.[1];
  if (value === undefined || value === 'undefined') throw new Error(`The guide has no value for ${name}: ${variables}`);
  return value;
}

/** Signs somebody in to the application of the guide. @returns the page or callback it ends at */
async function open(loginName: string, scope: string) {
  const browser = new Browser(service.url);
  const [clientId = ''] = valueOf('CLIENT').split(':');
  return browser.submit(await browser.open(authorizeUrl(service.url, clientId, scope)), loginName, PASSWORD);
}

async function accessToken(loginName: string, scope: string): Promise<string> {
  const [clientId = '', clientSecret = ''] = valueOf('CLIENT').split(':');
  return (await redeem(service, { clientId, clientSecret }, codeIn((await open(loginName, scope)).url))).body.access_token;
}

// One sitting: each section goes on where the one before ended.
describe('the guide to roles and groups', () => {
  it('makes a project, an application, and a group that both APIs show', async () => {
    await typeAll('A project with roles, and an application');
    const blocks = blocksUnder('A group with members');
    await type(blocks[0]?.code ?? '');
    const [groups, members, belonged] = (await type(blocks[1]?.code ?? '')).map((line) => JSON.parse(line));
    expect(groups.groups).toMatchObject([{ groupId: valueOf('GROUP'), displayName: 'Finance' }]);
    expect(members.members).toMatchObject([{ memberId: valueOf('ADA'), type: 'user' }]);
    expect(belonged.groups).toMatchObject([{ groupId: valueOf('GROUP'), direct: true }]);
  });

  it('gives the group a role, and says why somebody has it', async () => {
    const [held] = await typeAll('The group gets a role');
    expect(held?.authorizations).toMatchObject([
      { authorizationId: valueOf('AUTHORIZATION'), roleKeys: ['approver'], group: { displayName: 'Finance', direct: true } },
    ]);
  });

  it('shows the claims by introspection and userinfo, until the person leaves the group', async () => {
    variables += `\nexport ACCESS_TOKEN='${await accessToken('ada.lovelace@gatehouse.localhost', 'openid groups')}'\n`;
    const [, userinfo] = blocksUnder('The claim in the token');
    const [claims] = (await type(userinfo?.code ?? '')).map((line) => JSON.parse(line));
    expect(claims).toMatchObject({ groups: ['Finance'], 'urn:gatehouse:iam:org:project:roles': { approver: expect.any(Object) } });
    const [after] = await typeAll('The claim in the token');
    expect(after?.['groups'] ?? []).toEqual([]);
  });

  it('gives a service user a role', async () => {
    await typeAll('A service user');
  });

  it('grants a project to another organization, which gives the granted roles and no others', async () => {
    const [given] = await typeAll('A grant to another organization');
    expect(given).toMatchObject({ holderId: valueOf('BOB'), roleKeys: ['reader'] });
    const path = `/admin/v1/organizations/${valueOf('PARTNER')}/granted-projects/${valueOf('GRANT')}`;
    expect((await service.call('GET', path)).body.accepted).toBe(true);
    const { authorizationId } = given ?? {};
    const more = await service.call('PUT', `${path}/authorizations/${authorizationId}`, { roleKeys: ['reader', 'approver'] });
    expect(more.status).toBe(400);
    const token = await accessToken('bob@partner.example', 'openid');
    variables += `\nexport ACCESS_TOKEN='${token}'\n`;
    const [introspected] = (await type(blocksUnder('The claim in the token')[0]?.code ?? '')).map((line) => JSON.parse(line));
    expect(introspected['urn:gatehouse:iam:org:project:roles']).toEqual({ reader: { [valueOf('PARTNER')]: 'partner.example' } });
  });

  it('lets only people with a role sign in', async () => {
    await typeAll('Who may sign in');
    const refused = await open('ada.lovelace@gatehouse.localhost', 'openid');
    expect([refused.page?.status, refused.html]).toEqual([403, expect.stringContaining('To get a role, ask an administrator')]);
    expect(await accessToken('bob@partner.example', 'openid')).toEqual(expect.any(String));
  });

  it('appoints owners of the project, a person and a group', async () => {
    expect(await typeAll('Who may give what')).toMatchObject([
      { userId: valueOf('ADA'), role: 'PROJECT_OWNER' },
      { role: 'PROJECT_OWNER', projectId: valueOf('PROJECT') },
    ]);
  });

  it('notes data of other systems', async () => {
    await typeAll('Data of other systems');
  });

  it('has a command in every block that is tried here', () => {
    const tried = [
      'A project with roles, and an application',
      'A group with members',
      'The group gets a role',
      'The claim in the token',
      'A service user',
      'A grant to another organization',
      'Who may sign in',
      'Who may give what',
      'Data of other systems',
    ].flatMap(blocksUnder);
    expect(tried.length + 1).toBe([...GUIDE.matchAll(/^```sh$/gm)].length);
  });
});
