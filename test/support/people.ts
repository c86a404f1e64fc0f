// What tests need of people: SCIM bodies and their paths.
import { answered, apiClient } from './api-client.js';
import type { TestService } from './service.js';

export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';
export const DETAIL_URN = 'urn:ietf:params:scim:api:gatehouse:messages:2.0:ErrorDetail';

let count = 0;

/** A userName nobody has yet. */
export const freshName = (prefix = 'user') => `${prefix}-${process.pid}-${++count}`;

/** A complete body for a create; `more` adds or replaces members. */
export function scimUser(userName: string, more: Record<string, unknown> = {}) {
  return {
    schemas: [USER_URN],
    userName,
    name: { givenName: 'Given', familyName: 'Family' },
    emails: [{ value: `${userName}@example.com`, primary: true }],
    ...more,
  };
}

export const patchOf = (...operations: unknown[]) => ({ schemas: [PATCH_URN], Operations: operations });

/** The users of an organization, the first one unless named. */
export const usersPath = (service: TestService, orgId = service.credentials.orgId) => `/scim/v2/${encodeURIComponent(orgId)}/Users`;

/** Creates a person by SCIM. @returns its resource */
export async function createPerson(service: TestService, more: Record<string, unknown> = {}, orgId?: string) {
  const answer = await service.call('POST', usersPath(service, orgId), scimUser(freshName(), more));
  if (answer.status !== 201) throw new Error(`create failed: ${answer.text}`);
  return answer.body;
}

/** One more organization. */
export async function createOrganization(service: TestService): Promise<string> {
  const name = freshName('org');
  const body = { name, primaryDomain: `${name}.test` };
  return (await answered(apiClient(service).POST('/admin/v1/organizations', { body }))).orgId;
}

/** Events about one aggregate, oldest first. */
export async function eventsOf(
  service: TestService,
  id: string,
): Promise<Array<{ type: string; payload: Record<string, unknown>; sequence: string }>> {
  const { body } = await service.call('POST', '/admin/v1/events/_search', { asc: true, aggregateId: id });
  return body.events
    .filter((event: { aggregate: { id: string } }) => event.aggregate.id === id)
    .map(({ type, payload, sequence }: { type: { type: string }; payload: Record<string, unknown>; sequence: string }) => ({
      type: type.type,
      payload,
      sequence,
    }));
}
