// What a connection chooses of the dialect: its switches and presets, what the schemas require, and the form of its errors.
// On SQLite alone: it is about the form of requests and answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { PRESETS, SWITCH_NAMES, SWITCHES } from '../../src/scim/protocol/schema/dialect.js';
import { addProvisionedOrganization, type ProvisionedOrganization, type ScimClient } from '../support/connections.js';
import { freshName, patchOf, scimUser, USER_URN } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let connections: string;
let connect: ProvisionedOrganization['connect'];
let as: ProvisionedOrganization['as'];
beforeAll(async () => {
  service = await sharedService();
  ({ orgId, connections, connect, as } = await addProvisionedOrganization(service));
});
afterAll(() => service.close());

/** For each switch: what tells on from off. */
const PROBES: Record<keyof typeof SWITCHES, (client: ScimClient) => Promise<{ on: boolean; off: boolean }>> = {
  clampPaging: async ({ get }) => byStatus(await get('?count=-1&startIndex=0'), 200, 400),
  anyCaseOperations: async ({ post, patch }) =>
    byStatus(await patch((await post(scimUser(freshName()))).body.id, { op: 'Replace', path: 'title', value: 'x' }), 204, 400),
  textBooleans: async ({ post }) => byStatus(await post(scimUser(freshName(), { active: 'True' })), 201, 400),
  memberPaths: async ({ post, patch }) =>
    byStatus(await patch((await post(scimUser(freshName()))).body.id, { op: 'replace', value: { 'name.givenName': 'x' } }), 204, 400),
  makeElements: async ({ post, patch }) => {
    const { id } = (await post(scimUser(freshName()))).body;
    return byStatus(await patch(id, { op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+123456' }), 204, 400);
  },
  plainValues: async ({ post, patch, get }) => {
    const { id } = (await post(scimUser(freshName()))).body;
    const path = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager';
    const extension = path.slice(0, path.lastIndexOf(':'));
    const stored = (body: Record<string, { manager?: { value: string } }>) => body[extension]?.manager?.value === id;
    const results: boolean[] = [];
    for (const manager of [id, [{ value: id }]]) {
      results.push(stored((await post(scimUser(freshName(), { [extension]: { manager } }))).body));
      await patch(id, { op: 'remove', path });
      await patch(id, { op: 'add', path, value: manager });
      results.push(stored((await get(`/${id}`)).body));
    }
    return { on: results.every(Boolean), off: !results.some(Boolean) };
  },
  ignorePasswordOnCreate: async ({ post }) => {
    const { id } = (await post(scimUser(freshName(), { password: 'Correct-h0rse' }))).body;
    const row = await service
      .get(Database)
      .query.row('SELECT p.user_no FROM passwords p JOIN users u ON u.no = p.user_no WHERE u.id = ?', [id]);
    return { on: row === undefined, off: row !== undefined };
  },
  requireNameAndEmail: async ({ post, put }) => {
    const created = await post({ schemas: [USER_URN], userName: freshName() });
    const { id } = (await post(scimUser(freshName()))).body;
    const replaced = await put(id, { schemas: [USER_URN], userName: freshName(), name: { familyName: 'Room' } });
    return { on: created.status === 400 && replaced.status === 400, off: created.status === 201 && replaced.status === 200 };
  },
  omitUnstorable: async ({ post }) => byStatus(await post(scimUser(freshName(), { profileUrl: 'www.example.com' })), 201, 400),
  nullKeepsMembers: async ({ call, post }) => {
    const member = (await post(scimUser(freshName()))).body.id;
    const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: freshName(), members: [{ value: member }] };
    const countAfter = async (method: string, body: (made: object) => unknown) => {
      const made = await call('POST', '/Groups', { ...group, displayName: freshName() });
      const { status } = await call(method, `/Groups/${made.body.id}`, body(made.body));
      expect([200, 204]).toContain(status);
      return (await call('GET', `/Groups/${made.body.id}`)).body.members.length as number;
    };
    const counts = [
      await countAfter('PUT', (made) => ({ ...made, members: null })),
      await countAfter('PATCH', () => patchOf({ op: 'replace', value: { members: null } })),
    ];
    expect(await countAfter('PATCH', () => patchOf({ op: 'replace', path: 'members', value: null }))).toBe(0);
    return { on: counts.join() === '1,1', off: counts.join() === '0,0' };
  },
  singleElements: async ({ post }) => {
    const { status, body } = await post(scimUser(freshName(), { phoneNumbers: { value: '+4711', type: 'work' } }));
    return { on: body.phoneNumbers?.[0]?.value === '+4711', off: status === 400 || body.phoneNumbers === undefined };
  },
  scim1Schemas: async ({ post }) => byStatus(await post({ ...scimUser(freshName()), schemas: ['urn:scim:schemas:core:1.0'] }), 201, 400),
  windowsTimeZones: async ({ post }) => {
    const { status, body } = await post(scimUser(freshName(), { timezone: 'Tokyo Standard Time' }));
    return { on: body.timezone === 'Asia/Tokyo', off: status === 400 || body.timezone === undefined };
  },
  shortNames: async ({ get, post, patch }) => {
    const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const { id } = (await post(scimUser(freshName(), { [extension]: { manager: { value: 'm-1' } } }))).body;
    const answers = await Promise.all([
      get(`?filter=${encodeURIComponent('manager eq "m-1"')}`),
      get(`?filter=${encodeURIComponent(`${extension}.manager eq "m-1"`)}`),
    ]);
    await patch(id, { op: 'add', path: 'manager', value: { value: 'm-2' } });
    await patch(id, { op: 'replace', path: `${extension}.department`, value: 'Tours' });
    const { manager, department } = (await get(`/${id}`)).body[extension];
    return {
      on: answers.every(({ status, body }) => status === 200 && body.totalResults > 0) && manager.value === 'm-2' && department === 'Tours',
      off: answers.every(({ status }) => status === 400) && manager.value === 'm-1' && department === undefined,
    };
  },
  answerWritten: async ({ post, put, get }) => {
    const made = await post(scimUser(freshName(), { userType: 'Employee' }));
    const replaced = await put(made.body.id, { ...scimUser(made.body.userName), usertype: 'Contractor' });
    const shown = [made.body.userType, replaced.body.userType];
    const read = await get(`/${made.body.id}`);
    return { on: shown.join() === 'Employee,Contractor' && !('userType' in read.body), off: shown.join() === ',' };
  },
  errorDetail: async ({ post }) => {
    const malformed = await post('{');
    const refused = await post(scimUser(freshName(), { userName: '' }));
    const schemas = [malformed, refused].map(({ body }) => body.schemas.length).join();
    return { on: schemas === '2,2', off: schemas === '1,1' };
  },
  answerPatch: async ({ post, patch }) => {
    const { id } = (await post(scimUser(freshName()))).body;
    return byStatus(await patch(id, { op: 'replace', path: 'title', value: 'x' }), 200, 204);
  },
};

function byStatus({ status }: { status: number }, on: number, off: number) {
  return { on: status === on, off: status === off };
}

describe('the switch', () => {
  it.each(SWITCH_NAMES)('%s does on and off what the table says, in each preset and by itself', async (name) => {
    for (const preset of PRESETS) {
      const { token } = await connect({ preset });
      const on = (SWITCHES[name].presets as readonly string[]).includes(preset);
      expect(await PROBES[name](as(token)), preset).toEqual({ on, off: !on });
    }
    const { connectionId, token } = await connect({ switches: { [name]: true } });
    expect(await PROBES[name](as(token))).toEqual({ on: true, off: false });
    await service.call('PATCH', `${connections}/${connectionId}`, { switches: { [name]: false } });
    expect(await PROBES[name](as(token))).toEqual({ on: false, off: true });
  });
});

describe('the schemas', () => {
  const requiredOf = async (token: string | null) => {
    const { body } = await service.call('GET', `/scim/v2/${orgId}/Schemas/${USER_URN}`, undefined, { token });
    const names = (rows: Array<{ name: string; required: boolean; subAttributes?: [] }>, prefix = ''): string[] =>
      rows.flatMap(({ name, required, subAttributes = [] }) => [
        ...(required ? [prefix + name] : []),
        ...names(subAttributes, `${prefix}${name}.`),
      ]);
    return names(body.attributes);
  };

  it('require what the calling client must send, and without a token what most clients must send', async () => {
    const all = ['userName', 'name', 'name.familyName', 'name.givenName', 'emails', 'emails.value'];
    expect(await requiredOf((await connect({ preset: 'strict' })).token)).toEqual(['userName']);
    expect(await requiredOf((await connect()).token)).toEqual(all);
    expect(await requiredOf(null)).toEqual(all);
  });
});

describe('an error of a connection', () => {
  it.each([
    ['strict', 1],
    ['default', 2],
  ] as const)('with the preset %s has %i schemas, wherever the request is refused', async (preset, count) => {
    const { token } = await connect({ preset });
    const base = `/scim/v2/${orgId}`;
    const refusals = await Promise.all([
      service.call('GET', `${base}/Schemas/urn:none`, undefined, { token }),
      service.call('GET', `${base}/ResourceTypes/Device`, undefined, { token }),
      service.call('GET', `${base}/Nothing`, undefined, { token }),
      service.call('POST', `${base}/Nothing`, {}, { token }),
      service.call('DELETE', `${base}/Schemas`, undefined, { token }),
      service.call('GET', `${base}/Users/nobody`, undefined, { token }),
      service.call('GET', `${base}/Users`, undefined, { token, headers: { accept: 'image/png' } }),
      service.call('POST', `${base}/Users`, '{', { token }),
      service.call('POST', `${base}/Users`, 'x', { token, type: 'text/plain' }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404, 405, 404, 406, 400, 415]);
    expect(refusals.map(({ body }) => body.schemas.length)).toEqual(refusals.map(() => count));
  });

  it('does not close what is open: a token that is not valid reads the configuration like none', async () => {
    const path = `/scim/v2/${orgId}/ServiceProviderConfig`;
    expect((await service.call('GET', path, undefined, { token: 'x'.repeat(40) })).status).toBe(200);
    expect((await service.call('GET', path, undefined, { token: null })).status).toBe(200);
  });
});
