// Random people and random filters about them, from few enough words that they meet.
import fc from 'fast-check';
import { emptyPerson, type PersonValues } from '../../src/users/directory/people/person/person.js';
import { OPERATORS, type Attribute, type ComplexAttribute, type SimpleAttribute } from '../../src/scim/protocol/schema/attribute.js';
import { USER } from '../../src/scim/protocol/schema/user.schema.js';

/** Capitals, accents, what folds to something else or something longer, wildcards of SQL and JSON, signs beyond 16 bits. */
const WORDS = [
  'a',
  'A',
  'ab',
  'Ab',
  'b a',
  'É',
  'e\u0301',
  'ﬁ',
  'FI',
  'ß',
  'İ',
  '%',
  '_',
  '!',
  '\\',
  '"',
  "'",
  '日本',
  '😀',
  '\uff5e',
  'Ａ',
  '~',
];

const word = fc.constantFrom(...WORDS);
const text = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((words) => words.join(''))
  .filter((value) => value.trim() === value);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const TYPES = ['work', 'Work', 'home', 'É'];
const element = (value: fc.Arbitrary<string>) =>
  fc
    .array(fc.record({ value, type: maybe(fc.constantFrom(...TYPES)), display: maybe(text), primary: maybe(fc.boolean()) }), {
      maxLength: 3,
    })
    .map((entries) => entries.map((entry, at) => ({ ...entry, ...(isSecondPrimary(entries, at) && { primary: false }) })))
    .map((entries) =>
      entries.map((entry) => Object.fromEntries(Object.entries(entry).filter(([, member]) => member !== undefined)) as never),
    );
/** At most one is the primary one (RFC 7643 section 2.4). */
const isSecondPrimary = (entries: ReadonlyArray<{ primary?: boolean | undefined }>, at: number): boolean =>
  entries[at]?.primary === true && entries.findIndex(({ primary }) => primary === true) < at;
const url = fc.constantFrom('https://a.example/x', 'https://a.example/X', 'https://A.example/é', 'https://b.example/%_');
const local = fc.constantFrom('a', 'A', 'ab', 'b.a', 'é', 'o_x', 'x%');

/** Values of a person; `userName` gets `serial`, because it must be unique. */
export const personValues = (serial: number): fc.Arbitrary<PersonValues> =>
  fc
    .record({
      active: fc.boolean(),
      familyName: maybe(text),
      givenName: maybe(text),
      middleName: maybe(text),
      honorificPrefix: maybe(text),
      honorificSuffix: maybe(text),
      formattedName: maybe(text),
      displayName: maybe(text),
      nickName: maybe(text),
      title: maybe(text),
      userType: maybe(text),
      profileUrl: maybe(url),
      preferredLanguage: maybe(fc.constantFrom('en', 'de-CH')),
      locale: maybe(fc.constantFrom('en-US', 'de')),
      timezone: maybe(fc.constantFrom('Europe/Zurich', 'UTC')),
      externalId: maybe(fc.constantFrom('a', 'A', 'é', '%')),
      employeeNumber: maybe(text),
      costCenter: maybe(text),
      organization: maybe(text),
      division: maybe(text),
      department: maybe(text),
      managerId: maybe(text),
      managerRef: maybe(url),
      website: maybe(url),
      birthdate: maybe(fc.constantFrom('1990-12-31', '0000-12-31', '1990')),
      gender: maybe(text),
      emails: element(fc.tuple(local, fc.constantFrom('a.example', 'A.example', 'b.example')).map((parts) => parts.join('@'))),
      phoneNumbers: element(fc.constantFrom('+411', '+41', '411', '55')),
      ims: element(text),
      photos: element(url),
      roles: element(text),
      entitlements: element(text),
      x509Certificates: element(fc.constantFrom('AAAA', 'aaaa', 'AA+/')),
      addresses: fc.array(
        fc
          .record({
            locality: maybe(text),
            streetAddress: maybe(fc.constantFrom('a', 'a\nb', 'A b', 'a\tb')),
            country: maybe(fc.constantFrom('CH', 'ch')),
            type: maybe(fc.constantFrom(...TYPES)),
            primary: maybe(fc.boolean()),
          })
          .map((entry) => Object.fromEntries(Object.entries(entry).filter(([, member]) => member !== undefined)))
          .filter((entry) => Object.keys(entry).length > 0),
        { maxLength: 2 },
      ),
      userName: text,
    })
    .map(({ userName, ...values }) => {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      return { ...emptyPerson(), ...given, userName: `${userName}-${serial}` } as PersonValues;
    });

