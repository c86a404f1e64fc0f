// The fields of policies in the console: those of the API document, each with a label in every language.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { policyFields } from '../../scripts/openapi/policy-fields.mjs';

const FOLDER = 'console/src/pages/policies';
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, never>;
const fields = policyFields(read('src/admin/openapi/openapi.json'));

it('the form knows what the API document says', () => {
  expect(read(`${FOLDER}/fields.json`)).toEqual(fields);
});

describe.each(['en', 'de'])('in %s', (language) => {
  const texts = Object.keys(read(`${FOLDER}/texts/${language}.json`));

  it.each(Object.keys(fields))('the policy %s and each of its fields has words', (kind) => {
    const names = Object.keys(fields[kind]?.fields ?? {}).map((name) => `field.${kind}.${name}`);
    expect(texts).toEqual(expect.arrayContaining([`kind.${kind}`, `kind.${kind}.text`, ...names]));
  });
});
