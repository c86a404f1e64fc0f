import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Format } from './body-reading.js';
import { ingestRecords } from './ingest.js';

/** What a body holds, when it comes in pieces of this size. */
async function taken(text: string, format: Format, size: number): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
  const found: unknown[] = [];
  const body = { stream: Readable.from(pieces), format, packed: false, maxBytes: 2 ** 20 };
  for await (const { records } of ingestRecords(body, { unknown: [], hasData: false }, async () => undefined))
    found.push(...records.filter(({ list }) => list === 'humanUsers').map(({ value, fault }) => fault?.kind ?? value));
  return found;
}

describe('a body with a byte order mark', () => {
  it.each<[Format, string, unknown]>([
    ['json', '{"dataOrgs":{"orgs":[{"orgId":"o","humanUsers":[{"userId":"u"}]}]}}', { userId: 'u' }],
    ['ndjson', '{"orgId":"o","userId":"u"}', { orgId: 'o', userId: 'u' }],
    ['csv', '"orgId","userId"\no,u', { orgId: 'o', userId: 'u' }],
  ])('is read like one without (%s), wherever it is cut', async (format, text, entry) => {
    for (const size of [1, 2, 3, 4, 1_000]) {
      expect(await taken(text, format, size)).toEqual([entry]);
      expect(await taken(`\uFEFF${text}`, format, size), `${size}`).toEqual([entry]);
    }
  });

  it('may hold nothing else, or not even all of it', async () => {
    for (const text of ['', '\uFEFF']) expect(await taken(text, 'csv', 1)).toEqual([]);
    expect(await taken('7', 'ndjson', 1)).toEqual(['record.malformed']);
  });
});
