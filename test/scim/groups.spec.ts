// The Group resource over HTTP (RFC 7643 section 4.2, RFC 7644): what every directory relies on.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SearchQueue } from '../../src/common/search/search-queue.js';
import { createOrganization, createPerson, freshName, patchOf, scimUser } from '../support/people.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';

const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const BULK_URN = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const SEARCH_URN = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

let service: TestService;
let orgId: string;
let base: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  base = `/scim/v2/${orgId}`;
});
afterAll(() => service.close());

const group = (more: object = {}) => ({ schemas: [GROUP_URN], displayName: freshName('Group'), ...more });
const values = (...ids: string[]) => ids.map((value) => ({ value }));
const person = async (more: Record<string, unknown> = {}): Promise<string> => (await createPerson(service, more, orgId)).id;
const people = async (count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, () => person()));
async function make(...ids: string[]) {
  const answer = await service.call('POST', `${base}/Groups`, group(ids.length > 0 ? { members: values(...ids) } : {}));
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const at = (id: string) => `${base}/Groups/${id}`;
const patch = (id: string, ...operations: object[]) => service.call('PATCH', at(id), patchOf(...operations));
const membersOf = async (id: string): Promise<string[]> =>
  ((await service.call('GET', at(id))).body.members ?? []).map(({ value }: { value: string }) => value).sort();
const list = async (query: string) => (await service.call('GET', `${base}/Groups?${query}`)).body;
const find = (filter: string, more = '') => list(`filter=${encodeURIComponent(filter)}${more}`);
const idsOf = (page: { Resources: Array<{ id: string }> }) => page.Resources.map(({ id }) => id);

describe('a group', () => {
  it('is created, read, replaced and removed', async () => {
    const [a, b] = (await people(2)) as [string, string];
    const sent = group({ externalId: 'ext-1', members: values(a) });
    const made = await service.call('POST', `${base}/Groups`, sent);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...sent,
      members: [{ value: a, type: 'User', display: expect.any(String), $ref: `${service.url}${base}/Users/${a}` }],
      meta: { resourceType: 'Group', location: made.headers.get('location'), version: expect.stringMatching(/^W\/"1\./) },
    });
    expect((await service.call('GET', at(made.body.id))).body).toEqual(made.body);
    const replaced = await service.call('PUT', at(made.body.id), { ...group(), members: values(b) });
    expect([replaced.status, replaced.body.externalId, replaced.body.members.length]).toEqual([200, undefined, 1]);
    expect(await membersOf(made.body.id)).toEqual([b]);
    expect((await service.call('DELETE', at(made.body.id))).status).toBe(204);
    expect((await service.call('GET', at(made.body.id))).status).toBe(404);
  });

  it('keeps its members when a PUT does not name them, and loses them when it names none', async () => {
    const { id } = await make(await person());
    await service.call('PUT', at(id), group());
    expect(await membersOf(id)).toHaveLength(1);
    await service.call('PUT', at(id), group({ members: [] }));
    expect(await membersOf(id)).toEqual([]);
  });

  it('has a name of its own in the organization, whatever its case', async () => {
    const { displayName } = await make();
    const again = await service.call('POST', `${base}/Groups`, group({ displayName: displayName.toUpperCase() }));
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
    const other = await make();
    const renamed = await patch(other.id, { op: 'replace', path: 'displayName', value: displayName });
    expect([renamed.status, renamed.body.scimType]).toEqual([409, 'uniqueness']);
    expect((await service.call('POST', `${base}/Groups`, { schemas: [GROUP_URN] })).body.detail).toContain('displayName is required');
    const elsewhere = `/scim/v2/${await createOrganization(service)}/Groups`;
    expect((await service.call('POST', elsewhere, group({ displayName }))).status).toBe(201);
  });

  it('has entity tags, which a change of members changes and a change of nothing does not', async () => {
    const [a] = (await people(1)) as [string];
    const { id } = await make(a);
    const same = await patch(id, { op: 'add', path: 'members', value: values(a) }, { op: 'remove', path: 'members[value eq "nobody"]' });
    expect([same.status, same.headers.get('etag')]).toEqual([204, 'W/"1"']);
    const changed = await patch(id, { op: 'remove', path: `members[value eq "${a}"]` });
    expect([changed.status, changed.headers.get('etag')]).toEqual([204, 'W/"2"']);
    const stale = await service.call('PATCH', at(id), patchOf({ op: 'add', path: 'members', value: values(a) }), {
      headers: { 'if-match': 'W/"1"' },
    });
    expect([stale.status, await membersOf(id)]).toEqual([412, []]);
    expect((await service.call('GET', at(id), undefined, { headers: { 'if-none-match': 'W/"2"' } })).status).toBe(304);
    expect((await service.call('DELETE', at(id), undefined, { headers: { 'if-match': 'W/"1"' } })).status).toBe(412);
  });

  it('has another tag when a member has another name, and is answered 304 while none has', async () => {
    const member = await person({ displayName: 'Before' });
    const { id } = await make(member);
    const tag = String((await service.call('GET', at(id))).headers.get('etag'));
    const ifNoneMatch = { headers: { 'if-none-match': tag } };
    expect((await service.call('GET', at(id), undefined, ifNoneMatch)).status).toBe(304);
    await service.call('PATCH', `${base}/Users/${member}`, patchOf({ op: 'replace', path: 'displayName', value: 'After' }));
    const after = await service.call('GET', at(id), undefined, ifNoneMatch);
    expect([after.status, after.body.members[0].display]).toEqual([200, 'After']);
    expect(after.headers.get('etag')).not.toBe(tag);
    const renaming = patchOf({ op: 'replace', path: 'displayName', value: freshName('Group') });
    expect((await service.call('PATCH', at(id), renaming, { headers: { 'if-match': tag } })).status).toBe(204);
  });

  it.each([
    ['a zero-width space', 'Ad\u200bmins', 400],
    ['a joiner between Latin letters', 'Ad\u200dmins', 400],
    ['a soft hyphen', 'Ad\u00admins', 400],
    ['a joiner that its script needs', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', 201],
    ['a joined emoji', '\u{1F469}\u200d\u{1F4BB}', 201],
  ])('whose name has %s is told from no other by it', async (_, text, status) => {
    const made = await service.call('POST', `${base}/Groups`, group({ displayName: `${freshName()}: ${text}` }));
    expect(made.status).toBe(status);
  });

  it('shows what is asked for', async () => {
    const { id } = await make(await person());
    const shown = async (query: string) => Object.keys((await service.call('GET', `${at(id)}?${query}`)).body).sort();
    expect(await shown('excludedAttributes=members')).toEqual(['displayName', 'id', 'meta', 'schemas']);
    expect(await shown('attributes=displayName')).toEqual(['displayName', 'id', 'schemas']);
    expect(await shown('attributes=members')).toEqual(['id', 'members', 'schemas']);
    const { body } = await service.call('GET', `${at(id)}?attributes=members.value`);
    expect(Object.keys(body.members[0])).toEqual(['value']);
    const patched = await service.call(
      'PATCH',
      `${at(id)}?attributes=displayName`,
      patchOf({ op: 'replace', path: 'displayName', value: freshName() }),
    );
    expect([patched.status, Object.keys(patched.body).sort()]).toEqual([200, ['displayName', 'id', 'schemas']]);
  });
});

describe('a PATCH of members', () => {
  it('adds one, many, and a whole list, as every client writes it', async () => {
    const [a, b, c, d, e] = (await people(5)) as [string, string, string, string, string];
    const { id } = await make();
    for (const [operation, expected] of [
      [{ op: 'add', path: 'members', value: [{ value: a }] }, [a]],
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: b }] }, [a, b]],
      [{ op: 'add', path: 'members', value: { value: c, type: 'User', display: 'ignored' } }, [a, b, c]],
      [{ op: 'add', value: { members: values(d) } }, [a, b, c, d]],
      [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:Group:members', value: values(a, e) }, [a, b, c, d, e]],
      [{ op: 'add', path: 'members', value: [] }, [a, b, c, d, e]],
      [{ op: 'replace', path: 'members', value: values(b, c) }, [b, c]],
      [{ op: 'replace', value: { members: values(c, d), displayName: freshName() } }, [c, d]],
    ] as const) {
      expect((await patch(id, operation)).status, JSON.stringify(operation)).toBe(204);
      expect(await membersOf(id)).toEqual([...expected].sort());
    }
  });

  it('removes by path, by a list of values, and all', async () => {
    const [a, b, c, d] = (await people(4)) as [string, string, string, string];
    const { id } = await make(a, b, c, d);
    for (const [operation, expected] of [
      [{ op: 'remove', path: `members[value eq "${a}"]` }, [b, c, d]],
      [{ op: 'Remove', path: 'members', value: [{ value: b }] }, [c, d]],
      [{ op: 'remove', path: 'members', value: [{ value: b }, { value: 'nobody' }] }, [c, d]],
      [{ op: 'remove', path: 'members', value: [] }, [c, d]],
      [{ op: 'remove', path: `members[value eq "${a}" or value eq "${d}"]` }, [c]],
      [{ op: 'remove', path: 'members' }, []],
      [{ op: 'remove', path: 'members' }, []],
    ] as const) {
      expect((await patch(id, operation)).status, JSON.stringify(operation)).toBe(204);
      expect(await membersOf(id)).toEqual([...expected].sort());
    }
  });

  it('counts the last word about somebody', async () => {
    const [a, b] = (await people(2)) as [string, string];
    const { id } = await make(a);
    await patch(
      id,
      { op: 'add', path: 'members', value: values(b) },
      { op: 'remove', path: `members[value eq "${b}"]` },
      { op: 'remove', path: 'members' },
      { op: 'add', path: 'members', value: values(a) },
    );
    expect([await membersOf(id), (await service.call('GET', at(id))).body.meta.version]).toEqual([[a], expect.stringMatching(/^W\/"1\./)]);
  });

  it("renames as Okta does, with the group's id in the value", async () => {
    const { id } = await make();
    const displayName = freshName('Renamed');
    expect((await patch(id, { op: 'replace', value: { id, displayName } })).status).toBe(204);
    expect((await service.call('GET', at(id))).body.displayName).toBe(displayName);
  });

  it('does not change a member, nor select by anything but its value', async () => {
    const [a] = (await people(1)) as [string];
    const { id } = await make(a);
    const refusal = async (operation: object) => {
      const answer = await patch(id, operation);
      return [answer.status, answer.body.scimType];
    };
    expect(await refusal({ op: 'replace', path: `members[value eq "${a}"]`, value: { value: 'x' } })).toEqual([400, 'mutability']);
    expect(await refusal({ op: 'replace', path: 'members.type', value: 'Group' })).toEqual([400, 'mutability']);
    expect(await refusal({ op: 'remove', path: 'members[type eq "User"]' })).toEqual([400, 'invalidFilter']);
    expect(await refusal({ op: 'remove', path: 'members[value ne "x"]' })).toEqual([400, 'invalidFilter']);
    expect(await refusal({ op: 'remove', path: 'displayName' })).toEqual([400, 'mutability']);
    expect(await membersOf(id)).toEqual([a]);
  });

  it('of many members is one request', async () => {
    const ids = await people(150);
    const { id } = await make(...ids.slice(0, 120));
    await patch(id, { op: 'add', path: 'members', value: values(...ids) });
    expect(await membersOf(id)).toHaveLength(150);
    await patch(id, { op: 'remove', path: 'members', value: values(...ids.slice(0, 149)) });
    expect(await membersOf(id)).toEqual([ids[149]]);
  });

  it('loses nobody when fifty arrive at once', async () => {
    const ids = await people(50);
    const { id } = await make();
    const answers = await Promise.all(ids.map((one) => patch(id, { op: 'add', path: 'members', value: values(one) })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await membersOf(id)).toEqual([...ids].sort());
    expect((await service.call('GET', `${at(id)}?attributes=meta`)).body.meta.version).toBe('W/"51"');
  });
});

describe('a member', () => {
  it('that cannot be one is refused with its position, and nothing is done', async () => {
    const foreign = (await createPerson(service, {}, await createOrganization(service))).id;
    const { userId: serviceUser } = (
      await service.call('POST', `/admin/v1/organizations/${orgId}/service-users`, { userName: freshName('bot'), name: 'Bot' })
    ).body;
    const ours = await person();
    const { id } = await make();
    for (const bad of [foreign, serviceUser, 'unknown', id.toUpperCase()]) {
      const answer = await patch(id, { op: 'add', path: 'members', value: values(ours, bad) });
      expect([answer.status, answer.body.scimType, answer.body.detail]).toEqual([
        400,
        'invalidValue',
        `members[1].value: "${bad}" is neither a person nor a group of this organization.`,
      ]);
      const created = await service.call('POST', `${base}/Groups`, group({ members: values(bad) }));
      expect([created.status, created.body.detail]).toEqual([400, expect.stringContaining('members[0].value')]);
    }
    for (const shapeless of [{ display: 'x' }, 7, { value: 7 }]) {
      const answer = await patch(id, { op: 'add', path: 'members', value: [{ value: ours }, shapeless] });
      expect([answer.status, answer.body.scimType, answer.body.detail]).toEqual([
        400,
        'invalidValue',
        expect.stringContaining('members[1]'),
      ]);
    }
    expect(await membersOf(id)).toEqual([]);
  });

  it('that is removed is one no more; one that is deactivated stays', async () => {
    const [leaving, staying] = (await people(2)) as [string, string];
    const { id } = await make(leaving, staying);
    await service.call('PATCH', `${base}/Users/${staying}`, patchOf({ op: 'replace', path: 'active', value: false }));
    await service.call('DELETE', `${base}/Users/${leaving}`);
    expect(await membersOf(id)).toEqual([staying]);
  });

  it('may be a group, but not in a circle', async () => {
    const inner = await make(await person());
    const outer = await make(inner.id);
    expect(outer.members).toMatchObject([{ value: inner.id, type: 'Group', display: inner.displayName, $ref: inner.meta.location }]);
    const refused = await patch(inner.id, { op: 'add', path: 'members', value: values(outer.id) });
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue']);
    expect(refused.body.detail).toBe(
      `This would close a circle of groups: "${outer.displayName}" has "${inner.displayName}" has "${outer.displayName}".`,
    );
  });
});

describe('a list of groups', () => {
  it('is filtered by every operator on displayName', async () => {
    const mark = freshName('Ops');
    const named = new Map<string, string>();
    for (const part of ['Alpha', 'beta', 'Gamma'])
      named.set((await service.call('POST', `${base}/Groups`, group({ displayName: `${mark} ${part}` }))).body.id, part);
    const matching = async (filter: string) =>
      idsOf(await find(`displayName sw "${mark}" and ${filter}`, '&sortBy=displayName')).map((id) => named.get(id));
    expect(await matching(`displayName eq "${mark.toUpperCase()} ALPHA"`)).toEqual(['Alpha']);
    expect(await matching(`displayName ne "${mark} alpha"`)).toEqual(['beta', 'Gamma']);
    expect(await matching('displayName co "MM"')).toEqual(['Gamma']);
    expect(await matching('displayName ew "ta"')).toEqual(['beta']);
    expect(await matching(`displayName gt "${mark} beta"`)).toEqual(['Gamma']);
    expect(await matching(`displayName ge "${mark} beta"`)).toEqual(['beta', 'Gamma']);
    expect(await matching(`displayName lt "${mark} beta"`)).toEqual(['Alpha']);
    expect(await matching(`displayName le "${mark} beta"`)).toEqual(['Alpha', 'beta']);
    expect(await matching('displayName pr')).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await matching('not (displayName ew "a")')).toEqual([]);
    expect(await matching(`(displayName ew "beta" or displayName ew "gamma")`)).toEqual(['beta', 'Gamma']);
    expect(await matching('meta.created gt "2020-01-01T00:00:00Z" and meta.resourceType eq "Group"')).toHaveLength(3);
  });

  it('is filtered by members and by externalId, as directories check them', async () => {
    const [a, b] = (await people(2)) as [string, string];
    const externalId = freshName('Ext');
    const { id } = (await service.call('POST', `${base}/Groups`, group({ externalId, members: values(a) }))).body;
    const other = await make(a, id);
    for (const filter of [`members[value eq "${a}"]`, `members eq "${a}"`, `members.value eq "${a}"`])
      expect(idsOf(await find(filter))).toEqual([id, other.id]);
    expect(idsOf(await find(`members eq "${id}"`))).toEqual([other.id]);
    expect(idsOf(await find(`members[value eq "${id}" and type eq "Group"]`))).toEqual([other.id]);
    expect(idsOf(await find(`members[value eq "${id}" and type eq "User"]`))).toEqual([]);
    expect(idsOf(await find(`id eq "${id}" and members eq "${a}"`, '&excludedAttributes=members'))).toEqual([id]);
    expect(idsOf(await find(`id eq "${id}" and members eq "${b}"`))).toEqual([]);
    expect(await find('members eq "nobody"')).toMatchObject({ totalResults: 0, Resources: [] });
    expect(idsOf(await find(`externalId eq "${externalId}"`))).toEqual([id]);
    expect(idsOf(await find(`externalId eq "${externalId.toUpperCase()}"`))).toEqual([]);
    expect(idsOf(await find(`externalId eq "${externalId}" and not (members pr)`))).toEqual([]);
    expect(idsOf(await find(`id eq "${other.id}" and members ne "${b}"`))).toEqual([other.id]);
    expect((await find('members.display eq "x"')).scimType).toBe('invalidFilter');
    expect((await find('userName eq "x"')).scimType).toBe('invalidFilter');
  });

  it('is sorted and paged, by index and by cursor', async () => {
    const other = await createOrganization(service);
    const path = `/scim/v2/${other}/Groups`;
    const names = ['delta', 'Alpha', 'charlie', 'Bravo', 'echo'];
    for (const displayName of names) await service.call('POST', path, group({ displayName }));
    const page = async (query: string) => (await service.call('GET', `${path}?${query}`)).body;
    const namesOf = ({ Resources }: { Resources: Array<{ displayName: string }> }) => Resources.map(({ displayName }) => displayName);
    expect(namesOf(await page(''))).toEqual(names);
    expect(namesOf(await page('sortBy=displayName'))).toEqual(['Alpha', 'Bravo', 'charlie', 'delta', 'echo']);
    expect(await page('sortBy=displayName&sortOrder=descending&startIndex=2&count=2')).toMatchObject({
      totalResults: 5,
      startIndex: 2,
      itemsPerPage: 2,
      Resources: [{ displayName: 'delta' }, { displayName: 'charlie' }],
    });
    expect(await page('count=0')).toMatchObject({ totalResults: 5, Resources: [] });
    expect(await page('startIndex=9')).toMatchObject({ totalResults: 5, Resources: [] });
    const walked: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const found: { nextCursor?: string; totalResults: number; Resources: Array<{ displayName: string }> } = await page(
        `sortBy=displayName&count=2&cursor=${encodeURIComponent(cursor)}`,
      );
      expect(found.totalResults).toBe(5);
      walked.push(...namesOf(found));
      cursor = found.nextCursor;
    }
    expect(walked).toEqual(['Alpha', 'Bravo', 'charlie', 'delta', 'echo']);
  });

  it('shows the members of each group', async () => {
    const [a, b] = (await people(2)) as [string, string];
    const [one, two] = [await make(a), await make(a, b)];
    const found = await find(`members eq "${a}"`);
    expect(found.Resources.map(({ id, members }: { id: string; members: unknown[] }) => [id, members.length])).toEqual([
      [one.id, 1],
      [two.id, 2],
    ]);
    expect((await find(`members eq "${a}"`, '&excludedAttributes=members')).Resources[0]).not.toHaveProperty('members');
  });
});

describe('the groups of a user', () => {
  it('are direct and indirect ones, read-only', async () => {
    const id = await person();
    const inner = await make(id);
    const outer = await make(inner.id);
    const read = async (query = '') => (await service.call('GET', `${base}/Users/${id}${query}`)).body;
    const expected = [
      { value: inner.id, display: inner.displayName, type: 'direct', $ref: inner.meta.location },
      { value: outer.id, display: outer.displayName, type: 'indirect', $ref: outer.meta.location },
    ];
    expect((await read()).groups).toEqual(expect.arrayContaining(expected));
    expect(await read('?excludedAttributes=groups')).not.toHaveProperty('groups');
    const listed = await service.call('GET', `${base}/Users?filter=${encodeURIComponent(`id eq "${id}"`)}`);
    expect(listed.body.Resources[0].groups).toHaveLength(2);
    const ignored = await service.call('PATCH', `${base}/Users/${id}`, patchOf({ op: 'replace', value: { groups: [], title: 'T' } }));
    expect(ignored.status).toBe(204);
    expect((await patchUser(id, { op: 'remove', path: 'groups' })).body.scimType).toBe('mutability');
    expect((await read()).groups).toHaveLength(2);
  });

  it('are written while they are read where a page has very many of them', async () => {
    const elsewhere = `/scim/v2/${await createOrganization(service)}`;
    const post = async (path: string, body: object) => (await service.call('POST', `${elsewhere}${path}`, body)).body.id as string;
    const ids = await Promise.all(Array.from({ length: 41 }, () => post('/Users', scimUser(freshName()))));
    const inner = await post('/Groups', group({ members: values(...ids) }));
    for (let index = 0; index < 50; index++) await post('/Groups', group({ members: values(inner) }));
    const listed = await service.call('GET', `${elsewhere}/Users?count=100`);
    expect(listed.headers.get('content-length')).toBeNull();
    expect(listed.body.Resources.map(({ groups }: { groups: object[] }) => groups.length)).toEqual(ids.map(() => 51));
    const one = await service.call('GET', `${elsewhere}/Users/${ids[0]}`);
    expect([one.body.groups.length, one.headers.get('content-length')]).toEqual([51, expect.any(String)]);
    expect(listed.body.Resources.find(({ id }: { id: string }) => id === ids[0])).toEqual(one.body);
  });

  const patchUser = (id: string, ...operations: object[]) => service.call('PATCH', `${base}/Users/${id}`, patchOf(...operations));

  it('are found by, the indirect ones too', async () => {
    const [a, b, c] = (await people(3)) as [string, string, string];
    const inner = await make(a);
    const outer = await make(inner.id, b);
    const users = async (filter: string) =>
      idsOf((await service.call('GET', `${base}/Users?filter=${encodeURIComponent(filter)}`)).body).sort();
    expect(await users(`groups.value eq "${outer.id}"`)).toEqual([a, b].sort());
    expect(await users(`groups[value eq "${inner.id}"]`)).toEqual([a]);
    expect(await users(`groups eq "${inner.id}"`)).toEqual([a]);
    expect(await users(`groups.display eq "${outer.displayName.toUpperCase()}"`)).toEqual([a, b].sort());
    expect(await users(`groups.display sw "${outer.displayName}" and id eq "${b}"`)).toEqual([b]);
    expect(await users(`id eq "${c}" and groups pr`)).toEqual([]);
    expect(await users(`id eq "${b}" and groups pr`)).toEqual([b]);
    expect(await users(`id eq "${c}" and not (groups.value eq "${outer.id}")`)).toEqual([c]);
    expect(await users(`id eq "${a}" and groups.value ne "${outer.id}"`)).toEqual([a]);
    expect(await users('groups.value eq "nothing"')).toEqual([]);
  });

  it('are looked for in turn where every group has to be tested', async () => {
    const { id, displayName } = await make(await person());
    const turns = vi.spyOn(SearchQueue.prototype, 'enqueueSearch');
    const turnsOf = async (filter: string) => {
      turns.mockClear();
      await service.call('GET', `${base}/Users?filter=${encodeURIComponent(`id eq "nobody" and ${filter}`)}`);
      return turns.mock.calls.length;
    };
    expect(await turnsOf(`groups.value eq "${id}"`)).toBe(0);
    expect(await turnsOf(`groups.display eq "${displayName}"`)).toBe(0);
    expect(await turnsOf('groups pr')).toBe(0);
    expect(await turnsOf('groups.display co "nothing like it"')).toBe(1);
    expect(await turnsOf('not (groups.value ne "x")')).toBe(1);
    turns.mockRestore();
  });
});

describe('groups beside users', () => {
  it('are searched from the root', async () => {
    const mark = freshName('Root');
    const { id } = (await service.call('POST', `${base}/Groups`, group({ displayName: mark }))).body;
    const user = await person({ displayName: mark });
    const search = async (body: object) => (await service.call('POST', `${base}/.search`, { schemas: [SEARCH_URN], ...body })).body;
    const both = await search({ filter: `displayName eq "${mark}"` });
    expect(both).toMatchObject({ totalResults: 2, Resources: [{ id: user }, { id }] });
    expect(await search({ filter: `displayName eq "${mark}"`, startIndex: 2, count: 1 })).toMatchObject({
      totalResults: 2,
      startIndex: 2,
      Resources: [{ id }],
    });
    expect(idsOf(await search({ filter: `displayName eq "${mark}" and meta.resourceType eq "Group"` }))).toEqual([id]);
    expect(idsOf(await search({ filter: `userName pr and displayName eq "${mark}"` }))).toEqual([user]);
    for (const filter of ['shoeSize eq 7', 'displayName pr or shoeSize eq 7', 'displayName pr or userName gt 5'])
      expect((await search({ filter })).scimType, filter).toBe('invalidFilter');
    const walked: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const found: { nextCursor?: string; totalResults: number; Resources: Array<{ id: string }> } = await search({
        filter: `displayName eq "${mark}"`,
        count: 1,
        cursor,
      });
      expect(found.totalResults).toBe(2);
      walked.push(...idsOf(found));
      cursor = found.nextCursor;
    }
    expect(walked).toEqual([user, id]);
  });

  it.each([
    ['userName sw "%" or displayName eq "%"', ['user', 'group']],
    ['displayName eq "%" and not (userName pr)', ['group']],
    ['displayName eq "%" and userName eq null', ['group']],
    ['displayName eq "%" and userName ne "x"', ['user', 'group']],
    ['displayName eq "%" and (name.givenName pr or members pr)', ['user']],
    ['displayName eq "%" and not (emails[type eq "work"])', ['group']],
    ['displayName eq "%" and not (members pr)', ['user', 'group']],
    ['displayName eq "%" and not (urn:ietf:params:scim:schemas:core:2.0:User:title eq "x")', ['user', 'group']],
    ['userName eq "%"', ['user']],
    ['members eq "%"', []],
  ])('have no value of an attribute that only the other type has (RFC 7644 section 3.4.2.1): %s', async (text, expected) => {
    const mark = freshName('Absent');
    const emails = [{ value: `${mark}@example.com`, type: 'work' }];
    const { id: user } = (await service.call('POST', `${base}/Users`, scimUser(mark, { displayName: mark, emails }))).body;
    const { id } = (await service.call('POST', `${base}/Groups`, group({ displayName: mark }))).body;
    const ids: Record<string, string> = { user, group: id };
    const body = { schemas: [SEARCH_URN], filter: text.replaceAll('%', mark), sortBy: 'userName' };
    expect(idsOf((await service.call('POST', `${base}/.search`, body)).body)).toEqual(expected.map((name) => ids[name]));
  });

  it('are created in one bulk request, with references in any order', async () => {
    const name = freshName('bulk');
    const { body } = await service.call('POST', `${base}/Bulk`, {
      schemas: [BULK_URN],
      Operations: [
        { method: 'POST', path: '/Groups', bulkId: 'outer', data: group({ members: values('bulkId:inner', 'bulkId:u') }) },
        { method: 'POST', path: '/Groups', bulkId: 'inner', data: group({ members: values('bulkId:u') }) },
        { method: 'POST', path: '/Users', bulkId: 'u', data: scimUser(name) },
        { method: 'PATCH', path: '/Groups/bulkId:inner', data: patchOf({ op: 'remove', path: 'members' }) },
      ],
    });
    expect(body.Operations.map(({ status }: { status: string }) => status).sort()).toEqual(['201', '201', '201', '204']);
    const idOf = (bulkId: string): string =>
      body.Operations.find((operation: { bulkId?: string }) => operation.bulkId === bulkId)
        .location.split('/')
        .at(-1);
    expect(await membersOf(idOf('outer'))).toEqual([idOf('inner'), idOf('u')].sort());
    expect(await membersOf(idOf('inner'))).toEqual([]);
  });

  it('that refer to each other in a bulk request close a circle, which is refused', async () => {
    const [a, b] = [freshName('A'), freshName('B')];
    const { body } = await service.call('POST', `${base}/Bulk`, {
      schemas: [BULK_URN],
      Operations: [
        { method: 'POST', path: '/Groups', bulkId: 'a', data: group({ displayName: a, members: values('bulkId:b') }) },
        { method: 'POST', path: '/Groups', bulkId: 'b', data: group({ displayName: b, members: values('bulkId:a') }) },
      ],
    });
    expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['409', '409']);
    expect(body.Operations[0].response.detail).toContain('circular');
    expect((await find(`displayName eq "${a}" or displayName eq "${b}"`)).totalResults).toBe(0);
  });

  it('are described', async () => {
    const types = await service.call('GET', `${base}/ResourceTypes`);
    expect(types.body.Resources.map(({ id, endpoint }: { id: string; endpoint: string }) => [id, endpoint])).toEqual([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ]);
    expect((await service.call('GET', `${base}/Schemas/${GROUP_URN}`)).body.attributes.map(({ name }: { name: string }) => name)).toEqual([
      'displayName',
      'members',
    ]);
  });

  it('stand in the provisioning log with what was changed', async () => {
    const { id, displayName } = await make();
    await patch(id, { op: 'add', path: 'members', value: values(await person()) });
    const log = await service.call('POST', '/admin/v1/provisioning/_search', { target: displayName });
    expect(log.body.entries).toMatchObject([
      { operation: 'patch', targetId: id, targetName: displayName, changed: ['members'] },
      { operation: 'create', targetId: id, targetName: displayName, changed: ['displayName'] },
    ]);
  });
});
