// Roles of projects as claims: which, where, and that a change shows with the next check of a token that was given before.
import { customFetch } from 'openid-client';
import * as openid from 'openid-client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { HeldProjectRoles } from '../../src/users/roles/authorizations/held-project-roles.service.js';
import type { Person } from '../../src/users/directory/people/person/person.js';
import { addClient, type Client } from '../support/clients.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { authorize, claimsOf, introspect, post, refresh, signIn, signInElsewhere, userinfo, VERIFIER } from '../support/oauth.js';
import { freshName } from '../support/people.js';
import { repeatedStatements, sentStatements } from '../support/sent-statements.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

const IAM = 'urn:gatehouse:iam';
const OWN = `${IAM}:org:project:roles`;
const ALL = `${IAM}:org:projects:roles`;
const rolesOf = (projectId: string) => `${IAM}:org:project:${projectId}:roles`;
const role = (key: string) => `${IAM}:org:project:role:${key}`;
const audience = (projectId: string) => `${IAM}:org:project:id:${projectId}:aud`;

useWorld();

let web: Client;
beforeAll(async () => {
  web = await addClient(world, { type: 'web' });
  for (const key of ['editor', 'reader', 'admin']) await addRole(key);
  await authorizeHolder(world.person.id, ['editor', 'reader']);
});

const base = (of = world) => `/admin/v1/organizations/${of.organization.id}/projects`;
const project = (projectId = world.projectId, of = world) => `${base(of)}/${projectId}`;
async function call(method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}
const addRole = (key: string, projectId?: string, of?: World) => call('POST', `${project(projectId, of)}/roles`, { key });
const authorizeHolder = (holderId: string, roleKeys: string[], path = project()): Promise<{ authorizationId: string }> =>
  call('POST', `${path}/authorizations`, { holderId, roleKeys });
async function addProject(of = world): Promise<string> {
  return (await call('POST', base(of), { name: freshName('project') })).projectId;
}
/** An application of a project. */
async function addApplication(projectId: string, input: Partial<NewApplication> = {}, of = world): Promise<Client> {
  const body = await call('POST', `${project(projectId, of)}/applications`, { name: 'App', redirectUris: [REDIRECT_URI], ...input });
  return { application: body, clientId: body.clientId, clientSecret: body.clientSecret };
}
const given = (...keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, { [world.organization.id]: world.organization.primaryDomain }]));
const told = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => name.startsWith(`${IAM}:org:project`)));
const both = (...keys: string[]) => ({ [OWN]: given(...keys), [rolesOf(world.projectId)]: given(...keys) });

