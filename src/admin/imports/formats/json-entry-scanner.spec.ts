import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenJsonError, JsonEntryScanner, type JsonEntry } from './json-entry-scanner.js';

/** What a body holds, when it comes in pieces of these sizes, again and again. */
function items(text: string | Buffer, sizes: readonly number[] = [65_536]): JsonEntry[] {
  const bytes = Buffer.from(text as string);
  const frame = new JsonEntryScanner();
  const found: JsonEntry[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    found.push(...frame.scanJson(bytes.subarray(at, at + size)));
    at += size;
  }
  frame.endJson();
  return found;
}

const body = (organizations: unknown) => ({ dataOrgs: { orgs: organizations } });
const entry = fc.dictionary(fc.stringMatching(/^[a-z"\\{}:,é]{1,6}$/), fc.jsonValue({ maxDepth: 3 }));
const organization = fc.record({
  orgId: fc.string(),
  humanUsers: fc.array(entry, { maxLength: 5 }),
  org: entry,
  machineUsers: fc.array(entry, { maxLength: 2 }),
});

describe('the frame of an import', () => {
  it('finds what JSON.parse finds, wherever the body is cut and however it is indented', () => {
    fc.assert(
      fc.property(
        fc.array(organization, { maxLength: 3 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        fc.nat(2),
        (organizations, sizes, indent) => {
          const text = JSON.stringify(body(organizations), null, indent);
          // Those are renamed, which is not the point here.
          fc.pre(!text.includes('_'));
          const entries = items(text, sizes).flatMap((item) => (item.what === 'entry' ? [item.value] : []));
          const wanted = organizations.flatMap((one) => Object.values(one).flatMap((value) => (Array.isArray(value) ? value : [])));
          expect(entries).toEqual(JSON.parse(JSON.stringify(wanted)));
        },
      ),
    );
  });

  it('refuses what JSON.parse refuses: a byte less, a byte more, another byte', () => {
    const good = JSON.stringify(
      body([{ orgId: 'a', humanUsers: [{ userId: 'b', x: [1, true, null, -1.5e3, 'q"\\u00e9'] }], other: { a: 1 } }]),
    );
    fc.assert(
      fc.property(
        fc.nat(good.length - 1),
        fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', 'x', ' ', '0', '\\'),
        fc.boolean(),
        (at, put, instead) => {
          const text = good.slice(0, at) + put + good.slice(at + Number(instead || put === ''));
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          let taken = true;
          try {
            items(text, [7]);
          } catch (error) {
            if (!(error instanceof BrokenJsonError)) throw error;
            taken = false;
          }
          expect(taken, text).toBe(valid);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a body that is no object', '[]'],
    ['a number', '5'],
    ['nothing', ''],
    ['a member twice', '{"dataOrgs":{},"data_orgs":{}}'],
    ['a name without end', `{"${'x'.repeat(500)}`],
    ['what is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('refuses %s', (_, text) => expect(() => items(text)).toThrow(BrokenJsonError));

  const open = '{"dataOrgs":{"orgs":[{"humanUsers":[{"userId":"1"},';

  it.each([
    ['null', 'null', 'it is null'],
    ['a word with blanks', ' true\n', 'it is a boolean'],
    ['a number', '5', 'it is a number'],
    ['a text', '"x"', 'it is a string'],
    ['a list', '[{}]', 'it is a list'],
    ['a list that is too large', `["${'x'.repeat(2 ** 20)}"]`, 'it is a list'],
    ['nothing', '', 'it is empty'],
    ['blanks', ' \n', 'it is empty'],
    ['a malformed entry', `${open}{"userId":"2",}]}]}}`, `a malformed value begins at byte ${open.length}.`],
    ['a malformed word', `${open}nul]}]}}`, `a malformed value begins at byte ${open.length}.`],
    ['a sign too many', `${open},`, `something unexpected at byte ${open.length}.`],
    ['a member twice', '{"dataOrgs":{},"data_orgs":{}}', 'the member "data_orgs" appears again at byte 15.'],
    ['the same member twice', '{"__proto__":1, "__proto__":2}', 'the member "__proto__" appears again at byte 16.'],
    ['a name without end', `{"a":1,"${'x'.repeat(500)}`, 'a name is too long at byte 7.'],
    ['an end too early', '{"dataOrgs":{', 'it ends early at byte 13.'],
    ['a malformed word at the end', 'nul', 'a malformed value begins at byte 0.'],
  ])('says what is wrong with %s, and where, however it is cut', (_, text, reason) => {
    for (const size of [65_536, 7]) expect(() => items(text, [size])).toThrow(reason);
  });

  it.each(['__proto__', '_a', 'a__b', 'a_'])('has the name %s as it was sent', (name) => {
    const [member] = items(`{"${name}":1}`);
    expect(member).toMatchObject({ what: 'member', name });
  });

  it('keeps nothing of an entry that is too large', () => {
    const large = `{"userId":"${'x'.repeat(2 ** 20)}"}`;
    expect(items(`{"dataOrgs":{"orgs":[{"humanUsers":[${large},{}]}]}}`).filter(({ what }) => what === 'entry')).toEqual([
      { what: 'entry', value: null, fault: expect.objectContaining({ kind: 'record.tooLarge' }) },
      { what: 'entry', value: {} },
    ]);
  });
});
