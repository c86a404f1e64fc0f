// A second resource type, with a table, rows and a binding that exist only here, goes through everything that users go through.
import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { JsonLog } from '../../src/common/logging/log.js';
import { DomainError } from '../../src/common/primitives/domain-error.js';
import { newId } from '../../src/common/primitives/ids.js';
import { complex, boolean, list, reference, resourceType, string, type RecordFields } from '../../src/scim/protocol/schema/attribute.js';
import { COMPARISONS } from '../../src/scim/protocol/query/evaluate.js';
import { toRecord } from '../../src/scim/protocol/mapping.js';
import { URN } from '../../src/scim/protocol/wire/messages.js';
import { URI_REFERENCE } from '../../src/scim/protocol/schema/normalizer.js';
import { ScimModule } from '../../src/scim/scim.module.js';
import type { RecordQuery, ResourceBinding, StoredRecord } from '../../src/scim/resources/resource-binding.js';
import { resourceController } from '../../src/scim/resources/resource-controller.js';
import { RESOURCE_BINDINGS } from '../../src/scim/resources/resource-types.service.js';
import { UserBinding } from '../../src/scim/users/user.binding.js';
import { foldKey } from '../../src/common/identifiers/fold.js';
import type { Criteria } from '../../src/common/search/criteria.js';
import { freshName } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const SCHEMA = 'urn:example:schemas:core:2.0:Crew';
const EXTENSION = 'urn:example:schemas:extension:2.0:Ship';

/** The fields of a crew, as its rows may name them. */
interface CrewFields extends RecordFields {
  readonly text: 'displayName' | 'motto' | 'shipName';
  readonly flag: 'atSea';
  readonly time: never;
  readonly lists: { readonly members: 'value' | '$ref' | 'type' };
}
const CREW = resourceType<CrewFields>({
  name: 'Crew',
  endpoint: '/Crews',
  naming: 'displayName',
  description: 'A crew.',
  schema: {
    urn: SCHEMA,
    name: 'Crew',
    description: 'A crew.',
    attributes: [
      string('displayName', 'What it is called.', { required: true, sortable: true }),
      string('motto', 'What it shouts.'),
      boolean('atSea', 'Whether it is at sea.', { initial: false }),
      list('members', 'Who belongs to it.', [
        string('value', 'Id of the member.', { caseExact: true }),
        reference('$ref', 'Address of the member.', ['User', 'Crew'], { normalizer: URI_REFERENCE }),
        string('type', 'Kind of the member.', { canonicalValues: ['User', 'Crew'] }),
      ]),
    ],
  },
  extensions: [
    {
      urn: EXTENSION,
      name: 'Ship',
      description: 'Its ship.',
      attributes: [complex('ship', 'The ship.', [string('name', 'Its name.', { field: 'shipName' })])],
    },
  ],
});

interface Crew extends StoredRecord {
  readonly displayName: string;
  readonly members?: ReadonlyArray<Record<string, unknown>>;
}

/** Crews in memory. */
class CrewBinding implements ResourceBinding<Crew> {
  readonly type = CREW;
  readonly permissions = { read: 'user.read', write: 'user.write', remove: 'user.delete' } as const;
  private readonly crews = new Map<string, Crew>();

  toRecord = (resource: Record<string, unknown>) => toRecord(resource, CREW.attributes);
  shown = (crew: Crew) => crew;

  async get(_: unknown, id: string): Promise<Crew> {
    if (id === 'busy') throw new DomainError('busy', 'database.busy', 'The database is busy.');
    const crew = this.crews.get(id);
    if (!crew) throw new DomainError('notFound', 'person.notFound', 'There is no such crew.');
    return crew;
  }

  async create(_: unknown, record: object): Promise<Crew> {
    return this.store({ ...(record as Crew), id: newId(), version: 1, createdUs: this.crews.size + 1, modifiedUs: this.crews.size + 1 });
  }

  async update(request: unknown, id: string, change: (current: Crew) => object): Promise<Crew> {
    const current = await this.get(request, id);
    const { version, createdUs, modifiedUs } = current;
    return this.store({ ...(change(current) as Crew), id, version: version + 1, createdUs, modifiedUs: modifiedUs + 1 });
  }

  async remove(request: unknown, id: string, permit: (current: Crew) => void): Promise<void> {
    permit(await this.get(request, id));
    this.crews.delete(id);
  }