describe('roles', () => {
  it('are told by userinfo and introspection when they are asked for, and not otherwise', async () => {
    const { tokens } = await signIn(service, world, web, `openid ${ALL}`);
    expect(tokens.scope).toBe(`openid ${ALL}`);
    expect(told((await userinfo(service, tokens.access_token)).body)).toEqual(both('editor', 'reader'));
    expect(told((await introspect(service, web, tokens.access_token)).body)).toEqual(both('editor', 'reader'));
    expect(told(claimsOf(tokens.id_token))).toEqual({});
    const plain = await signIn(service, world, web, 'openid');
    expect(told((await userinfo(service, plain.tokens.access_token)).body)).toEqual({});
  });

  it.each([
    [{ idTokenRoleAssertion: true }, true, false],
    [{ accessTokenRoleAssertion: true }, false, true],
    [{}, false, false],
  ])('are in tokens as the application says: %j', async (input, inIdToken, inAccessToken) => {
    const client = await addClient(world, { type: 'web', accessTokenType: 'jwt', ...input });
    const { tokens } = await signIn(service, world, client, `openid ${ALL} offline_access`);
    const { body } = await refresh(service, client, tokens.refresh_token);
    for (const one of [tokens, body]) {
      expect(told(claimsOf(one.id_token))).toEqual(inIdToken ? both('editor', 'reader') : {});
      expect(told(claimsOf(one.access_token))).toEqual(inAccessToken ? both('editor', 'reader') : {});
    }
  });

  it('are read by an ordinary client library', async () => {
    const client = await addClient(world, { type: 'web', idTokenRoleAssertion: true });
    const config = await openid.discovery(
      new URL(service.url),
      client.clientId,
      undefined,
      openid.ClientSecretBasic(client.clientSecret ?? ''),
      { execute: [openid.allowInsecureRequests], [customFetch]: (input, init) => fetch(input, init as RequestInit) },
    );
    const { callback } = await authorize(service, world, client.clientId, { scope: `openid ${ALL}` });
    const tokens = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier: VERIFIER });
    expect(tokens.claims()).toMatchObject(both('editor', 'reader'));
    expect(await openid.fetchUserInfo(config, tokens.access_token, world.person.id)).toMatchObject(both('editor', 'reader'));
  });

  it('are narrowed by the keys that are asked for; a role that the project does not have is dropped', async () => {
    const { tokens } = await signIn(service, world, web, `openid ${role('reader')} ${role('admin')} ${role('unheard')}`);
    expect(tokens.scope).toBe(`openid ${role('reader')} ${role('admin')}`);
    expect(told((await userinfo(service, tokens.access_token)).body)).toEqual(both('reader'));
    const none = await signIn(service, world, web, `openid ${role('admin')}`);
    expect(told((await userinfo(service, none.tokens.access_token)).body)).toEqual({});
  });

  it('are told unasked where the project says so', async () => {
    const own = await makeWorld(service);
    const client = await addClient(own, { type: 'web', idTokenRoleAssertion: true });
    await addRole('helper', own.projectId, own);
    await authorizeHolder(own.person.id, ['helper'], project(own.projectId, own));
    expect(told(claimsOf((await signIn(service, own, client, 'openid')).tokens.id_token))).toEqual({});
    await call('PATCH', project(own.projectId, own), { projectRoleAssertion: true });
    const { tokens } = await signIn(service, own, client, 'openid');
    const roles = { helper: { [own.organization.id]: own.organization.primaryDomain } };
    for (const claims of [claimsOf(tokens.id_token), (await userinfo(service, tokens.access_token)).body])
      expect(told(claims)).toEqual({ [OWN]: roles, [rolesOf(own.projectId)]: roles });
  });

  it('of other projects are told with their audience; to an application of such a project only its own', async () => {
    const other = await addProject();
    await addRole('driver', other);
    await authorizeHolder(world.person.id, ['driver'], project(other));
    const api = await addApplication(other, { type: 'web' });
    const { tokens } = await signIn(service, world, web, `openid ${ALL} ${audience(other)}`);
    expect(told((await userinfo(service, tokens.access_token)).body)).toEqual({
      ...both('editor', 'reader'),
      [rolesOf(other)]: given('driver'),
    });
    expect(told((await introspect(service, api, tokens.access_token)).body)).toEqual({
      [OWN]: given('driver'),
      [rolesOf(other)]: given('driver'),
    });
    const narrow = await signIn(service, world, web, `openid ${role('reader')} ${audience(other)}`);
    expect(told((await introspect(service, api, narrow.tokens.access_token)).body)).toEqual({});
  });

  it('of a service user are in the claim that programs read, as a person’s are', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
    await authorizeHolder(user.id, ['reader']);
    for (const roles of [ALL, OWN]) {
      const scope = `${roles} ${audience(world.projectId)}`;
      const { body } = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, user);
      expect(body.scope).toBe(scope);
      expect(told(claimsOf(body.access_token))).toEqual(both('reader'));
      expect(told((await introspect(service, web, body.access_token)).body)).toEqual(both('reader'));
      expect(told((await userinfo(service, body.access_token)).body)).toEqual(both('reader'));
    }
  });

  it('of a service user that names several projects name each, and an API sees those of its own in the claim without a name', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
    const other = await addProject();
    await addRole('driver', other);
    await authorizeHolder(user.id, ['reader']);
    await authorizeHolder(user.id, ['driver'], project(other));
    const scope = `${ALL} ${audience(world.projectId)} ${audience(other)}`;
    const { body } = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, user);
    expect(told(claimsOf(body.access_token))).toEqual({ [rolesOf(world.projectId)]: given('reader'), [rolesOf(other)]: given('driver') });
    const api = await addApplication(other, { type: 'web' });
    expect(told((await introspect(service, api, body.access_token)).body)).toEqual({
      [OWN]: given('driver'),
      [rolesOf(other)]: given('driver'),
    });
  });

  it('that another organization gave name it, and can be narrowed to those of one', async () => {
    const guest = await makeWorld(service);
    const grant = await call('POST', `${project()}/grants`, { grantedOrgId: guest.organization.id, roleKeys: ['editor', 'admin'] });
    const path = `/admin/v1/organizations/${guest.organization.id}/granted-projects/${grant.grantId}`;
    await authorizeHolder(guest.person.id, ['editor'], path);
    await authorizeHolder(guest.person.id, ['editor', 'reader']);
    const tokens = await signInElsewhere(service, guest, web, `openid ${ALL}`);
    const byGuest = { [guest.organization.id]: guest.organization.primaryDomain };
    const byOwner = { [world.organization.id]: world.organization.primaryDomain };
    const roles = async (token: string) => (await userinfo(service, token)).body[OWN];
    expect(await roles(tokens.access_token)).toEqual({ editor: { ...byGuest, ...byOwner }, reader: byOwner });
    const narrow = await signInElsewhere(
      service,
      guest,
      web,
      `openid ${ALL} ${IAM}:org:roles:id:${guest.organization.id} ${IAM}:org:roles:id:nowhere`,
    );
    expect(await roles(narrow.access_token)).toEqual({ editor: byGuest });
    await call('DELETE', `${project()}/grants/${grant.grantId}`);
    expect(await roles(tokens.access_token)).toEqual({ editor: byOwner, reader: byOwner });
    expect(await roles(narrow.access_token)).toBeUndefined();
  });
});

