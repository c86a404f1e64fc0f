// Data that builds made by their own API, on the engine that is tested, and what their clients do after an upgrade to this one.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDataSourceToken } from '@nestjs/typeorm';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import type { DataSource } from 'typeorm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertion, FILTERS, idsOf, type Known } from '../../scripts/upgrade-dataset/fill.mjs';
import { CALLBACK, visitor } from '../../scripts/upgrade-dataset/visitor.mjs';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { WRITER } from '../../src/common/common.module.js';
import { Baseline1700000047000 } from '../../src/common/database/migrations/1700000047000-baseline.js';
import { compareMigrations, runMigrations } from '../../src/common/database/run-migrations.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { loadSettings, type Settings } from '../../src/common/settings/settings.js';
import { DEVICE_CODE } from '../../src/oidc/clients/application.js';
import { createDataSource, MIGRATIONS } from '../../src/data-source.js';
import { openStorage } from '../../src/storage.js';
import { freshDatabase, SERVER_URL, type FreshDatabase } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';

const ENGINE = SERVER_URL === undefined ? 'embedded' : 'server';
const RELEASES = readdirSync(import.meta.dirname).filter((name) => existsSync(join(import.meta.dirname, name, `${ENGINE}.json`)));
/** The last build before the migrations were squashed. */
const { last: LAST_REPLACED, build: LONG_SEQUENCE } = new Baseline1700000047000().replaces;
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

function read(release: string, ending: 'sql' | 'json'): string {
  return readFileSync(join(import.meta.dirname, release, `${ENGINE}.${ending}`), 'utf8');
}

