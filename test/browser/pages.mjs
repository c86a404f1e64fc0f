// Every page a person may see, and the way to it. The accessibility tests and the screenshots go through this table; a new page is a new row.
import { authorizeUrl, send, signIn } from './scene.mjs';

/**
 * `title` in English. `open` starts in an empty browser and ends when the page is shown.
 * @typedef {{ name: string, title: string, open(page: import('playwright-core').Page, scene: import('./scene.mjs').Scene): Promise<unknown> }} ShownPage
 */

/** @type {ReadonlyArray<ShownPage>} */
export const PAGES = [
  {
    name: 'login',
    title: 'Sign in',
    open: (page, scene) => page.goto(authorizeUrl(scene)),
  },
  {
    name: 'login-fault',
    title: 'Sign in',
    async open(page, scene) {
      await page.goto(authorizeUrl(scene));
      await signIn(page, scene, 'wrong');
    },
  },
  {
    name: 'error',
    title: 'The application asked for an unknown address',
    open: (page, scene) => page.goto(authorizeUrl(scene, { redirect_uri: 'https://elsewhere.example/callback' })),
  },
  {
    name: 'lost-sign-in',
    title: 'This sign-in is over',
    open: (page, scene) => page.goto(`${scene.url}/sign-in/unknown`),
  },
  {
    name: 'chooser',
    title: 'Choose an account',
    async open(page, scene) {
      await page.goto(authorizeUrl(scene));
      await signIn(page, scene);
      await page.goto(authorizeUrl(scene, { prompt: 'select_account' }));
    },
  },
  {
    name: 'forgotten',
    title: 'Forgotten password',
    open: (page, scene) => page.goto(`${scene.url}/password/forgotten`),
  },
  {
    name: 'account-sign-in',
    title: 'Sign in',
    open: (page, scene) => page.goto(`${scene.url}/account`),
  },
  {
    name: 'account',
    title: 'Your account',
    async open(page, scene) {
      await page.goto(authorizeUrl(scene));
      await signIn(page, scene);
      await page.goto(`${scene.url}/account`);
    },
  },
  {
    name: 'logout',
    title: 'Sign out?',
    open: openLogout,
  },
  {
    name: 'signed-out',
    title: 'You are signed out',
    async open(page, scene) {
      await openLogout(page, scene);
      await send(page, 'button[name=logout]');
    },
  },
];

/** @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openLogout(page, scene) {
  await page.goto(authorizeUrl(scene));
  await signIn(page, scene);
  await page.goto(`${scene.url}/oidc/v1/end_session?client_id=${scene.clientId}`);
}
