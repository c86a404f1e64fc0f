// Faulty people of forty kinds among good ones: each is reported by its line with its reason, all good ones are in. LONG=1: 1,000 among 50,000.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ended, faultsOf, human } from '../support/imports.js';
import { createPerson, freshName, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const LONG = Boolean(process.env['LONG']);
const [GOOD, FAULTY] = LONG ? [50_000, 1_000] : [2_000, 80];

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const profile = (more: object) => ({ profile: { firstName: 'Ada', lastName: 'Lovelace', ...more } });

it('reports each by its line and its reason, and takes everybody else', async () => {
  const orgId = freshName('org');
  const present = await createPerson(service);
  const withUser = (more: object) => (id: string) => human(id, more);
  /** What is wrong, and what is said about it. A text is a line as it is. */
  const kinds: ReadonlyArray<[make: (id: string) => unknown, kind: string]> = [
    [() => '{"userId": ', 'record.malformed'],
    [() => 'plain text', 'record.malformed'],
    [(id) => `{"orgId":"${orgId}","userId":"${id}","userId":"${id}"}`, 'record.memberTwice'],
    [(id) => `{"orgId":"${orgId}","userId":"${id}","user":{"userName":"a","user_name":"a"}}`, 'record.memberTwice'],
    [(id) => `{"orgId":"${orgId}","userId":"${id}","user":${'{"a":'.repeat(25)}1${'}'.repeat(25)}}`, 'record.tooDeep'],
    [(id) => ({ userId: id, user: { ...human(id).user, x: 'x'.repeat(2 ** 20) } }), 'record.tooLarge'],
    [() => '7', 'record.malformed'],
    [() => 'null', 'record.malformed'],
    [(id) => JSON.stringify(human(id)), 'org.missing'],
    [(id) => JSON.stringify({ orgId: 5, ...human(id) }), 'org.missing'],
    [(id) => ({ userId: id }), 'import.missing'],
    [(id) => ({ userId: id, user: 'Ada' }), 'import.type'],
    [() => human('a/b'), 'id.invalid'],
    [() => human('..'), 'id.invalid'],
    [() => human('é'), 'id.invalid'],
    [() => ({ ...human('x'), userId: 7 }), 'import.type'],
    [() => human('x'.repeat(201)), 'import.tooLong'],
    [() => human(present.id), 'person.idTaken'],
    [withUser({ userName: undefined }), 'import.missing'],
    [withUser({ userName: '' }), 'import.missing'],
    [withUser({ userName: 5 }), 'import.type'],
    [withUser({ userName: 'x'.repeat(201) }), 'import.tooLong'],
    [withUser({ userName: 'a\u200Bb' }), 'person.invalid'],
    [withUser({ userName: `${orgId}-good-0` }), 'person.userName'],
    [withUser({ profile: undefined }), 'import.missing'],
    [withUser({ profile: [] }), 'import.type'],
    [withUser(profile({ firstName: '  ' })), 'import.missing'],
    [withUser(profile({ lastName: null })), 'import.missing'],
    [withUser(profile({ lastName: { a: 1 } })), 'import.type'],
    [withUser(profile({ firstName: 'a\u0000b' })), 'person.invalid'],
    [withUser(profile({ displayName: 'x'.repeat(501) })), 'import.tooLong'],
    [withUser(profile({ preferredLanguage: '???' })), 'person.invalid'],
    [withUser({ email: 'nowhere' }), 'import.type'],
    [withUser({ email: { email: 'nowhere' } }), 'person.invalid'],
    [withUser({ email: { email: 'a@b.example', isEmailVerified: 'yes' } }), 'import.type'],
    [withUser({ phone: 'call me' }), 'import.type'],
    [withUser({ hashedPassword: { value: 'secret123' } }), 'import.hash'],
    [withUser({ hashedPassword: { value: `$2b$31$${'a'.repeat(53)}` } }), 'import.hash'],
    [withUser({ hashedPassword: {} }), 'import.missing'],
    [(id) => ({ ...human(id), state: 'USER_STATE_UNKNOWN' }), 'import.state'],
  ];
  expect(kinds).toHaveLength(40);
  const lines = Array.from({ length: GOOD }, (_, i) => JSON.stringify({ orgId, ...human(`${orgId}-good-${i}`) }));
  const wanted: Array<[line: number, kind: string]> = [];
  for (let i = 0; i < FAULTY; i++) {
    const [make, kind] = kinds[i % kinds.length] as (typeof kinds)[number];
    const entry = make(`${orgId}-bad-${i}`);
    // Behind the first good ones, so that a name that is there twice is theirs.
    const at = 1_000 + i * Math.floor((GOOD - 1_000) / FAULTY);
    lines.splice(at, 0, typeof entry === 'string' ? entry : JSON.stringify({ orgId, ...(entry as object) }));
    wanted.push([at + 1, kind]);
  }
  const headers = {
    authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}`,
    'content-type': 'application/x-ndjson',
  };
  const answer = await fetch(`${service.url}/admin/v1/imports`, { method: 'POST', headers, body: lines.join('\n') });
  const { id } = (await answer.json()) as { id: string };
  expect(await ended(service, id)).toMatchObject({ state: 'done', added: GOOD, failed: FAULTY });
  const faults = await faultsOf(service, id);
  expect(faults.map(({ line }) => line)).toEqual(wanted.map(([line]) => line));
  for (const [index, { kind }] of faults.entries()) expect(kind, String(wanted[index])).toContain(wanted[index]?.[1]);
  expect(JSON.stringify(faults)).not.toContain('secret123');
  expect((await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults).toBe(GOOD);
}, 300_000);
