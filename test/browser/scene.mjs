// What the pages are shown with: an organization with a colour, an application on a loopback address, and people. All made over HTTP,
// so that it works with a service in this process and with one in another.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PASSWORD = 'Correct-Horse-7';
// RFC 7636 appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

/**
 * `call` sends as somebody who may do everything, and returns the answer's body; in `dataDir` mails are written.
 * @typedef {{ url: string, dataDir: string, call(method: string, path: string, body?: unknown): Promise<any> }} Http
 * @typedef {Awaited<ReturnType<typeof makeScene>>} Scene
 * @typedef {import('./party.mjs').Party} Party
 */

/** A sail boat and a name beside it: plain shapes, as the service takes them. @param {string} ink */
const logo = (ink) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="156" height="44"><path fill="#e4572e" d="M18 2v24H4z"/><path fill="${ink}" d="M22 6v20h13zM2 30h38l-6 10H8z"/><path fill="none" stroke="${ink}" stroke-width="4" d="M52 34 62 10l10 24M56 26h12M99 14.5a12 12 0 1 0 0 15M108 35V11l9 14 9-14v24M151 12h-13v20h13M138 22h11"/></svg>`;

/** A look with everything that an organization may decide. */
const BRANDING = {
  accent: '0a5c86',
  background: 'dbe9ee',
  cornerRadius: 'large',
  layout: 'split',
  links: {
    help: 'mailto:crew@example.com',
    privacy: 'https://example.com/privacy',
    terms: 'https://example.com/terms',
    imprint: 'https://example.com/imprint',
  },
  texts: {
    en: {
      signInTitle: 'Welcome aboard',
      panelTitle: 'The harbour is open',
      panelText: 'One key for the boats, the weather and the crew list.',
    },
  },
};

/** @param {Http} http @param {Party} party @param {{ domain?: string, branded?: object }} [more] `domain`: of login names; `branded`: what is other in a look of its own */
export async function makeScene({ url, dataDir, call }, party, { domain = `${randomUUID().slice(0, 8)}.example`, branded } = {}) {
  const { orgId } = await call('POST', '/admin/v1/organizations', { name: 'Acme Boats', primaryDomain: domain });
  const organization = `/admin/v1/organizations/${orgId}`;
  await call('PUT', `${organization}/policies/look`, { accent: '0b7a75' });
  if (branded) await brand(call, `${organization}/branding`, { ...BRANDING, ...branded });
  await call('PUT', `${organization}/policies/registration`, { enabled: true });
  await call('PUT', `${organization}/policies/account`, { deleteAccount: true });
  const { projectId } = await call('POST', `${organization}/projects`, { name: 'Harbour' });
  /** @param {object} more */
  const addApplication = async (more) => {
    const body = { redirectUris: [`${party.url}/callback`], postLogoutRedirectUris: [`${party.url}/bye`], ...more };
    return (await call('POST', `${organization}/projects/${projectId}/applications`, body)).clientId;
  };
  const people = new Map();
  /** Somebody new with such a name, to be used up by one page. @param {string} name @param {object} [more] */
  const addPerson = async (name, more = { password: PASSWORD }) => {
    const count = (people.get(name) ?? 0) + 1;
    people.set(name, count);
    const userName = count === 1 ? name : `${name}${count}`;
    const person = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      emails: [{ value: `${userName}@${domain}`, primary: true }],
      ...more,
    };
    const { id } = await call('POST', `/scim/v2/${orgId}/Users`, person);
    return { id, loginName: `${userName}@${domain}` };
  };
  const { loginName } = await addPerson('bjensen');
  return {
    url,
    call,
    organization,
    clientId: await addApplication({ name: 'Sail planner' }),
    domain,
    ownPeopleClientId: await addApplication({ name: 'Crew list', servedOrganizations: 'own' }),
    deviceClientId: await addApplication({ name: 'Chart plotter', type: 'native', responseTypes: [], grantTypes: [DEVICE_CODE] }),
    askingClientId: await addApplication({ name: 'Weather report', consentRequired: true }),
    party,
    loginName,
    addPerson,
    /** The owner of an organization without other people. @param {string} primaryDomain */
    async addOwner(primaryDomain) {
      const { orgId: owned } = await call('POST', '/admin/v1/organizations', { name: 'Sailing school', primaryDomain });
      const { id } = await call('POST', `/scim/v2/${owned}/Users`, {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'owner',
        name: { givenName: 'Ada', familyName: 'Stone' },
        emails: [{ value: `owner@${primaryDomain}`, primary: true }],
        password: PASSWORD,
      });
      await call('POST', `/admin/v1/organizations/${owned}/members`, { userId: id, role: 'ORG_OWNER' });
      return { loginName: `owner@${primaryDomain}`, orgId: owned };
    },
    /** Somebody of an organization, who is its only one with this name. @param {string} id */
    async addPersonOf(id) {
      const { primaryDomain } = await call('GET', `/admin/v1/organizations/${id}`);
      const { id: userId } = await call('POST', `/scim/v2/${id}/Users`, {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'astone',
        name: { givenName: 'Ada', familyName: 'Stone' },
        emails: [{ value: `astone@${primaryDomain}`, primary: true }],
        password: PASSWORD,
      });
      return { id: userId, loginName: `astone@${primaryDomain}` };
    },
    /** Somebody of another organization, new each time. */
    async addPersonElsewhere() {
      const name = freshDomain('rafts');
      const { orgId: other } = await call('POST', '/admin/v1/organizations', { name: 'Boreal Rafts', primaryDomain: name });
      const person = {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'visitor',
        name: { givenName: 'Ada', familyName: 'Stone' },
        emails: [{ value: `visitor@${name}`, primary: true }],
        password: PASSWORD,
      };
      await call('POST', `/scim/v2/${other}/Users`, person);
      return { loginName: `visitor@${name}` };
    },
    /** A service that may act for people, and the application that lets it. */
    async addDelegate() {
      await call('PUT', '/admin/v1/features', { oidcTokenExchange: true });
      await call('PUT', '/admin/v1/policies/impersonation', { enabled: true });
      const { userId } = await call('POST', `${organization}/service-users`, { userName: fresh('harbour-desk') });
      await call('POST', `${organization}/members`, { userId, role: 'ORG_END_USER_IMPERSONATOR' });
      const secret = await call('POST', `${organization}/service-users/${userId}/secrets`, {});
      const grantTypes = ['authorization_code', 'refresh_token', TOKEN_EXCHANGE];
      const client_id = await addApplication({ name: 'Ferry desk', type: 'native', grantTypes });
      return {
        clientId: client_id,
        /** Acts for who has signed in there. @param {string} code of the answer */
        async actFor(code) {
          const redirect_uri = `${party.url}/callback`;
          const own = await token(url, { grant_type: 'authorization_code', client_id, code, redirect_uri, code_verifier: VERIFIER });
          const scope = `urn:gatehouse:iam:org:project:id:${projectId}:aud`;
          const actor = await token(url, {
            grant_type: 'client_credentials',
            client_id: secret.clientId,
            client_secret: secret.clientSecret,
            scope,
          });
          await token(url, {
            grant_type: TOKEN_EXCHANGE,
            client_id,
            subject_token: own,
            subject_token_type: ACCESS_TOKEN,
            actor_token: actor,
            actor_token_type: ACCESS_TOKEN,
          });
        },
      };
    },
    /** The link of the newest mail to an address, once there is one. @param {string} to */
    linkTo: (to) => newest(() => readMails(join(dataDir, 'outbox')).filter((text) => text.startsWith(`To: ${to}\n`)), /https?:\S+/, to),
    /** The code of the newest text message to a number, once there is one. @param {string} number */
    codeTo: (number) =>
      newest(() => party.texts.filter(({ to }) => to === number).map(({ text }) => text), /[0-9A-Z]{5}-[0-9A-Z]{5}/, number),
  };
}

/** @param {string} url of the service @param {Record<string, string>} form @returns {Promise<string>} */
async function token(url, form) {
  const response = await fetch(`${url}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: given, error, error_description: why } = await response.json();
  if (!response.ok) throw new Error(`No token by ${form['grant_type']}: ${error} ${why}`);
  return given;
}

