// The route table: every page with its address, the folder of its texts, what it needs, and its place in the navigation.
// A new page is a folder in pages/, a route here, and a name in texts/shell.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { readFilters } from './pages/events/events.ts';
import { NotFound } from './shell/not-found.tsx';
import { PageFault } from './shell/page-fault.tsx';
import { Shell } from './shell/shell.tsx';
import { StartPlace } from './shell/start-place.tsx';
import { loadTexts } from './texts/texts.ts';

/** A page's texts and code, loaded side by side when it is first shown. */
function page<C extends ComponentType>(folder: string, load: () => Promise<{ default: C }>) {
  return lazyRouteComponent(async () => {
    const [code] = await Promise.all([load(), loadTexts(folder)]);
    return code;
  });
}

/** Of a list that is only searched. */
function searched({ q }: Record<string, unknown>): { q?: string } {
  return typeof q === 'string' && q !== '' ? { q } : {};
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPlace });
const organization = createRoute({ getParentRoute: () => root, path: 'orgs/$orgId' });
const service = createRoute({ getParentRoute: () => root, path: 'service' });

// Home.
const home = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: page('home', () => import('./pages/home/home.page.tsx')),
  staticData: { navigation: { section: 'organization', name: 'home', icon: 'home' } },
});

// People.
const people = createRoute({
  getParentRoute: () => organization,
  path: 'people',
  component: page('people', () => import('./pages/people/people.page.tsx')),
  validateSearch: (search: Record<string, unknown>): { q?: string; state?: 'active' | 'inactive'; locked?: 'true' } => ({
    ...(typeof search['q'] === 'string' && search['q'] !== '' && { q: search['q'] }),
    ...((search['state'] === 'active' || search['state'] === 'inactive') && { state: search['state'] }),
    ...(String(search['locked']) === 'true' && { locked: 'true' }),
  }),
  staticData: { needs: 'user.read', navigation: { section: 'organization', name: 'people', icon: 'users' } },
});
const person = createRoute({
  getParentRoute: () => organization,
  path: 'people/$userId',
  component: page('people', () => import('./pages/people/person.page.tsx')),
  staticData: { needs: 'user.read' },
});
const deletedPeople = createRoute({
  getParentRoute: () => organization,
  path: 'deleted-people',
  component: page('people', () => import('./pages/people/deleted-people.page.tsx')),
  staticData: { needs: 'user.read' },
});
const invitations = createRoute({
  getParentRoute: () => organization,
  path: 'invitations',
  component: page('people', () => import('./pages/people/invitations.page.tsx')),
  validateSearch: ({ expired }: Record<string, unknown>): { expired?: 'true' } => (String(expired) === 'true' ? { expired: 'true' } : {}),
  staticData: { needs: 'user.read' },
});

// Groups.
const groups = createRoute({
  getParentRoute: () => organization,
  path: 'groups',
  component: page('groups', () => import('./pages/groups/groups.page.tsx')),
  validateSearch: searched,
  staticData: { needs: 'group.read', navigation: { section: 'organization', name: 'groups', icon: 'group' } },
});
const group = createRoute({
  getParentRoute: () => organization,
  path: 'groups/$groupId',
  component: page('groups', () => import('./pages/groups/group.page.tsx')),
  staticData: { needs: 'group.read' },
});

// Projects and applications.
const projects = createRoute({
  getParentRoute: () => organization,
  path: 'projects',
  component: page('projects', () => import('./pages/projects/projects.page.tsx')),
  validateSearch: searched,
  staticData: { needs: 'project.read', navigation: { section: 'organization', name: 'projects', icon: 'apps' } },
});
const project = createRoute({
  getParentRoute: () => organization,
  path: 'projects/$projectId',
  component: page('projects', () => import('./pages/projects/project.page.tsx')),
  staticData: { needs: 'project.read' },
});
const application = createRoute({
  getParentRoute: () => organization,
  path: 'projects/$projectId/applications/$applicationId',
  component: page('projects', () => import('./pages/projects/application.page.tsx')),
  staticData: { needs: 'project.read' },
});
const newApplication = createRoute({
  getParentRoute: () => organization,
  path: 'new-application',
  component: page('projects', () => import('./pages/projects/new-application.page.tsx')),
  validateSearch: ({ project: id }: Record<string, unknown>): { project?: string } => (typeof id === 'string' ? { project: id } : {}),
  staticData: { needs: 'project.write' },
});