describe('a change of', () => {
  const keys = async (token: string) => Object.keys((await introspect(service, web, token)).body[OWN] ?? {});

  it('an authorization or a role shows with the next check of a live token, and with the next refresh', async () => {
    const person = await world.addPerson({ userName: freshName('changed') });
    const client = await addClient(world, { type: 'web', idTokenRoleAssertion: true });
    const someone = { loginName: `${person.userName}@${world.organization.primaryDomain}` };
    const { tokens } = await signIn(service, someone, client, `openid ${ALL} offline_access`);
    expect(await keys(tokens.access_token)).toEqual([]);
    const key = freshName('role');
    await addRole(key);
    const { authorizationId } = await authorizeHolder(person.id, [key, 'reader']);
    expect(await keys(tokens.access_token)).toEqual(['reader', key].toSorted());
    const { body } = await refresh(service, client, tokens.refresh_token);
    expect(told(claimsOf(body.id_token))).toEqual(both(...['reader', key].toSorted()));
    await call('DELETE', `${project()}/roles/${key}`);
    expect(await keys(body.access_token)).toEqual(['reader']);
    await call('DELETE', `${project()}/authorizations/${authorizationId}`);
    expect(await keys(body.access_token)).toEqual([]);
    expect(told((await userinfo(service, body.access_token)).body)).toEqual({});
  });

  it('an authorization of a service user shows with its next token, and with the next check of an earlier one', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
    const scope = `${ALL} ${audience(world.projectId)}`;
    const newToken = async () =>
      (await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, user)).body.access_token;
    const expectTold = async (token: string, expected: object) => {
      expect(told(claimsOf(await newToken()))).toEqual(expected);
      expect(told((await introspect(service, web, token)).body)).toEqual(expected);
    };
    const token = await newToken();
    await expectTold(token, {});
    const { authorizationId } = await authorizeHolder(user.id, ['reader']);
    await expectTold(token, both('reader'));
    await call('PUT', `${project()}/authorizations/${authorizationId}`, { roleKeys: ['admin', 'reader'] });
    await expectTold(token, both('admin', 'reader'));
    await call('DELETE', `${project()}/authorizations/${authorizationId}`);
    await expectTold(token, {});
  });

  it('a membership shows too, through groups in groups', async () => {
    const person = await world.addPerson({ userName: freshName('grouped') });
    const inner = await addGroup(service, world.organization.id);
    const outer = await addGroup(service, world.organization.id, [inner.id]);
    await authorizeHolder(outer.id, ['admin']);
    const { tokens } = await signIn(service, { loginName: `${person.userName}@${world.organization.primaryDomain}` }, web, `openid ${ALL}`);
    expect(await keys(tokens.access_token)).toEqual([]);
    await changeMembers(service, world.organization.id, inner.id, { put: [person.id] });
    expect(await keys(tokens.access_token)).toEqual(['admin']);
    await changeMembers(service, world.organization.id, inner.id, { dropped: [person.id] });
    expect(await keys(tokens.access_token)).toEqual([]);
  });
});

it('roles and groups cost no query where nobody has any', async () => {
  const quiet = await makeWorld(service);
  const client = await addClient(quiet, {
    type: 'web',
    accessTokenType: 'jwt',
    idTokenRoleAssertion: true,
    accessTokenRoleAssertion: true,
  });
  const statementsOf = async (scope: string) => {
    const { tokens } = await signIn(service, quiet, client, scope);
    // Once for the caches of the configuration.
    const use = async (refreshToken: string): Promise<string> => {
      const { body } = await refresh(service, client, refreshToken);
      await introspect(service, client, body.access_token);
      await userinfo(service, body.access_token);
      return body.refresh_token;
    };
    let next = tokens.refresh_token;
    return repeatedStatements(service, async () => void (next = await use(next)));
  };
  const plain = await statementsOf('openid email offline_access');
  expect(plain.length).toBeGreaterThan(0);
  expect(await statementsOf(`openid email groups ${ALL} ${role('none')} offline_access`)).toEqual(plain);
});

