// Imports that outlive their request: every form of a body, what is reported, dry runs, changes, cancel and resume, and who may.
import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { ImportRunner } from '../../src/admin/imports/jobs/import-runner.service.js';
import { eventTypeName } from '../../src/users/events/event-types.js';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { PasswordsRepository } from '../../src/users/authentication/passwords/passwords.repository.js';
import { People } from '../../src/users/directory/people/people.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { ended, faultsOf, HASH, human } from '../support/imports.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, freshName, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const submit = (body: unknown, query = '', type = 'application/json') => service.call('POST', `/admin/v1/imports${query}`, body, { type });
const total = async (orgId: string) => (await service.call('GET', `${usersPath(service, orgId)}?count=0`)).body.totalResults;
const faults = (id: string) => faultsOf(service, id);
/** Types of all events of somebody or something. */
const eventsOf = async (id: string) =>
  (await service.get(Database).query.rows<{ type_no: number }>('SELECT type_no FROM events WHERE aggregate_id = ?', [id]))
    .map(({ type_no }) => String(eventTypeName(type_no)))
    .sort();
const lines = (entries: unknown[]) => entries.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))).join('\n');

/** Posts bytes as they are. */
const post = (path: string, body: BodyInit, headers: Record<string, string>) =>
  fetch(service.url + path, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}`, ...headers },
  });

describe('a job', () => {
  it('is accepted, says how far it is, and adds everybody with an event each', async () => {
    const orgId = freshName('org');
    const people = Array.from({ length: 1_200 }, (_, i) => human(`${orgId}-${i}`));
    const answer = await submit({ dataOrgs: { orgs: [{ orgId, humanUsers: people }] } });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`/admin/v1/imports/${answer.body.id}`);
    expect(await ended(service, answer.body.id)).toMatchObject({
      state: 'done',
      mode: 'create',
      dryRun: false,
      records: 1_201,
      done: 1_201,
      added: 1_200,
      changed: 0,
      failed: 0,
      errors: {},
      secondsLeft: null,
    });
    expect(await total(orgId)).toBe(1_200);
    expect(await eventsOf(`${orgId}-777`)).toEqual(['user.human.added']);
    const { body } = await service.call('GET', '/admin/v1/imports?limit=1');
    expect(body.imports).toMatchObject([{ id: answer.body.id }]);
    expect(await eventsOf(answer.body.id)).toEqual(
      expect.arrayContaining(['instance.import.ended', 'instance.import.progressed', 'instance.import.started']),
    );
  });

  it('reads a person a line, reports every line at fault by its number, and takes the others', async () => {
    const orgId = freshName('org');
    const body = lines([
      { orgId, ...human(`${orgId}-1`) },
      '{"orgId": ',
      { orgId, ...human(`${orgId}-2`, { email: 5 }) },
      '',
      {
        org_id: orgId,
        user_id: `${orgId}-3`,
        user: {
          user_name: `${orgId}-3`,
          profile: { first_name: 'A', last_name: 'B' },
          email: { email: 'a@b.example', is_email_verified: true },
          hashed_password: { value: HASH },
        },
      },
      { ...human(`${orgId}-4`) },
      `{"orgId":"${orgId}","orgId":"other","user":{}}`,
      { orgId, ...human(`${orgId}-1`) },
      `{"orgId":"${orgId}","userId":"deep","user":${'['.repeat(30)}${']'.repeat(30)}}`,
    ]);
    const { body: job } = await submit(body, '', 'application/x-ndjson');
    expect(await ended(service, job.id)).toMatchObject({ state: 'done', added: 2, failed: 6 });
    expect((await faults(job.id)).map(({ line, type, kind, id }) => [line, type, kind, id])).toEqual(
      [
        [2, 'human_user', 'record.malformed', ''],
        [3, 'human_user', 'import.type', `${orgId}-2`],
        [6, 'human_user', 'org.missing', `${orgId}-4`],
        [7, 'human_user', 'record.memberTwice', ''],
        [8, 'human_user', 'person.idTaken', `${orgId}-1`],
        [9, 'human_user', 'record.tooDeep', 'deep'],
      ].map(([line, type, kind, id]) => [
        line,
        type,
        kind === 'person.idTaken' ? expect.stringMatching(/^person\.id(Taken|Twice)$/) : kind,
        id,
      ]),
    );
    expect(await total(orgId)).toBe(2);
  });

  it('reads CSV with dotted names, packed', async () => {
    const orgId = freshName('org');
    const header =
      'orgId,userId,user.userName,user.profile.firstName,user.profile.lastName,user.email.email,user.email.isEmailVerified,user.hashedPassword.value';
    const row = (i: number, first = 'Ada') => `${orgId},${orgId}-${i},${orgId}-${i},"${first}",Love,${orgId}-${i}@example.com,true,${HASH}`;
    const csv = [header, row(1), row(2, 'A ""quoted"", name'), `${orgId},too,few`, row(4)].join('\r\n');
    const answer = await post('/admin/v1/imports', gzipSync(csv), { 'content-type': 'text/csv', 'content-encoding': 'gzip' });
    expect(answer.status).toBe(202);
    const { id } = (await answer.json()) as { id: string };
    expect(await ended(service, id)).toMatchObject({ state: 'done', added: 3, failed: 1, errors: { 'record.malformed': 1 } });
    expect(await faults(id)).toMatchObject([{ line: 4, type: 'human_user' }]);
    expect((await service.call('GET', `${usersPath(service, orgId)}/${orgId}-2`)).body.name.givenName).toBe('A "quoted", name');
  });

  it('takes every row of a CSV behind one that is too long, and says which quote is never closed', async () => {
    const orgId = freshName('org');
    const header = 'orgId,userId,user.userName,user.profile.firstName,user.profile.lastName,user.email.email,user.hashedPassword.value';
    const row = (i: number, first = 'Ada') => `${orgId},${orgId}-${i},${orgId}-${i},${first},Love,${orgId}-${i}@example.com,${HASH}`;
    const good = Array.from({ length: 600 }, (_, i) => row(i + 3));
    const csv = [`\uFEFF"${header.replace(',', '",')}`, row(1), row(2, 'x'.repeat(2 ** 21)), ...good, row(1_000, '"Ada'), row(1_001)];
    const { body: job } = await submit(csv.join('\n'), '', 'text/csv');
    expect(await ended(service, job.id)).toMatchObject({ state: 'done', added: 601, failed: 2 });
    expect(await faults(job.id)).toMatchObject([
      { line: 3, kind: 'record.tooLarge' },
      { line: 604, kind: 'record.quoteNotClosed', message: expect.stringContaining('line 604') },
    ]);
  });

  it('with a column that is not known is refused', async () => {
    expect(await submit('orgId,user.nick\nx,y', '', 'text/csv')).toMatchObject({
      status: 400,
      body: { code: 'import.header', detail: expect.stringContaining('user.nick') },
    });
  });

  it('on trial reports what would fail, also twice in the file, and writes nothing', async () => {
    const [orgId, present] = [await createOrganization(service), await createPerson(service)];
    const people = [
      human(`${orgId}-1`),
      human(`${orgId}-2`, { userName: `${orgId}-1` }),
      human(present.id),
      human('x/y'),
      human(`${orgId}-5`),
    ];
    const before = await total(orgId);
    const { body: job } = await submit(
      {
        dataOrgs: {
          orgs: [
            { orgId, humanUsers: people },
            { orgId: freshName('new'), humanUsers: [] },
          ],
        },
      },
      '?dryRun=true',
    );
    expect(await ended(service, job.id)).toMatchObject({ state: 'done', dryRun: true, added: 0, changed: 0, failed: 3 });
    expect((await faults(job.id)).map(({ kind }) => kind).sort()).toEqual([
      'id.invalid',
      'org.exists',
      'person.idTaken',
      'person.userNameTwice',
    ]);
    expect(await total(orgId)).toBe(before);
  });

  it('changes people only when it is asked to, and then what differs', async () => {
    const orgId = freshName('org');
    const name = (i: number) => `${orgId}-${i}`;
    const body = (people: unknown[]) => ({ dataOrgs: { orgs: [{ orgId, humanUsers: people }] } });
    await ended(service, (await submit(body([human(name(1)), human(name(2)), human(name(3))]))).body.id);
    const changed = human(name(1), {
      profile: { firstName: 'Grace', lastName: 'Hopper' },
      hashedPassword: { value: HASH.replace('$2b$10$a', '$2b$10$b') },
    });
    const renamed = human(name(2), { userName: name(3) });
    const create = (await submit(body([changed]))).body.id;
    expect(await ended(service, create)).toMatchObject({ changed: 0, failed: 1 });
    const upsert = (await submit(body([changed, renamed, human(name(3)), human(name(4))]), '?mode=upsert')).body.id;
    expect(await ended(service, upsert)).toMatchObject({ state: 'done', added: 1, changed: 1, failed: 1 });
    expect(await faults(upsert)).toMatchObject([{ kind: 'person.userNameTaken', id: name(2) }, { kind: 'org.exists' }]);
    expect(await eventsOf(name(1))).toEqual(['user.human.added', 'user.human.password.changed', 'user.human.profile.changed']);
    expect(await eventsOf(name(3))).toEqual(['user.human.added']);
    expect((await service.call('GET', `${usersPath(service, orgId)}/${name(1)}`)).body.name.givenName).toBe('Grace');
  });

  it('changes of the addresses no more than it was told: others stay, and what was verified', async () => {
    const [orgId, id] = [service.credentials.orgId, freshName('mails')];
    const put = async (more: object) => {
      const body = { dataOrgs: { orgs: [{ orgId, humanUsers: [human(id, more)] }] } };
      expect(await ended(service, (await submit(body, '?mode=upsert')).body.id)).toMatchObject({ state: 'done', failed: 0 });
      const { emails, phoneNumbers } = (await service.call('GET', `${usersPath(service)}/${id}`)).body;
      const { no, emails: stored } = (await service.get(People).requirePerson(await organization(), id)) as Person;
      const changeRequired = await service.get(PasswordsRepository).isChangeRequired(no);
      return { emails, phoneNumbers, changeRequired, verified: stored.filter(({ verifiedBy }) => verifiedBy).map(({ value }) => value) };
    };
    const organization = () => service.get(Organizations).requireOrganization(orgId);
    const [mail, other] = [`${id}@example.com`, `${id}@home.example`];
    await put({ phone: { phone: '+49301234567' } });
    const emails = [
      { value: mail, type: 'work', primary: true },
      { value: other, type: 'home' },
    ];
    const numbers = [
      { value: '+49301234567', type: 'work', primary: true },
      { value: '+49307654321', type: 'mobile' },
    ];
    const Operations = [
      { op: 'replace', path: 'emails', value: emails },
      { op: 'replace', path: 'phoneNumbers', value: numbers },
    ];
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    const patched = await service.call('PATCH', `${usersPath(service)}/${id}`, { schemas, Operations }, { type: 'application/scim+json' });
    expect(patched.status).toBeLessThan(300);
    expect(await put({ email: { email: mail } })).toEqual({ emails, phoneNumbers: numbers, changeRequired: false, verified: [mail] });
    const moved = `${id}@moved.example`;
    const hashedPassword = { value: HASH.replace('$2b$10$a', '$2b$10$c') };
    const after = await put({ email: { email: moved }, phone: { phone: '+4930999' }, hashedPassword, passwordChangeRequired: true });
    expect(after).toEqual({
      emails: [{ ...emails[0], value: moved }, emails[1]],
      phoneNumbers: [{ ...numbers[0], value: '+4930999' }, numbers[1]],
      changeRequired: true,
      verified: [],
    });
    expect(await put({ email: { email: other, isEmailVerified: true } })).toMatchObject({
      emails: [{ ...emails[0], value: other }],
      verified: [other],
    });
  });

  it('gives the id of somebody who was removed only when it is told to, and leaves an event', async () => {
    const [orgId, { id, userName }] = [service.credentials.orgId, await createPerson(service)];
    await service.call('DELETE', `${usersPath(service)}/${id}`);
    const body = { dataOrgs: { orgs: [{ orgId, humanUsers: [human(id, { userName })] }] } };
    expect(await ended(service, (await submit(body)).body.id)).toMatchObject({
      failed: 1,
      errors: { 'person.idUsed': 1, 'org.exists': 1 },
    });
    expect(await ended(service, (await submit(body, '?allowReusedIds=true')).body.id)).toMatchObject({ added: 1, failed: 0 });
    expect(await eventsOf(id)).toContain('user.id.reused');
  });

  it('invites new people who have no way to sign in, but only when it is told to and nobody in a dry run', async () => {
    const orgId = freshName('org');
    const person = (name: string, more: object) => human(`${orgId}-${name}`, more);
    const people = [
      person('open', { hashedPassword: undefined }),
      person('known', { hashedPassword: { value: HASH } }),
      { ...person('away', { hashedPassword: undefined }), state: 'USER_STATE_INACTIVE' },
    ];
    const body = { dataOrgs: { orgs: [{ orgId, humanUsers: people }] } };
    const invited = async () =>
      (await service.call('GET', `/admin/v1/organizations/${orgId}/invitations`)).body.invitations.map(
        ({ userId }: { userId: string }) => userId,
      );
    await ended(service, (await submit(body, '?dryRun=true&invite=true')).body.id);
    expect(await ended(service, (await submit(body, '?invite=true')).body.id)).toMatchObject({ added: 3, failed: 0 });
    expect(await invited()).toEqual([`${orgId}-open`]);
    expect(await eventsOf(`${orgId}-open`)).toContain('user.human.invitation.sent');
  });

  it('can be canceled, and is then neither resumed nor found at work', async () => {
    const orgId = freshName('org');
    const people = Array.from({ length: 8_000 }, (_, i) => human(`${orgId}-${i}`));
    const { body: job } = await submit({ dataOrgs: { orgs: [{ orgId, humanUsers: people }] } });
    const canceled = await service.call('POST', `/admin/v1/imports/${job.id}/_cancel`);
    expect([canceled.status, canceled.body.state]).toEqual([200, 'canceled']);
    expect((await service.call('POST', `/admin/v1/imports/${job.id}/_resume`)).status).toBe(409);
    const { added } = await ended(service, job.id);
    for (const _ of ['the run that may still be on', 'another']) await service.get(ImportRunner).runJob(job.id);
    expect((await ended(service, job.id))['added']).toBe(added);
    expect(added).toBeLessThan(8_000);
    expect((await service.call('GET', '/admin/v1/imports/nowhere')).status).toBe(404);
  });

  it('is for IAM_OWNER only', async () => {
    const body = { dataOrgs: { orgs: [] } };
    for (const role of ['IAM_OWNER_VIEWER', 'IAM_ORG_MANAGER']) {
      const { userId, token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
      await service.call('POST', '/admin/v1/members', { userId, role });
      for (const path of ['/admin/v1/import', '/admin/v1/imports'])
        expect((await service.call('POST', path, body, { token })).status).toBe(403);
      expect((await service.call('GET', '/admin/v1/imports', undefined, { token })).status).toBe(403);
    }
  });
});

