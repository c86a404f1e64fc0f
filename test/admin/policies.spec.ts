// Policies in one shape: what is decided here, what is inherited, what holds; each kind made of the same table.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { factsOf, DECIDED_KINDS, type PolicyField } from '../../src/users/organizations/policies/policy-kinds.js';
import { belowFloor } from '../../src/users/organizations/policies/policy-floors.js';
import { createOrganization } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A new organization for each test of one. */
async function inOrganization(): Promise<string> {
  const orgId = await createOrganization(service);
  base = `/admin/v1/organizations/${orgId}/policies`;
  return orgId;
}

const get = async (path: string) => (await service.call('GET', path)).body;
const patch = (path: string, body: unknown, headers: Record<string, string> = {}) => service.call('PATCH', path, body, { headers });

/** Another value than the default, and one that is out of bounds. */
const VALUES: { [Type in PolicyField['type']]: (field: Extract<PolicyField, { type: Type }>) => { other: unknown; wrong: unknown } } = {
  flag: (field) => ({ other: !field.default, wrong: 'yes' }),
  whole: ({ min, max, default: value }) => ({ other: value === max ? min : max, wrong: max + 1 }),
  colour: () => ({ other: '0b7a75', wrong: 'red' }),
  choice: ({ words, default: value }) => ({ other: words.findLast((word) => word !== value), wrong: 'other' }),
  choices: ({ words }) => ({ other: words.slice(1), wrong: ['other'] }),
  texts: ({ maxItems, maxLength }) => ({ other: ['one', 'two'].slice(0, maxItems), wrong: ['x'.repeat(maxLength + 1)] }),
};
const valuesOf = (field: PolicyField) => (VALUES[field.type] as (one: PolicyField) => { other: unknown; wrong: unknown })(field);

describe.each(DECIDED_KINDS)('the policy %s', (kind) => {
  const { fields, decidedBy } = factsOf(kind);
  const entries = Object.entries(fields);
  const others = Object.fromEntries(entries.map(([name, field]) => [name, valuesOf(field).other]));
  const defaults = Object.fromEntries(entries.map(([name, field]) => [name, field.default]));
  const ofService = `/admin/v1/policies/${kind}`;
  const sourcesOf = (from: string, names: readonly string[] = Object.keys(fields)) =>
    Object.fromEntries(entries.map(([name]) => [name, { from: names.includes(name) ? from : 'default' }]));

  it('is its defaults until it is decided, and again after null and after DELETE', async () => {
    const undecided = { kind, own: {}, inherited: defaults, effective: defaults, sources: sourcesOf('default'), ...defaults };
    expect(await get(ofService)).toEqual(undecided);
    const decided = await patch(ofService, others);
    expect(decided.body).toEqual({ kind, own: others, inherited: defaults, effective: others, sources: sourcesOf('service'), ...others });
    expect(await get(ofService)).toEqual(decided.body);
    const nothing = Object.fromEntries(entries.map(([name]) => [name, null]));
    expect((await patch(ofService, nothing)).body.own).toEqual({});
    await patch(ofService, others);
    expect((await service.call('DELETE', ofService)).body).toEqual(undecided);
  });

  it('is refused with every fault, each with its pointer', async () => {
    const wrong = Object.fromEntries(entries.map(([name, field]) => [name, valuesOf(field).wrong]));
    const { status, body } = await patch(ofService, { ...wrong, colour: 'red' });
    expect([status, body.code]).toEqual([400, 'body.invalid']);
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
    expect(pointers).toEqual(['/colour', ...entries.map(([name]) => `/${name}`)].toSorted());
    expect((await get(ofService)).own).toEqual({});
  });

  it('is described with every field', async () => {
    const { paths, components } = (await service.call('GET', '/openapi.json', undefined, { token: null })).body;
    const shown = ({ $ref }: { $ref: string }) => components.schemas[$ref.split('/').at(-1) as string].properties;
    const { requestBody, responses } = paths[ofService].patch;
    const sent = shown(requestBody.content['application/json'].schema);
    expect(Object.keys(sent)).toEqual(Object.keys(fields));
    for (const [name, { does }] of entries) {
      expect(sent[name].description).toContain(does);
      expect(sent[name].type).toContain('null');
    }
    expect(Object.keys(shown(responses[200].content['application/json'].schema))).toEqual([
      'kind',
      'own',
      'inherited',
      'effective',
      'sources',
      ...(kind === 'assurance' ? ['effects'] : []),
      ...Object.keys(fields),
    ]);
  });

  it(`is ${decidedBy === 'service' ? 'not decided' : 'decided'} by organizations`, async () => {
    await inOrganization();
    const floors = Object.fromEntries(entries.flatMap(([name, { floor }]) => (floor === undefined ? [] : [[name, floor]])));
    const tooWeak = belowFloor(kind, others, floors).map(([name]) => name as string);
    const allowed = Object.fromEntries(Object.entries(others).filter(([name]) => !tooWeak.includes(name)));
    const held = { ...defaults, ...allowed };
    const { status, body } = await patch(`${base}/${kind}`, allowed);
    if (decidedBy === 'service') expect(status).toBe(404);
    else {
      const sources = sourcesOf('organization', Object.keys(allowed));
      expect(body).toEqual({ kind, own: allowed, inherited: defaults, effective: held, sources, ...held });
    }
  });
});

