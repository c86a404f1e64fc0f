// Every row of the attribute table by HTTP: created, read, found, sorted, replaced and removed as its characteristics say (RFC 7643 section 7).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attribute, ComplexAttribute, SimpleAttribute } from '../../src/scim/protocol/schema/attribute.js';
import { URN } from '../../src/scim/protocol/wire/messages.js';
import { USER } from '../../src/scim/protocol/schema/user.schema.js';
import { createOrganization, createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
let users: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  users = usersPath(service, orgId);
});
afterAll(() => service.close());

const addPerson = (more: Record<string, unknown> = {}) => createPerson(service, more, orgId);

interface Place {
  readonly path: string;
  readonly steps: readonly Attribute[];
}

/** Every simple attribute with the way to it. */
function places(attributes: readonly Attribute[], before: readonly Attribute[] = []): Place[] {
  return attributes.flatMap((attribute): Place[] => {
    const steps = [...before, attribute];
    return attribute.type === 'complex' ? places(attribute.subAttributes, steps) : [{ path: pathOf(steps), steps }];
  });
}

function pathOf(steps: readonly Attribute[]): string {
  const [first, ...others] = steps.map(({ name }) => name);
  return others.length === 0 ? String(first) : `${first}${first?.startsWith('urn:') ? ':' : '.'}${others.join('.')}`;
}

const isWritable = ({ steps }: Place) => steps.every(({ mutability }) => mutability !== 'readOnly');
const ALL = places(USER.attributes);
const WRITABLE = ALL.filter(isWritable).map((place) => [place.path, place] as const);
const KEPT = WRITABLE.filter(([path]) => path !== 'password');

const SPECIAL: Record<string, readonly [string, string]> = {
  'emails.value': ['One@Mail.example', 'two@mail.example'],
  'phoneNumbers.value': ['+41711234567', '+41711234568'],
  preferredLanguage: ['de-CH', 'fr'],
  locale: ['de-CH', 'fr'],
  timezone: ['Europe/Zurich', 'UTC'],
  [`${URN.personalData}:birthdate`]: ['1990-02-28', '0000-02-29'],
  password: ['Correct-h0rse', 'Correct-h0rse-2'],
};

/** A value and another one, told apart from those of other tests. */
function samples({ path, steps }: Place): readonly [unknown, unknown] {
  const attribute = steps.at(-1) as SimpleAttribute;
  if (SPECIAL[path]) return SPECIAL[path];
  if (attribute.type === 'boolean') return [true, false];
  if (attribute.type === 'binary') return ['QUFB', 'QkJC'];
  if (attribute.type === 'reference') return [`https://one.example/${encodeURIComponent(path)}`, 'https://two.example/'];
  const name = freshName(steps.at(-1)?.name);
  return [`One ${name}`, `Two ${name}`];
}

/** The body member that sets the attribute, with what its list requires beside it. */
function member({ path, steps }: Place, value: unknown): Record<string, unknown> {
  return steps.reduceRight<unknown>((inner, step) => {
    const complex = step as ComplexAttribute;
    if (step.type === 'complex' && step.multiValued) {
      const beside = complex.subAttributes.some(({ name }) => name === 'value') && !path.endsWith('.value') ? valueBeside(step.name) : {};
      // Nobody keeps an address that says nothing but its kind.
      const place = /^addresses\.(type|primary)$/.test(path) ? { locality: 'Oslo' } : {};
      return { [step.name]: [{ ...beside, ...place, ...(inner as object) }] };
    }
    return { [step.name]: inner };
  }, value) as Record<string, unknown>;
}

function valueBeside(list: string): Record<string, unknown> {
  const values: Record<string, string> = {
    emails: 'a@b.example',
    phoneNumbers: '1',
    photos: 'https://p.example/',
    x509Certificates: 'QUFB',
  };
  return { value: values[list] ?? 'v' };
}

/** The value in a resource. */
function valueIn(resource: Record<string, unknown>, { steps }: Place): unknown {
  return steps.reduce<unknown>((value, step) => {
    const inner = Array.isArray(value) ? (value[0] as unknown) : value;
    return (inner as Record<string, unknown> | undefined)?.[step.name];
  }, resource);
}

const create = (place: Place, value: unknown) => {
  const more = member(place, value);
  const name = { givenName: 'Given', familyName: 'Family', ...(more.name as object | undefined) };
  return service.call('POST', users, scimUser(freshName(), { ...more, name }));
};
const read = async (id: string, { path }: Place) =>
  (await service.call('GET', `${users}/${id}?attributes=${encodeURIComponent(path)}`)).body;
const find = async (filter: string) => {
  const { status, body } = await service.call('GET', `${users}?filter=${encodeURIComponent(filter)}`);
  expect(status, `${filter}: ${body.detail}`).toBe(200);
  return body.Resources.map(({ id }: { id: string }) => id);
};