describe('the rest of an organization', () => {
  it('is taken over: service users, projects, applications, keys, metadata, roles; and what has no place here is named', async () => {
    const orgId = freshName('org');
    const [person, machine, project, app] = ['person', 'machine', 'project', 'app'].map((name) => `${orgId}-${name}`) as [
      string,
      string,
      string,
      string,
    ];
    const { status, body } = await service.call('POST', '/admin/v1/import', {
      data_orgs: {
        orgs: [
          {
            orgMembers: [
              { userId: person, roles: ['ORG_OWNER'] },
              { userId: 'nobody', roles: ['ORG_OWNER'] },
            ],
            userMetadata: [
              { id: person, key: 'shoe', value: Buffer.from('42').toString('base64') },
              { id: person, key: 'bad', value: '*' },
            ],
            oidcApps: [
              {
                appId: app,
                app: {
                  projectId: project,
                  name: 'App',
                  redirectUris: ['https://app.example/cb'],
                  responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
                  grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE'],
                  appType: 'OIDC_APP_TYPE_WEB',
                  authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC',
                },
              },
            ],
            humanUsers: [
              {
                ...human(person, { phone: { phone: '+49 30 1234567', isPhoneVerified: true }, otpCode: 'x' }),
                state: 'USER_STATE_INACTIVE',
              },
            ],
            machineUsers: [{ userId: machine, user: { userName: machine, name: 'Robot', accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' } }],
            projects: [{ projectId: project, project: { name: 'Project' } }],
            projectRoles: [{ projectId: project, roleKey: 'r' }],
            loginPolicy: {},
            org: { name: 'The organization' },
            orgId,
          },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body.success.orgs).toEqual([
      {
        orgId,
        humanUserIds: [person],
        machineUserIds: [machine],
        projectIds: [project],
        oidcAppIds: [app],
        userMetadata: [`${person}_shoe`],
        orgMembers: [`${orgId}_${person}`],
      },
    ]);
    expect(body.errors.map(({ type, id }: { type: string; id: string }) => [type, id]).sort()).toEqual([
      ['human_user_otp', person],
      ['login_policy', orgId],
      ['org_member', `${orgId}_nobody`],
      ['project_role', orgId],
      ['user_metadata', `${person}_bad`],
    ]);
    const found = (await service.call('GET', `${usersPath(service, orgId)}/${person}`)).body;
    expect(found).toMatchObject({ active: false, phoneNumbers: [{ value: '+49301234567' }] });
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}/people/${person}/metadata`)).body.metadata).toEqual([
      { key: 'shoe', value: 'NDI=' },
    ]);
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}`)).body.name).toBe('The organization');
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}/projects/${project}/applications/${app}`)).status).toBe(200);
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}/service-users/${machine}`)).status).toBe(200);
  });

  it('brings domains, verified on the word of who imports; one that is verified elsewhere is refused', async () => {
    const [orgId, other] = [freshName('org'), await createOrganization(service)];
    const taken = `${freshName('taken')}.example`;
    await service.call('POST', `/admin/v1/organizations/${other}/domains`, { domain: taken });
    await service.call('POST', `/admin/v1/organizations/${other}/domains/${taken}/_verify`);
    const domains = [
      { domainName: `${orgId}.example`, isVerified: true, isPrimary: true },
      { domain_name: `Other.${orgId}.example`, is_verified: false },
      { domainName: taken, isVerified: true },
      { domainName: 'localhost' },
      { domainName: `third.${orgId}.example`, isPrimary: true },
      { isVerified: true },
    ];
    const { body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, domains }] } });
    expect(body.success.orgs).toEqual([
      { orgId, humanUserIds: [], domains: [`${orgId}_${orgId}.example`, `${orgId}_Other.${orgId}.example`] },
    ]);
    expect(body.errors.map(({ type, id }: { type: string; id: string }) => [type, id])).toEqual([
      ['domain', `${orgId}_${taken}`],
      ['domain', `${orgId}_localhost`],
      ['domain', `${orgId}_third.${orgId}.example`],
      ['domain', `${orgId}_`],
    ]);
    const { body: listed } = await service.call('GET', `/admin/v1/organizations/${orgId}/domains`);
    expect(listed.domains).toEqual(
      expect.arrayContaining([
        { domain: `${orgId}.example`, verified: true, primary: true },
        { domain: `other.${orgId}.example`, verified: false, primary: false },
      ]),
    );
    expect(await eventsOf(orgId)).toEqual(expect.arrayContaining(['org.domain.added', 'org.domain.verified', 'org.domain.primary.set']));
  });

  it('says of every entry what was left out, and keeps an inactive service user inactive', async () => {
    const orgId = freshName('org');
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64');
    const { body } = await service.call('POST', '/admin/v1/import', {
      dataOrgs: {
        orgs: [
          {
            orgId,
            machineUsers: [{ userId: `${orgId}-m`, state: 'USER_STATE_INACTIVE', user: { userName: 'robot', color: 'red' } }],
            projects: [
              {
                projectId: `${orgId}-p`,
                project: { name: 'P', hasProjectCheck: true, privateLabelingSetting: 'PRIVATE_LABELING_SETTING_ENFORCE' },
              },
            ],
            machineKeys: [{ keyId: 'old', userId: `${orgId}-m`, publicKey: pem }],
          },
        ],
      },
    });
    expect(body.success.orgs).toMatchObject([{ machineUserIds: [`${orgId}-m`], projectIds: [`${orgId}-p`], machineKeys: ['old'] }]);
    expect(body.errors).toEqual([
      { type: 'machine_user', id: `${orgId}-m`, message: 'user.color is not supported and was ignored.' },
      { type: 'project', id: `${orgId}-p`, message: 'project.privateLabelingSetting is not supported and was ignored.' },
    ]);
    const user = (await service.call('GET', `/admin/v1/organizations/${orgId}/service-users/${orgId}-m`)).body;
    expect(user.active).toBe(false);
    expect(await eventsOf(`${orgId}-m`)).toContain('user.deactivated');
  });

  it.each([
    [{ orgState: 'ORG_STATE_REMOVED' }, 'orgState must be one of'],
    [{ orgState: 7 }, 'orgState must be one of'],
    [{ orgState: {} }, 'orgState must be one of'],
    [{ org: { name: 5 } }, 'org.name must be a string'],
    [{ org: 'Name' }, 'org must be an object'],
  ])('refuses an organization with %j, new or not, and with it everybody in it', async (more, words) => {
    const [orgId, present] = [freshName('org'), await createOrganization(service)];
    const orgs = [orgId, present].map((id) => ({ orgId: id, ...more, humanUsers: [human(`${id}-1`)] }));
    const { body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs } });
    expect(body.success.orgs).toEqual([]);
    expect(body.errors).toEqual([orgId, present].map((id) => ({ type: 'org', id, message: expect.stringContaining(words) })));
    expect((await service.call('GET', `/admin/v1/organizations/${orgId}`)).status).toBe(404);
    expect(await total(present)).toBe(0);
  });

  it('says what of an organization that exists is not changed, and of a new one what is not supported', async () => {
    const [present, orgId] = [await createOrganization(service), freshName('org')];
    const orgs = [
      { orgId: present, orgState: 'ORG_STATE_INACTIVE', org: { name: 'Another' } },
      { orgId, orgState: 2, org: { name: 'New', foo: 1 } },
    ];
    const { body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs } });
    expect(body.errors).toEqual([
      { type: 'org', id: present, message: expect.stringContaining('org.name was ignored') },
      { type: 'org', id: present, message: expect.stringContaining('orgState was ignored') },
      { type: 'org', id: present, message: expect.stringContaining('already exists') },
      { type: 'org', id: orgId, message: 'org.foo is not supported and was ignored.' },
    ]);
    const stateOf = async (id: string) => (await service.call('GET', `/admin/v1/organizations/${id}`)).body.state;
    expect([await stateOf(present), await stateOf(orgId)]).toEqual(['active', 'inactive']);
    expect((await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [orgs[1]] } })).body.errors).toHaveLength(2);
  });

  it('names what it left out of an entry as it was sent, and takes what it knows in both spellings', async () => {
    const orgId = freshName('org');
    const name = `${orgId}-1`;
    const left = { shoe_size: 44, 'two words_here': 1, Shoe_Size: 1 };
    const { body } = await service.call('POST', '/admin/v1/import', {
      dataOrgs: {
        orgs: [
          {
            org_id: orgId,
            org: { primary_domain: `${orgId}.example`, nick_name_of_org: 1 },
            human_users: [
              {
                user_id: name,
                user: {
                  user_name: name,
                  profile: { first_name: 'A', last_name: 'B', ...left },
                  email: { email: `${name}@x.example`, is_email_verified: true },
                  hashed_password: { custom_password_hash: { algorithm: 'bcrypt', hash: { value: HASH } } },
                  attributes: { hair_color: 'red', preferred_language: 'de', cost_center: '7' },
                },
              },
            ],
            machine_users: [{ user_id: `${orgId}-m`, user: { user_name: 'robot', paint_color: 'red' } }],
            groups: [{ group_id: `${orgId}-g`, group: { display_name: 'Team', group_mail: 'x' }, members: [{ user_name: name }] }],
          },
        ],
      },
    });
    expect(body.success.orgs).toEqual([{ orgId, humanUserIds: [name], machineUserIds: [`${orgId}-m`], groupIds: [`${orgId}-g`] }]);
    const ignored = (member: string) => `${member} is not supported and was ignored.`;
    expect(body.errors.map(({ message }: { message: string }) => message).toSorted()).toEqual(
      [
        'org.nick_name_of_org',
        ...Object.keys(left).map((member) => `user.profile.${member}`),
        'user.attributes.hair_color',
        'user.paint_color',
        'group.group_mail',
      ]
        .map(ignored)
        .toSorted(),
    );
  });

  it('takes no word that it does not know for another one, and says which of two passwords it took', async () => {
    const orgId = freshName('org');
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = Buffer.from(publicKey.export({ type: 'spki', format: 'pem' })).toString('base64');
    const app = (more: object) => ({ projectId: `${orgId}-p`, name: 'App', redirectUris: ['https://app.example/cb'], ...more });
    const machine = (name: string, accessTokenType: unknown) => ({ userId: `${orgId}-${name}`, user: { userName: name, accessTokenType } });
    const { body } = await service.call('POST', '/admin/v1/import', {
      dataOrgs: {
        orgs: [
          {
            orgId,
            humanUsers: [human(`${orgId}-1`, { password: 'Str0ng-Passw0rd!' })],
            machineUsers: [machine('m1', 'FOO'), machine('m2', 'ACCESS_TOKEN_TYPE_JWT'), machine('m3', 0), machine('m4', 7)],
            projects: [{ projectId: `${orgId}-p`, project: { name: 'P' } }],
            oidcApps: [
              { appId: `${orgId}-a1`, app: app({ accessTokenType: 'FOO' }) },
              { appId: `${orgId}-a2`, app: app({ accessTokenType: 'OIDC_TOKEN_TYPE_JWT' }) },
              { appId: `${orgId}-a3`, app: app({ responseTypes: [null] }) },
            ],
            machineKeys: [{ keyId: 'key', userId: `${orgId}-m2`, type: 'KEY_TYPE_PKCS12', publicKey: pem }],
          },
        ],
      },
    });
    expect(body.success.orgs).toEqual([
      {
        orgId,
        humanUserIds: [`${orgId}-1`],
        machineUserIds: [`${orgId}-m2`, `${orgId}-m3`],
        projectIds: [`${orgId}-p`],
        oidcAppIds: [`${orgId}-a2`],
      },
    ]);
    expect(body.errors.map(({ id, message }: { id: string; message: string }) => [id, message])).toEqual([
      [`${orgId}-1`, 'user.password was ignored because user.hashedPassword is present.'],
      [`${orgId}-m1`, expect.stringContaining('user.accessTokenType must be one of BEARER, JWT')],
      [`${orgId}-m4`, expect.stringContaining('user.accessTokenType must be one of')],
      [`${orgId}-a1`, expect.stringContaining('app.accessTokenType must be one of')],
      [`${orgId}-a3`, expect.stringContaining('app.responseTypes must be one of')],
      ['key', expect.stringContaining('type must be one of KEY_TYPE_UNSPECIFIED, KEY_TYPE_JSON')],
    ]);
  });

  it('names what a body has beside its organizations, waited for or not', async () => {
    const body = { dataOrgs: { orgs: [], extra: 1 }, foo: 1 };
    const wanted = ['extra', 'foo'].map((id) => ({ type: 'request', id, message: `${id} is not supported and was ignored.` }));
    expect((await service.call('POST', '/admin/v1/import', body)).body.errors).toEqual(wanted);
    const { body: job } = await submit(body);
    expect(await ended(service, job.id)).toMatchObject({ state: 'done', failed: 0, errors: { 'member.unsupported': 2 } });
    expect(await faults(job.id)).toEqual(wanted.map((one) => ({ line: 0, kind: 'member.unsupported', ...one })));
  });

  it('gives the id of somebody who was removed to no service user', async () => {
    const [orgId, { id }] = [service.credentials.orgId, await createPerson(service)];
    await service.call('DELETE', `${usersPath(service)}/${id}`);
    const machineUsers = [{ userId: id, user: { userName: freshName() } }];
    const { body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, machineUsers }] } });
    expect(body.errors).toMatchObject([{ type: 'machine_user', id, message: expect.stringContaining('was removed') }, { type: 'org' }]);
  });

  it('adds a person whose password is in clear, or who has none, and says so', async () => {
    const orgId = freshName('org');
    const [clear, none, weak] = ['clear', 'none', 'weak'].map((name) => `${orgId}-${name}`) as [string, string, string];
    const people = [
      human(clear, { hashedPassword: undefined, password: 'Str0ng-Passw0rd!', passwordChangeRequired: true }),
      human(none, { hashedPassword: undefined }),
      human(weak, { hashedPassword: undefined, password: 'weak' }),
    ];
    const { body } = await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs: [{ orgId, humanUsers: people }] } });
    expect(body.success.orgs[0].humanUserIds).toEqual([clear, none]);
    expect(body.errors.map(({ id }: { id: string }) => id)).toEqual([none, weak]);
    const { userNo = 0 } = (await service.get(SignInDirectory).findByLogin(clear)) ?? {};
    expect(await service.get(Passwords).check(userNo, 'Str0ng-Passw0rd!')).toBe(true);
    expect(await service.get(Passwords).isChangeRequired(userNo)).toBe(true);
  });
});

