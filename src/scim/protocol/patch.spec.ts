import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptyPerson, type PersonValues } from '../../users/directory/people/person/person.js';
import { boolean, complex, list, resourceType, string } from './schema/attribute.js';
import { dialectOf } from './schema/dialect.js';
import { LIMITS } from './wire/limits.js';
import { URN } from './wire/messages.js';
import { parsePatch as parsePatchOf, patchResource } from './patch.js';
import { patchUser } from '../../../test/scim/user-record.js';
import { USER } from './schema/user.schema.js';

interface Sample {
  section: string;
  body: unknown;
}
const RFC_PATCHES = JSON.parse(readFileSync(new URL('./samples/rfc7644-3.5.2-patches.json', import.meta.url), 'utf8')) as Sample[];

const WORK = { value: 'w@example.com', type: 'work', primary: true };
const HOME = { value: 'h@example.com', type: 'home' };
const BEFORE: PersonValues = {
  ...emptyPerson(),
  userName: 'bjensen',
  familyName: 'Jensen',
  givenName: 'Barbara',
  middleName: 'Jane',
  title: 'Guide',
  emails: [WORK, HOME],
  phoneNumbers: [{ value: '555', type: 'mobile' }],
  roles: [{ value: 'a' }, { value: 'b' }],
  addresses: [{ type: 'work', streetAddress: '1 Street', locality: 'Town', formatted: 'old' }],
};

const parsePatch = (message: unknown, type = USER) => parsePatchOf(message, type);
/** The values, and separately the password if one was sent. */
const applyPatch = (values: PersonValues, operations: Parameters<typeof patchUser>[1]) => {
  const { password, ...rest } = patchUser(values, operations);
  return { values: rest, ...(password === undefined ? {} : { password }) };
};
const body = (...Operations: unknown[]) => ({ schemas: [URN.patchOp], Operations });
const patch = (...operations: unknown[]) => applyPatch(BEFORE, parsePatch(body(...operations)));
const op = (name: string, path?: string, value?: unknown) => ({
  op: name,
  ...(path === undefined ? {} : { path }),
  ...(value === undefined ? {} : { value }),
});

