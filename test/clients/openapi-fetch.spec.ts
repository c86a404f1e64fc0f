// The TypeScript client that is generated of the API document: types of openapi-typescript, requests of openapi-fetch.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, apiClient, type ApiClient } from '../support/api-client.js';
import { createOrganization, freshName, scimUser } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let api: ApiClient;
let orgId: string;
beforeAll(async () => {
  service = await sharedService();
  api = apiClient(service);
  orgId = await createOrganization(service);
});
afterAll(() => service.close());

const inOrganization = () => ({ path: { orgId } });

describe('the generated client', () => {
  it('gets a token by client credentials, which the API takes', async () => {
    const { clientId, clientSecret } = service.credentials.serviceUser;
    const { access_token: token } = await answered(
      apiClient(service, null).POST('/oauth/v2/token', {
        body: { grant_type: 'client_credentials', scope: 'openid' },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      }),
    );
    const { organizations } = await answered(apiClient(service, token).GET('/admin/v1/organizations'));
    expect(organizations.map((organization) => organization.orgId)).toContain(service.credentials.orgId);
  });

  it('adds a person, lists people and reads the person by SCIM', async () => {
    const userName = freshName();
    const body = { userName, givenName: 'Barbara', familyName: 'Jensen', emails: [{ value: `${userName}@example.com`, primary: true }] };
    const person = await answered(api.POST('/admin/v1/organizations/{orgId}/people', { params: inOrganization(), body }));
    const { people } = await answered(
      api.GET('/admin/v1/organizations/{orgId}/people', { params: { ...inOrganization(), query: { limit: 5 } } }),
    );
    expect(people.map((one) => one.userId)).toEqual([person.userId]);
    const user = await answered(api.GET('/scim/v2/{orgId}/Users/{id}', { params: { path: { orgId, id: person.userId } } }));
    expect([user.userName, user.name?.familyName]).toEqual([userName, 'Jensen']);
  });

  it('adds a person by SCIM, in its media type', async () => {
    const body = scimUser(freshName());
    const headers = { 'Content-Type': 'application/scim+json' };
    const user = await answered(api.POST('/scim/v2/{orgId}/Users', { params: inOrganization(), body, headers }));
    expect(user.userName).toBe(body.userName);
  });

  it('hands a refusal over as the problem that the document describes', async () => {
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER');
    const { error, response } = await apiClient(service, token).POST('/admin/v1/organizations/{orgId}/groups', {
      params: inOrganization(),
      body: { displayName: 'Crew' },
    });
    expect([response.status, error?.code, error?.type]).toEqual([403, 'access.noPermission', '/docs/errors#access.noPermission']);
  });
});
