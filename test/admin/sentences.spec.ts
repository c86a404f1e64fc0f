// Every refusal of a body is read by people: one sentence a field, in words, for every class of every route. The classes are those that
// class-validator knows once the service is loaded, so a new validator without a sentence fails here.
import { setImmediate } from 'node:timers/promises';
import { getMetadataStorage } from 'class-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BodyPipe, VALIDATION } from '../../src/common/http/problem.js';
import type { DomainError } from '../../src/common/primitives/domain-error.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** The part of class-validator's storage that its types keep to itself. */
interface Validator {
  type: string;
  propertyName: string;
  name?: string;
  message?: unknown;
}
type Class = new () => object;

/** What guards validators instead of refusing a value: `ValidateIf`, `Allow`. */
const SILENT = new Set(['conditionalValidation', 'whitelistValidation']);

function validators(): Array<[Class, Validator[]]> {
  const { validationMetadatas } = getMetadataStorage() as unknown as { validationMetadatas: Map<Class, Validator[]> };
  return [...validationMetadatas].map(([target, found]) => [target, found.filter(({ type }) => !SILENT.has(type))]);
}

/** Values that most fields refuse, each for another reason; the first is absent. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  5,
  -0.5,
  '',
  ' ',
  '\u0007',
  'x'.repeat(200_000),
  true,
  [],
  [5],
  [''],
  [null],
  [{}],
  {},
  'no such word',
];

async function refusal(metatype: Class, body: object): Promise<DomainError | undefined> {
  return new BodyPipe(VALIDATION).transform(body, { type: 'body', metatype }).then(
    () => undefined,
    (error: DomainError) => error,
  );
}

describe('a refused body', () => {
  it('has a sentence for every validator of every class', () => {
    const all = validators();
    expect(all.length).toBeGreaterThan(50);
    const silent = all.flatMap(([{ name: target }, found]) =>
      found
        .filter(({ message }) => typeof message !== 'string' || message === '')
        .map(({ propertyName, name }) => `${target}.${propertyName}: ${name}`),
    );
    expect(silent).toEqual([]);
  });

  it('is told in one sentence a field, whatever is wrong, in words', async () => {
    const sentences = new Set<string>();
    for (const [target, found] of validators()) {
      const properties = new Set(found.map(({ propertyName }) => propertyName));
      // The service is in this process: if the event loop stood still for the seconds that this takes, the service would close connections
      // that the client still takes for open.
      await setImmediate();
      for (const value of WRONG) {
        const error = await refusal(target, Object.fromEntries([...properties].map((property) => [property, value])));
        const faults = error?.faults ?? [];
        expect(new Set(faults.map(({ field }) => field)).size, target.name).toBe(faults.length);
        for (const { field, message } of faults) sentences.add(`${field} ${message}`);
      }
    }
    expect(sentences.size).toBeGreaterThan(400);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^(\S+) \1 (?:must be |is required: )[^\n]{1,2000}[^.]\.$/);
      expect(sentence).not.toMatch(/each value|property|should|conform|undefined|\$/);
    }
  });

  it('names a member that the request does not have, also one that every object has', async () => {
    const path = '/admin/v1/organizations';
    const { body } = await service.call('POST', path, '{"name":"A","selfRegistration":true,"constructor":1}');
    expect(body.detail).toBe('constructor is not a member of this request.');
    const { body: more } = await service.call('POST', path, { selfRegistration: true });
    expect(more.detail).toBe('selfRegistration is not a member of this request. name is required: text of 1 to 200 characters.');
  });
});
