// The guide to the admin API says what the service does: its examples are sent, one after the other.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const GUIDE = readFileSync('docs/api.md', 'utf8');
const BLOCKS = [...GUIDE.matchAll(/^```http\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text.trim());
const EXAMPLES = BLOCKS.flatMap((request, index) => (index % 2 === 0 ? [[request, BLOCKS[index + 1] ?? ''] as const] : []));

let service: TestService;
let orgId: string;
let tag = '';
beforeAll(async () => {
  service = await startService();
  orgId = await createOrganization(service);
});
afterAll(() => service.close());

/** What an example shows, with `…` for any value. */
const shown = (value: unknown): unknown => {
  if (value === '…') return expect.anything();
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)])));
};

describe('the guide to the admin API', () => {
  it('has an example of each thing it explains', () => expect(EXAMPLES.length).toBeGreaterThanOrEqual(8));

  it.each(EXAMPLES)('%s', async (request, answer) => {
    const [head = '', body] = request.split('\n\n');
    const [line = '', ...headerLines] = head.split('\n');
    const [method = '', path = ''] = line.split(' ');
    const headers = Object.fromEntries(
      headerLines.map((one) => {
        const [name = '', value = ''] = one.split(': ');
        return [name.toLowerCase(), value === '…' ? tag : value];
      }),
    );
    const { 'content-type': type, ...others } = headers;
    const sent = await service.call(method, path.replace('{orgId}', orgId), body, { headers: others, ...(type !== undefined && { type }) });
    const [status = '', ...json] = answer.split('\n');
    expect(sent.status, sent.text).toBe(Number(status));
    expect(sent.body).toEqual(shown(JSON.parse(json.join('\n'))));
    tag = sent.headers.get('etag') ?? tag;
  });
});