/** One operation and its changes to BEFORE; all other fields stay. */
const CHANGES: [string, unknown, Partial<PersonValues>][] = [
  ['replace of a simple attribute', op('replace', 'active', false), { active: false }],
  ['op in any case', op('RePlace', 'active', false), { active: false }],
  ['a boolean as text', op('replace', 'active', 'False'), { active: false }],
  ['add of a simple attribute', op('add', 'nickName', 'Babs'), { nickName: 'Babs' }],
  ['a path in any case with a URN', op('replace', `${URN.user}:TITLE`, 'Chief'), { title: 'Chief' }],
  ['remove of a simple attribute', op('remove', 'title'), { title: undefined }],
  ['replace by null', op('replace', 'title', null), { title: undefined }],
  ['replace by an empty text', op('replace', 'title', ''), { title: undefined }],
  ['replace of a list by an empty text', op('replace', 'phoneNumbers', ''), { phoneNumbers: [] }],
  ['remove of a list with an empty text', op('remove', 'phoneNumbers', ''), { phoneNumbers: [] }],
  ['replace of a sub-attribute', op('replace', 'name.givenName', 'Babs'), { givenName: 'Babs' }],
  ['replace of a complex attribute keeps the rest', op('replace', 'name', { givenName: 'Babs' }), { givenName: 'Babs' }],
  ['add to a complex attribute keeps the rest', op('add', 'name', { HonorificPrefix: 'Ms.' }), { honorificPrefix: 'Ms.' }],
  ['null inside a complex value removes', op('add', 'name', { middleName: null }), { middleName: undefined }],
  ['no path', op('replace', undefined, { active: false, title: 'Chief' }), { active: false, title: 'Chief' }],
  ['an empty path', op('add', '', { title: 'Chief' }), { title: 'Chief' }],
  ['no path with a dotted name', op('add', undefined, { 'name.familyName': 'Doe' }), { familyName: 'Doe' }],
  ['no path with a URN name', op('add', undefined, { [`${URN.user}:title`]: 'Chief' }), { title: 'Chief' }],
  [
    'no path with a value path',
    op('add', undefined, { 'phoneNumbers[type eq "Fax"].value': '7' }),
    { phoneNumbers: [...BEFORE.phoneNumbers, { type: 'Fax', value: '7' }] },
  ],
  [
    'no path with id, schemas, meta, groups and unknown names',
    op('replace', undefined, { id: 'x', schemas: [], meta: {}, groups: [], shoe: 1 }),
    {},
  ],
  ['add to a list', op('add', 'roles', [{ value: 'c' }]), { roles: [...BEFORE.roles, { value: 'c' }] }],
  ['add of one object to a list', op('add', 'roles', { value: 'c' }), { roles: [...BEFORE.roles, { value: 'c' }] }],
  ['add of what is there', op('add', 'roles', [{ value: 'A' }, { value: 'b' }]), { roles: [{ value: 'A' }, { value: 'b' }] }],
  ['add of nothing', op('add', 'roles', []), {}],
  [
    'add of what is there changes its other sub-attributes',
    op('add', 'roles', [{ value: 'b', display: 'B' }]),
    { roles: [{ value: 'a' }, { value: 'b', display: 'B' }] },
  ],
  ['add of an address that is there', op('add', 'addresses', [{ type: 'work', locality: 'Town' }]), {}],
  [
    'add of a new primary',
    op('add', 'emails', [{ value: 'n@example.com', primary: true }]),
    { emails: [{ ...WORK, primary: false }, HOME, { value: 'n@example.com', primary: true }] },
  ],
  ['replace of a list', op('replace', 'roles', [{ value: 'z' }]), { roles: [{ value: 'z' }] }],
  ['replace of a list by one object', op('replace', 'roles', { value: 'z' }), { roles: [{ value: 'z' }] }],
  ['replace of a list by nothing', op('replace', 'roles', []), { roles: [] }],
  ['remove of a list', op('remove', 'roles'), { roles: [] }],
  ['remove of named values', op('remove', 'roles', [{ value: 'a' }, { value: 'x' }]), { roles: [{ value: 'b' }] }],
  ['remove of one named value', op('remove', 'emails', { value: 'H@example.com', type: 'home' }), { emails: [WORK] }],
  ['remove of a named value of another type', op('remove', 'emails', [{ value: 'h@example.com', type: 'work' }]), {}],
  ['remove by filter', op('remove', 'emails[type eq "HOME"]'), { emails: [WORK] }],
  ['remove by a filter that matches nothing', op('remove', 'emails[type eq "other"]'), {}],
  ['replace by null by filter', op('replace', 'emails[type eq "home"]', null), { emails: [WORK] }],
  ['remove of a sub-attribute by filter', op('remove', 'emails[type eq "home"].type'), { emails: [WORK, { value: HOME.value }] }],
  ['remove of the value of an element removes the element', op('remove', 'phoneNumbers[type eq "mobile"].value'), { phoneNumbers: [] }],
  ['replace of the value of an element by an empty text', op('replace', 'phoneNumbers[type eq "mobile"].value', ''), { phoneNumbers: [] }],
  [
    'replace of a sub-attribute by filter',
    op('replace', 'emails[type eq "home"].value', 'x@example.com'),
    { emails: [WORK, { ...HOME, value: 'x@example.com' }] },
  ],
  [
    'replace of a sub-attribute of all elements',
    op('replace', 'roles.type', 't'),
    {
      roles: [
        { value: 'a', type: 't' },
        { value: 'b', type: 't' },
      ],
    },
  ],
  ['add of a sub-attribute to an empty list', op('add', 'entitlements.value', 'e'), { entitlements: [{ value: 'e' }] }],
  [
    'replace that makes the element its path asks for',
    op('replace', 'phoneNumbers[type eq "work"].value', '+1 (2) 3-4'),
    { phoneNumbers: [...BEFORE.phoneNumbers, { type: 'work', value: '+1234' }] },
  ],
  [
    'add that makes the element its path asks for',
    op('Add', 'emails[type eq "other" and primary eq "True"].value', 'o@example.com'),
    { emails: [{ ...WORK, primary: false }, HOME, { type: 'other', primary: true, value: 'o@example.com' }] },
  ],
  [
    'an element that is there and only lacks what the path asks for gets it',
    op('Add', 'roles[type eq "app" and primary eq "True"].value', 'B'),
    { roles: [{ value: 'a' }, { value: 'B', type: 'app', primary: true }] },
  ],
  [
    'an element of the same value that contradicts the path stays beside the new one',
    op('Add', 'emails[type eq "other"].value', HOME.value),
    { emails: [WORK, HOME, { ...HOME, type: 'other' }] },
  ],
  [
    'add of an element by filter that makes it',
    op('add', 'phoneNumbers[type eq "fax"]', { value: '9' }),
    { phoneNumbers: [...BEFORE.phoneNumbers, { type: 'fax', value: '9' }] },
  ],
  [
    'add of an element by filter that is there merges',
    op('add', 'phoneNumbers[type eq "mobile"]', { display: 'd' }),
    { phoneNumbers: [{ value: '555', type: 'mobile', display: 'd' }] },
  ],
  [
    'replace of an element by filter drops what is not named',
    op('replace', 'addresses[type eq "work"]', { locality: 'City' }),
    { addresses: [{ type: 'work', locality: 'City' }] },
  ],
  [
    'the primary moves by a sub-attribute',
    op('replace', 'emails[type eq "home"].primary', true),
    {
      emails: [
        { ...WORK, primary: false },
        { ...HOME, primary: true },
      ],
    },
  ],
  [
    'values are normalized as in a create request',
    op('replace', 'phoneNumbers', [{ value: '+41 71 1.2-3' }]),
    { phoneNumbers: [{ value: '+4171123' }] },
  ],
];

