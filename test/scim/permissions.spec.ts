// Provisioning is no way to take over a stronger account, and still lets leavers go: every caller role by every target role, operation and path.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, SERVICE_ROLES } from '../../src/common/access/permissions.js';
import { Database } from '../../src/common/database/database.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { ChangePermission } from '../../src/users/directory/people/change-permission.service.js';
import { PeopleBatch } from '../../src/users/directory/people/batch/people-batch.service.js';
import { emptyPerson, type PersonValues } from '../../src/users/directory/people/person/person.js';
import { ended, HASH, human } from '../support/imports.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const CALLERS = ['ORG_USER_MANAGER', 'ORG_OWNER', 'IAM_USER_MANAGER', 'IAM_ORG_MANAGER', 'IAM_OWNER'] as const;
const READERS = ['ORG_OWNER_VIEWER', 'IAM_OWNER_VIEWER'] as const;
const TARGETS = ['none', ...Object.keys(ORGANIZATION_ROLES), ...Object.keys(SERVICE_ROLES)] as const;

/**
 * A single request shows the rule for every target. That bulk requests and imports ask the same rule is seen with targets on both sides of
 * each caller's bound; the long check takes all.
 */
const some = (...targets: Array<(typeof TARGETS)[number]>) => (process.env['LONG'] === undefined ? targets : TARGETS);
const TARGETS_BY: Readonly<Record<string, readonly string[]>> = {
  single: TARGETS,
  bulk: some('none', 'ORG_USER_MANAGER', 'ORG_OWNER', 'IAM_USER_MANAGER', 'IAM_ORG_MANAGER', 'IAM_OWNER'),
  import: some('none', 'ORG_OWNER', 'IAM_OWNER'),
};

/** Targets of which a caller has every permission (src/common/access/permissions.ts); whoever may give roles may also give those to act for others. */
const COVERED: Readonly<Record<(typeof CALLERS)[number], readonly string[]>> = {
  ORG_USER_MANAGER: ['none', 'ORG_USER_MANAGER'],
  IAM_USER_MANAGER: ['none', 'ORG_USER_MANAGER', 'IAM_USER_MANAGER'],
  ORG_OWNER: ['none', ...Object.keys(ORGANIZATION_ROLES)],
  IAM_ORG_MANAGER: ['none', ...Object.keys(ORGANIZATION_ROLES), 'IAM_ORG_MANAGER', 'IAM_USER_MANAGER', 'IAM_END_USER_IMPERSONATOR'],
  IAM_OWNER: TARGETS,
};

let service: TestService;
let orgId: string;
let users: string;
const tokens = new Map<string, string>();
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  users = usersPath(service, orgId);
  // The last owner stays by another rule, which is not what is tested here.
  await targetWith('ORG_OWNER');
  for (const role of [...CALLERS, ...READERS]) tokens.set(role, (await createServiceUser(service, orgId, role)).token);
});
afterAll(() => service.close());

async function targetWith(role: string): Promise<{ id: string; userName: string }> {
  const { id, userName } = await createPerson(service, {}, orgId);
  const path = role.startsWith('IAM_') ? '/admin/v1/members' : `/admin/v1/organizations/${orgId}/members`;
  if (role !== 'none') await service.call('POST', path, { userId: id, role });
  return { id, userName };
}

interface Target {
  id: string;
  userName: string;
}

type Send = (caller: string, method: string, id: string, body?: unknown) => Promise<number>;

const PATHS: Readonly<Record<string, Send>> = {
  single: async (caller, method, id, body) =>
    (await service.call(method, `${users}/${id}`, body, { token: tokens.get(caller) ?? '' })).status,
  bulk: async (caller, method, id, data) => {
    const answer = await service.call(
      'POST',
      users.replace(/Users$/, 'Bulk'),
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: [{ method, path: `/Users/${id}`, data }] },
      { token: tokens.get(caller) ?? '' },
    );
    return Number(answer.body.Operations?.[0]?.status ?? answer.status);
  },
};

/** What takes an account over, what removes it, what lets somebody go, and what is none of these. */
const OPERATIONS: Readonly<
  Record<
    string,
    {
      kind: 'takeOver' | 'remove' | 'letGo' | 'harmless';
      send: (send: Send, caller: string, target: { id: string; userName: string }) => Promise<number>;
    }
  >
