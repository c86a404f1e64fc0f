// The route table: every page with its address, the folder of its texts, what it needs, and its place in the navigation.
// A new page is a folder in pages/, a route here, and a name in texts/shell.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { NotFound } from './shell/not-found.tsx';
import { PageFault } from './shell/page-fault.tsx';
import { Shell } from './shell/shell.tsx';
import { StartPlace } from './shell/start-place.tsx';
import { loadTexts } from './texts/texts.ts';

/** A page's texts and code, loaded when it is first shown; the texts come first, because tables of the code name them. */
function page<C extends ComponentType>(folder: string, load: () => Promise<{ default: C }>) {
  return lazyRouteComponent(async () => {
    await loadTexts(folder);
    return load();
  });
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

// Groups.

// Projects and applications.

// Directories.

// Events.

// Policies.

// Branding.

// Import and export.

// Service: pages of the whole service, below `service`.

const routeTree = root.addChildren([start, organization.addChildren([home, people, person, deletedPeople]), service.addChildren([])]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: PageFault,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