/** @param {Http['call']} call @param {string} path @param {object} look */
async function brand(call, path, look) {
  await call('PATCH', path, look);
  for (const [slot, ink] of [
    ['logoLight', '#023047'],
    ['logoDark', '#e8f1f5'],
  ])
    await call('PUT', `${path}/images/${slot}`, { content: Buffer.from(logo(String(ink))).toString('base64') });
  await call('POST', `${path}/_publish`);
}

const MAX_WAIT_MS = 30_000;

/** Messages are sent after the answer that announces them. @param {() => string[]} texts @param {RegExp} wanted @param {string} to @returns {Promise<string>} */
async function newest(texts, wanted, to) {
  for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 25))) {
    const [found] = wanted.exec(texts().at(-1) ?? '') ?? [];
    if (found) return found;
  }
  throw new Error(`No message to ${to} came.`);
}

/** In the order they were written; none while there is no folder. @param {string} folder */
function readMails(folder) {
  try {
    const files = readdirSync(folder).toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b));
    return files.map((file) => readFileSync(join(folder, file), 'utf8'));
  } catch {
    return [];
  }
}

/** The address an application sends people to. @param {Scene} scene @param {Record<string, string>} [more] */
export function authorizeUrl({ url, clientId, party }, more = {}) {
  const query = {
    client_id: clientId,
    redirect_uri: `${party.url}/callback`,
    response_type: 'code',
    scope: 'openid',
    ...CHALLENGE,
    ...more,
  };
  return `${url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`;
}

/** Fills in the login page that is shown. @param {import('playwright-core').Page} page @param {{ loginName: string }} person @param {string} [password] */
export async function signIn(page, { loginName }, password = PASSWORD) {
  await page.fill('input[name=loginName]', loginName);
  // A page may ask for the name alone first.
  if ((await page.locator('input[name=password]').count()) === 0) await send(page, 'button[type=submit]');
  await page.fill('input[name=password]', password);
  await send(page, 'button[type=submit]');
}

/** Presses a button of a form and waits for the page that follows. @param {import('playwright-core').Page} page @param {string} button */
export async function send(page, button) {
  await Promise.all([page.waitForEvent('load'), page.click(button)]);
}

/** @type {Map<string, number>} */
const used = new Map();

/** A name that nobody has yet. @param {string} name */
function fresh(name) {
  const count = (used.get(name) ?? 0) + 1;
  used.set(name, count);
  return count === 1 ? name : `${name}${count}`;
}

/** @param {string} name */
export const freshDomain = (name) => `${fresh(name)}.example`;

/** Settings of a service that sends text messages by way of {@link startParty}, and signs people in with it. @param {Party} party */
export const textsBy = ({ url }) => ({
  SMS_WEBHOOK: `${url}/sms`,
  SMS_WEBHOOK_SECRET: 'a secret of thirty-two characters',
  BACKCHANNEL_ALLOW_PRIVATE: 'true',
});