> = {
  title: {
    kind: 'harmless',
    send: (send, caller, { id }) => send(caller, 'PATCH', id, patchOf({ op: 'replace', path: 'title', value: 'Dr' })),
  },
  password: {
    kind: 'takeOver',
    send: (send, caller, { id }) => send(caller, 'PATCH', id, patchOf({ op: 'replace', path: 'password', value: 'Tak3-over-now!' })),
  },
  userName: {
    kind: 'takeOver',
    send: (send, caller, { id }) => send(caller, 'PATCH', id, patchOf({ op: 'replace', path: 'userName', value: freshName() })),
  },
  'e-mail': {
    kind: 'takeOver',
    send: (send, caller, { id }) =>
      send(caller, 'PATCH', id, patchOf({ op: 'replace', path: 'emails', value: [{ value: 'thief@example.com' }] })),
  },
  // An identity provider finds the person by it whom its directory has provisioned.
  externalId: {
    kind: 'takeOver',
    send: (send, caller, { id }) => send(caller, 'PATCH', id, patchOf({ op: 'replace', path: 'externalId', value: freshName() })),
  },
  'whole user': { kind: 'takeOver', send: (send, caller, { id }) => send(caller, 'PUT', id, scimUser(freshName())) },
  deactivation: {
    kind: 'letGo',
    send: (send, caller, { id }) => send(caller, 'PATCH', id, patchOf({ op: 'replace', path: 'active', value: false })),
  },
  // Name, address and roles are free for others afterwards.
  deletion: { kind: 'remove', send: (send, caller, { id }) => send(caller, 'DELETE', id) },
};

function expected(kind: 'takeOver' | 'remove' | 'letGo' | 'harmless', caller: (typeof CALLERS)[number], target: string): boolean {
  if (kind === 'harmless') return true;
  const covered = COVERED[caller].includes(target);
  return kind === 'letGo' ? covered || !target.startsWith('IAM_') : covered;
}

