// Every operation of the API document with every role: past the guard exactly when the table of permissions says so.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, SERVICE_ROLES } from '../../src/common/access/permissions.js';
import { createOrganization } from '../support/people.js';
import { apiOperations, filled, type Operation } from '../support/operations.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const ROLES: Readonly<Record<string, readonly string[]>> = { ...SERVICE_ROLES, ...ORGANIZATION_ROLES };
const GUARDED = apiOperations().filter(({ access }) => 'permission' in access);

let service: TestService;
let orgId: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
});
afterAll(() => service.close());

/** Whether the guard lets a caller through. Nothing is changed: what the ids name does not exist, and writes are rehearsed. */
async function isLetIn({ method, path, body }: Operation, token: string): Promise<boolean> {
  const rehearsed = method !== 'GET' && path.startsWith('/admin/') && !path.startsWith('/admin/v1/import') ? '?dryRun=true' : '';
  const address = filled(path, (name) => (name === 'orgId' ? orgId : 'nothing'));
  const answer = await service.call(method, address + rehearsed, body?.example, { token, ...(body ? { type: body.type } : {}) });
  const code =
    answer.body?.code ?? Object.values(answer.body ?? {}).find((value) => (value as { id?: string } | null)?.id)?.['id' as never];
  return !(answer.status === 403 && String(code).startsWith('access.no'));
}

it.each(Object.keys(ROLES))('%s is let in to what the table says, and to nothing else', async (role) => {
  const { token } = await createServiceUser(service, orgId, role);
  const wrong: string[] = [];
  for (const operation of GUARDED) {
    const { kind, permission } = operation.access as { kind: string; permission: string };
    const may = (kind === 'organization' || role in SERVICE_ROLES) && Boolean(ROLES[role]?.includes(permission));
    if ((await isLetIn(operation, token)) !== may) wrong.push(`${operation.method} ${operation.path} should ${may ? '' : 'not '}be open`);
  }
  expect(wrong).toEqual([]);
  expect(GUARDED.length).toBeGreaterThan(150);
});
