// What provisioning clients send and what they expect, as data: a folder for each client, a file for each conversation.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, freshName } from '../../support/people.js';
import type { TestService } from '../../support/service.js';
import { sharedService } from '../../support/shared-service.js';

/** One request; `{{name}}` stands for what an earlier step saved, or for a text of this conversation's own (`{{unique}}`). */
interface Step {
  says: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  status: number;
  /** What the answer must have, whatever else it has. */
  expect?: object;
  /** Members of the answer to remember, by the name they get. */
  save?: Record<string, string>;
}

interface Conversation {
  /** Where it comes from. */
  basis: string;
  connection: object;
  headers?: Record<string, string>;
  steps: Step[];
}

const FILES = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => readdirSync(join(import.meta.dirname, name)).map((file) => `${name}/${file}`));

let service: TestService;
let orgId: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
  // The password in the examples of RFC 7643 has eleven characters.
  await service.call('PATCH', `/admin/v1/organizations/${orgId}/policies/password`, { minLength: 8 });
});
afterAll(() => service.close());

const filled = <T>(value: T, saved: Record<string, string>): T =>
  JSON.parse(JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => saved[name] ?? `{{${name}}}`)) as T;

describe('the conversation', () => {
  it.each(FILES)('%s goes as the client expects', async (file) => {
    const conversation = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Conversation;
    const saved: Record<string, string> = { unique: freshName('c') };
    const made = await service.call('POST', `/admin/v1/organizations/${orgId}/connections`, {
      name: freshName('connection'),
      ...conversation.connection,
    });
    for (const step of conversation.steps) {
      const { method, path, body, says, status, expect: expected } = filled(step, saved);
      const { 'content-type': type, ...headers } = { 'content-type': 'application/scim+json', ...conversation.headers, ...step.headers };
      const address = `/scim/v2/${orgId}${path.replace(/filter=([^&]*)/, (_, filter: string) => `filter=${encodeURIComponent(filter)}`)}`;
      const answer = await service.call(method, address, body, { token: made.body.token, type, headers });
      expect([answer.status, answer.body], says).toEqual([status, answer.body]);
      if (expected) expect(answer.body, says).toMatchObject(expected);
      for (const [name, member] of Object.entries(step.save ?? {})) saved[name] = answer.body[member];
    }
  });
});