function without<Value>(record: Record<string, Value>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** Runs SQL text as a restore does. */
async function load(sql: string, { url }: FreshDatabase): Promise<void> {
  if (ENGINE === 'embedded') {
    const database = new Libsql(url.slice('sqlite:'.length));
    database.exec(sql);
    database.close();
    return;
  }
  const connection = await mysql.createConnection({
    uri: url.replace(/^mariadb:/, 'mysql:'),
    multipleStatements: true,
    charset: 'utf8mb4',
  });
  await connection.query(sql);
  await connection.end();
}

describe('the data sets', () => {
  it('begin with the first one', () => {
    expect(RELEASES).toEqual(expect.arrayContaining(['baseline', LONG_SEQUENCE, 'identity-providers']));
  });
});

describe.each(RELEASES)('the data of %s', (release) => {
  type Later = 'directory' | 'deviceCode' | 'registration';
  type Release = Omit<Known, Later> & Partial<Pick<Known, Later>> & { madeAt: string; masterKey: string };
  const known = JSON.parse(read(release, 'json')) as Release;
  const clock = new Clock();
  // Shortly after it was made, whenever the test runs: tokens and sessions of then have not expired.
  clock.advance(Date.parse(known.madeAt) + 60_000 - Date.now());
  const scim = `/scim/v2/${known.orgId}`;
  let folder: string;
  let database: FreshDatabase;
  let service: TestService;
  let client: ReturnType<typeof visitor>;
  const ask = (method: string, path: string, token = known.token, body?: unknown) => client.ask(method, path, { token, body });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-upgrade-'));
    database = await freshDatabase(folder);
    await load(read(release, 'sql'), database);
    const env = { DATA_DIR: folder, DATABASE_URL: database.url, MASTER_KEY: known.masterKey, PUBLIC_URL: known.publicUrl };
    service = await startService(env, { override: (builder) => builder.overrideProvider(Clock).useValue(clock) });
    client = visitor(known.publicUrl, `http://127.0.0.1:${service.settings.port}`);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has exactly the tables that the entities describe, after every migration', async () => {
    const writer: DataSource = service.service.app.get(getDataSourceToken(WRITER));
    expect(await compareMigrations(writer)).toMatchObject({ pending: [], unknown: [] });
    expect((await writer.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('has the same people', async () => {
    const { body } = await ask('GET', `${scim}/Users?count=100&sortBy=userName`);
    expect(body.Resources).toMatchObject(known.everybody);
    expect(body.totalResults).toBe(known.everybody.length);
    for (const person of known.everybody) expect((await ask('GET', `${scim}/Users/${person.id}`)).body).toMatchObject(person);
  });

  it.each(FILTERS)('finds the same people by %s', async (filter) => {
    const { body } = await ask('GET', `${scim}/Users?filter=${encodeURIComponent(filter)}`);
    expect(idsOf(body)).toEqual(known.found[filter]);
  });

  it('keeps removed people removed', async () => {
    expect((await ask('GET', `${scim}/Users/${known.removed}`)).status).toBe(404);
  });

  it('has the same group with its members, who have its role', async () => {
    const { group, projectId } = known;
    const { body } = await ask('GET', `${scim}/Groups/${group.id}`);
    const members = new Set((body.members as Array<{ value: string }>).map(({ value }) => value));
    expect([body.displayName, members]).toEqual([group.displayName, new Set(group.members)]);
    const [member] = group.members;
    const roles = await ask('GET', `/admin/v1/organizations/${known.orgId}/users/${member}/authorizations`);
    expect(roles.body.authorizations).toMatchObject([{ projectId, roleKeys: ['reader'], group: { groupId: group.id } }]);
  });

  it('has the same events', async () => {
    const { body } = await ask('POST', '/admin/v1/events/_search', known.token, { asc: true, limit: known.events.length });
    expect(
      body.events.map(({ type, aggregate, sequence }: never) => ({
        type: (type as { type: string }).type,
        id: (aggregate as { id: string }).id,
        sequence,
      })),
    ).toEqual(known.events);
  });

  it('lets programs in by their secret, their key and their token', async () => {
    const { robot } = known;
    expect((await client.post('/oauth/v2/token', { grant_type: 'client_credentials' }, robot.client)).status).toBe(200);
    const signed = await assertion(robot.privateKeyJwk, robot.keyId, robot.userId, known.publicUrl, clock.nowSeconds());
    expect((await client.post('/oauth/v2/token', { grant_type: JWT_BEARER, scope: 'openid', assertion: signed })).status).toBe(200);
    for (const token of [robot.personalAccessToken, robot.accessToken]) {
      const { status, body } = await ask('GET', '/oidc/v1/userinfo', token);
      expect({ status, sub: body.sub }).toEqual({ status: 200, sub: robot.userId });
    }
    expect((await ask('GET', `/admin/v1/organizations/${known.orgId}/members`, robot.personalAccessToken)).status).toBe(200);
    expect((await ask('GET', `${scim}/Users?count=1`, known.connectionToken)).status).toBe(200);
  });

  it('accepts tokens that were issued before', async () => {
    for (const { access_token: token } of [known.webTokens, known.nativeTokens]) {
      const { status, body } = await ask('GET', '/oidc/v1/userinfo', token);
      expect({ status, sub: body.sub }).toEqual({ status: 200, sub: known.subject });
    }
    const { body } = await client.post('/oauth/v2/introspect', { token: known.webTokens.access_token }, known.web);
    expect(body).toMatchObject({ active: true, sub: known.subject });
  });

  it('publishes the keys of before, and signs with them', async () => {
    const keys = createLocalJWKSet((await ask('GET', '/oauth/v2/keys', '')).body);
    const currentDate = new Date(clock.nowMs());
    for (const { id_token: token } of [known.webTokens, known.nativeTokens])
      expect((await jwtVerify(token, keys, { issuer: known.publicUrl, currentDate })).payload.sub).toBe(known.subject);
    const [first] = known.passwords;
    if (!first) throw new Error('nobody can sign in');
    const { body } = await client.signIn(known.web, first.loginName, first.password, 'openid');
    const kids = (known.keys as Array<{ kid: string }>).map(({ kid }) => kid);
    expect(kids).toContain(decodeProtectedHeader(body.id_token).kid);
  });

  it('refreshes for confidential and public clients, once', async () => {
    for (const [application, tokens] of [
      [known.web, known.webTokens],
      [known.native, known.nativeTokens],
    ] as const) {
      const refresh = (token: string) => client.post('/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: token }, application);
      const { status, body } = await refresh(tokens.refresh_token);
      expect(status).toBe(200);
      expect((await refresh(body.refresh_token)).status).toBe(200);
    }
  });

  it.each(known.passwords)('signs $loginName in with the password of before', async ({ loginName, password }) => {
    const { status, body } = await client.signIn(known.web, loginName, password, 'openid profile');
    expect(status).toBe(200);
    expect((await ask('GET', '/oidc/v1/userinfo', body.access_token)).body.preferred_username).toContain(loginName.split('@', 1)[0]);
  });

  it('takes new people, and changes of those who are there', async () => {
    const [old] = known.everybody;
    const added = await ask('POST', `${scim}/Users`, known.token, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'new-one',
      name: { givenName: 'New', familyName: 'One' },
      emails: [{ value: 'new-one@example.org', primary: true }],
    });
    expect(added.status).toBe(201);
    const changed = await ask('PATCH', `${scim}/Users/${old.id}`, known.token, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'nickName', value: 'Upgraded' }],
    });
    expect(changed.status).toBeLessThan(300);
    expect((await ask('GET', `${scim}/Users/${old.id}`)).body.nickName).toBe('Upgraded');
  });

  it('has the same identity providers, with secrets that open, and the same links', async ({ skip }) => {
    const { directory, orgId } = known;
    if (!directory) return skip('this build had no identity providers');
    const { body } = await ask('GET', `/admin/v1/organizations/${orgId}/identity-providers`);
    expect(body.identityProviders).toMatchObject(directory.providers);
    const links = await ask('GET', `/admin/v1/organizations/${orgId}/people/${directory.userId}/identity-links`);
    expect(links.body.identityLinks).toMatchObject([directory.link]);
    const providers = service.get(IdentityProviders);
    for (const { identityProviderId } of directory.providers) {
      const provider = await providers.byId(identityProviderId);
      expect(provider && (await providers.open(provider)).secret).toMatch(/^Upgrade-/);
    }
  });

  it('takes the answer of an identity provider to a browser that left before, once', async ({ skip }) => {
    if (!known.directory) return skip('this build had no identity providers');
    const { pending, link } = known.directory;
    const answer = (headers: Record<string, string>) =>
      client.ask('GET', `/sign-in/providers/${link.identityProviderId}/callback?error=access_denied&state=${pending.state}`, { headers });
    // Another browser doesn't use the request up.
    expect((await answer({})).headers.get('refresh')).toBeNull();
    const { status, headers } = await answer({ cookie: pending.cookie });
    expect([status, headers.get('refresh')]).toEqual([200, expect.stringMatching(/^0; url=\/sign-in\/[^/]+\/returned\?with=/)]);
    expect((await answer({ cookie: pending.cookie })).headers.get('refresh')).toBeNull();
    // The sign-in itself has ended: the library that keeps it reads the clock of the machine.
  });

  it('knows a device that waits', async ({ skip }) => {
    const { deviceCode, native } = known;
    if (deviceCode === undefined) return skip('this build had no devices');
    const { body } = await client.post('/oauth/v2/token', { grant_type: DEVICE_CODE, device_code: deviceCode }, native);
    expect(body.error).toBe('authorization_pending');
  });

  it('knows a registration token, and the client that it registered', async ({ skip }) => {
    if (!known.registration) return skip('this build had no registration');
    const { permission, metadata, client: registered, access } = known.registration;
    expect((await ask('GET', `/oauth/v2/register/${registered.clientId}`, access)).body).toMatchObject(metadata);
    expect((await ask('POST', '/oauth/v2/register', permission, metadata)).status).toBe(201);
    // Its secret is right: the code alone is refused.
    const form = { grant_type: 'authorization_code', code: 'unknown', redirect_uri: CALLBACK, code_verifier: 'v'.repeat(43) };
    const { body } = await client.post('/oauth/v2/token', form, registered);
    expect(body.error).toBe('invalid_grant');
  });

  it('knows the other organization by its name and domain', async () => {
    const { body } = await ask('GET', '/admin/v1/organizations?q=äther');
    expect(body.organizations).toMatchObject([{ orgId: known.otherOrgId, primaryDomain: 'other.example.org' }]);
  });
});

