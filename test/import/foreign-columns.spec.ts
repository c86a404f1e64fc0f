// Imports of files with columns of another system: what each becomes, which passwords work, and what is refused before anything is stored.
// On SQLite alone: it is about the columns of files; other specs of this folder write the same people on both.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { ended, faultsOf } from '../support/imports.js';
import { freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';
const JSON_TYPE = 'application/json';

interface Sent {
  columns?: readonly string[];
  type?: string;
  [name: string]: unknown;
}

function submit(body: string, { columns = [], type = CSV, ...query }: Sent) {
  const parameters = new URLSearchParams(query as Record<string, string>);
  for (const column of columns) parameters.append('column', column);
  return service.call('POST', `/admin/v1/imports?${parameters}`, body, { type });
}

/** Imports, and waits for the end. */
async function take(body: string, sent: Sent) {
  const { status, body: job } = await submit(body, sent);
  expect([status, job.detail]).toEqual([202, undefined]);
  return { job: await ended(service, job.id), faults: await faultsOf(service, job.id) };
}

const peopleOf = async (orgId: string) => (await service.call('GET', `/admin/v1/organizations/${orgId}/people?sort=userName`)).body.people;
const accepts = async (userName: string, password: string) =>
  service.get(Passwords).check((await service.get(SignInDirectory).findByLogin(userName))?.userNo, password);

it('reads a file with semicolons by its own headers, and faults have the lines of the file', async () => {
  const orgId = freshName('org');
  const [ada, bob, eve] = [freshName('ada'), freshName('bob'), freshName('eve')];
  const csv = [
    'Name;"E-Mail; work";Login;Shoe size;Enabled;Dept',
    `Ada King Lovelace;${ada}@example.com;${ada};38;yes;"Engines; analytical"`,
    `;${bob}@example.com;;44;no;`,
    `Eve;${eve}@example.com;${eve};1;perhaps;`,
  ].join('\r\n');
  const columns = ['Name=user.profile.displayName', 'E-Mail; work=user.email.email', 'Login=user.userName', 'Enabled=active'];
  const { job, faults } = await take(csv, {
    orgId,
    separator: 'semicolon',
    columns: [...columns, 'Dept=user.attributes.department'],
  });
  expect(job).toMatchObject({ state: 'done', added: 2, failed: 1 });
  expect(faults.filter(({ kind }) => kind === 'import.state')).toMatchObject([{ line: 4 }]);
  expect(await peopleOf(orgId)).toMatchObject([
    { userName: ada, givenName: 'Ada King', familyName: 'Lovelace', state: 'active', department: 'Engines; analytical' },
    { userName: `${bob}@example.com`, givenName: `${bob}@example.com`, state: 'inactive' },
  ]);
});

it.each([
  [JSON_TYPE, (people: object[]) => JSON.stringify(people)],
  [JSON_TYPE, (people: object[]) => JSON.stringify({ users: people, next: { page: [1] } })],
  [NDJSON, (people: object[]) => people.map((one) => JSON.stringify(one)).join('\n')],
])('reads %s by paths, however it is wrapped', async (type, wrapped) => {
  const orgId = freshName('org');
  const [ada, bob] = [freshName('ada'), freshName('bob')];
  const people = [
    { profile: { login: ada, tel: 4930123 }, verified: true, 'e.mail': `${ada}@example.com` },
    { profile: { login: bob }, verified: [] },
  ];
  const { job } = await take(wrapped(people), {
    orgId,
    type,
    columns: [
      'profile.login=user.userName',
      'profile.tel=user.phone.phone',
      'e.mail=user.email.email',
      'verified=user.email.isEmailVerified',
    ],
  });
  expect(job).toMatchObject({ state: 'done', added: 2, failed: 0 });
  expect(await peopleOf(orgId)).toMatchObject([
    { userName: ada, emails: [{ value: `${ada}@example.com`, verified: true }], phoneNumbers: [{ value: '4930123' }] },
    { userName: bob },
  ]);
});

it('adds lines without an organization to the one of the request, and others to their own', async () => {
  const [orgId, other] = [freshName('org'), freshName('org')];
  const [ada, bob] = [freshName('ada'), freshName('bob')];
  const header = 'user.userName,user.profile.firstName,user.profile.lastName';
  await take(`${header}\n${ada},Ada,Lovelace`, { orgId });
  const line = (userName: string, more: object = {}) =>
    JSON.stringify({ user: { userName, profile: { firstName: 'Ada', lastName: 'Lovelace' } }, ...more });
  await take([line(bob), line(freshName('eve'), { orgId: other })].join('\n'), { orgId, type: NDJSON });
  expect([(await peopleOf(orgId)).length, (await peopleOf(other)).length]).toEqual([2, 1]);
});

describe('passwords', () => {
  const digest = (algorithm: string, text: string, encoding: 'hex' | 'base64') => createHash(algorithm).update(text).digest(encoding);

  it.each([
    ['plain', 'Correct-Horse-7', ''],
    ['sha256-prefix', digest('sha256', 'péperCorrect-Horse-7', 'hex'), 'péper'],
    ['sha1-suffix', digest('sha1', 'Correct-Horse-7salt', 'base64'), 'salt'],
    ['sha512-suffix', digest('sha512', 'Correct-Horse-7', 'hex').toUpperCase(), ''],
    ['md5-prefix', digest('md5', 'Correct-Horse-7', 'base64'), ''],
  ])('of the kind %s work afterwards', async (hash, value, salt) => {
    const [orgId, ada] = [freshName('org'), freshName('ada')];
    const columns = ['Login=user.userName', 'Secret=user.hashedPassword.value', 'Salt=user.hashedPassword.salt'];
    const { faults } = await take(`Login,Secret,Salt\n${ada},${value},${salt}`, { orgId, hash, columns });
    expect(faults.filter(({ kind }) => kind !== 'email.missing')).toEqual([]);
    expect([await accepts(ada, 'Correct-Horse-7'), await accepts(ada, 'other')]).toEqual([true, false]);
  });

  it('of another length than the digest is refused without being quoted', async () => {
    const columns = ['Login=user.userName', 'Secret=user.hashedPassword.value'];
    const { job, faults } = await take('Login,Secret\nada,c2hvcnQ', { orgId: freshName('org'), hash: 'sha256-prefix', columns });
    expect(job).toMatchObject({ failed: 1 });
    expect(faults.find(({ kind }) => kind === 'import.hash')?.message).not.toContain('c2hvcnQ');
  });
});

describe('is refused before anything is stored', () => {
  const login = 'Login=user.userName';
  it.each([
    ['a column that the file lacks', { columns: [login, 'Mail=user.email.email'] }, 'the column "Mail" is missing'],
    ['a header that stands there twice', { columns: [login, 'Twice=user.otpCode'] }, 'the column "Twice" appears twice'],
    ['no member', { columns: [login, 'Twice=user.shoeSize'] }, 'column must be HEADER=MEMBER'],
    ['a member of a prototype', { columns: [login, 'Twice=__proto__'] }, 'column must be HEADER=MEMBER'],
    ['one member for two columns', { columns: [login, 'Twice=user.userName'] }, 'Two columns are user.userName.'],
    ['one column twice', { columns: [login, 'Login=user.otpCode'] }, 'The column "Login" is named twice.'],
    ['neither a name nor an address', { columns: ['Login=userId'] }, 'A column must be user.userName or user.email.email.'],
    ['another separator', { columns: [login], separator: 'pipe' }, 'separator must be one of comma, semicolon, tab.'],
    ['another kind of hash', { columns: [login], hash: 'rot13' }, 'hash must be one of recognized, plain, md5-prefix'],
    ['a kind of hash without columns', { hash: 'plain' }, 'hash needs column parameters'],
    ['a separator of JSON', { columns: [login], separator: 'tab', type: NDJSON }, 'Only CSV has a separator.'],
    ['an organization of the JSON form', { type: JSON_TYPE }, 'The JSON form names its organizations itself.'],
    ['an empty organization', { columns: [login], orgId: '' }, 'orgId must be given once, and not be empty.'],
  ])('%s', async (_, sent, words) => {
    const body = (sent as Sent).type === JSON_TYPE ? '{}' : 'Login,Twice,Twice\nada,1,2';
    const answer = await submit(body, { orgId: freshName('org'), ...sent });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(words)]);
  });

  it('a file without an organization', async () => {
    expect((await submit('Login\nada', { columns: [login] })).body.detail).toBe('orgId is required unless a column has it.');
  });
});
