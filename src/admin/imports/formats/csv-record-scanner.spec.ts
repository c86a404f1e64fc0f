import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvRecordScanner, type CsvRecord } from './csv-record-scanner.js';

/** The records of a text, when it comes in pieces of these sizes, again and again. */
function records(text: string | Buffer, sizes: readonly number[] = [65_536], separator?: string): CsvRecord[] {
  const bytes = Buffer.from(text as string);
  const frame = new CsvRecordScanner(separator);
  const found: CsvRecord[] = [];
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    found.push(...frame.scanCsv(bytes.subarray(at, at + size)));
    at += size;
  }
  found.push(...frame.endCsv());
  return found;
}

const told = (found: readonly CsvRecord[]) => found.map(({ line, fields, fault }) => [line, fault?.kind ?? fields.join('|')]);
const LARGE = 'x'.repeat(2 * 2 ** 20);

describe('the frame of a CSV file', () => {
  it('finds what csv-parse finds, wherever the file is cut', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '-', '\u0000', '{', '~') });
    const quoted = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r\n', '\r', 'é', '😀') });
    const field = fc.oneof(
      plain,
      quoted.map((text) => `"${text.replaceAll('"', '""')}"`),
    );
    const row = fc.array(field, { minLength: 1, maxLength: 5 });
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 8 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom(',', ';', '\t'),
        fc.boolean(),
        sizes,
        (rows, newline, separator, atEnd, pieces) => {
          const text = rows.map((fields) => fields.join(separator)).join(newline) + (atEnd ? newline : '');
          const wanted = parse(text, { delimiter: separator, record_delimiter: newline, relax_column_count: true, skip_empty_lines: true });
          const found = records(text, pieces, separator);
          expect(found.map(({ fields }) => fields)).toEqual(wanted);
          expect(found.every(({ fault }) => fault === undefined)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('goes on behind every fault, and says in which line each record begins, wherever the file is cut', () => {
    const text = [
      'a,b',
      '"two\nlines",1',
      '',
      'a "quote",2',
      '"a"quote,3',
      '"a ""good"" one",4',
      '"opens, and\nnever closes',
      'x,5',
      '"y",6',
      'z,7',
      '',
    ];
    for (const newline of ['\n', '\r\n']) {
      const bytes = Buffer.from(text.join(newline));
      for (let size = 1; size <= bytes.length; size++)
        expect(told(records(bytes, [size])), `${size}`).toEqual([
          [1, 'a|b'],
          [2, 'two\nlines|1'],
          [5, 'record.malformed'],
          [6, 'record.malformed'],
          [7, 'a "good" one|4'],
          // The next quote there is was taken for its end.
          [8, 'record.malformed'],
          [12, 'z|7'],
        ]);
    }
    expect(records(text.join('\n'))[5]?.fault?.message).toContain('Lines 8 to 11 were taken for one entry');
  });

  it.each([1_000, 65_536, 2 ** 20, 2 ** 24])(
    'says once that a record is too long, and takes all others (in pieces of %i bytes)',
    (size) => {
      const good = Array.from({ length: 3_000 }, (_, i) => `${i},good`);
      const text = ['a,b', '0,good', `1,${LARGE}`, `2,"${LARGE}\n${LARGE}"`, ...good].join('\n');
      expect(told(records(text, [size]))).toEqual([
        [1, 'a|b'],
        [2, '0|good'],
        [3, 'record.tooLarge'],
        [4, 'record.tooLarge'],
        ...good.map((row, i) => [6 + i, row.replace(',', '|')]),
      ]);
    },
  );

  it.each([10, 100_000])('says once which quote is never closed, with %i lines behind it', (lines) => {
    const found = records(
      ['a,b', '0,good', '1,"one\ntwo",3', '1,"two', ...Array.from({ length: lines }, (_, i) => `${i},good`)].join('\n'),
    );
    expect(told(found)).toEqual([
      [1, 'a|b'],
      [2, '0|good'],
      [3, '1|one\ntwo|3'],
      [5, lines > 10 ? 'record.tooLarge' : 'record.quoteNotClosed'],
    ]);
    expect(found.at(-1)?.fault?.message).toContain('opened in line 5 is never closed');
  });

  it('says of what is no UTF-8 which record it is', () => {
    const found = records(Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xff]), Buffer.from('\n2,\uFFFD\n')]));
    expect(told(found)).toEqual([
      [1, 'a|b'],
      [2, 'record.notUtf8'],
      [3, '2|\uFFFD'],
    ]);
  });
});
