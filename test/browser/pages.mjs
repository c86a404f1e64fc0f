// Every page a person may see, and the way to it. The accessibility tests and the screenshots go through this table; a new page is a new row.
import { authorizeUrl, PASSWORD, send, signIn } from './scene.mjs';

/**
 * `title` in English. `open` starts in an empty browser and ends when the page is shown.
 * @typedef {{ name: string, title: string, open(page: import('playwright-core').Page, scene: import('./scene.mjs').Scene): Promise<unknown> }} ShownPage
 */

/** @type {ReadonlyArray<ShownPage>} */
export const PAGES = [
  {
    name: 'home',
    title: 'Gatehouse',
    open: (page, scene) => page.goto(scene.url),
  },
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
    title: 'Unknown return address',
    open: (page, scene) => page.goto(authorizeUrl(scene, { redirect_uri: 'https://elsewhere.example/callback' })),
  },
  {
    name: 'lost-sign-in',
    title: 'This sign-in link has expired',
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
    title: 'Forgot your password?',
    open: (page, scene) => page.goto(`${scene.url}/password/forgotten`),
  },
  {
    name: 'reset',
    title: 'Choose a new password',
    async open(page, scene) {
      const { loginName } = await scene.addPerson('forgetful');
      await page.goto(`${scene.url}/password/forgotten`);
      await page.fill('input[name=loginName]', loginName);
      await send(page, 'button[type=submit]');
      await page.goto(await scene.linkTo(loginName));
    },
  },
  {
    name: 'registration',
    title: 'Create account',
    open: (page, scene) => page.goto(authorizeUrl(scene, { prompt: 'create' })),
  },
  {
    name: 'registration-code',
    title: 'Check your inbox',
    async open(page, scene) {
      await page.goto(authorizeUrl(scene, { prompt: 'create' }));
      const fields = { givenName: 'Ada', familyName: 'Stone', email: 'ada.stone@example.com', newPassword: PASSWORD };
      for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, value);
      await send(page, 'button[type=submit]');
    },
  },
  {
    name: 'verify',
    title: 'Confirm your email address',
    async open(page, scene) {
      // An address of the organization's own domain would be taken for verified.
      const address = `unproven-${Date.now()}@elsewhere.example`;
      const { id } = await scene.addPerson('unproven', { password: PASSWORD, emails: [{ value: address, primary: true }] });
      await scene.call('POST', `${scene.organization}/people/${id}/_send-verification`);
      await page.goto(await scene.linkTo(address));
    },
  },
  {
    name: 'invitation',
    title: 'Welcome',
    async open(page, scene) {
      const { id, loginName } = await scene.addPerson('newcomer', {});
      await scene.call('POST', `${scene.organization}/people/${id}/_invite`);
      await page.goto(await scene.linkTo(loginName));
    },
  },
  {
    name: 'forced-change',
    title: 'Choose a new password',
    async open(page, scene) {
      const person = await scene.addPerson('overdue');
      await scene.call('POST', `${scene.organization}/people/${person.id}/_require-password-change`);
      await page.goto(authorizeUrl(scene));
      await signIn(page, person);
    },
  },
  {
    name: 'consent',
    title: 'Allow access?',
    async open(page, scene) {
      const person = await scene.addPerson('asked');
      await page.goto(authorizeUrl(scene, { client_id: scene.askingClientId, scope: 'openid profile email' }));
      await signIn(page, person);
    },
  },
  {
    name: 'not-served',
    title: 'You can’t use this account here',
    async open(page, scene) {
      const { loginName } = await scene.addPersonElsewhere();
      await page.goto(authorizeUrl(scene, { client_id: scene.ownPeopleClientId }));
      await signIn(page, { loginName });
    },
  },
  {
    name: 'consent-elsewhere',
    title: 'Allow access?',
    async open(page, scene) {
      const { loginName } = await scene.addPersonElsewhere();
      await page.goto(authorizeUrl(scene, { scope: 'openid email' }));
      await signIn(page, { loginName });
    },
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
    name: 'account-access',
    title: 'Your account',
    async open(page, scene) {
      const person = await scene.addPerson('traveller');
      const elsewhere = await page.context().browser()?.newContext();
      const other = await elsewhere?.newPage();
      for (const each of other ? [other, page] : [page]) {
        await each.goto(authorizeUrl(scene, { client_id: scene.askingClientId, scope: 'openid profile email' }));
        await signIn(each, person);
        if (each === other) await send(each, 'button[value=yes]');
      }
      await elsewhere?.close();
      await page.goto(`${scene.url}/account#sessions`);
    },
  },
  {
    name: 'logout',
    title: 'Sign out?',
    open: openLogout,
  },
  {
    name: 'signed-out',
    title: 'You’re signed out',
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
