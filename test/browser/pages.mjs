// Every page a person may see, and the way to it. The accessibility tests and the screenshots go through this table; a new page is a new row.
import { generateSync } from 'otplib';
import { addAuthenticator } from './device.mjs';
import { SUBJECT } from './party.mjs';
import { authorizeUrl, freshDomain, PASSWORD, send, signIn } from './scene.mjs';

/**
 * `title` in English, without own words. `open` starts in an empty browser whose scripts are on, and ends when the page is shown.
 * @typedef {{ name: string, title: string, open(page: import('playwright-core').Page, scene: import('./scene.mjs').Scene): Promise<unknown> }} ShownPage
 * @typedef {Omit<ShownPage, 'open'> & { open(page: import('playwright-core').Page, scene: import('./scene.mjs').Scene, lang?: string): Promise<unknown> }} ShownMail
 */

/** Of nobody: kept free for stories (Ofcom). One takes few messages a day. */
const [NUMBER, OTHER_NUMBER] = ['+447700900123', '+447700900456'];

/**
 * Mails as their readers see them, in the colours of the organization.
 * @type {ReadonlyArray<ShownMail>}
 */
export const MAILS = [
  ['invitation', 'Your account at Acme Boats'],
  ['resetPassword', 'Reset your password for Acme Boats'],
].map(([kind, title]) => ({
  name: `mail-${kind}`,
  title: title ?? '',
  /** @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene @param {string} [lang] */
  async open(page, scene, lang = 'en') {
    const text = `${scene.organization}/mail-texts/${kind}/${lang}`;
    const { effective } = await scene.call('GET', text);
    await page.setContent((await scene.call('POST', `${text}/_preview`, effective)).html);
  },
}));

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
    name: 'login-providers',
    title: 'Sign in',
    open: openProviders,
  },
  {
    name: 'login-directory',
    title: 'Continue with Shipyard',
    async open(page, scene) {
      await openProviders(page, scene);
      await page.click('a:text("Shipyard")');
    },
  },
  {
    name: 'connect',
    title: 'Connect your account',
    async open(page, scene) {
      const owner = await openReturned(page, scene, { linking: 'proof' });
      await signIn(page, owner);
    },
  },
  {
    name: 'directory-refused',
    title: 'Sign in',
    open: (page, scene) => openReturned(page, scene, { linking: 'off' }),
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
    name: 'invitation-passkey',
    title: 'Welcome',
    async open(page, scene) {
      const { orgId } = await scene.addOwner(freshDomain('keys'));
      await scene.call('PUT', `/admin/v1/organizations/${orgId}/policies/assurance`, { passwordAllowed: false });
      const address = `keyless@${freshDomain('elsewhere')}`;
      const { id } = await scene.call('POST', `/scim/v2/${orgId}/Users`, {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'keyless',
        name: { givenName: 'Barbara', familyName: 'Jensen' },
        emails: [{ value: address, primary: true }],
      });
      await scene.call('POST', `/admin/v1/organizations/${orgId}/people/${id}/_invite`);
      await page.goto(await scene.linkTo(address));
    },
  },
  {
    name: 'invitation-directory',
    title: 'Welcome',
    async open(page, scene) {
      const { orgId } = await addBoatyard(scene, { creation: 'invitation' });
      const address = `${freshDomain('novice')}@elsewhere.example`;
      const person = { userName: 'novice', givenName: 'Barbara', familyName: 'Jensen', emails: [{ value: address }] };
      const { userId } = await scene.call('POST', `/admin/v1/organizations/${orgId}/people`, person);
      await scene.call('POST', `/admin/v1/organizations/${orgId}/people/${userId}/_invite`);
      await page.goto(await scene.linkTo(address));
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
    name: 'passkey-offer',
    title: 'Sign in faster next time?',
    open: openOffer,
  },
  {
    name: 'account-passkeys',
    title: 'Passkeys',
    open: openPasskeys,
  },
  {
    name: 'confirm',
    title: 'Confirm that it’s you',
    async open(page, scene) {
      await openPasskeys(page, scene);
      await send(page, 'button[value=add]');
    },
  },
  {
    name: 'new-passkey',
    title: 'Create a passkey',
    async open(page, scene) {
      await openAccount(page, scene, await scene.addPerson('keyholder'));
      await openCreation(page, scene);
    },
  },
  {
    name: 'confirm-deletion',
    title: 'Confirm that it’s you',
    async open(page, scene) {
      await openAccount(page, scene);
      await page.goto(`${scene.url}/account/data`);
      await send(page, 'button.danger');
    },
  },
  {
    name: 'account-identities',
    title: 'Connected accounts',
    async open(page, scene) {
      const { identityProviderId, orgId } = await addProviders(scene);
      const { id, loginName } = await scene.addPersonOf(orgId);
      const links = `/admin/v1/organizations/${orgId}/people/${id}/identity-links`;
      await scene.call('POST', links, { identityProviderId, subject: '0e1f', loginName: 'ada.stone@shipyard.example' });
      await openAccount(page, scene, { loginName });
      await page.goto(`${scene.url}/account/identities`);
    },
  },
  {
    name: 'confirm-directory',
    title: 'Confirm that it’s you',
    open: openDirectoryCheck,
  },
  {
    name: 'confirmed-by-directory',
    title: 'Boatyard confirmed that it’s you',
    async open(page, scene) {
      await openDirectoryCheck(page, scene);
      await page.click('button:text("Boatyard")');
      await page.waitForURL('**/account/confirmed*');
    },
  },
  {
    name: 'account-authenticator',
    title: 'Authenticator app',
    async open(page, scene) {
      await openAccount(page, scene);
      await page.goto(`${scene.url}/account/second-step`);
      await send(page, 'button[value=add]');
      await confirm(page);
    },
  },
  {
    name: 'account-second-step',
    title: 'Two-step verification',
    async open(page, scene) {
      await openRecoveryCodes(page, scene);
      await send(page, 'main form button[type=submit]');
      await page.goto(`${scene.url}/account/second-step`);
    },
  },
  {
    name: 'second-step-sms',
    title: 'One more step',
    async open(page, scene) {
      const person = await openSms(page, scene, OTHER_NUMBER);
      await page.fill('input[name=code]', await scene.codeTo(OTHER_NUMBER));
      await send(page, 'main form button[type=submit]');
      await page.context().clearCookies();
      await page.goto(authorizeUrl(scene));
      await signIn(page, person);
    },
  },
  {
    name: 'account-sms',
    title: 'Codes by text message',
    open: openSmsSetup,
  },
  {
    name: 'account-sms-code',
    title: 'Codes by text message',
    open: (page, scene) => openSms(page, scene, NUMBER),
  },
  {
    name: 'grace',
    title: 'Two-step verification will be required',
    open: (page, scene) => openSetup(page, scene, { graceDays: 14 }),
  },
  {
    name: 'enrolment',
    title: 'Confirm that it’s you',
    async open(page, scene) {
      await page.goto(await enrolmentLink(scene, await scene.addPerson('locked-out')));
    },
  },
  {
    name: 'enrolment-setup',
    title: 'Set up how you sign in',
    async open(page, scene) {
      await page.goto(await enrolmentLink(scene, await scene.addPerson('locked-out')));
      await confirm(page);
    },
  },
  {
    name: 'second-step-setup',
    title: 'Set up two-step verification',
    open: openSetup,
  },
  {
    name: 'recovery-codes',
    title: 'Save your recovery codes',
    open: openRecoveryCodes,
  },
  {
    name: 'second-step',
    title: 'One more step',
    async open(page, scene) {
      const person = await openRecoveryCodes(page, scene);
      await page.context().clearCookies();
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
    name: 'device',
    title: 'Sign in on a device',
    open: (page, scene) => page.goto(`${scene.url}/device`),
  },
  {
    name: 'device-approval',
    title: 'Approve this device?',
    open: openDeviceApproval,
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
    open: openAccount,
  },
  ...[
    ['profile', 'Profile'],
    ['email', 'Email address'],
    ['security', 'Security'],
    ['password', 'Change password'],
    ['data', 'Your data'],
  ].map(([subject, title]) => ({
    name: `account-${subject}`,
    title: title ?? '',
    /** @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
    async open(page, scene) {
      await openAccount(page, scene);
      await page.goto(`${scene.url}/account/${subject}`);
    },
  })),
  {
    name: 'account-sessions',
    title: 'Where you’re signed in',
    async open(page, scene) {
      await openTwice(page, scene);
      await page.goto(`${scene.url}/account/sessions`);
    },
  },
  {
    name: 'account-delegations',
    title: 'People and services acting for you',
    async open(page, scene) {
      const delegate = await scene.addDelegate();
      await page.goto(authorizeUrl(scene, { client_id: delegate.clientId, scope: 'openid offline_access' }));
      await signIn(page, await scene.addPerson('traveller'));
      await delegate.actFor(new URL(page.url()).searchParams.get('code') ?? '');
      await page.goto(`${scene.url}/account/delegations`);
    },
  },
  {
    name: 'account-first-password',
    title: 'Set a password',
    async open(page, scene) {
      await addAuthenticator(page);
      await page.goto(await enrolmentLink(scene, await scene.addPerson('keyholder', {})));
      await send(page, 'main form button[type=submit]');
      await page.goto(`${scene.url}/account`);
      // The browser offers the passkey by itself.
      await page.waitForSelector('header.head');
      await page.goto(`${scene.url}/account/password`);
      await send(page, 'form[data-passkey] button');
    },
  },
  {
    name: 'account-applications',
    title: 'Applications with access to your account',
    async open(page, scene) {
      await openTwice(page, scene);
      await page.goto(`${scene.url}/account/applications`);
    },
  },
  {
    name: 'account-profile-fault',
    title: 'Profile',
    async open(page, scene) {
      await openAccount(page, scene);
      await page.goto(`${scene.url}/account/profile`);
      await page.fill('input[name=phone0]', 'no number');
      await send(page, 'main button[type=submit]');
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

/** @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene @param {{ loginName: string }} [person] */
async function openAccount(page, scene, person = scene) {
  await page.goto(authorizeUrl(scene));
  await signIn(page, person);
  await page.goto(`${scene.url}/account`);
}

/** Somebody who is signed in to a second browser as well, and has allowed an application something. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openTwice(page, scene) {
  const person = await scene.addPerson('traveller');
  const elsewhere = await page.context().browser()?.newContext();
  const other = await elsewhere?.newPage();
  for (const each of other ? [other, page] : [page]) {
    await each.goto(authorizeUrl(scene, { client_id: scene.askingClientId, scope: 'openid profile email' }));
    await signIn(each, person);
    if (each === other) await send(each, 'button[value=yes]');
  }
  await elsewhere?.close();
}

/** As the script leaves the login page on a device that can keep a passkey. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openOffer(page, scene) {
  const person = await scene.addPerson('offered');
  await page.goto(authorizeUrl(scene));
  await page.locator('[data-device]').evaluate((field) => field.setAttribute('value', '1'));
  await signIn(page, person);
}

/** Somebody with a passkey in this browser. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openPasskeys(page, scene) {
  await addAuthenticator(page);
  // On the way to an application, this device would be offered a passkey.
  await page.goto(`${scene.url}/account`);
  await signIn(page, await scene.addPerson('keyholder'));
  await openCreation(page, scene);
  await send(page, 'form[data-passkey] button');
  await page.click('summary:text("Rename")');
  await page.fill('input[name=name]', 'My laptop');
  await send(page, 'button[value=rename]');
  await page.goto(`${scene.url}/account/passkeys`);
}

/** @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openCreation(page, scene) {
  await page.goto(`${scene.url}/account/passkeys`);
  await send(page, 'button[value=add]');
  await confirm(page);
}

/** @param {import('playwright-core').Page} page */
async function confirm(page) {
  await page.fill('input[name=currentPassword]', PASSWORD);
  await send(page, 'main form button[type=submit]');
}

/** An organization whose people sign in with directories. @param {import('./scene.mjs').Scene} scene */
async function addProviders(scene) {
  const domain = freshDomain('shipyard');
  const { orgId } = await scene.addOwner(domain);
  const providers = `/admin/v1/organizations/${orgId}/identity-providers`;
  const oidc = { kind: 'oidc', issuer: 'https://login.example', clientId: 'gatehouse', clientSecret: 'a-secret-of-the-directory' };
  const { identityProviderId } = await scene.call('POST', providers, { ...oidc, name: 'Entra ID', domains: [domain] });
  const ldap = { kind: 'ldap', urls: ['ldaps://ldap.example'], bindDn: 'cn=gatehouse,dc=example', bindPassword: 'A-password-7' };
  const shipyard = await scene.call('POST', providers, { ...ldap, baseDn: 'dc=example', name: 'Shipyard', buttonOrder: 1 });
  const boat = '<path fill="#e4572e" d="M18 2v24H4z"/><path fill="#0b4a6f" d="M22 6v20h13zM2 30h38l-6 10H8z"/>';
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="44" height="44">${boat}</svg>`;
  await scene.call('PUT', `${providers}/${shipyard.identityProviderId}/logo`, { content: Buffer.from(logo).toString('base64') });
  return { orgId, identityProviderId };
}

/** @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openProviders(page, scene) {
  const { orgId } = await addProviders(scene);
  await page.goto(authorizeUrl(scene, { scope: `openid urn:gatehouse:iam:org:id:${orgId}` }));
}

/** An organization with a directory by OpenID Connect that signs in at once, and its owner. @param {import('./scene.mjs').Scene} scene @param {object} [rules] */
async function addBoatyard(scene, rules = {}) {
  const owner = await scene.addOwner(freshDomain('boatyard'));
  const { identityProviderId } = await scene.call('POST', `/admin/v1/organizations/${owner.orgId}/identity-providers`, {
    kind: 'oidc',
    name: 'Boatyard',
    issuer: `${scene.party.url}/provider`,
    clientId: 'gatehouse',
    clientSecret: 'a secret of the boatyard',
    ...rules,
  });
  return { ...owner, identityProviderId };
}

/** Before a passkey is added by a person who has a directory. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openDirectoryCheck(page, scene) {
  const { orgId, identityProviderId } = await addBoatyard(scene);
  const { id, loginName } = await scene.addPersonOf(orgId);
  const links = `/admin/v1/organizations/${orgId}/people/${id}/identity-links`;
  await scene.call('POST', links, { identityProviderId, subject: SUBJECT, loginName: 'ada.stone@boatyard.example' });
  await openAccount(page, scene, { loginName });
  await page.goto(`${scene.url}/account/passkeys`);
  await send(page, 'button[value=add]');
}

/** Somebody whose organization asks for an authenticator app. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene @param {object} [more] that it decided */
async function openSetup(page, scene, more = {}) {
  const person = await scene.addOwner(freshDomain('careful'));
  const policy = { secondFactor: 'required', factors: ['totp'], passkeys: 'off', graceDays: 0, ...more };
  await scene.call('PUT', `/admin/v1/organizations/${person.orgId}/policies/assurance`, policy);
  await page.goto(authorizeUrl(scene));
  await signIn(page, person);
  return person;
}

/** @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openRecoveryCodes(page, scene) {
  const person = await openSetup(page, scene);
  const secret = (await page.textContent('main form code'))?.replaceAll(' ', '') ?? '';
  await page.fill('input[name=code]', generateSync({ secret }));
  await send(page, 'main form button[type=submit]');
  return person;
}

/** Somebody whose organization takes codes by text message. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openSmsSetup(page, scene) {
  const person = await scene.addOwner(freshDomain('texting'));
  await scene.call('PUT', `/admin/v1/organizations/${person.orgId}/policies/assurance`, { factors: ['totp', 'sms'] });
  await openAccount(page, scene, person);
  await page.goto(`${scene.url}/account/second-step`);
  await send(page, 'form[action$=phone] button');
  await confirm(page);
  return person;
}

/** The same, at the code for a number. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene @param {string} number */
async function openSms(page, scene, number) {
  const person = await openSmsSetup(page, scene);
  await page.fill('input[name=phone]', number);
  await send(page, 'main form button[type=submit]');
  return person;
}

/** @param {import('./scene.mjs').Scene} scene @param {{ id: string }} person @returns {Promise<string>} */
async function enrolmentLink(scene, { id }) {
  return (await scene.call('POST', `${scene.organization}/people/${id}/factors/_invite`, {})).link;
}

/**
 * Somebody of a provider whose identity has no account here. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene
 * @param {object} settings of the provider
 */
async function openReturned(page, scene, settings) {
  const owner = await scene.addOwner(freshDomain('slipway'));
  const at = `${scene.party.url}/provider`;
  const { identityProviderId } = await scene.call('POST', `/admin/v1/organizations/${owner.orgId}/identity-providers`, {
    kind: 'oauth',
    name: 'Boatyard',
    clientId: 'gatehouse',
    clientSecret: 'a secret of the boatyard',
    authorizationUrl: `${at}/authorize`,
    tokenUrl: `${at}/token`,
    userinfoUrl: `${at}/person`,
    subjectMember: 'id',
    loginNameMember: 'login',
    nameMember: 'name',
    scopes: ['person'],
    ...settings,
  });
  await page.goto(authorizeUrl(scene, { scope: `openid urn:gatehouse:iam:org:idp:id:${identityProviderId}` }));
  await page.waitForSelector('main h1');
  return owner;
}

/** By the link that a device shows as a QR code. @param {import('playwright-core').Page} page @param {import('./scene.mjs').Scene} scene */
async function openDeviceApproval(page, scene) {
  const person = await scene.addPerson('plotter');
  const body = new URLSearchParams({ client_id: scene.deviceClientId, scope: 'openid profile offline_access' });
  const asked = await fetch(`${scene.url}/oauth/v2/device_authorization`, { method: 'POST', body });
  const { verification_uri_complete: address } = await asked.json();
  await page.goto(address);
  await page.locator('main button[type=submit]').click();
  await signIn(page, person);
}
