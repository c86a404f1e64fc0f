// How people sign in to the console.

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
