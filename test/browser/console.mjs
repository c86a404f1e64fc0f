// How people use the console: signing in to it, and where its pages are. The tests go through this table, and the screenshots through the pages
// that the guide shows. A new page is a new row.

/** What a page takes to be shown. `heading` in English. @typedef {{ name: string, heading: string, isPictured?: true, path(scene: { orgId: string, userId: string }): string }} ConsolePage */

/** @type {ReadonlyArray<ConsolePage>} */
export const CONSOLE_PAGES = [
  { name: 'home', heading: 'Home', isPictured: true, path: ({ orgId }) => `/orgs/${orgId}` },
  { name: 'people', heading: 'People', isPictured: true, path: ({ orgId }) => `/orgs/${orgId}/people` },
  { name: 'deleted-people', heading: 'Deleted people', path: ({ orgId }) => `/orgs/${orgId}/deleted-people` },
  { name: 'person', heading: 'Ada Lovelace', isPictured: true, path: ({ orgId, userId }) => `/orgs/${orgId}/people/${userId}` },
  { name: 'groups', heading: 'Groups', path: ({ orgId }) => `/orgs/${orgId}/groups` },
  { name: 'projects', heading: 'Applications', path: ({ orgId }) => `/orgs/${orgId}/projects` },
  { name: 'directories', heading: 'Directories', path: ({ orgId }) => `/orgs/${orgId}/directories` },
  { name: 'policies', heading: 'Policies', path: ({ orgId }) => `/orgs/${orgId}/policies` },
  { name: 'branding', heading: 'Branding', path: ({ orgId }) => `/orgs/${orgId}/branding` },
  { name: 'administrators', heading: 'Administrators', path: ({ orgId }) => `/orgs/${orgId}/administrators` },
  { name: 'service-users', heading: 'Service users', path: ({ orgId }) => `/orgs/${orgId}/service-users` },
  { name: 'events', heading: 'Events', path: () => '/service/events' },
];

/**
 * Opens an address of the console and signs in on the page that it leads to.
 * @param {import('playwright-core').Page} page @param {string} url of the service @param {{ loginName: string, password: string }} person @param {string} [path] below /console
 */
export async function signInToConsole(page, url, person, path = '') {
  await page.goto(`${url}/console${path}`);
  await fillSignIn(page, person);
  await page.waitForURL((address) => ['/console/orgs/', '/console/service/'].some((place) => address.pathname.startsWith(place)));
  await page.locator('main h1').waitFor();
}

/** @param {import('playwright-core').Page} page @param {{ loginName: string, password: string }} person */
export async function fillSignIn(page, { loginName, password }) {
  await page.fill('input[name=loginName]', loginName);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  // Once a day administrators are told that a second step will be required.
  const later = page.locator('button', { hasText: 'Not now' });
  await later.or(page.locator('#console')).first().waitFor({ state: 'attached' });
  if (await later.isVisible()) await later.click();
}
