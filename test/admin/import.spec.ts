// Imports within their request.
import { hash } from 'bcrypt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { TotpFactors } from '../../src/users/accounts/factors/totp-factors.service.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, eventsOf, freshName, usersPath } from '../support/people.js';
import { appWith, ownerOf } from '../support/factors.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const run = (orgs: unknown[], timeout?: string) =>
  service.call('POST', '/admin/v1/import', { dataOrgs: { orgs }, ...(timeout ? { timeout } : {}) });

describe('an import', () => {
  it('takes people over with their ids, passwords and an event each', async () => {
    const [orgId, ada, bob] = [freshName('org'), freshName('ada'), freshName('bob')];
    const value = await hash('old-Passw0rd', 10);
    const { status, body } = await run(
      [
        {
          orgId,
          humanUsers: [human(ada, { hashedPassword: { value } }), human(bob, { hashedPassword: { value: value.replace('$2b$', '$2y$') } })],
        },
      ],
      '5m30s',
    );
    expect(status).toBe(200);
    expect(body).toEqual({ success: { orgs: [{ orgId, humanUserIds: [ada, bob] }] }, errors: [] });
    for (const id of [ada, bob]) {
      expect(await eventsOf(service, id)).toEqual([
        {
          type: 'user.human.added',
          sequence: '1',
          payload: expect.objectContaining({ userName: id, displayName: 'Ada Lovelace', email: `${id}@example.com` }),
        },
      ]);
      const who = await service.get(SignInDirectory).findByLogin(id);
      expect(who?.userId).toBe(id);
      expect(await service.get(Passwords).check(who?.userNo, 'old-Passw0rd')).toBe(true);
      expect(await service.get(Passwords).check(who?.userNo, 'other-Passw0rd')).toBe(false);
    }
    expect((await service.call('GET', `${usersPath(service, orgId)}/${ada}`)).body).toMatchObject({
      userName: ada,
      name: { givenName: 'Ada' },
    });
  });

  it('takes names that are addresses, which are not to be chosen here, and adds to an organization that has one', async () => {
    const [orgId, projectId, appId] = [freshName('org'), freshName('project'), freshName('app')];
    const name = 'https://www.example.com/login';
    const organization = {
      orgId,
      org: { name },
      projects: [{ projectId, project: { name } }],
      oidcApps: [{ appId, app: { projectId, name, redirectUris: ['https://app.example.com/callback'] } }],
      apiApps: [{ appId: `${appId}-api`, app: { projectId, name } }],
    };
    expect((await run([{ ...organization, humanUsers: [human(`${orgId}-1`)] }])).body.errors).toEqual([]);
    const again = await run([{ orgId, org: { name }, humanUsers: [human(`${orgId}-2`)] }]);
    expect(again.body.success.orgs).toEqual([{ orgId, humanUserIds: [`${orgId}-2`] }]);
    const path = `/admin/v1/organizations/${orgId}`;
    for (const one of ['', `/projects/${projectId}`, `/projects/${projectId}/applications/${appId}`])
      expect((await service.call('GET', path + one)).body.name).toBe(name);
    expect((await service.call('POST', '/admin/v1/organizations', { name })).status).toBe(400);
    expect((await service.call('POST', `${path}/projects`, { name })).status).toBe(400);
  });

  it('takes the secrets of authenticator apps over, sealed, and says of those it cannot', async () => {
    const [orgId, ada, bob, eve] = [freshName('org'), freshName('ada'), freshName('bob'), freshName('eve')];
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const people = [
      human(ada, { otpCode: 'gezd gnbv gy3t qojq gezd gnbv gy3t qojq' }),
      human(bob, { otpCode: '123456' }),
      human(eve, { otpCode: 'A'.repeat(201) }),
    ];
    const { body } = await run([{ orgId, humanUsers: people }]);
    expect(body.success.orgs).toEqual([{ orgId, humanUserIds: [ada, bob] }]);
    expect(body.errors).toEqual([
      { type: 'human_user_otp', id: bob, message: expect.stringContaining('base 32') },
      { type: 'human_user', id: eve, message: expect.stringContaining('at most 200') },
    ]);
    const listed = (id: string) => service.call('GET', `/admin/v1/organizations/${orgId}/people/${id}/factors`);
    expect((await listed(ada)).body.factors).toMatchObject([{ kind: 'totp' }]);
    expect((await listed(bob)).body.factors).toEqual([]);
    const stored = await service.get(Database).query.rows('SELECT secret FROM totp_secrets');
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await eventsOf(service, ada)).map(({ type }) => type)).toEqual(['user.human.added', 'user.human.factor.added']);
    const who = await service.get(SignInDirectory).findByLogin(ada);
    const person = (await service.get(People).findByNo(who?.userNo ?? 0)) as Person;
    const code = appWith(service, secret).code();
    expect((await service.get(TotpFactors).check(ownerOf(person), code, '203.0.113.7')).kind).toBe('right');
  });

  it('takes them from the column of a CSV file too', async () => {
    const [orgId, ada, bob] = [freshName('org'), freshName('ada'), freshName('bob')];
    const header = 'orgId,userId,user.userName,user.profile.firstName,user.profile.lastName,user.email.email,user.otpCode';
    const row = (id: string, otpCode: string) => `${orgId},${id},${id},Ada,Lovelace,${id}@example.com,${otpCode}`;
    const csv = [header, row(ada, '"gezd gnbv gy3t qojq gezd gnbv gy3t qojq"'), row(bob, '')].join('\r\n');
    const { body: job } = await service.call('POST', '/admin/v1/imports', csv, { type: 'text/csv' });
    await ended(service, job.id);
    expect((await faultsOf(service, job.id)).map(({ kind }) => kind)).toEqual(['password.missing', 'password.missing']);
    const person = async (id: string) =>
      (await service.get(People).findByNo((await service.get(SignInDirectory).findByLogin(id))?.userNo ?? 0)) as Person;
    const code = appWith(service, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ').code();
    const check = async (id: string) => (await service.get(TotpFactors).check(ownerOf(await person(id)), code, '203.0.113.7')).kind;
    expect([await check(ada), await check(bob)]).toEqual(['right', 'wrong']);
  });

  it('changes the second factors of nobody who is there already', async () => {
    const [orgId, id] = [freshName('org'), freshName('ada')];
    await run([{ orgId, humanUsers: [human(id)] }]);
    const line = JSON.stringify({ orgId, ...human(id, { otpCode: 'JBSWY3DPEHPK3PXP' }) });
    const { body: job } = await service.call('POST', '/admin/v1/imports?mode=upsert', line, { type: 'application/x-ndjson' });
    await ended(service, job.id);
    expect(await faultsOf(service, job.id)).toContainEqual(expect.objectContaining({ kind: 'otp.kept' }));
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}/people/${id}/factors`)).body.factors).toEqual([]);
  });

  it('remarks that an organization exists and adds to it all the same', async () => {
    const [orgId, id] = [await createOrganization(service), freshName('late')];
    const { status, body } = await run([{ orgId, humanUsers: [human(id)] }]);
    expect(status).toBe(200);
    expect(body.success.orgs).toEqual([{ orgId, humanUserIds: [id] }]);
    expect(body.errors).toEqual([{ type: 'org', id: orgId, message: expect.stringContaining('already exists') }]);
  });

  it('adds everybody who is fine and reports everybody who is not, by id and reason', async () => {
    const orgId = freshName('org');
    const present = await createPerson(service);
    const many = Array.from({ length: 150 }, (_, i) => human(`${orgId}-${i}`));
    const faulty: Array<[unknown, RegExp]> = [
      [human(`${orgId}-0`), /id already exists/],
      [{ ...human('double-name'), user: { ...human('x').user, userName: `${orgId}-1` } }, /has this userName/],
      [human(present.id), /id already exists/],
      [human('bad/id'), /userId must have/],
      [human('..'), /userId must have/],
      [human('bad-mail', { email: { email: 'nowhere' } }), /not a valid e-mail address/],
      [human('no-name', { profile: { firstName: '', lastName: 'x' } }), /firstName/],
      [human('bad-hash', { hashedPassword: { value: 'secret123' } }), /hash format is unknown/],
      [human('costly-hash', { hashedPassword: { value: `$2b$20$${'a'.repeat(53)}` } }), /cost/],
      [{ userId: 'no-user' }, /user must be an object/],
      ['nobody', /user must be an object/],
      [null, /user must be an object/],
    ];
    const { status, body } = await run([{ orgId, humanUsers: [...many, ...faulty.map(([entry]) => entry)] }]);
    expect(status).toBe(200);
    expect(body.success.orgs[0].humanUserIds).toHaveLength(150);
    expect(body.errors.map(({ type }: { type: string }) => type)).toEqual(faulty.map(() => 'human_user'));
    for (const [entry, reason] of faulty) {
      const id = (entry as { userId?: string } | null)?.userId ?? '';
      expect(
        body.errors
          .filter((error: { id: string }) => error.id === id)
          .map(({ message }: { message: string }) => message)
          .join(' '),
      ).toMatch(reason);
    }
    expect(JSON.stringify(body)).not.toContain('secret123');
    expect((await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults).toBe(150);
    expect((await service.call('GET', `${usersPath(service)}/${present.id}`)).body).toEqual(present);
  });

  it('takes people without an e-mail address or with a phone number that is none, and says so', async () => {
    const [orgId, none, bad] = [freshName('org'), freshName('none'), freshName('bad')];
    const people = [human(none, { email: undefined }), human(bad, { phone: { phone: 'call me' } })];
    const { body } = await run([{ orgId, humanUsers: people }]);
    expect(body.success.orgs).toEqual([{ orgId, humanUserIds: [none, bad] }]);
    expect(body.errors.map(({ id, message }: { id: string; message: string }) => [id, message])).toEqual([
      [none, 'user.email is absent; added without an e-mail address.'],
      [bad, 'user.phone.phone was ignored: "call me" is not a phone number.'],
    ]);
    const { body: person } = await service.call('GET', `/admin/v1/organizations/${orgId}/people/${none}`);
    expect(person.emails).toEqual([]);
    // The export of such a person is imported again as it is.
    const { text } = await service.call('GET', `/admin/v1/organizations/${orgId}/export`);
    const line = text.split('\n').find((one: string) => one.includes(`"userId":"${none}"`));
    expect(JSON.parse(line ?? '{}').user).not.toHaveProperty('email');
  });

  it('reports an organization without an id and a password without its hash, and goes on', async () => {
    const [orgId, id] = [freshName('org'), freshName('late')];
    const { status, body } = await run([
      { humanUsers: [human(freshName('lost'))] },
      'nothing',
      { orgId, humanUsers: [human('no-hash', { hashedPassword: {} }), human(id)] },
    ]);
    expect([status, body.success.orgs]).toEqual([200, [{ orgId, humanUserIds: [id] }]]);
    expect(body.errors).toEqual([
      { type: 'org', id: '', message: expect.stringContaining('orgId') },
      { type: 'org', id: '', message: expect.stringContaining('orgId') },
      { type: 'human_user', id: 'no-hash', message: expect.stringContaining('value') },
    ]);
  });

  it('stops when its timeout is used up, says what is missing, and is resumed to exactly the rest', async () => {
    const orgId = freshName('org');
    const people = Array.from({ length: 6_000 }, (_, i) => human(`${orgId}-${i}`));
    const { status, body } = await run([{ orgId, humanUsers: people }], '400ms');
    expect(status).toBe(200);
    const done = body.success.orgs[0]?.humanUserIds.length ?? 0;
    expect(done).toBeLessThan(6_000);
    expect(body.errors).toEqual([{ type: 'timeout', id: body.jobId, message: expect.stringContaining(`${body.jobId}/_resume`) }]);
    const total = async () => (await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults;
    if (done > 0) expect(await total()).toBe(done);
    expect((await service.call('POST', `/admin/v1/imports/${body.jobId}/_resume`)).status).toBe(200);
    expect(await ended(service, body.jobId)).toMatchObject({ state: 'done', added: 6_000, failed: 0, errors: {} });
    expect(await total()).toBe(6_000);
  });

  it.each([
    ['no data', {}, /dataOrgs/],
    ['orgs that are no list', { dataOrgs: { orgs: 'x' } }, /a list of organizations/],
    ['a malformed timeout', { dataOrgs: { orgs: [] }, timeout: 'soon' }, /timeout must be a duration/],
    ['data that lies elsewhere', { dataOrgs: { orgs: [] }, dataOrgsS3: {} }, /dataOrgsS3/],
    ['broken JSON', '{"dataOrgs": {"orgs": [}}', /not valid JSON: something unexpected at byte 23/],
    ['null', 'null', /^The body must be an object with dataOrgs.orgs, a list of organizations, but it is null\.$/],
    ['a body of blanks', ' ', /^The body must be an object with dataOrgs.orgs, a list of organizations, but it is empty\.$/],
  ])('with %s is refused as a whole', async (_, body, reason) => {
    const answer = await service.call('POST', '/admin/v1/import', body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      status: 400,
      code: expect.any(String),
      requestId: expect.any(String),
      detail: expect.stringMatching(reason),
      errors: [{ type: 'request', id: expect.any(String), message: expect.stringMatching(reason) }],
    });
  });

  it('leaves others their turn while it checks many people', async () => {
    let done = false;
    const orgId = freshName('org');
    const faulty = Array.from({ length: 20_000 }, (_, i) => human(`${orgId}-${i}`, { hashedPassword: { value: 'no hash' } }));
    const running = run([{ orgId, humanUsers: faulty }]).finally(() => (done = true));
    let turns = 0;
    while (!done) {
      await service.call('GET', '/healthz', undefined, { token: null });
      turns++;
    }
    expect((await running).body.errors).toHaveLength(20_000);
    expect(turns).toBeGreaterThan(20);
  });

  it('is not even read for those who may not import', async () => {
    // Were it read, it would be malformed JSON: 400.
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    expect((await service.call('POST', '/admin/v1/import', '{"dataOrgs": {', { token })).status).toBe(403);
  });

  it('is not even read for those who have no valid token', async () => {
    // Were it read, it would be malformed JSON: 400.
    for (const token of [null, 'bad']) {
      const answer = await service.call('POST', '/admin/v1/import', '{"dataOrgs": {', { token });
      expect(answer.status).toBe(401);
    }
  });
});
