// Another resource type with its own extension, defined by tables alone: all other code works for it as for users.
import { describe, expect, it } from 'vitest';
import { binary, boolean, complex, list, resourceType, schemasOf, string } from './schema/attribute.js';
import { describeResourceTypes, describeSchemas } from './describe.js';
import { type JsonObject, matches } from './query/evaluate.js';
import { parseFilter } from './query/filter.js';
import { toRecord, toResource } from './mapping.js';
import { parsePatch, patchResource } from './patch.js';
import { parseProjection, project } from './serialize.js';
import { resolveFilter } from './query/resolve.js';
import { readResource } from './validate.js';

const CORE = 'urn:example:schemas:core:2.0:Ship';
const EXTENSION = 'urn:example:schemas:extension:harbour:2.0:Ship';
const SHIP = resourceType({
  name: 'Ship',
  endpoint: '/Ships',
  naming: 'callSign',
  description: 'A ship.',
  schema: {
    urn: CORE,
    name: 'Ship',
    description: 'A ship.',
    attributes: [
      string('callSign', 'Call sign.', { required: true, caseExact: true }),
      boolean('sails', 'Whether it has sails.', { initial: false }),
    ],
  },
  extensions: [
    {
      urn: EXTENSION,
      name: 'Harbour',
      description: 'Where it lies.',
      attributes: [
        string('berth', 'Berth.', { maxLength: 5 }),
        string('secret', 'Only when asked for.', { returned: 'request' }),
        complex('pilot', 'Who guides it.', [string('name', 'Name.', { field: 'pilotName' })]),
        list('papers', 'Papers.', [binary('value', 'Scan.'), string('type', 'Kind.')]),
      ],
    },
  ],
});

const BODY = {
  schemas: [CORE, EXTENSION],
  callSign: 'HBSail',
  [EXTENSION.toUpperCase()]: { Berth: 'B12', secret: 's', pilot: { name: 'Ada' }, papers: [{ value: 'QUJD', type: 'log' }] },
};
const read = () => readResource(SHIP, BODY);
const fits = (filter: string) => matches(resolveFilter(parseFilter(filter), SHIP), read());

describe('a resource type that only this test knows', () => {
  it('is read, kept as a flat record and shown again', () => {
    const ship = read();
    expect(ship).toEqual({
      callSign: 'HBSail',
      sails: false,
      [EXTENSION]: { berth: 'B12', secret: 's', pilot: { name: 'Ada' }, papers: [{ value: 'QUJD', type: 'log' }] },
    });
    const record = toRecord(ship, SHIP.attributes);
    expect(record).toMatchObject({ callSign: 'HBSail', berth: 'B12', pilotName: 'Ada', papers: [{ value: 'QUJD', type: 'log' }] });
    expect(toResource(record, SHIP.attributes)).toEqual(ship);
    expect(schemasOf(SHIP, ship)).toEqual([CORE, EXTENSION]);
    expect(schemasOf(SHIP, { callSign: 'x' })).toEqual([CORE]);
  });

  it('is validated by its own table', () => {
    expect(() => readResource(SHIP, { ...BODY, callSign: undefined })).toThrow('callSign is required and must have a value');
    expect(() => readResource(SHIP, { ...BODY, [EXTENSION]: { berth: 'B12345' }, [EXTENSION.toUpperCase()]: undefined })).toThrow();
    expect(() => readResource(SHIP, { schemas: [CORE], callSign: 'x', [EXTENSION]: { papers: [{ value: '?' }] } })).toThrow('base64');
  });

  it.each([
    [`${EXTENSION}:berth eq "b12"`, true],
    ['callSign eq "hbsail"', false],
    [`${EXTENSION}:pilot.name sw "a" and sails eq false`, true],
    [`${EXTENSION}:papers[type eq "log" and value eq "QUJD"]`, true],
    [`${EXTENSION} pr`, true],
  ])('%s is %s', (filter, expected) => {
    expect(fits(filter)).toBe(expected);
  });

  it('is patched', () => {
    const operations = parsePatch(
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [
          { op: 'replace', path: `${EXTENSION}:pilot.name`, value: 'Grace' },
          { op: 'remove', path: `${EXTENSION}:papers[type eq "log"]` },
          { op: 'add', value: { sails: true, [`${EXTENSION}:berth`]: 'C1' } },
        ],
      },
      SHIP,
    );
    expect(patchResource(SHIP, read(), operations)).toEqual({
      callSign: 'HBSail',
      sails: true,
      [EXTENSION]: { berth: 'C1', secret: 's', pilot: { name: 'Grace' } },
    });
  });

  it('is shown as asked', () => {
    const shown = (attributes?: string[], excluded?: string[]) =>
      project(read(), SHIP.attributes, parseProjection(SHIP, attributes, excluded));
    expect(shown()[EXTENSION]).not.toHaveProperty('secret');
    expect(shown([`${EXTENSION}:secret`])).toEqual({ [EXTENSION]: { secret: 's' } });
    expect(shown(undefined, [EXTENSION])).toEqual({ callSign: 'HBSail', sails: false } satisfies JsonObject);
  });

  it('is described', () => {
    expect(describeResourceTypes('b', [SHIP])[0]).toMatchObject({
      endpoint: '/Ships',
      schemaExtensions: [{ schema: EXTENSION, required: false }],
    });
    expect(describeSchemas('b', [SHIP]).map(({ id }) => id)).toEqual([CORE, EXTENSION]);
  });
});