describe('the policy of an organization', () => {
  it('is inherited field by field: what it does not decide follows the service', async () => {
    await inOrganization();
    await patch(`${base}/lockout`, { lockSeconds: 60 });
    await patch('/admin/v1/policies/lockout', { maxAttempts: 5, lockSeconds: 30 });
    expect(await get(`${base}/lockout`)).toMatchObject({
      own: { lockSeconds: 60 },
      inherited: { maxAttempts: 5, lockSeconds: 30 },
      effective: { maxAttempts: 5, lockSeconds: 60 },
    });
    await service.call('DELETE', '/admin/v1/policies/lockout');
    expect((await patch(`${base}/lockout`, { lockSeconds: null })).body).toMatchObject({ own: {}, effective: { lockSeconds: 900 } });
  });

  it('stays decided where it is decided as the service does, so that it does not follow it later', async () => {
    await inOrganization();
    await patch(`${base}/registration`, { enabled: false });
    await patch('/admin/v1/policies/registration', { enabled: true });
    expect((await get(`${base}/registration`)).effective).toEqual({ enabled: false });
    await service.call('DELETE', '/admin/v1/policies/registration');
  });

  it('of impersonation only forbids: what it decides shows, and what the service has off stays off', async () => {
    await inOrganization();
    const path = `${base}/impersonation`;
    const shown = async () => {
      const { own, inherited, effective, enabled } = await get(path);
      expect(enabled).toBe(effective.enabled);
      return [own, inherited.enabled, effective.enabled];
    };
    try {
      expect(await shown()).toEqual([{}, false, false]);
      expect((await service.call('PUT', path, {})).status).toBe(400);
      expect((await service.call('PUT', path, { enabled: true })).body.code).toBe('policy.belowFloor');
      await patch('/admin/v1/policies/impersonation', { enabled: true });
      await service.call('PUT', path, { enabled: true });
      expect(await shown()).toEqual([{ enabled: true }, true, true]);
      await service.call('DELETE', '/admin/v1/policies/impersonation');
      expect(await shown()).toEqual([{ enabled: true }, false, false]);
      await patch('/admin/v1/policies/impersonation', { enabled: true });
      await patch(path, { enabled: false });
      expect(await shown()).toEqual([{ enabled: false }, true, false]);
      await patch(path, { enabled: null });
      expect(await shown()).toEqual([{}, true, true]);
      await patch(path, { enabled: false });
      await service.call('DELETE', path);
      expect(await shown()).toEqual([{}, true, true]);
    } finally {
      await service.call('DELETE', '/admin/v1/policies/impersonation');
    }
    expect(await shown()).toEqual([{}, false, false]);
  });

  it('leaves one event with what changed, and none when nothing did', async () => {
    const orgId = await inOrganization();
    await patch(`${base}/password`, { minLength: 14, symbol: false });
    await patch(`${base}/password`, { minLength: 14, symbol: null });
    await patch(`${base}/password`, { minLength: 14, lower: null });
    await patch(`${base}/password`, {});
    await service.call('PUT', `${base}/password`, { minLength: 14 });
    await service.call('DELETE', `${base}/password`);
    await service.call('DELETE', `${base}/password`);
    const { body } = await service.call('POST', '/admin/v1/events/_search', {
      event_types: ['instance.policy.set', 'instance.policy.reset'],
      resource_owner: orgId,
      asc: true,
    });
    const ofOrganization = body.events.filter((event: { aggregate: { resourceOwner: string } }) => event.aggregate.resourceOwner === orgId);
    expect(ofOrganization.map(({ payload }: { payload: object }) => payload)).toEqual([
      { kind: 'password', minLength: 14, symbol: false },
      { kind: 'password', symbol: null },
      { kind: 'password' },
    ]);
    expect(ofOrganization[0].editor.userId).toBe(service.credentials.serviceUser.userId);
  });

  it('is changed and reset with the tag that was read; a dryRun changes nothing', async () => {
    await inOrganization();
    const etag = async () => (await service.call('GET', `${base}/look`)).headers.get('etag') ?? '';
    const read = await etag();
    const changed = await patch(`${base}/look`, { accent: '0b7a75' }, { 'if-match': read });
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, await etag()]);
    expect((await patch(`${base}/look`, { accent: 'c2185b' }, { 'if-match': read })).status).toBe(412);
    expect((await service.call('DELETE', `${base}/look`, undefined, { headers: { 'if-match': read } })).status).toBe(412);
    const rolledBack = await patch(`${base}/look?dryRun=true`, { accent: 'c2185b' });
    expect([rolledBack.body.own, (await get(`${base}/look`)).own]).toEqual([{ accent: 'c2185b' }, { accent: '0b7a75' }]);
  });

  it('is changed by its owners, read by its viewers, and 404 for others', async () => {
    const orgId = await inOrganization();
    const [owner, viewer] = [
      await createServiceUser(service, orgId, 'ORG_OWNER'),
      await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER'),
    ];
    const stranger = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    const statuses = async ({ token }: { token: string }) =>
      Promise.all([
        service.call('GET', base, undefined, { token }),
        service.call('GET', `${base}/password`, undefined, { token }),
        service.call('PATCH', `${base}/password`, { minLength: 10 }, { token }),
      ]).then((answers) => answers.map(({ status }) => status));
    expect([await statuses(owner), await statuses(viewer), await statuses(stranger)]).toEqual([
      [200, 200, 200],
      [200, 200, 403],
      [404, 404, 404],
    ]);
  });

  it('keeps every field that twenty changes at once decide', async () => {
    await inOrganization();
    const names = ['lower', 'upper', 'digit', 'symbol'];
    await Promise.all(Array.from({ length: 20 }, (_, index) => patch(`${base}/password`, { [names[index % 4] ?? '']: false })));
    expect((await get(`${base}/password`)).own).toEqual({ lower: false, upper: false, digit: false, symbol: false });
  });
});