describe('an attribute', () => {
  it.each(KEPT)('%s is kept, found, replaced and, unless required, removed', async (path, place) => {
    const attribute = place.steps.at(-1) as SimpleAttribute;
    const [one, two] = samples(place);
    const created = await create(place, one);
    expect(created.status, created.text).toBe(201);
    const { id } = created.body;
    expect(valueIn(await read(id, place), place)).toEqual(one);
    expect(valueIn(created.body, place) !== undefined).toBe(attribute.returned !== 'request');

    const list = place.steps.find((step) => step.type === 'complex' && step.multiValued);
    expect(await find(`${path} eq ${JSON.stringify(one)}`)).toContain(id);
    expect(await find(`not (${path} eq ${JSON.stringify(one)})`)).not.toContain(id);
    expect(await find(`${path} pr`)).toContain(id);
    if (attribute.operators.includes('co')) {
      const text = String(one);
      for (const filter of [
        `co ${JSON.stringify(text.slice(1, -1))}`,
        `sw ${JSON.stringify(text.slice(0, 4))}`,
        `ew ${JSON.stringify(text.slice(-4))}`,
      ])
        expect(await find(`${path} ${filter}`), filter).toContain(id);
      const folded = await find(`${path} eq ${JSON.stringify(text.toUpperCase())}`);
      expect(folded.includes(id), 'whether case counts').toBe(
        'caseExact' in attribute ? !attribute.caseExact || text === text.toUpperCase() : true,
      );
    }

    const after = member(place, two);
    const patch = list ? { op: 'replace', path: list.name, value: after[list.name] } : { op: 'replace', path, value: two };
    expect((await service.call('PATCH', `${users}/${id}`, patchOf(patch))).status).toBe(204);
    expect(valueIn(await read(id, place), place)).toEqual(two);
    expect(await find(`${path} eq ${JSON.stringify(one)}`)).not.toContain(id);
    expect(await find(`${path} eq ${JSON.stringify(two)}`)).toContain(id);

    const removed = await service.call('PATCH', `${users}/${id}`, patchOf({ op: 'remove', path: list?.name ?? path }));
    const required = (list ?? attribute).required;
    expect([removed.status, removed.body?.scimType]).toEqual(required ? [400, 'mutability'] : [204, undefined]);
    if (!required && attribute.name !== 'formatted')
      expect(await find(`id eq "${id}" and ${path} pr`)).toEqual(attribute.type === 'boolean' && !list ? [id] : []);
  });

  it.each(ALL.filter((place) => !isWritable(place)).map((place) => [place.path, place] as const))(
    '%s that the service sets is not taken from a caller',
    async (path, place) => {
      const created = await create(place, path === 'schemas' ? [USER.schema.urn, 'intruder'] : 'intruder');
      expect(created.status, created.text).toBe(201);
      expect(JSON.stringify(created.body)).not.toContain('intruder');
      const { status, body } = await service.call(
        'PATCH',
        `${users}/${created.body.id}`,
        patchOf({ op: 'replace', path, value: 'intruder' }),
      );
      expect([status, body.scimType]).toEqual([400, 'mutability']);
    },
  );

  it('password is neither returned nor found', async () => {
    const { id } = (await service.call('POST', users, scimUser(freshName(), { password: 'Correct-h0rse' }))).body;
    expect(await read(id, { path: 'password', steps: [] })).not.toHaveProperty('password');
    expect((await service.call('GET', `${users}?filter=${encodeURIComponent('password eq "Correct-h0rse"')}`)).status).toBe(400);
  });
});

describe('the enterprise extension', () => {
  const URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

  it('is named in schemas when it has values, and only then', async () => {
    const person = await addPerson({ [URN]: { department: 'Research', manager: { value: 'm1', displayName: 'ignored' } } });
    expect(person.schemas).toEqual(['urn:ietf:params:scim:schemas:core:2.0:User', URN]);
    expect(person[URN]).toEqual({ department: 'Research', manager: { value: 'm1' } });
    expect((await addPerson()).schemas).toEqual(['urn:ietf:params:scim:schemas:core:2.0:User']);
    await service.call('PATCH', `${users}/${person.id}`, patchOf({ op: 'remove', path: URN }));
    expect((await service.call('GET', `${users}/${person.id}`)).body).not.toHaveProperty([URN]);
  });

  it('is shown and left out as a whole or in part', async () => {
    const { id } = await addPerson({ [URN]: { department: 'Research', division: 'D', manager: { value: 'm1' } } });
    const shown = async (query: string) => (await service.call('GET', `${users}/${id}?${query}`)).body[URN];
    expect(await shown(`attributes=${URN}`)).toEqual({ department: 'Research', division: 'D', manager: { value: 'm1' } });
    expect(await shown(`attributes=${URN}:manager.value,userName`)).toEqual({ manager: { value: 'm1' } });
    expect(await shown(`excludedAttributes=${URN}:department`)).toEqual({ division: 'D', manager: { value: 'm1' } });
    expect(await shown(`excludedAttributes=${URN}`)).toBeUndefined();
  });

  it('is found without its URN being in the way of anything else', async () => {
    const department = freshName('Dep');
    const { id } = await addPerson({ [URN]: { department } });
    expect(await find(`${URN}:department eq "${department}" and userName pr`)).toEqual([id]);
    expect(await find(`${URN.toUpperCase()}:Department sw "${department.toLowerCase()}"`)).toEqual([id]);
    expect(await find(`${URN} pr and id eq "${id}"`)).toEqual([id]);
  });
});

