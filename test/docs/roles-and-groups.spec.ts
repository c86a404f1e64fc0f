// Every request of the guide to roles and groups is answered as the guide says, in its order.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrganization, createPerson } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const GUIDE = readFileSync('docs/roles-and-groups.md', 'utf8');
/** A request with its JSON, if it has any, and the answer's status with its JSON. */
const BLOCK = /```http\n([A-Z]+) (\S+)\n(?:(\{[\s\S]*?\})\n)?\n(\d{3})\n(?:(\{[\s\S]*?)\n)?```/g;

let service: TestService;
const ids: Record<string, string> = {};
beforeAll(async () => {
  service = await sharedService();
  const [org, partner] = [await createOrganization(service), await createOrganization(service)];
  Object.assign(ids, { org, partner });
  Object.assign(ids, { person: (await createPerson(service, {}, org)).id, guest: (await createPerson(service, {}, partner)).id });
});
afterAll(() => service.close());

const filled = (text: string) => text.replace(/<(\w+)>/g, (whole, name: string) => ids[name] ?? whole);

/** Remembers the ids that the guide names for the first time in an answer. */
function learn(expected: unknown, answer: unknown): void {
  if (typeof expected === 'string') {
    const name = /^<(\w+)>$/.exec(expected)?.[1];
    if (name !== undefined) ids[name] ??= String(answer);
  } else if (typeof expected === 'object' && expected !== null)
    for (const [member, value] of Object.entries(expected)) learn(value, (answer as Record<string, unknown> | undefined)?.[member]);
}

it('the requests of the guide to roles and groups are answered as it says', async () => {
  const blocks = [...GUIDE.matchAll(BLOCK)];
  expect(blocks).toHaveLength(GUIDE.split('```http').length - 1);
  for (const [, method = '', path = '', body, status, answer] of blocks) {
    const sent = body === undefined ? undefined : JSON.parse(filled(body));
    const got = await service.call(method, filled(path), sent);
    expect([method, path, String(got.status), got.text]).toEqual([method, path, status, got.text]);
    if (answer === undefined) continue;
    learn(JSON.parse(answer), got.body);
    expect(got.body).toMatchObject(JSON.parse(filled(answer)) as object);
  }
});
