// Who may appoint those who act for others: whoever may do all that those may do in whose place they act.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceUser, type GivenRole } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let orgId: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = (await service.call('POST', '/admin/v1/organizations', { name: 'Elsewhere', primaryDomain: 'elsewhere.test' })).body.orgId;
});
afterAll(() => service.close());

const appoint = async (role: string, by: GivenRole, scope: 'service' | 'organization') => {
  const { userId, token } = await createServiceUser(service, orgId, by);
  const path = scope === 'service' ? '/admin/v1/members' : `/admin/v1/organizations/${orgId}/members`;
  return (await service.call('POST', path, { userId, role }, { token })).status;
};

describe('a manager', () => {
  it.each([
    ['IAM_ORG_MANAGER', 'IAM_ADMIN_IMPERSONATOR', 'service', 403],
    ['IAM_ORG_MANAGER', 'IAM_END_USER_IMPERSONATOR', 'service', 201],
    ['IAM_ORG_MANAGER', 'ORG_ADMIN_IMPERSONATOR', 'organization', 201],
    ['IAM_OWNER', 'IAM_ADMIN_IMPERSONATOR', 'service', 201],
    ['ORG_OWNER', 'ORG_ADMIN_IMPERSONATOR', 'organization', 201],
    ['ORG_USER_MANAGER', 'ORG_END_USER_IMPERSONATOR', 'organization', 403],
  ] as const)('%s that appoints itself %s (%s) gets %i', async (by, role, scope, status) => {
    expect(await appoint(role, by, scope)).toBe(status);
  });
});