describe('a patch', () => {
  it.each(CHANGES)('%s', (_, operation, changed) => {
    expect(patch(operation)).toEqual({ values: { ...BEFORE, ...changed } });
  });

  it('applies its operations in order', () => {
    const { values } = patch(
      op('remove', 'roles'),
      op('add', 'roles', [{ value: 'x' }]),
      op('replace', 'roles[value eq "x"].display', 'X'),
    );
    expect(values.roles).toEqual([{ value: 'x', display: 'X' }]);
  });

  it('never changes the values it is given', () => {
    const copy = structuredClone(BEFORE);
    expect(() => patch(op('replace', 'emails[type eq "work"].value', 'x@example.com'), op('replace', 'active', 'maybe'))).toThrow();
    patch(op('remove', 'emails[type eq "home"]'), op('add', 'emails', [{ value: 'n@example.com', primary: true }]));
    expect(BEFORE).toEqual(copy);
  });

  it.each([op('replace', 'password', 'n3w'), op('add', undefined, { password: 'n3w' })])(
    'hands a password over beside the values: %j',
    (operation) => {
      expect(patch(operation)).toEqual({ values: BEFORE, password: 'n3w' });
    },
  );

  it.each(RFC_PATCHES)('of RFC 7644 section $section is applied', ({ body }) => {
    expect(() => applyPatch(BEFORE, parsePatch(body))).not.toThrow();
  });

  it.each([
    op('replace', 'phoneNumbers[type eq "other"].display', 'Front desk'),
    op('add', 'phoneNumbers[type eq "other"].primary', true),
    op('replace', 'addresses[type eq "home"].primary', true),
  ])('of an element that is not there and gets no value is refused with noTarget instead of doing nothing: %j', (operation) => {
    expect(() => patch(operation)).toThrow(expect.objectContaining({ scimType: 'noTarget' }));
  });

  it('fills an element that is not there by several operations, in any order', () => {
    const operations = [
      op('replace', 'phoneNumbers[type eq "other"].display', 'Front desk'),
      op('replace', 'phoneNumbers[type eq "other"].value', '+42'),
    ];
    for (const order of [operations, operations.toReversed()])
      expect(patch(...order).values.phoneNumbers).toContainEqual({ value: '+42', type: 'other', display: 'Front desk' });
  });

  it('that replaces a list keeps each value of a type once', () => {
    const repeated = [
      { value: 'X@example.com', type: 'work' },
      { value: 'x@example.com', type: 'Work', primary: true },
      { value: 'x@example.com' },
    ];
    expect(patch(op('replace', 'emails', repeated)).values.emails).toEqual([
      { value: 'x@example.com', type: 'Work', primary: true },
      { value: 'x@example.com' },
    ]);
  });

  it.each([
    op('replace', 'emails[type eq "home"]', { ...WORK, display: 'Desk' }),
    op('add', 'emails[type eq "home"]', { value: WORK.value, type: 'Work', display: 'Desk' }),
  ])('of a selected element keeps each value of a type once: %j', (operation) => {
    expect(patch(operation).values.emails).toEqual([expect.objectContaining({ value: WORK.value, primary: true, display: 'Desk' })]);
  });

  it('of a selected sub-attribute keeps each value of a type once', () => {
    expect(patch(op('replace', 'roles[value eq "b"].value', 'A')).values.roles).toEqual([{ value: 'A' }]);
    const phoneNumbers = [
      { value: '+1', type: 'home', display: 'Old' },
      { value: '+1', type: 'work', display: 'New' },
    ];
    const removal = parsePatch(body(op('remove', 'phoneNumbers.type')));
    expect(applyPatch({ ...BEFORE, phoneNumbers }, removal).values.phoneNumbers).toHaveLength(1);
  });

  it('of a selected element takes precedence over the element that it repeats', () => {
    const change = parsePatch(body(op('replace', 'emails[type eq "work"]', { ...HOME, display: 'New' })));
    const values = { ...BEFORE, emails: [WORK, { ...HOME, display: 'Old', primary: false }] };
    expect(applyPatch(values, change).values.emails).toEqual([{ ...HOME, display: 'New', primary: false }]);
  });

  it.each([
    op('remove', 'emails[type eq "other"]'),
    op('remove', 'emails[type eq "other"].display'),
    op('replace', 'emails[type eq "other"].display', null),
  ])('that removes an element that is not there changes nothing, or is refused where its filter has to match: %j', (operation) => {
    expect(patch(operation).values).toEqual(BEFORE);
    const strict = dialectOf('strict');
    const resource = { userName: 'x', emails: [{ value: 'x@example.com', type: 'work' }] };
    const run = () => patchResource(USER, resource, parsePatchOf(body(operation), USER, strict), strict);
    expect(run).toThrow(expect.objectContaining({ scimType: 'noTarget' }));
  });

  it('moves primary to an element that stays, and to none that has no value', () => {
    const numbers = (...operations: unknown[]) => {
      const given = { phoneNumbers: [{ value: '+41', type: 'work', primary: true }] };
      return patchResource(USER, { ...given }, parsePatch(body(...operations))).phoneNumbers;
    };
    const mobile = op('replace', 'phoneNumbers[type eq "mobile"].primary', 'True');
    const value = op('replace', 'phoneNumbers[type eq "mobile"].value', '+42');
    expect(() => numbers(mobile)).toThrow(expect.objectContaining({ scimType: 'noTarget' }));
    const moved = [
      { value: '+41', type: 'work', primary: false },
      { value: '+42', type: 'mobile', primary: true },
    ];
    expect(numbers(mobile, value)).toEqual(moved);
    expect(numbers(value, mobile)).toEqual(moved);
  });

  it.each([
    ['a remove', op('remove', 'active')],
    ['null', op('replace', 'active', null)],
    ['null without path', op('replace', undefined, { active: null })],
  ])('lets no deactivated person back in by %s', (_, operation) => {
    for (const active of [true, false]) {
      expect(applyPatch({ ...BEFORE, active }, parsePatch(body(operation))).values.active).toBe(active);
    }
  });

  it('takes a required attribute away and gives another', () => {
    expect(() => patch(op('remove', 'userName'), op('add', 'userName', 'other'))).not.toThrow();
  });

  it('deactivates a user who lacks what is required, without asking for it', () => {
    const imported = { ...emptyPerson(), userName: 'x', emails: [{ value: '' }] };
    expect(applyPatch(imported, parsePatch(body(op('replace', 'active', false)))).values.active).toBe(false);
  });

  it.each<[string, unknown, string]>([
    ['a removed required attribute', op('remove', 'userName'), 'mutability'],
    ['a removed required sub-attribute', op('remove', 'name.familyName'), 'mutability'],
    ['a removed required complex attribute', op('remove', 'name'), 'mutability'],
    ['a required attribute that becomes null', op('replace', 'userName', null), 'mutability'],
    ['a required attribute that becomes null without path', op('replace', undefined, { userName: null }), 'mutability'],
    ['a required sub-attribute that becomes null', op('replace', 'name', { familyName: null }), 'mutability'],
    ['a blank required attribute', op('replace', 'userName', ' '), 'invalidValue'],
    ['a removed last e-mail', op('remove', 'emails'), 'mutability'],
    ['an e-mail list replaced by nothing', op('replace', 'emails', []), 'invalidValue'],
    ['an e-mail without value', op('add', 'emails', [{ type: 'other' }]), 'invalidValue'],
    ['an element made from a condition that is no e-mail', op('add', 'emails[value eq "nobody"].type', 'work'), 'invalidValue'],
    [
      'two primaries in one operation',
      op('add', 'emails', [
        { value: 'a@example.com', primary: true },
        { value: 'b@example.com', primary: true },
      ]),
      'invalidValue',
    ],
    ['a primary for all elements', op('replace', 'emails.primary', true), 'invalidValue'],
    ['a value of a wrong type', op('replace', 'title', 5), 'invalidValue'],
    ['a list for a single value', op('replace', 'title', ['a']), 'invalidValue'],
    ['a text for a complex attribute', op('replace', 'name', 'Babs'), 'invalidValue'],
    ['a text for an element', op('replace', 'emails[type eq "work"]', 'x@example.com'), 'invalidValue'],
    ['a boolean that is none', op('replace', 'active', 'yes'), 'invalidValue'],
    ['a value that does not fit', op('replace', 'timezone', 'Mars/Olympus'), 'invalidValue'],
    [
      'too many elements',
      op(
        'add',
        'roles',
        Array.from({ length: LIMITS.listElements }, (_, index) => ({ value: `r${index}` })),
      ),
      'invalidValue',
    ],
    ['an unknown op', op('move', 'title', 'x'), 'invalidValue'],
    ['no op', { path: 'title', value: 'x' }, 'invalidValue'],
    ['no value', op('add', 'title'), 'invalidValue'],
    ['a text without path', op('add', undefined, 'x'), 'invalidValue'],
    ['a list without path', op('replace', undefined, []), 'invalidValue'],
    ['an operation that is no object', 'x', 'invalidSyntax'],
    ['an operation with a member twice', { op: 'add', path: 'title', Path: 'x', value: 'x' }, 'invalidSyntax'],
    ['a path that is no text', { op: 'add', path: 5, value: 'x' }, 'invalidPath'],
    ['an unknown path', op('replace', 'nothing', 'x'), 'invalidPath'],
    ['a path of an unknown extension', op('replace', 'urn:example:User:title', 'x'), 'invalidPath'],
    ['a malformed path', op('replace', 'emails..value', 'x'), 'invalidPath'],
    ['a malformed filter', op('replace', 'emails[type eq].value', 'x'), 'invalidFilter'],
    ['a remove without path', op('remove'), 'noTarget'],
    ['a replace of an element that is not there', op('replace', 'emails[type eq "other"]', { value: 'x@example.com' }), 'noTarget'],
    ['a sub-attribute of an element that cannot be made', op('replace', 'emails[value co "@nowhere"].type', 'x'), 'noTarget'],
    ['the same with alternatives', op('add', 'emails[type eq "a" or type eq "b"].value', 'x@example.com'), 'noTarget'],
    ['id', op('replace', 'id', 'x'), 'mutability'],
    ['meta', op('replace', 'meta.created', 'x'), 'mutability'],
    ['schemas', op('add', 'schemas', ['x']), 'mutability'],
    ['groups', op('remove', 'groups[value eq "x"]'), 'mutability'],
    ['all groups', op('remove', 'groups'), 'mutability'],
    ['a removed password', op('remove', 'password'), 'mutability'],
    ['a password without text', op('replace', 'password', null), 'mutability'],
  ])('%s is refused', (_, operation, scimType) => {
    expect(() => patch(operation)).toThrow(expect.objectContaining({ scimType }));
  });

  it.each([
    ['no object', 5],
    ['no operations', { schemas: [URN.patchOp], Operations: [] }],
    ['no schemas', { Operations: [] }],
    ['other schemas', { schemas: [URN.user], Operations: [] }],
    ['no operations', { schemas: [URN.patchOp] }],
    ['operations that are no list', { schemas: [URN.patchOp], Operations: {} }],
  ])('%s is refused with invalidSyntax', (_, message) => {
    expect(() => parsePatch(message)).toThrow(expect.objectContaining({ scimType: 'invalidSyntax' }));
  });

  it('of the allowed size is read, one more operation is refused with 413', () => {
    const many = (count: number) => body(...Array<unknown>(count).fill(op('replace', 'active', true)));
    expect(parsePatch(many(LIMITS.patchOperations))).toHaveLength(LIMITS.patchOperations);
    expect(() => parsePatch(many(LIMITS.patchOperations + 1))).toThrow(expect.objectContaining({ status: 413 }));
  });
});