// Directories.
const directories = createRoute({
  getParentRoute: () => organization,
  path: 'directories',
  component: page('directories', () => import('./pages/directories/directories.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'directories', icon: 'plug' } },
});
const directory = createRoute({
  getParentRoute: () => organization,
  path: 'directories/$directoryId',
  component: page('directories', () => import('./pages/directories/directory.page.tsx')),
  staticData: { needs: 'org.read' },
});
const newDirectory = createRoute({
  getParentRoute: () => organization,
  path: 'new-directory',
  component: page('directories', () => import('./pages/directories/new-directory.page.tsx')),
  staticData: { needs: 'org.write' },
});

// Identity providers of the whole service, on the pages of directories.
const serviceProviders = createRoute({
  getParentRoute: () => service,
  path: 'identity-providers',
  component: page('directories', () => import('./pages/directories/directories.page.tsx')),
  staticData: { needs: 'idp.read', navigation: { section: 'service', name: 'serviceProviders', icon: 'plug' } },
});
const serviceProvider = createRoute({
  getParentRoute: () => service,
  path: 'identity-providers/$directoryId',
  component: page('directories', () => import('./pages/directories/directory.page.tsx')),
  staticData: { needs: 'idp.read' },
});
const newServiceProvider = createRoute({
  getParentRoute: () => service,
  path: 'identity-providers/new',
  component: page('directories', () => import('./pages/directories/new-directory.page.tsx')),
  staticData: { needs: 'idp.write' },
});

// Domains.
const domains = createRoute({
  getParentRoute: () => organization,
  path: 'domains',
  component: page('domains', () => import('./pages/domains/domains.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'domains', icon: 'globe' } },
});
const domain = createRoute({
  getParentRoute: () => organization,
  path: 'domains/$domain',
  component: page('domains', () => import('./pages/domains/domain.page.tsx')),
  staticData: { needs: 'org.read' },
});

// Events: of an organization, and of the whole service.
const events = createRoute({
  getParentRoute: () => organization,
  path: 'events',
  component: page('events', () => import('./pages/events/events.page.tsx')),
  validateSearch: readFilters,
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'events', icon: 'list' } },
});
const serviceEvents = createRoute({
  getParentRoute: () => service,
  path: 'events',
  component: page('events', () => import('./pages/events/events.page.tsx')),
  validateSearch: readFilters,
  staticData: { needs: 'event.read', navigation: { section: 'service', name: 'serviceEvents', icon: 'list' } },
});

// Policies: of an organization, and of the whole service.
const policies = createRoute({
  getParentRoute: () => organization,
  path: 'policies',
  component: page('policies', () => import('./pages/policies/policies.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'policies', icon: 'sliders' } },
});
const policy = createRoute({
  getParentRoute: () => organization,
  path: 'policies/$kind',
  component: page('policies', () => import('./pages/policies/policy.page.tsx')),
  staticData: { needs: 'org.read' },
});
const servicePolicies = createRoute({
  getParentRoute: () => service,
  path: 'policies',
  component: page('policies', () => import('./pages/policies/policies.page.tsx')),
  staticData: { needs: 'policy.read', navigation: { section: 'service', name: 'servicePolicies', icon: 'sliders' } },
});
const servicePolicy = createRoute({
  getParentRoute: () => service,
  path: 'policies/$kind',
  component: page('policies', () => import('./pages/policies/policy.page.tsx')),
  staticData: { needs: 'policy.read' },
});

// Branding: of an organization, and of the whole service.
const branding = createRoute({
  getParentRoute: () => organization,
  path: 'branding',
  component: page('branding', () => import('./pages/branding/branding.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'branding', icon: 'brush' } },
});
const serviceBranding = createRoute({
  getParentRoute: () => service,
  path: 'branding',
  component: page('branding', () => import('./pages/branding/branding.page.tsx')),
  staticData: { needs: 'policy.read', navigation: { section: 'service', name: 'serviceBranding', icon: 'brush' } },
});

// What the mails of an organization say.
const mailTexts = createRoute({
  getParentRoute: () => organization,
  path: 'mail-texts',
  component: page('mail-texts', () => import('./pages/mail-texts/mail-texts.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'mailTexts', icon: 'mail' } },
});
const mailText = createRoute({
  getParentRoute: () => organization,
  path: 'mail-texts/$kind/$language',
  component: page('mail-texts', () => import('./pages/mail-texts/mail-text.page.tsx')),
  staticData: { needs: 'org.read' },
});

// Import and export.
const organizationExport = createRoute({
  getParentRoute: () => organization,
  path: 'export',
  component: page('transfer', () => import('./pages/transfer/export.page.tsx')),
  staticData: { needs: 'export', navigation: { section: 'organization', name: 'export', icon: 'transfer' } },
});
const imports = createRoute({
  getParentRoute: () => service,
  path: 'imports',
  component: page('transfer', () => import('./pages/transfer/imports.page.tsx')),
  staticData: { needs: 'import', navigation: { section: 'service', name: 'imports', icon: 'transfer' } },
});
const newImport = createRoute({
  getParentRoute: () => service,
  path: 'imports/new',
  component: page('transfer', () => import('./pages/transfer/new-import.page.tsx')),
  staticData: { needs: 'import' },
});
const oneImport = createRoute({
  getParentRoute: () => service,
  path: 'imports/$importId',
  component: page('transfer', () => import('./pages/transfer/import.page.tsx')),
  staticData: { needs: 'import' },
});

// Administrators: of an organization, and of the whole service.
const administrators = createRoute({
  getParentRoute: () => organization,
  path: 'administrators',
  component: page('administrators', () => import('./pages/administrators/organization-administrators.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'administrators', icon: 'shield' } },
});
const serviceAdministrators = createRoute({
  getParentRoute: () => service,
  path: 'administrators',
  component: page('administrators', () => import('./pages/administrators/service-administrators.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'service', name: 'serviceAdministrators', icon: 'shield' } },
});

// Service users.
const serviceUsers = createRoute({
  getParentRoute: () => organization,
  path: 'service-users',
  component: page('service-users', () => import('./pages/service-users/service-users.page.tsx')),
  staticData: { needs: 'user.read', navigation: { section: 'organization', name: 'serviceUsers', icon: 'key' } },
});
const serviceUser = createRoute({
  getParentRoute: () => organization,
  path: 'service-users/$userId',
  component: page('service-users', () => import('./pages/service-users/service-user.page.tsx')),
  staticData: { needs: 'user.read' },
});

// The settings of an organization, and all organizations.
const organizationSettings = createRoute({
  getParentRoute: () => organization,
  path: 'settings',
  component: page('organizations', () => import('./pages/organizations/settings.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'organization', name: 'settings', icon: 'building' } },
});
const organizations = createRoute({
  getParentRoute: () => service,
  path: 'organizations',
  component: page('organizations', () => import('./pages/organizations/organizations.page.tsx')),
  staticData: { needs: 'org.read', navigation: { section: 'service', name: 'organizations', icon: 'building' } },
});

// Service: pages of the whole service, below `service`.
const mail = createRoute({
  getParentRoute: () => service,
  path: 'mail',
  component: page('service', () => import('./pages/service/mail.page.tsx')),
  staticData: { needs: 'mail.read', navigation: { section: 'service', name: 'mail', icon: 'mail' } },
});
const keys = createRoute({
  getParentRoute: () => service,
  path: 'keys',
  component: page('service', () => import('./pages/service/keys.page.tsx')),
  staticData: { needs: 'key.read', navigation: { section: 'service', name: 'keys', icon: 'lock' } },
});
const state = createRoute({
  getParentRoute: () => service,
  path: 'state',
  component: page('service', () => import('./pages/service/state.page.tsx')),
  staticData: { needs: 'job.read', navigation: { section: 'service', name: 'state', icon: 'server' } },
});

const routeTree = root.addChildren([
  start,
  organization.addChildren([
    home,
    people,
    person,
    deletedPeople,
    invitations,
    groups,
    group,
    projects,
    project,
    application,
    newApplication,
    directories,
    directory,
    newDirectory,
    domains,
    domain,
    events,
    policies,
    policy,
    branding,
    mailTexts,
    mailText,
    administrators,
    serviceUsers,
    serviceUser,
    organizationExport,
    organizationSettings,
  ]),
  service.addChildren([
    organizations,
    serviceProviders,
    serviceProvider,
    newServiceProvider,
    serviceEvents,
    servicePolicies,
    servicePolicy,
    serviceBranding,
    serviceAdministrators,
    imports,
    newImport,
    oneImport,
    mail,
    keys,
    state,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: PageFault,
  scrollRestoration: true,
  // Remounts a page whose address names another person, application or kind: a form or a new secret of one must not stay under the name of the next.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
