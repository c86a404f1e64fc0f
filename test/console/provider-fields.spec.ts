// The form of a provider in the console: it has every member that the API document has, each with words in every language.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type FieldType = string | readonly string[] | { many: readonly string[] };
type Fields = Record<string, FieldType>;
interface Form {
  rules: Fields;
  moreRules: Record<string, Fields>;
  connections: Record<string, Fields>;
  hinted: readonly string[];
  ofOrganizations: readonly string[];
}

const FOLDER = 'console/src/pages/directories';
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { rules, moreRules, connections, hinted, ofOrganizations } = read(`${FOLDER}/provider-fields.json`) as Form;
const fields = [rules, ...Object.values(moreRules), ...Object.values(connections)].flatMap((one) => Object.entries(one));
const names = [...new Set(fields.map(([name]) => name))];
/** Chosen once; kept current by the metadata address; on the page, but not in the form. */
const OTHERS = ['kind', 'template', 'tenant', 'certificates', 'metadata', 'groups'];

it('has the members of the API document, and the words they may be', () => {
  const { properties } = read('src/admin/openapi/openapi.json').components.schemas.NewProviderBody;
  expect([...names, ...OTHERS].toSorted()).toEqual(Object.keys(properties).toSorted());
  expect(Object.keys(connections)).toEqual(properties.kind.enum);
  for (const [name, type] of fields) if (Array.isArray(type)) expect([name, type]).toEqual([name, properties[name].enum]);
  expect(moreRules['oidc']?.['updates']).toEqual({ many: properties.updates.items.enum });
});

it('leaves out members that it has, for a provider of the service', () => {
  expect(names).toEqual(expect.arrayContaining([...ofOrganizations]));
});

it.each(['en', 'de'])('has words for them in %s', (language) => {
  const texts = Object.keys(read(`${FOLDER}/texts/${language}.json`));
  const words = fields.flatMap(([name, type]) => {
    const values = typeof type === 'string' ? [] : 'many' in type ? type.many : type;
    return values.map((word) => `word.${name}.${word}`);
  });
  const kept = fields.flatMap(([name, type]) => (type === 'kept' ? [name] : []));
  const hints = hinted.filter((name) => !kept.includes(name)).map((name) => `field.${name}.hint`);
  expect(texts).toEqual(expect.arrayContaining([...names.map((name) => `field.${name}`), ...words, ...hints]));
});