describe('the comparisons of a patch', () => {
  const elements = (count: number, more = '') => Array.from({ length: count }, (_, i) => ({ value: `${more}${i}` }));
  const full = { ...BEFORE, roles: elements(LIMITS.listElements) };
  const run = (...operations: unknown[]) => applyPatch(full, parsePatch(body(...operations)));
  const filter = Array(LIMITS.filterLeaves).fill('value eq "x"').join(' or ');
  const filters = Array<unknown>(LIMITS.patchComparisons / (LIMITS.filterLeaves * LIMITS.listElements)).fill(
    op('remove', `roles[${filter}].display`),
  );
  /** Each operation compares 25 elements with the 100 stored ones, and counts 25 more comparisons among themselves. */
  const removals = Array<unknown>(LIMITS.patchComparisons / (25 * 125)).fill(op('remove', 'roles', elements(25, 'x')));

  it('are as many as they may be, by filters and by elements that are named, and one more is refused with 413', () => {
    for (const operations of [filters, removals]) {
      expect(run(...operations).values.roles).toHaveLength(full.roles.length);
      expect(() => run(...operations, op('remove', 'roles[value eq "x"]'))).toThrow(expect.objectContaining({ status: 413 }));
    }
  });

  it('count those among the elements that one operation adds', () => {
    const again = [op('remove', 'roles'), op('add', 'roles', elements(LIMITS.listElements))];
    expect(() => run(...Array<unknown[]>(20).fill(again).flat())).toThrow(expect.objectContaining({ status: 413 }));
  });

  it('are none where a list is replaced or taken away as a whole', () => {
    const replaced = op('replace', 'roles', elements(LIMITS.listElements, 'y'));
    expect(run(...Array<unknown>(LIMITS.patchOperations).fill(replaced)).values.roles).toHaveLength(LIMITS.listElements);
  });
});