describe('a database from before the baseline', () => {
  let folder: string;
  let database: FreshDatabase;
  let settings: Settings;
  const sql = read(LONG_SEQUENCE, 'sql');
  const tables = [...sql.matchAll(/^CREATE TABLE (?:IF NOT EXISTS )?[`"]?(\w+)/gm)].map(([, name = '']) => name);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-upgrade-'));
    database = await freshDatabase(folder);
    await load(sql, database);
    const { masterKey } = JSON.parse(read(LONG_SEQUENCE, 'json')) as { masterKey: string };
    settings = loadSettings({ DATA_DIR: folder, DATABASE_URL: database.url, MASTER_KEY: masterKey });
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Every row of every table, but for the rows of `migrations` their names alone. */
  async function rows(): Promise<Record<string, unknown[]>> {
    const reader = await createDataSource(settings.database, 'reader').initialize();
    const found: Record<string, unknown[]> = {};
    for (const table of tables)
      found[table] = await reader.query(table === 'migrations' ? 'SELECT name FROM migrations ORDER BY id' : `SELECT * FROM ${table}`);
    await reader.destroy();
    return found;
  }

  async function open(how: Settings): Promise<string[]> {
    const { writer, reader, release, notes } = await openStorage(how);
    await writer.destroy();
    await reader.destroy();
    release();
    return notes;
  }

  it('gets the name of the baseline when it is complete, and the tables that are newer', async () => {
    const { migrations: names = [], ...others } = await rows();
    expect([names.length, others['users']?.length]).toEqual([68, 10]);
    expect(await open(settings)).toEqual([]);
    // Without a floor: builds with the long sequence go on beside this one.
    expect(others['schema_floors']).toEqual([]);
    // Applications showed identity providers before that was a choice. Those that showed every way show mail too.
    const stored = others['applications'] as Array<Record<string, unknown>>;
    const applications = stored.map((row) => ({
      ...row,
      logo: null,
      registered_by: null,
      config: String(row['config'])
        .replace(/"ways":\[[^\]]*/, '$&,"identityProvider"')
        .replace('["password","passkey","identityProvider"]', '["password","passkey","identityProvider","mail"]'),
    }));
    const added = { login_key: null, website: null, birthdate: null, gender: null, gender_key: null };
    const users = (others['users'] as Array<Record<string, unknown>>).map((row) => ({ ...row, ...added }));
    const serviceUsers = (others['service_users'] as Array<Record<string, unknown>>).map((row) => ({ ...row, profile: null }));
    const projects = (others['projects'] as Array<Record<string, unknown>>).map((row) => ({ ...row, resource_uri: null }));
    // Login names stay as they were.
    const policies = [...(others['policies'] ?? []), { org_no: 0, kind: 'domain', body: '{"suffixAddresses":true}' }];
    const migrations = [...names, ...MIGRATIONS.map(({ name }) => ({ name }))];
    const { policies: found, user_values: values = [], ...rest } = await rows();
    expect(rest).toEqual({
      ...without(without(others, 'policies'), 'user_values'),
      users,
      projects,
      applications,
      migrations,
      service_users: serviceUsers,
    });
    // The words inside names are rows beside the elements of lists.
    const [words, elements] = [true, false].map((isWord) =>
      (values as Array<Record<string, unknown>>).filter((row) => (Number(row['attr_no']) === 7) === isWord),
    );
    expect(elements).toEqual(others['user_values']);
    expect(words?.map((row) => row['value_key'])).toContain('jonas');
    expect(found).toHaveLength(policies.length);
    expect(found).toEqual(expect.arrayContaining(policies));
    expect(await open(settings)).toEqual([]);
  });

  it('that is complete has the tables of the baseline for a process that only reads too', async () => {
    const [, next] = MIGRATIONS;
    const newer = `${MIGRATIONS.length - 1} migration(s are| is) still to be made, the next one ${next?.name}\\.`;
    await expect(open({ ...settings, readOnly: true })).rejects.toThrow(new RegExp(newer));
  });

  it('is refused when it is not complete, before anything is written, with the build to upgrade through', async () => {
    await load(`DELETE FROM migrations WHERE name = '${LAST_REPLACED}'`, database);
    const before = await rows();
    await expect(open(settings)).rejects.toThrow(
      /is too old: Upgrade through v0\.1\.0-long-sequence\. Back up the database, start v0\.1\.0-long-sequence once, then this version\.$/,
    );
    expect(await rows()).toEqual(before);
  });

  it('is refused under the lock and by hand too, without a floor for the build to upgrade through', async () => {
    await load(`DELETE FROM migrations WHERE name = '${LAST_REPLACED}'`, database);
    const before = await rows();
    const migrator = await createDataSource(settings.database, 'migrator').initialize();
    for (const run of [() => runMigrations(migrator), () => migrator.runMigrations()])
      await expect(run()).rejects.toThrow('needs v0.1.0-long-sequence first');
    await migrator.destroy();
    expect(await rows()).toEqual(before);
  });
});

describe('a database that begins with the baseline', () => {
  it('is not for builds from before, whose migrations would run over its tables', () => {
    expect(read('baseline', 'sql')).toMatch(/INSERT INTO [`"]schema_floors[`"] VALUES\s*\('Baseline1700000047000', ?'0\.1\.0'/);
  });
});