describe.each(Object.keys(PATHS))('by a %s request', (path) => {
  it.each(CALLERS)('%s may do to each target what the rule says, and no more', async (caller) => {
    const send = PATHS[path] as Send;
    const wrong: string[] = [];
    for (const target of TARGETS_BY[path] ?? []) {
      // One after the other on the same person, the last of them ends it.
      const person = await targetWith(target);
      for (const [name, { kind, send: act }] of Object.entries(OPERATIONS)) {
        const status = await act(send, caller, person);
        const allowed = expected(kind, caller, target);
        if (allowed ? status >= 300 : status !== 403) wrong.push(`${name} of ${target}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(READERS)('%s may change nobody', async (caller) => {
    for (const { send: act } of Object.values(OPERATIONS)) {
      expect(await act(PATHS[path] as Send, caller, await targetWith('none'))).toBe(403);
    }
    expect((await service.call('GET', users, undefined, { token: tokens.get(caller) ?? '' })).status).toBe(200);
  });
});

describe('by the other paths', () => {
  it.each(CALLERS)('%s reaches no stronger account by the admin API', async (caller) => {
    const token = tokens.get(caller) ?? '';
    const wrong: string[] = [];
    for (const target of TARGETS) {
      const { id } = await targetWith(target);
      const admin = await service.call('POST', `/admin/v1/organizations/${orgId}/people/${id}/_require-password-change`, undefined, {
        token,
      });
      if ((admin.status === 403) === COVERED[caller].includes(target)) wrong.push(`change of password of ${target}: ${admin.status}`);
    }
    expect(wrong).toEqual([]);
  });

  /** An entry for somebody who is there, with everything that signs in changed, or nothing of it, or inactive. */
  const ENTRIES: Readonly<Record<string, { kind: 'takeOver' | 'letGo' | 'harmless'; of: (person: Target) => object }>> = {
    title: { kind: 'harmless', of: ({ id, userName }) => entry(id, userName, `${userName}@example.com`, { nickName: 'Nick' }) },
    password: {
      kind: 'takeOver',
      of: ({ id, userName }) => entry(id, userName, `${userName}@example.com`, {}, { hashedPassword: { value: HASH } }),
    },
    userName: { kind: 'takeOver', of: ({ id, userName }) => entry(id, freshName(), `${userName}@example.com`) },
    'e-mail': { kind: 'takeOver', of: ({ id, userName }) => entry(id, userName, 'thief@example.com') },
    externalId: {
      kind: 'takeOver',
      of: ({ id, userName }) => entry(id, userName, `${userName}@example.com`, {}, { externalId: freshName() }),
    },
    deactivation: {
      kind: 'letGo',
      of: ({ id, userName }) => ({ ...entry(id, userName, `${userName}@example.com`), state: 'USER_STATE_INACTIVE' }),
    },
  };
  const entry = (userId: string, userName: string, email: string, profile: object = {}, more: object = {}) => {
    const { user } = human(userId, { profile: { firstName: 'Given', lastName: 'Family', ...profile }, hashedPassword: undefined, ...more });
    return { userId, user: { ...user, userName, email: { email } } };
  };

  it.each([...CALLERS, ...READERS])('%s may do by an import that changes people what the rule says, and no more', async (caller) => {
    const token = tokens.get(caller) ?? '';
    const wrong: string[] = [];
    for (const target of TARGETS_BY['import'] ?? []) {
      for (const [name, { of }] of Object.entries(ENTRIES)) {
        const person = await targetWith(target);
        const before = await service.call('GET', `${users}/${person.id}`);
        const body = { dataOrgs: { orgs: [{ orgId, humanUsers: [of(person)] }] } };
        const sent = await service.call('POST', '/admin/v1/imports?mode=upsert', body, { token });
        const changed = sent.status === 202 ? (await ended(service, sent.body.id))['changed'] : sent.status;
        if (changed !== (caller === 'IAM_OWNER' ? 1 : 403)) wrong.push(`${name} of ${target}: ${String(changed)}`);
        const after = await service.call('GET', `${users}/${person.id}`);
        if ((after.body.meta.version === before.body.meta.version) !== (caller !== 'IAM_OWNER')) wrong.push(`${name} of ${target}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('an import asks the same rule as provisioning: whom nobody may take over, it does not', async () => {
    // Only the roles of who imports decide, so the rule is asked with those of somebody who may import and nothing else.
    const { id, userName } = await targetWith('IAM_ORG_MANAGER');
    const organization = await service.get(Organizations).requireOrganization(orgId);
    const weak = { userNo: 0, userId: 'weak', kind: 'service', orgId: '', memberships: [] } as const;
    const rules = { editor: 'weak', allowReusedIds: false, dryRun: false, permit: service.get(ChangePermission).permits(weak) };
    const batch = service.get(PeopleBatch);
    const change = async (given: Array<keyof PersonValues>, values: Partial<PersonValues>) => {
      const checked = batch.check({
        organization,
        id,
        given,
        values: { ...emptyPerson(), userName, givenName: 'G', familyName: 'F', ...values },
      });
      return service.get(Database).write('change', (tx) => batch.apply(tx, [checked], rules));
    };
    expect(await change(['nickName'], { nickName: 'Nick' })).toMatchObject([{ done: 'changed' }]);
    const refusal = [{ fault: { kind: 'forbidden' } }];
    expect(await change(['userName'], { userName: freshName() })).toMatchObject(refusal);
    expect(await change(['emails'], { emails: [{ value: 'thief@example.com', primary: true }] })).toMatchObject(refusal);
    expect(await change(['externalId'], { externalId: freshName() })).toMatchObject(refusal);
    expect(await change(['active'], { active: false })).toMatchObject(refusal);
  });

  it('a request that repeats what an administrator signs in with is no change of it', async () => {
    const { id, userName } = await targetWith('ORG_OWNER');
    const externalId = freshName();
    const whole = scimUser(userName, { externalId });
    expect((await service.call('PUT', `${users}/${id}`, whole)).status).toBe(200);
    const as = { token: tokens.get('ORG_USER_MANAGER') ?? '' };
    expect((await service.call('PUT', `${users}/${id}`, { ...whole, title: 'Dr' }, as)).status).toBe(200);
    const removed = await service.call('PATCH', `${users}/${id}`, patchOf({ op: 'remove', path: 'externalId' }), as);
    expect(removed.status).toBe(403);
    expect((await service.call('GET', `${users}/${id}`)).body).toMatchObject({ externalId, title: 'Dr' });
  });

  it('the last owner of an organization is neither deactivated nor deleted', async () => {
    const alone = await createOrganization(service);
    const { id } = await createPerson(service, {}, alone);
    await service.call('POST', `/admin/v1/organizations/${alone}/members`, { userId: id, role: 'ORG_OWNER' });
    const path = `${usersPath(service, alone)}/${id}`;
    expect((await service.call('DELETE', path)).body.status).toBe('409');
    expect((await service.call('PATCH', path, patchOf({ op: 'replace', path: 'active', value: false }))).status).toBe(409);
  });
});

describe('groups', () => {
  const SCHEMAS = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
  const groups = () => users.replace(/Users$/, 'Groups');
  const values = (...ids: string[]) => ids.map((value) => ({ value }));

  /** A group that carries a role, with somebody in it. */
  async function groupWith(role: string): Promise<{ id: string; member: string }> {
    const member = (await targetWith('none')).id;
    const { body } = await service.call('POST', groups(), { schemas: SCHEMAS, displayName: freshName('G'), members: values(member) });
    if (role !== 'none') {
      const given = await service.call('POST', `/admin/v1/organizations/${orgId}/groups/${body.id}/roles`, { role });
      expect(given.status, given.text).toBeLessThan(300);
    }
    return { id: body.id, member };
  }

  /** The same, carried by a group above it. */
  async function innerOf(role: string): Promise<{ id: string; member: string }> {
    const inner = await groupWith('none');
    const outer = await groupWith(role);
    await service.call('PATCH', `${groups()}/${outer.id}`, patchOf({ op: 'add', path: 'members', value: values(inner.id) }));
    return inner;
  }

  const CHANGES: Readonly<
    Record<string, { carried: boolean; send: (send: Send, caller: string, group: { id: string; member: string }) => Promise<number> }>
  > = {
    'a new name': {
      carried: true,
      send: (send, caller, { id }) => send(caller, 'PATCH', id, patchOf({ op: 'replace', path: 'displayName', value: freshName('N') })),
    },
    'nothing new': {
      carried: false,
      send: (send, caller, { id, member }) => send(caller, 'PATCH', id, patchOf({ op: 'add', path: 'members', value: values(member) })),
    },
    'a member added': {
      carried: true,
      send: async (send, caller, { id }) =>
        send(caller, 'PATCH', id, patchOf({ op: 'add', path: 'members', value: values((await targetWith('none')).id) })),
    },
    'a group added': {
      carried: true,
      send: async (send, caller, { id }) =>
        send(caller, 'PATCH', id, patchOf({ op: 'add', value: { members: values((await groupWith('none')).id) } })),
    },
    'a member removed': {
      carried: true,
      send: (send, caller, { id, member }) => send(caller, 'PATCH', id, patchOf({ op: 'remove', path: `members[value eq "${member}"]` })),
    },
    'members replaced': {
      carried: true,
      send: async (send, caller, { id }) =>
        send(caller, 'PUT', id, { schemas: SCHEMAS, displayName: freshName('P'), members: values((await targetWith('none')).id) }),
    },
    'its end': { carried: true, send: (send, caller, { id }) => send(caller, 'DELETE', id) },
  };

  const ROLES = ['none', ...Object.keys(ORGANIZATION_ROLES)];
  /** As {@link TARGETS_BY}. */
  const ROLES_BY: Readonly<Record<string, readonly string[]>> = {
    single: ROLES,
    bulk: process.env['LONG'] === undefined ? ['none', 'ORG_USER_MANAGER', 'ORG_OWNER'] : ROLES,
  };

  const WAYS: Readonly<Record<string, Send>> = {
    single: async (caller, method, id, body) =>
      (await service.call(method, `${groups()}/${id}`, body, { token: tokens.get(caller) ?? '' })).status,
    bulk: async (caller, method, id, data) => {
      const answer = await service.call(
        'POST',
        users.replace(/Users$/, 'Bulk'),
        { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: [{ method, path: `/Groups/${id}`, data }] },
        { token: tokens.get(caller) ?? '' },
      );
      return Number(answer.body.Operations?.[0]?.status ?? answer.status);
    },
  };

  describe.each(Object.keys(WAYS))('by a %s request', (way) => {
    it.each(CALLERS)('%s gives and takes by a group what the rule says, and no more', async (caller) => {
      const wrong: string[] = [];
      for (const role of ROLES_BY[way] ?? [])
        for (const [where, make] of [
          ['carried', groupWith],
          ['carried above', innerOf],
        ] as const) {
          // One after the other on the same group, the last of them ends it.
          const group = await make(role);
          for (const [name, { carried, send }] of Object.entries(CHANGES)) {
            const status = await send(WAYS[way] as Send, caller, group);
            const allowed = !carried || COVERED[caller].includes(role);
            if (allowed ? status >= 300 : status !== 403) wrong.push(`${name}, ${role} ${where}: ${status}`);
          }
        }
      expect(wrong).toEqual([]);
    });

    it.each(READERS)('%s may change none', async (caller) => {
      for (const { send } of Object.values(CHANGES)) expect(await send(WAYS[way] as Send, caller, await groupWith('none'))).toBe(403);
      expect((await service.call('GET', groups(), undefined, { token: tokens.get(caller) ?? '' })).status).toBe(200);
    });
  });

  it('of an organization in which the caller has no role do not exist', async () => {
    const elsewhere = `/scim/v2/${await createOrganization(service)}/Groups`;
    for (const method of ['GET', 'POST'])
      expect(
        (await service.call(method, elsewhere, method === 'GET' ? undefined : {}, { token: tokens.get('ORG_OWNER') ?? '' })).status,
      ).toBe(404);
  });
});