describe('a patch of a resource with an extension that exists only here', () => {
  const CAT = 'urn:example:schemas:extension:2.0:Cat';
  const type = resourceType({
    ...USER,
    extensions: [
      {
        urn: CAT,
        name: 'Cat',
        description: 'Cats.',
        attributes: [
          boolean('tame', 'Tame.'),
          complex('owner', 'Owner.', [string('value', 'Id.'), string('name', 'Name.')]),
          list('toys', 'Toys.', [string('value', 'Toy.')]),
        ],
      },
    ],
  });
  const apply = (...operations: unknown[]) => patchResource(type, { [CAT]: { tame: false } }, parsePatch(body(...operations), type));

  it.each([
    [op('replace', `${CAT}:tame`, 'True'), { tame: true }],
    [op('add', `${CAT}:owner.value`, '7'), { tame: false, owner: { value: '7' } }],
    [op('add', CAT, { owner: { name: 'N' } }), { tame: false, owner: { name: 'N' } }],
    [op('add', undefined, { [CAT]: { TAME: true }, [`${CAT}:owner.name`]: 'N' }), { tame: true, owner: { name: 'N' } }],
    [op('add', `${CAT}:toys[value eq "ball"].value`, 'mouse'), { tame: false, toys: [{ value: 'mouse' }] }],
  ])('%j', (operation, expected) => {
    expect(apply(operation)).toEqual({ [CAT]: expected });
  });

  it('removes the whole extension', () => {
    expect(apply(op('remove', CAT))).toEqual({});
  });
});