describe('the extension of this service', () => {
  const { personalData } = URN;

  it('is listed, and shown only where it has values', async () => {
    const schemas = (await service.call('GET', `${users.replace('/Users', '')}/Schemas`)).body.Resources;
    const own = schemas.find(({ id }: { id: string }) => id === personalData);
    expect(own.attributes.map(({ name }: { name: string }) => name)).toEqual(['website', 'birthdate', 'gender']);
    const values = { website: 'https://ada.example', birthdate: '1815-12-10', gender: 'female' };
    const person = await addPerson({ [personalData]: values });
    expect([person.schemas.at(-1), person[personalData]]).toEqual([personalData, values]);
    expect((await addPerson()).schemas).not.toContain(personalData);
  });

  it('is changed by paths, found by filters, and gone with its values', async () => {
    const gender = freshName('gender');
    const { id } = await addPerson({ [personalData]: { birthdate: '1815', gender } });
    const patch = (...operations: object[]) => service.call('PATCH', `${users}/${id}`, patchOf(...operations));
    const changed = await patch(
      { op: 'replace', path: `${personalData}:birthdate`, value: '0000-12-10' },
      { op: 'add', value: { [personalData]: { website: 'http://ada.example' } } },
    );
    expect(changed.status).toBe(204);
    const shown = async () => (await service.call('GET', `${users}/${id}`)).body;
    expect((await shown())[personalData]).toEqual({ website: 'http://ada.example', birthdate: '0000-12-10', gender });
    expect(await find(`${personalData}:gender eq "${gender.toUpperCase()}" and ${personalData}:birthdate sw "0000-"`)).toEqual([id]);
    await patch({ op: 'remove', path: personalData });
    expect((await shown()).schemas).not.toContain(personalData);
    expect(await find(`${personalData}:gender eq "${gender}"`)).toEqual([]);
  });

  it.each([
    ['website', 'ada.example'],
    ['website', 'javascript:alert(1)'],
    ['website', `https://ada.example/${'a'.repeat(500)}`],
    ['birthdate', '1815-02-29'],
    ['birthdate', '10.12.1815'],
    ['birthdate', '0000'],
    ['gender', 'f\u0007'],
    ['gender', 'f'.repeat(101)],
  ])('has no %s %s', async (name, value) => {
    const connections = `/admin/v1/organizations/${orgId}/connections`;
    const { token } = (await service.call('POST', connections, { name: freshName('strict'), preset: 'strict' })).body;
    const refused = await service.call('POST', users, scimUser(freshName('user'), { [personalData]: { [name]: value } }), { token });
    expect([refused.status, refused.body.scimType, refused.body.detail]).toEqual([400, 'invalidValue', expect.stringContaining(name)]);
  });
});

describe('the same element', () => {
  it('must fit all of a value path', async () => {
    const marker = freshName('role');
    const { id } = await addPerson({
      roles: [
        { value: `${marker}-a`, type: 'x', display: 'One' },
        { value: `${marker}-b`, type: 'y', display: 'Two' },
      ],
      addresses: [
        { locality: marker, country: 'CH' },
        { locality: `${marker}-2`, country: 'DE' },
      ],
    });
    expect(await find(`roles[value eq "${marker}-a" and type eq "x"]`)).toEqual([id]);
    expect(await find(`roles[value eq "${marker}-a" and type eq "y"]`)).toEqual([]);
    expect(await find(`roles.value eq "${marker}-a" and roles.type eq "y"`)).toEqual([id]);
    expect(await find(`roles[type eq "y"].value eq "${marker}-b"`)).toEqual([id]);
    expect(await find(`roles[value sw "${marker}" and display eq "two" and type eq "x"]`)).toEqual([]);
    expect(await find(`addresses[locality eq "${marker}" and country eq "ch"]`)).toEqual([id]);
    expect(await find(`addresses[locality eq "${marker}" and country eq "de"]`)).toEqual([]);
  });

  it('groups are empty for now', async () => {
    await addPerson();
    expect(await find('groups pr')).toEqual([]);
  });
});