interface Leaf {
  readonly name: string;
  readonly attribute: Attribute;
}

/** What can be compared, by full name; of a list also the list itself. */
function leaves(attributes: readonly Attribute[], prefix = ''): Leaf[] {
  return attributes.flatMap((attribute): Leaf[] => {
    const separator = attribute.name.startsWith('urn:') ? ':' : '.';
    const name = `${prefix}${attribute.name}`;
    const own = attribute.operators.length > 0 ? [{ name, attribute }] : [];
    return attribute.type === 'complex' ? [...own, ...leaves(attribute.subAttributes, `${name}${separator}`)] : own;
  });
}

const COMPARED = leaves(USER.attributes).filter(({ name }) => name !== 'groups' && name !== 'password');
const SCHEMAS = [USER.schema, ...USER.extensions].map(({ urn }) => urn);
const LISTS = USER.attributes.filter(
  (attribute): attribute is ComplexAttribute => attribute.type === 'complex' && attribute.multiValued && attribute.name !== 'groups',
);

/** A filter, mostly one that fits somebody: operands are parts of the values the people above have. `ids` and times are known values. */
export function filters(known: { ids: readonly string[]; times: readonly string[] }): fc.Arbitrary<string> {
  const operandText = fc.oneof(
    word,
    text,
    url,
    fc.constantFrom(
      '',
      ' ',
      'a ',
      ' a',
      'a\t',
      'a\nb',
      'work',
      'HOME',
      'a@a.example',
      'A@',
      '.example',
      '+4 1-1',
      'AAAA',
      'CH',
      'en',
      'de-ch',
      '1',
      '2',
      'zurich',
      'User',
      ...SCHEMAS,
    ),
    fc.constantFrom(...known.ids),
  );
  const operand = (attribute: SimpleAttribute): fc.Arbitrary<unknown> =>
    attribute.type === 'boolean' ? fc.boolean() : attribute.type === 'dateTime' ? fc.constantFrom(...known.times) : operandText;
  const comparison = (name: string, attribute: Attribute): fc.Arbitrary<string> => {
    const value = attribute.type !== 'complex' ? attribute : attribute.subAttributes.find((sub) => sub.name === 'value');
    const operators =
      attribute.type === 'complex' && value
        ? OPERATORS.filter((op) => op === 'pr' || (value as SimpleAttribute).operators.includes(op))
        : attribute.operators;
    const simple = attribute.type === 'complex' && !(attribute.multiValued && value) ? undefined : (value as SimpleAttribute | undefined);
    return fc.constantFrom(...operators.filter((op) => op === 'pr' || simple)).chain((op) => {
      if (op === 'pr' || !simple) return fc.constant(`${name} pr`);
      const withNull = op === 'eq' || op === 'ne' ? [fc.constant(null)] : [];
      return fc.oneof({ weight: 9, arbitrary: operand(simple) }, ...withNull).map((value) => `${name} ${op} ${JSON.stringify(value)}`);
    });
  };
  const logic = (leaf: fc.Arbitrary<string>, depth: number): fc.Arbitrary<string> => {
    if (depth === 0) return leaf;
    const inner = logic(leaf, depth - 1);
    return fc.oneof(
      { weight: 3, arbitrary: leaf },
      { weight: 2, arbitrary: fc.tuple(inner, fc.constantFrom('and', 'or'), inner).map(([a, op, b]) => `(${a} ${op} ${b})`) },
      { weight: 1, arbitrary: inner.map((filter) => `not (${filter})`) },
    );
  };
  const whole = fc.constantFrom(...COMPARED).chain(({ name, attribute }) => comparison(name, attribute));
  const path = fc.constantFrom(...LISTS).chain((list) => {
    const subs = list.subAttributes.filter(({ operators }) => operators.length > 0) as SimpleAttribute[];
    const inside = logic(
      fc.constantFrom(...subs).chain((sub) => comparison(sub.name, sub)),
      2,
    );
    const behind = fc.constantFrom(...subs).chain((sub) => comparison(`.${sub.name}`, sub));
    return fc.tuple(inside, fc.option(behind, { freq: 3 })).map(([filter, more]) => `${list.name}[${filter}]${more ?? ''}`);
  });
  return logic(fc.oneof({ weight: 2, arbitrary: whole }, { weight: 1, arbitrary: path }), 2).filter((filter) => filter.length <= 1000);
}