describe('the list of policies', () => {
  it('has every kind that is decided there, as each shows itself', async () => {
    await inOrganization();
    await patch(`${base}/domain`, { userLoginMustBeDomain: false });
    const { policies, total } = await get(`${base}?total=true`);
    const kinds = DECIDED_KINDS.filter((kind) => factsOf(kind).decidedBy === 'organizations');
    expect([policies.map(({ kind }: { kind: string }) => kind), total]).toEqual([kinds, kinds.length]);
    for (const entry of policies) expect(await get(`${base}/${entry.kind}`)).toEqual({ ...entry, ...entry.effective });
    expect((await get('/admin/v1/policies')).policies.map(({ kind }: { kind: string }) => kind)).toEqual(DECIDED_KINDS);
  });

  it('is filtered by kind and by what is decided, ordered by name, and paged', async () => {
    await inOrganization();
    await patch(`${base}/domain`, { userLoginMustBeDomain: false });
    const kindsOf = async (query: string) => (await get(`${base}?${query}`)).policies.map(({ kind }: { kind: string }) => kind);
    expect(await kindsOf('decided=true')).toEqual(['domain']);
    expect(await kindsOf('decided=false')).not.toContain('domain');
    expect(await kindsOf('kind=look')).toEqual(['look']);
    const sorted = await kindsOf('sort=kind');
    expect(sorted).toEqual(sorted.toSorted((a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const { nextCursor } = await get(`${base}?limit=3&sort=kind`);
    expect(await kindsOf(`limit=3&sort=kind&cursor=${nextCursor}`)).toEqual(sorted.slice(3, 6));
    expect((await service.call('GET', `${base}?kind=colour`)).body.field).toBe('kind');
  });
});