  async search(_: unknown, { filter, sort, offset, limit }: RecordQuery) {
    const found = [...this.crews.values()].filter((crew) => !filter || fits(filter, crew));
    if (sort) found.sort((a, b) => (sort.descending ? -1 : 1) * (text(a, sort.field) < text(b, sort.field) ? -1 : 1));
    return { total: found.length, records: found.slice(offset, offset + limit) };
  }

  private store(crew: Crew): Crew {
    this.crews.set(crew.id, crew);
    return crew;
  }
}

const text = (record: object, field: string) => foldKey((record as Record<string, string | undefined>)[field] ?? '');

function fits(criteria: Criteria, record: object): boolean {
  switch (criteria.kind) {
    case 'and':
      return criteria.all.every((part) => fits(part, record));
    case 'or':
      return criteria.all.some((part) => fits(part, record));
    case 'not':
      return !fits(criteria.of, record);
    case 'element':
      return ((record as Record<string, object[]>)[criteria.list] ?? []).some((element) => fits(criteria.of, element));
    case 'compare': {
      const value = (record as Record<string, string | boolean | undefined>)[criteria.field];
      if (criteria.op === 'pr') return value !== undefined;
      if (value === undefined) return criteria.op === 'ne';
      const folded = (one: string | number | boolean) => (typeof one === 'string' && !criteria.caseExact ? foldKey(one) : one);
      return COMPARISONS[criteria.op](folded(value), folded(criteria.value));
    }
  }
}

class CrewsController extends resourceController(CREW, new CrewBinding().permissions) {}

@Module({ imports: [ScimModule], controllers: [CrewsController] })
class CrewsModule {}

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await startService(
    {},
    {
      modules: [CrewsModule],
      override: (builder) =>
        builder
          .overrideProvider(RESOURCE_BINDINGS)
          .useFactory({ factory: (users: UserBinding) => [users, new CrewBinding()], inject: [UserBinding] }),
    },
  );
  base = `/scim/v2/${service.credentials.orgId}`;
});
afterAll(() => service.close());

const crew = (more: object = {}) => ({ schemas: [SCHEMA], displayName: freshName('crew'), ...more });
const make = async (more: object = {}) => (await service.call('POST', `${base}/Crews`, crew(more))).body;
const patchOf = (...Operations: object[]) => ({ schemas: [URN.patchOp], Operations });
const find = async (filter: string, more = '') =>
  (await service.call('GET', `${base}/Crews?filter=${encodeURIComponent(filter)}${more}`)).body;