describe('people whose userName is an address that they have proved', () => {
  const known = JSON.parse(read('baseline', 'json')) as Known & { masterKey: string };
  const address = 'grace@example.org';
  let folder: string;
  let database: FreshDatabase;
  let service: TestService;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-upgrade-'));
    database = await freshDatabase(folder);
    await load(read('baseline', 'sql'), database);
    await load(
      `UPDATE users SET user_name = '${address}', user_name_key = '${address}' WHERE lists LIKE '%"verifiedBy":{"${address}"%';
       INSERT INTO policies (org_no, kind, body) VALUES (0, 'domain', '{"userLoginMustBeDomain":true}')`,
      database,
    );
    service = await startService({
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      MASTER_KEY: known.masterKey,
      PUBLIC_URL: known.publicUrl,
    });
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keep their login names until an administrator decides otherwise', async () => {
    const policy = '/admin/v1/policies/domain';
    const client = visitor(known.publicUrl, `http://127.0.0.1:${service.settings.port}`);
    const ask = (method: string, path: string, body?: unknown) => client.ask(method, path, { token: known.token, body });
    const loginName = async () => (await ask('GET', `/admin/v1/people?userName=${address}`)).body.people[0].loginName;
    expect((await ask('GET', policy)).body.own).toEqual({
      userLoginMustBeDomain: true,
      suffixAddresses: true,
    });
    expect(await loginName()).toMatch(`${address}@`);
    await ask('PATCH', policy, { suffixAddresses: false });
    expect(await loginName()).toBe(address);
  });
});
