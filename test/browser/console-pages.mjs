// Where the pages of the console are, and what they are about. The tests and the screenshots go through this table. A new page is a new row.

/** Ids of the objects that pages are about. @typedef {{ orgId: string, userId: string, groupId: string, projectId: string, applicationId: string, directoryId: string, domain: string, serviceUserId: string, serviceProviderId: string, importId: string }} ConsoleScene */

/** What a page takes to be shown. `route` as in console/src/routes.tsx, with the members of a scene; `heading` in English. @typedef {{ name: string, heading: string, route: string }} ConsolePage */

/** @type {ReadonlyArray<ConsolePage>} */
export const CONSOLE_PAGES = [
  { name: 'home', heading: 'Home', route: 'orgs/$orgId' },
  { name: 'people', heading: 'People', route: 'orgs/$orgId/people' },
  { name: 'deleted-people', heading: 'Deleted people', route: 'orgs/$orgId/deleted-people' },
  { name: 'invitations', heading: 'Open invitations', route: 'orgs/$orgId/invitations' },
  { name: 'person', heading: 'Ada Lovelace', route: 'orgs/$orgId/people/$userId' },
  { name: 'groups', heading: 'Groups', route: 'orgs/$orgId/groups' },
  { name: 'group', heading: 'Accounting', route: 'orgs/$orgId/groups/$groupId' },
  { name: 'projects', heading: 'Applications', route: 'orgs/$orgId/projects' },
  { name: 'project', heading: 'Back office', route: 'orgs/$orgId/projects/$projectId' },
  { name: 'application', heading: 'Time sheet', route: 'orgs/$orgId/projects/$projectId/applications/$applicationId' },
  { name: 'new-application', heading: 'New application', route: 'orgs/$orgId/new-application' },
  { name: 'directories', heading: 'Directories', route: 'orgs/$orgId/directories' },
  { name: 'directory', heading: 'Entra', route: 'orgs/$orgId/directories/$directoryId' },
  { name: 'new-directory', heading: 'Connect a directory', route: 'orgs/$orgId/new-directory' },
  { name: 'domains', heading: 'Domains', route: 'orgs/$orgId/domains' },
  { name: 'domain', heading: 'harbor.example', route: 'orgs/$orgId/domains/$domain' },
  { name: 'events', heading: 'Events', route: 'orgs/$orgId/events' },
  { name: 'policies', heading: 'Policies', route: 'orgs/$orgId/policies' },
  { name: 'policy', heading: 'Wrong passwords', route: 'orgs/$orgId/policies/lockout' },
  { name: 'branding', heading: 'Branding', route: 'orgs/$orgId/branding' },
  { name: 'mail-texts', heading: 'Mail texts', route: 'orgs/$orgId/mail-texts' },
  { name: 'mail-text', heading: 'Invitation', route: 'orgs/$orgId/mail-texts/invitation/en' },
  { name: 'administrators', heading: 'Administrators', route: 'orgs/$orgId/administrators' },
  { name: 'service-users', heading: 'Service users', route: 'orgs/$orgId/service-users' },
  { name: 'service-user', heading: 'Payroll', route: 'orgs/$orgId/service-users/$serviceUserId' },
  { name: 'export', heading: 'Export', route: 'orgs/$orgId/export' },
  { name: 'settings', heading: 'Settings', route: 'orgs/$orgId/settings' },
  { name: 'organizations', heading: 'Organizations', route: 'service/organizations' },
  { name: 'service-providers', heading: 'Identity providers of the service', route: 'service/identity-providers' },
  { name: 'service-provider', heading: 'GitHub', route: 'service/identity-providers/$serviceProviderId' },
  { name: 'new-service-provider', heading: 'Connect an identity provider', route: 'service/identity-providers/new' },
  { name: 'service-events', heading: 'Events of the service', route: 'service/events' },
  { name: 'service-policies', heading: 'Policies of the service', route: 'service/policies' },
  { name: 'service-policy', heading: 'Wrong passwords', route: 'service/policies/lockout' },
  { name: 'service-branding', heading: 'Branding of the service', route: 'service/branding' },
  { name: 'service-administrators', heading: 'Administrators of the service', route: 'service/administrators' },
  { name: 'imports', heading: 'Imports', route: 'service/imports' },
  { name: 'new-import', heading: 'New import', route: 'service/imports/new' },
  { name: 'import', heading: 'Check of 2 entries', route: 'service/imports/$importId' },
  { name: 'mail', heading: 'Mail', route: 'service/mail' },
  { name: 'keys', heading: 'Keys', route: 'service/keys' },
  { name: 'state', heading: 'State of the service', route: 'service/state' },
];

/** The address of a page below /console. @param {ConsolePage} page @param {ConsoleScene} scene */
export function addressOf({ route }, scene) {
  return `/${route.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(scene[/** @type {keyof ConsoleScene} */ (name)]))}`;
}

/**
 * Adds what the pages are about to an organization that has Ada.
 * @param {(method: string, path: string, body?: unknown) => Promise<any>} call returns the body of an answer @param {string} orgId @param {string} userId of Ada
 * @returns {Promise<ConsoleScene>}
 */
export async function makeConsoleScene(call, orgId, userId) {
  const organization = `/admin/v1/organizations/${orgId}`;
  const { groupId } = await call('POST', `${organization}/groups`, { displayName: 'Accounting' });
  const { projectId } = await call('POST', `${organization}/projects`, { name: 'Back office' });
  const app = { name: 'Time sheet', redirectUris: ['https://time.example/callback'] };
  const { applicationId } = await call('POST', `${organization}/projects/${projectId}/applications`, app);
  const { connectionId: directoryId } = await call('POST', `${organization}/connections`, { name: 'Entra', preset: 'entra' });
  const { domain } = await call('POST', `${organization}/domains`, { domain: 'harbor.example' });
  const { userId: serviceUserId } = await call('POST', `${organization}/service-users`, { userName: 'payroll', name: 'Payroll' });
  // Without a button: sign-in pages stay as they are.
  const github = { template: 'github', name: 'GitHub', clientId: 'Iv1.gatehouse', clientSecret: 'from-github', buttonShown: false };
  const { identityProviderId: serviceProviderId } = await call('POST', '/admin/v1/identity-providers', github);
  const joan = { userName: 'joan', profile: { firstName: 'Joan', lastName: 'Clarke' }, email: { email: 'nowhere' } };
  const orgs = [{ orgId, humanUsers: [{ userId: 'joan', user: joan }] }];
  const { id: importId } = await call('POST', '/admin/v1/imports?dryRun=true', { dataOrgs: { orgs } });
  return { orgId, userId, groupId, projectId, applicationId, directoryId, domain, serviceUserId, serviceProviderId, importId };
}