describe('a hostile body', () => {
  const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const whole = Buffer.from(
    JSON.stringify({ dataOrgs: { orgs: [{ orgId: 'hostile', humanUsers: Array.from({ length: 2_000 }, (_, i) => human(`h-${i}`)) }] } }),
  );
  const open = '{"dataOrgs":{"orgs":[{"orgId":"hostile","humanUsers":[';

  it.each<[string, BodyInit, Record<string, string>, number, string]>([
    ['gzip that ends early', gzipSync(whole).subarray(0, 5_000), gzip, 400, 'body.gzip'],
    ['no gzip at all', whole, gzip, 400, 'body.gzip'],
    [
      'a gzip bomb',
      gzipSync(Buffer.concat([Buffer.from(open), Buffer.alloc(64 * 2 ** 20, ' '), Buffer.from(']}]}}')])),
      gzip,
      413,
      'import.ratio',
    ],
    [
      'broken UTF-8',
      Buffer.concat([Buffer.from(`${open}{"userId":"`), Buffer.from([0xff, 0xfe]), Buffer.from('"}]}]}}')]),
      { 'content-type': 'application/json' },
      400,
      'body.malformed',
    ],
    ['JSON that ends early', whole.subarray(0, 9_999), { 'content-type': 'application/json' }, 400, 'body.malformed'],
    ['two values', `${open}]}]}}{}`, { 'content-type': 'application/json' }, 400, 'body.malformed'],
    ['the organizations twice', `${open}]}],"orgs":[]}}`, { 'content-type': 'application/json' }, 400, 'body.malformed'],
    ['another encoding', 'x', { 'content-type': 'application/json', 'content-encoding': 'br' }, 415, 'body.encoding'],
    ['another kind', 'x', { 'content-type': 'text/plain' }, 415, 'body.mediaType'],
  ])('with %s is refused, and nothing is left of it', async (_, body, headers, status, code) => {
    const before = (await service.call('GET', '/admin/v1/imports')).body.imports.length;
    for (const path of ['/admin/v1/import', '/admin/v1/imports']) {
      const answer = await post(path, body, headers);
      expect([answer.status, ((await answer.json()) as { code: string; errors: unknown[] }).code], path).toEqual([status, code]);
    }
    expect((await service.call('GET', '/admin/v1/imports')).body.imports).toHaveLength(before);
    expect((await service.call('GET', '/admin/v1/organizations/hostile')).status).toBe(404);
  });

  it.each(['', '?dryRun=true', '?mode=upsert'])(
    'may call members what objects have anyway: each is left out by name (%s)',
    async (query) => {
      const orgId = freshName('org');
      const odd = '"constructor":1,"toString":{"valueOf":1},"hasOwnProperty":[1],"__proto__":{"admin":true}';
      const user = JSON.stringify(human(`${orgId}-1`).user).slice(1);
      const body = `{"dataOrgs":{"orgs":[{"orgId":"${orgId}",${odd},
      "humanUsers":[{"userId":"${orgId}-1",${odd},"user":{${odd},${user}},{"userId":"${orgId}-2","state":"constructor","user":{${user}}],
      "machineUsers":[{"userId":"${orgId}-m",${odd},"user":{"userName":"m",${odd}}}],
      "oidcApps":[{"appId":"${orgId}-a","app":{"projectId":"p","name":"a","appType":"constructor"}}]}]}}`;
      const { body: job } = await submit(body, query);
      expect(await ended(service, job.id)).toMatchObject({ state: 'done', failed: 2, added: query.includes('dryRun') ? 0 : 2 });
      const told = await faults(job.id);
      expect(told.filter(({ kind }) => kind === 'import.state')).toMatchObject([{ id: `${orgId}-2` }]);
      for (const name of ['constructor', 'user.constructor', 'user.hasOwnProperty', '__proto__', 'user.__proto__'])
        expect(told.map(({ type, message }) => `${type}: ${message}`)).toContain(`human_user: ${name} is not supported and was ignored.`);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  const deep = `${'['.repeat(25)}${']'.repeat(25)}`;
  const large = `"${'x'.repeat(2 ** 20)}"`;

  it.each([
    ['a member twice', '"x":1,"x":2'],
    ['what is too deep', `"x":${deep}`],
    ['what is too large', `"x":${large}`],
  ])('may have, in what is left out anyway, %s', async (_, inside) => {
    const orgId = freshName('org');
    const left = ['label_policy', 'unheard_of'].map((name) => `"${name}":{${inside}}`).join();
    const body = `{"other_one":{${inside}},"dataOrgs":{"more":{${inside}},"orgs":[{${left},"orgId":"${orgId}","humanUsers":[${JSON.stringify(human(`${orgId}-1`))}]}]}}`;
    const { status, body: answer } = await service.call('POST', '/admin/v1/import', body);
    expect([status, answer.success.orgs]).toEqual([200, [{ orgId, humanUserIds: [`${orgId}-1`] }]]);
    expect(answer.errors.map(({ type, message }: { type: string; message: string }) => [type, message.split(' ')[0]]).sort()).toEqual([
      ['label_policy', 'label_policy'],
      ['org', 'unheard_of'],
      ['request', 'more'],
      ['request', 'other_one'],
    ]);
  });

  it.each([
    ['a list twice', '"human_users":[]', 'twice'],
    ['its id twice', '"org_id":"other"', 'twice'],
    ['what is left out twice', '"loginPolicy":{},"loginPolicy":{}', 'twice'],
    ['a member twice in org', '"org":{"name":"a","name":"b"}', 'org: A member appears twice'],
    ['a name that is too large', `"org":{"name":${large}}`, 'org: The entry is larger'],
    ['a state that is too deep', `"orgState":${deep.slice(1, -1)}`, 'orgState must be one of'],
    ['a state that is too deep an object', `"orgState":{"a":${deep}}`, 'orgState: The entry is nested'],
    ['an empty list for org', '"org":[]', 'org must be an object'],
  ])('may have an organization with %s: it is refused, and the others are taken', async (_, members, words) => {
    const [orgId, other] = [freshName('org'), freshName('org')];
    const [bad, good] = [orgId, other].map((id) => JSON.stringify(human(`${id}-1`)));
    const body = `{"dataOrgs":{"orgs":[{"orgId":"${orgId}","machineUsers":[],"humanUsers":[${bad}],${members}},{"orgId":"${other}","humanUsers":[${good}]}]}}`;
    const { status, body: answer } = await service.call('POST', '/admin/v1/import', body);
    expect([status, answer.success.orgs]).toEqual([200, [{ orgId: other, humanUserIds: [`${other}-1`] }]]);
    expect(answer.errors).toEqual([{ type: 'org', id: orgId, message: expect.stringContaining(words) }]);
    const { body: job } = await submit(body, '?dryRun=true');
    // The organization and who is in it; and in the other one somebody who is there already.
    expect(await ended(service, job.id)).toMatchObject({ state: 'done', failed: 3 });
    expect((await faults(job.id)).map(({ type, kind }) => [type, kind])).toEqual([
      ['human_user', 'org.refused'],
      ['org', expect.any(String)],
      ['human_user', expect.stringMatching(/Taken$/)],
      ['org', 'org.exists'],
    ]);
  });

  it('may have very many members that have no place here: they are counted', async () => {
    const orgId = freshName('org');
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`x${i}`, 1]));
    const { body: job } = await submit({
      dataOrgs: {
        orgs: [
          {
            orgId,
            humanUsers: [human(`${orgId}-1`, many)],
            machineUsers: [{ userId: `${orgId}-m`, user: { userName: 'm', ...many } }],
          },
        ],
      },
    });
    expect(await ended(service, job.id)).toMatchObject({ state: 'done', added: 2, errors: { 'member.unsupported': 42 } });
    expect((await faults(job.id)).filter(({ message }) => message.startsWith('29980 more'))).toHaveLength(2);
  });

  it('may have entries that are too large, too deep or of a wrong type: each is reported, the others are taken', async () => {
    const orgId = freshName('org');
    const entries = [
      JSON.stringify(human(`${orgId}-1`)),
      `{"userId":"${'x'.repeat(3 * 2 ** 20)}"}`,
      `{"userId":"deep","user":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `{"userId":"twice","userId":"twice","user":{}}`,
      '7',
      'null',
      '[]',
      JSON.stringify(human(`${orgId}-2`)),
    ];
    const { status, body } = await service.call(
      'POST',
      '/admin/v1/import',
      `{"dataOrgs":{"orgs":[{"humanUsers":[${entries.join(' , ')}],"orgId":"${orgId}"}]}}`,
    );
    expect([status, body.success.orgs]).toEqual([200, [{ orgId, humanUserIds: [`${orgId}-1`, `${orgId}-2`] }]]);
    expect(body.errors.map(({ id, message }: { id: string; message: string }) => [id, message])).toEqual([
      ['', expect.stringContaining('larger than')],
      ['deep', expect.stringContaining('deeper')],
      ['twice', expect.stringContaining('twice')],
      ['', expect.stringContaining('user must be an object')],
      ['', expect.stringContaining('user must be an object')],
      ['', expect.stringContaining('user must be an object')],
    ]);
  });
});