it('many who are asked about at once share queries, and each has its own roles', async () => {
  const other = await makeWorld(service);
  await addRole('guest', other.projectId, other);
  await authorizeHolder(other.person.id, ['guest'], project(other.projectId, other));
  const { query } = service.get(Database);
  const numberOf = async (id: string) => (await query.row<{ no: number }>('SELECT no FROM projects WHERE id = ?', [id]))?.no ?? 0;
  const [here, there] = [await numberOf(world.projectId), await numberOf(other.projectId)];
  const people: Array<[Person, string[]]> = [[other.person, ['guest']]];
  for (const key of ['editor', 'reader', undefined]) {
    const person = await world.addPerson({ userName: freshName('many') });
    if (key) await authorizeHolder(person.id, [key]);
    people.push([person, key ? [key] : []]);
  }
  const asked = Array.from({ length: 10 }, () => people).flat();
  const version = await service.get(ConfigVersion).current();
  const ask = async ([{ no: userNo, orgNo }]: [Person, string[]]) =>
    (await service.get(HeldProjectRoles).rolesInProjects({ userNo, orgNo }, [here, there], version)).map(({ key }) => key);
  await Promise.all(asked.map(ask));
  const sent = await sentStatements(async () => expect(await Promise.all(asked.map(ask))).toEqual(asked.map(([, keys]) => keys)));
  expect(sent.filter((sql) => sql.includes('authorization_roles')).length).toBeLessThan(asked.length / 4);
});

it('a token of a service user costs no query for the roles and projects it asks for', async () => {
  const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
  await authorizeHolder(user.id, ['reader']);
  const statementsOf = (scope: string) =>
    repeatedStatements(service, () => post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, user));
  const plain = await statementsOf('openid');
  expect(await statementsOf(audience(world.projectId))).toEqual(plain);
  expect(await statementsOf(`${ALL} ${audience(world.projectId)}`)).toEqual(plain);
});

it('what a group has is read once, whoever of its members is asked about, until something about groups changes', async () => {
  const home = await makeWorld(service);
  await addRole('guest', home.projectId, home);
  const client = await addClient(home, { type: 'web' });
  const colleague = await home.addPerson({ userName: freshName('colleague') });
  const inner = await addGroup(service, home.organization.id, [home.person.id, colleague.id]);
  const outer = await addGroup(service, home.organization.id, [inner.id]);
  await authorizeHolder(outer.id, ['guest'], project(home.projectId, home));
  const projectNo = async () => {
    const row = await service.get(Database).query.row<{ no: number }>('SELECT no FROM projects WHERE id = ?', [home.projectId]);
    return row?.no ?? 0;
  };
  const { tokens } = await signIn(service, home, client, `openid ${ALL}`);
  const keysOf = async (token: string) => Object.keys(((await userinfo(service, token)).body[OWN] as object | undefined) ?? {});
  expect(await keysOf(tokens.access_token)).toEqual(['guest']);
  const [no, rows] = [await projectNo(), vi.spyOn(service.get(Database).query, 'rows')];
  const walks = () => rows.mock.calls.filter(([sql]) => sql.includes('holders')).length;
  expect(await keysOf(tokens.access_token)).toEqual(['guest']);
  const held = await service.get(HeldProjectRoles).rolesInProjects({ userNo: colleague.no, orgNo: colleague.orgNo }, [no]);
  expect(held.map(({ key }) => key)).toEqual(['guest']);
  expect(walks()).toBe(0);
  // Whoever leaves and comes back has what the groups have by then.
  await changeMembers(service, home.organization.id, inner.id, { dropped: [home.person.id] });
  expect(await keysOf(tokens.access_token)).toEqual([]);
  await changeMembers(service, home.organization.id, outer.id, { dropped: [inner.id] });
  await changeMembers(service, home.organization.id, inner.id, { put: [home.person.id] });
  expect(await keysOf(tokens.access_token)).toEqual([]);
  expect(walks()).toBe(1);
  rows.mockRestore();
});

it('userinfo and introspection need no statement more to tell roles', async () => {
  const inner = await addGroup(service, world.organization.id, [world.person.id]);
  await authorizeHolder((await addGroup(service, world.organization.id, [inner.id])).id, ['admin']);
  const statementsOf = async (scope: string, keys: string[]) => {
    const { tokens } = await signIn(service, world, web, scope);
    const ask = async () => {
      const answers = [await introspect(service, web, tokens.access_token), await userinfo(service, tokens.access_token)];
      for (const { body } of answers) expect(Object.keys((body[OWN] as object | undefined) ?? {})).toEqual(keys);
    };
    return repeatedStatements(service, ask);
  };
  // The same query reads the roles too.
  const plain = await statementsOf('openid', []);
  expect(await statementsOf(`openid ${ALL}`, ['admin', 'editor', 'reader'])).toHaveLength(plain.length);
});