describe('a resource type that only this test knows', () => {
  it('is created, read, replaced and removed', async () => {
    const name = freshName('crew');
    const made = await service.call('POST', `${base}/Crews`, crew({ displayName: name, [EXTENSION]: { ship: { name: 'Beagle' } } }));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      schemas: [SCHEMA, EXTENSION],
      displayName: name,
      atSea: false,
      [EXTENSION]: { ship: { name: 'Beagle' } },
      meta: { resourceType: 'Crew', location: made.headers.get('location'), version: 'W/"1"' },
    });
    const address = new URL(made.body.meta.location).pathname;
    expect(address).toBe(`${base}/Crews/${made.body.id}`);
    expect((await service.call('GET', address)).body).toEqual(made.body);
    const replaced = await service.call('PUT', address, crew({ motto: 'Onward' }));
    expect([replaced.status, replaced.body.motto, replaced.body[EXTENSION]]).toEqual([200, 'Onward', undefined]);
    expect((await service.call('DELETE', address)).status).toBe(204);
    expect((await service.call('GET', address)).status).toBe(404);
  });

  it('is checked against its own table', async () => {
    const refused = await service.call('POST', `${base}/Crews`, { schemas: [SCHEMA], motto: 'nameless' });
    expect([refused.status, refused.body.scimType, refused.body.detail]).toEqual([
      400,
      'invalidValue',
      'displayName is required and must have a value.',
    ]);
  });

  it('is filtered, sorted and searched', async () => {
    const mark = freshName('Motto');
    for (const displayName of ['zulu', 'Alpha', 'mike']) await make({ displayName, motto: mark, atSea: displayName === 'mike' });
    const names = async (filter: string, more?: string) =>
      (await find(filter, more)).Resources.map(({ displayName }: { displayName: string }) => displayName);
    expect(await names(`motto eq "${mark.toUpperCase()}"`, '&sortBy=displayName')).toEqual(['Alpha', 'mike', 'zulu']);
    expect(await names(`motto eq "${mark}"`, '&sortBy=displayName&sortOrder=descending')).toEqual(['zulu', 'mike', 'Alpha']);
    expect(await names(`motto eq "${mark}" and atSea eq true`)).toEqual(['mike']);
    const searched = await service.call('POST', `${base}/Crews/.search`, {
      schemas: [URN.searchRequest],
      filter: `motto eq "${mark}"`,
      count: 1,
    });
    expect(searched.body).toMatchObject({ totalResults: 3, itemsPerPage: 1 });
    expect((await find('userName eq "nobody"')).scimType).toBe('invalidFilter');
  });

  it('is patched, members one by one', async () => {
    const { id } = await make();
    const address = `${base}/Crews/${id}`;
    const patched = await service.call('PATCH', address, patchOf({ op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'b' }] }));
    expect(patched.status).toBe(204);
    await service.call(
      'PATCH',
      address,
      patchOf({ op: 'remove', path: 'members[value eq "a"]' }, { op: 'replace', path: 'atSea', value: true }),
    );
    expect((await service.call('GET', address)).body).toMatchObject({ members: [{ value: 'b' }], atSea: true });
    expect((await find('members[value eq "b"]')).totalResults).toBe(1);
    const stale = await service.call('PATCH', address, patchOf({ op: 'remove', path: 'members' }), { headers: { 'if-match': 'W/"1"' } });
    expect(stale.status).toBe(412);
  });

  it('takes part in a bulk request beside users, who may be its members', async () => {
    const name = freshName('bulk');
    const { body } = await service.call('POST', `${base}/Bulk`, {
      schemas: [URN.bulkRequest],
      Operations: [
        { method: 'POST', path: '/Crews', bulkId: 'c', data: crew({ displayName: name, members: [{ value: 'bulkId:u', type: 'User' }] }) },
        {
          method: 'POST',
          path: '/Users',
          bulkId: 'u',
          data: {
            schemas: [URN.user],
            userName: name,
            name: { givenName: 'B', familyName: 'U' },
            emails: [{ value: `${name}@example.com` }],
          },
        },
        { method: 'PATCH', path: '/Crews/bulkId:c', data: patchOf({ op: 'replace', path: 'motto', value: 'bulky' }) },
        { method: 'POST', path: '/Boats', bulkId: 'b', data: {} },
      ],
    });
    expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '201', '204', '400']);
    const user = body.Operations[1].location.split('/').at(-1);
    const made = await find(`displayName eq "${name}"`);
    expect(made.Resources).toMatchObject([{ motto: 'bulky', members: [{ value: user, type: 'User' }] }]);
    expect(body.Operations[3].response.detail).toContain('/Users or /Users/{id} or /Crews or /Crews/{id}');
  });

  it('is described', async () => {
    const types = await service.call('GET', `${base}/ResourceTypes`);
    expect(types.body.Resources.map(({ id }: { id: string }) => id)).toEqual(['User', 'Crew']);
    expect((await service.call('GET', `${base}/ResourceTypes/Crew`)).body).toMatchObject({
      endpoint: '/Crews',
      schema: SCHEMA,
      schemaExtensions: [{ schema: EXTENSION, required: false }],
    });
    const schema = await service.call('GET', `${base}/Schemas/${SCHEMA}`);
    expect(schema.body.attributes.map(({ name }: { name: string }) => name)).toEqual(['displayName', 'motto', 'atSea', 'members']);
  });

  it('that is refused for now is logged as one line without a stack', async () => {
    const [warned, failed] = [vi.spyOn(JsonLog.prototype, 'warn'), vi.spyOn(JsonLog.prototype, 'error')];
    const answer = await service.call('GET', `${base}/Crews/busy`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(warned.mock.calls.map(([line]) => line)).toEqual([
      {
        message: 'request refused for now',
        requestId: expect.any(String),
        method: 'GET',
        path: '/scim/v2/:orgId/Crews/:id',
        code: 'database.busy',
        reason: 'The database is busy.',
      },
    ]);
    expect(failed).not.toHaveBeenCalled();
    for (const spy of [warned, failed]) spy.mockRestore();
  });

  it('stands in the provisioning log by its own name', async () => {
    const { id, displayName } = await make();
    await service.call('PATCH', `${base}/Crews/${id}`, patchOf({ op: 'replace', path: 'motto', value: 'logged' }));
    const log = await service.call('POST', '/admin/v1/provisioning/_search', { target: displayName });
    expect(log.body.entries).toMatchObject([
      { operation: 'patch', targetId: id, targetName: displayName, changed: ['motto'] },
      { operation: 'create', targetId: id, targetName: displayName, changed: ['displayName', 'atSea'] },
    ]);
  });
});
