// Signing in with a real Keycloak, by OpenID Connect and by SAML, as docs/connect-keycloak.md connects it. A browser goes the way of people.
// At the end its realm moves here, as docs/migrate-from-keycloak.md says.
import { readFileSync } from 'node:fs';
import { generateSync } from 'otplib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProbeStep } from '../../src/oidc/upstream/upstream.js';
import { launchChromium } from '../browser/chromium.mjs';
import { signInAfterMigration } from '../support/after-migration.js';
import { blocksUnder } from '../support/guide-blocks.js';
import { Reader } from '../support/guide.js';
import { startKeycloak, type Keycloak } from '../support/keycloak.js';
import { authorizeUrl, claimsOf, redeem, userinfo } from '../support/oauth.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { advanceClocks, freePort, startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const GUIDE = readFileSync('docs/connect-keycloak.md', 'utf8');
const PASSWORD = 'Correct-Horse-7';
const OTP_SECRET = 'ABCDEFGHIJKLMNOPQRST';
const DOMAIN = 'keycloak-guide.example';
const CLIENT_ID = 'gatehouse';
/** So long a key set is not loaded again because of an unknown key. */
const MINUTE_MS = 60_000;
const TEST_MS = 180_000;
/** Keycloak builds itself once more before it exports. */
const EXPORT_MS = 600_000;
/** An application of the realm that moves here with it. */
const MIGRATED = { clientId: 'time-sheet', secret: 'Xk29sLq0pVb81NzRtYw4', redirectUris: ['https://app.example/callback'] };

let keycloak: Keycloak;
let service: TestService;
let app: Receiver;
let chromium: Browser;
beforeAll(async () => {
  const port = String(await freePort());
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true', PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  app = await startReceiver();
  chromium = await launchChromium();
  keycloak = await startKeycloak({
    users: ['ada', 'grace', 'edith'].map(personOfRealm),
    groups: [{ name: 'engineering' }],
    clients: [
      { ...MIGRATED, enabled: true },
      { clientId: 'export', secret: MIGRATED.secret, enabled: true, standardFlowEnabled: false, serviceAccountsEnabled: true },
    ],
  });
}, 900_000);
afterAll(async () => {
  await chromium?.close();
  await app?.close();
  await keycloak?.stop();
  await service?.close();
});

function personOfRealm(username: string): object {
  const password = { type: 'password', value: PASSWORD };
  const otp = {
    type: 'otp',
    secretData: JSON.stringify({ value: OTP_SECRET }),
    credentialData: JSON.stringify({ subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' }),
  };
  return {
    username,
    enabled: true,
    email: `${username}@${DOMAIN}`,
    emailVerified: true,
    firstName: username === 'ada' ? 'Ada' : 'Grace',
    lastName: username === 'ada' ? 'Lovelace' : 'Hopper',
    credentials: username === 'grace' ? [password, otp] : [password],
  };
}

/** Members of Keycloak's admin API that the tests name. */
interface Representation {
  id: string;
  secret: string;
  attributes: Record<string, string>;
  protocolMappers?: object[];
}

const clientOf = async (clientId: string): Promise<Representation> => {
  const [found] = (await keycloak.admin('GET', `/clients?clientId=${encodeURIComponent(clientId)}`)) as Representation[];
  if (!found) throw new Error(`The realm has no client ${clientId}.`);
  return found;
};

async function changeClient(
  clientId: string,
  { attributes, ...members }: Partial<Representation> & Record<string, unknown>,
): Promise<void> {
  const before = await clientOf(clientId);
  await keycloak.admin('PUT', `/clients/${before.id}`, { ...before, ...members, attributes: { ...before.attributes, ...attributes } });
}

const personThere = async (username: string): Promise<Representation> => {
  const [found] = (await keycloak.admin('GET', `/users?exact=true&username=${username}`)) as Representation[];
  if (!found) throw new Error(`The realm has no person ${username}.`);
  return found;
};

/** Makes the person a member of the group `engineering` of the realm, or ends that. */
async function changeGroup(username: string, isMember: boolean): Promise<void> {
  const [group] = (await keycloak.admin('GET', '/groups')) as Representation[];
  await keycloak.admin(isMember ? 'PUT' : 'DELETE', `/users/${(await personThere(username)).id}/groups/${group?.id}`);
}

/** A new key that signs from now on; the old one is gone. */
async function rotateKeys(): Promise<void> {
  const ofKeys = '/components?type=org.keycloak.keys.KeyProvider';
  const old = ((await keycloak.admin('GET', ofKeys)) as Array<{ id: string; providerId: string; parentId: string }>).filter(
    ({ providerId }) => providerId === 'rsa-generated',
  );
  await keycloak.admin('POST', '/components', {
    name: `rsa-${old[0]?.id}`,
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    parentId: old[0]?.parentId,
    config: { priority: ['100'] },
  });
  for (const { id } of old) await keycloak.admin('DELETE', `/components/${id}`);
  // A key set was loaded at most now.
  advanceClocks([service], MINUTE_MS);
}

let world: World;
let reader: Reader;
let client: { clientId: string; clientSecret: string };
beforeAll(async () => {
  world = await makeWorld(service);
  const redirectUris = [`${app.url}/callback`];
  const { application, clientSecret = '' } = await world.addApplication({ redirectUris });
  client = { clientId: application.clientId, clientSecret };
  reader = new Reader({
    'http://localhost:8080': service.url,
    'https://keycloak.example.com/realms/example': keycloak.realmUrl,
    'example.com': DOMAIN,
  });
  reader.save('data/bootstrap.json', JSON.stringify({ ...service.credentials, orgId: world.organization.id }));
  await reader.type(/^```sh\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1] ?? '');
});
afterAll(() => reader?.leave());

/** Types the commands under a title of the guide. @returns what the last block wrote */
async function type(title: string): Promise<string> {
  let written = '';
  for (const block of blocksUnder(GUIDE, title, 'sh')) written = await reader.type(block);
  return written;
}

const base = () => `/admin/v1/organizations/${world.organization.id}`;
const health = async (variable: string): Promise<string> => {
  const path = `${base()}/identity-providers/${reader.valueOf(variable)}/health`;
  return ((await service.call('GET', path)).body as { lastFailure?: string }).lastFailure ?? '';
};

/** A person with a browser of its own. */
class Visitor {
  private constructor(
    private readonly context: BrowserContext,
    readonly tab: Page,
  ) {}

  static async arrive(): Promise<Visitor> {
    const context = await chromium.newContext();
    return new Visitor(context, await context.newPage());
  }

  /** Opens the application. @param more parameters of the authorization request */
  async open(more: Record<string, string> = {}): Promise<void> {
    const parameters = { redirect_uri: `${app.url}/callback`, ...more };
    await this.tab.goto(authorizeUrl(service.url, client.clientId, 'openid email profile', parameters));
  }

  async typeName(name: string): Promise<void> {
    await this.tab.fill('input[name=loginName]', `${name}@${DOMAIN}`);
    await this.tab.click('button[type=submit]');
    await this.tab.waitForURL(`${keycloak.realmUrl}/**`);
  }

  /** Presses the button of a provider. @param variable of the guide, with its id */
  async choose(variable: string): Promise<void> {
    await this.tab.click(`a[href*="/to/${reader.valueOf(variable)}"]`);
    await this.tab.waitForURL(`${keycloak.realmUrl}/**`);
  }

  /** Signs in at Keycloak, whose page may know the name. */
  async signInThere(name: string): Promise<void> {
    const field = this.tab.locator('input#username:not([type=hidden])');
    if ((await field.count()) > 0) await field.fill(name);
    await this.tab.fill('input#password', PASSWORD);
    await this.tab.click('#kc-login');
  }

  async arrived(): Promise<URL> {
    await this.tab.waitForURL(`${app.url}/**`);
    return new URL(this.tab.url());
  }

  /** What the application learns about the person, from the ID token and from userinfo. */
  async claims(): Promise<Record<string, unknown>> {
    const code = (await this.arrived()).searchParams.get('code') ?? '';
    const { status, body } = await redeem(service, client, code, { redirect_uri: `${app.url}/callback` });
    expect(status, JSON.stringify(body)).toBe(200);
    const { body: more } = await userinfo(service, body.access_token);
    return { ...claimsOf(body.id_token), ...more };
  }

  async isSignedIn(): Promise<boolean> {
    await this.open({ prompt: 'none' });
    return (await this.arrived()).searchParams.has('code');
  }

  /** Signs out at Keycloak, by its own page. */
  async signOutThere(): Promise<void> {
    await this.tab.goto(`${keycloak.realmUrl}/protocol/openid-connect/logout`);
    await this.tab.click('#kc-logout');
    await this.tab.waitForLoadState('networkidle');
  }

  /** Signs out here, which goes by way of Keycloak. */
  async signOutHere(): Promise<void> {
    await this.tab.goto(`${service.url}/oidc/v1/end_session`);
    await this.tab.click('button:has-text("Sign out")');
    await this.tab.waitForSelector('text=You’re signed out');
  }

  /** Whether Keycloak asks for the password, though this browser has signed in there. @param variable of the guide, with the provider */
  async isAskedThere(variable: string): Promise<boolean> {
    await this.open();
    await this.choose(variable);
    return (await this.tab.locator('input#password').count()) > 0;
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}

/** The whole way from the application to the application. */
async function signIn(name: string, begin: (visitor: Visitor) => Promise<void>, more: Record<string, string> = {}): Promise<Visitor> {
  const visitor = await Visitor.arrive();
  await visitor.open(more);
  await begin(visitor);
  await visitor.signInThere(name);
  return visitor;
}

const linksOf = async (userId: string): Promise<Array<{ subject: string; identityProviderId: string }>> => {
  const path = `/admin/v1/organizations/${world.organization.id}/people/${userId}/identity-links`;
  return (await service.call('GET', path)).body.identityLinks;
};

/** The people in the group of the guide, by id. */
const membersHere = async (): Promise<string[]> => {
  const path = `/admin/v1/organizations/${world.organization.id}/groups/${reader.valueOf('GROUP')}/members`;
  return (await service.call('GET', path)).body.members.map(({ memberId }: { memberId: string }) => memberId);
};

describe('by OpenID Connect', { timeout: TEST_MS }, () => {
  const byName = (name: string) => (visitor: Visitor) => visitor.typeName(name);
  let sub: string;

  it('is connected as the guide says, and its test passes', async () => {
    await keycloak.admin('POST', '/clients', {
      clientId: CLIENT_ID,
      protocol: 'openid-connect',
      publicClient: false,
      standardFlowEnabled: true,
      directAccessGrantsEnabled: false,
      serviceAccountsEnabled: false,
      redirectUris: [],
    });
    reader.save('client.secret', (await clientOf(CLIENT_ID)).secret);
    await type('## 1. Your domain');
    await type('## 3. The identity provider');
    await changeClient(CLIENT_ID, { redirectUris: [(await type('## 4. The callback')).trim()] });
    const outcome = (text: string) => (JSON.parse(text) as { steps: ProbeStep[] }).steps.map(({ step, ok }) => ({ step, ok }));
    expect(outcome(await type('## 5. The test'))).toEqual(outcome(blocksUnder(GUIDE, '## 5. The test', 'json')[0] ?? ''));
  });

  it('leads a person without an account from the typed name to the application', async () => {
    const visitor = await signIn('ada', byName('ada'));
    const claims = await visitor.claims();
    expect(claims).toMatchObject({ email: `ada@${DOMAIN}`, email_verified: true, given_name: 'Ada', family_name: 'Lovelace' });
    sub = String(claims['sub']);
    expect(await linksOf(sub)).toMatchObject([{ subject: (await personThere('ada')).id }]);
    await visitor.leave();
  });

  it('finds the account again after a new name and address there', async () => {
    const ada = await personThere('ada');
    const to = (username: string) => keycloak.admin('PUT', `/users/${ada.id}`, { ...ada, username, email: `${username}@${DOMAIN}` });
    // Otherwise Keycloak keeps the name.
    await keycloak.admin('PUT', '', { editUsernameAllowed: true });
    await to('countess');
    const visitor = await signIn('countess', byName('countess'));
    expect((await visitor.claims())['sub']).toBe(sub);
    await visitor.leave();
    await to('ada');
  });

  it('has the person authenticate again where the application wants that', async () => {
    const visitor = await signIn('ada', byName('ada'));
    await visitor.arrived();
    const before = Math.floor(Date.now() / 1_000);
    await visitor.open({ prompt: 'login' });
    await visitor.choose('IDP');
    await visitor.signInThere('ada');
    expect((await visitor.claims())['auth_time']).toBeGreaterThanOrEqual(before);
    await visitor.leave();
  });

  it('counts the second factor that the guide sets up, and only for whom it was asked', async () => {
    const { id } = await clientOf(CLIENT_ID);
    await keycloak.admin('POST', `/clients/${id}/protocol-mappers/models`, {
      name: 'amr',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-amr-mapper',
      config: { 'id.token.claim': 'true', 'access.token.claim': 'true' },
    });
    type Execution = { id: string; providerId?: string };
    const executions = (await keycloak.admin('GET', '/authentication/flows/browser/executions')) as Execution[];
    const form = executions.find(({ providerId }) => providerId === 'auth-otp-form');
    const config = { 'default.reference.value': 'otp', 'default.reference.maxAge': '3600' };
    await keycloak.admin('POST', `/authentication/executions/${form?.id}/config`, { alias: 'otp', config });
    await type('## Second factors');
    const grace = await signIn('grace', byName('grace'));
    await grace.tab.fill('input#otp', generateSync({ secret: base32(OTP_SECRET) }));
    await grace.tab.click('#kc-login');
    expect((await grace.claims())['acr']).toBe('https://refeds.org/profile/mfa');
    await grace.leave();
    const ada = await signIn('ada', byName('ada'));
    expect((await ada.claims())['acr']).toBe('https://refeds.org/profile/sfa');
    await ada.leave();
  });

  it('makes people members of the group here whose group there they are in, as the guide says, and ends that', async () => {
    const { id } = await clientOf(CLIENT_ID);
    await keycloak.admin('POST', `/clients/${id}/protocol-mappers/models`, {
      name: 'groups',
      protocol: 'openid-connect',
      protocolMapper: 'oidc-group-membership-mapper',
      config: { 'claim.name': 'groups', 'full.path': 'true', 'id.token.claim': 'true' },
    });
    await type('## Groups');
    await changeGroup('ada', true);
    for (const expected of [[sub], []]) {
      const visitor = await signIn('ada', byName('ada'));
      await visitor.arrived();
      expect(await membersHere()).toEqual(expected);
      await visitor.leave();
      await changeGroup('ada', false);
    }
  });

  it('ends the session here when the person signs out there, and no other person’s', async () => {
    await changeClient(CLIENT_ID, {
      frontchannelLogout: false,
      attributes: { 'backchannel.logout.url': (await type('## Sign-out')).trim(), 'backchannel.logout.session.required': 'true' },
    });
    const [ada, edith] = [await signIn('ada', byName('ada')), await signIn('edith', byName('edith'))];
    await Promise.all([ada.arrived(), edith.arrived()]);
    expect([await ada.isSignedIn(), await edith.isSignedIn()]).toEqual([true, true]);
    await ada.signOutThere();
    expect([await ada.isSignedIn(), await edith.isSignedIn()]).toEqual([false, true]);
    await ada.leave();
    await edith.leave();
  });

  it('is signed out there as well when the person signs out here', async () => {
    for (const block of blocksUnder(GUIDE, '## Sign-out here', 'sh')) await reader.type(block);
    const { postLogoutRedirectUrl } = JSON.parse(reader.valueOf('PROVIDER')) as { postLogoutRedirectUrl: string };
    await changeClient(CLIENT_ID, { attributes: { 'post.logout.redirect.uris': postLogoutRedirectUrl } });
    const ada = await signIn('ada', byName('ada'));
    await ada.arrived();
    await ada.signOutHere();
    expect(await ada.isSignedIn()).toBe(false);
    expect(await ada.isAskedThere('IDP')).toBe(true);
    await ada.leave();
  });

  it('goes on when the realm signs with a new key', async () => {
    await rotateKeys();
    const visitor = await signIn('ada', byName('ada'));
    expect((await visitor.claims())['sub']).toBe(sub);
    await visitor.leave();
  });

  it('refuses the person whom the realm disables, and tells the person there', async () => {
    const edith = await personThere('edith');
    await keycloak.admin('PUT', `/users/${edith.id}`, { ...edith, enabled: false });
    const visitor = await signIn('edith', byName('edith'));
    await visitor.tab.waitForSelector('text=Account is disabled');
    await visitor.leave();
  });

  it('says the faults that the guide explains, in its words', async () => {
    const explained = GUIDE.split('\n## What goes wrong\n')[1] ?? '';
    const path = `/admin/v1/organizations/${world.organization.id}/identity-providers/${reader.valueOf('IDP')}`;
    await service.call('PATCH', path, { clientSecret: 'not-that-of-the-client' });
    const refused = await signIn('ada', byName('ada'));
    await refused.tab.waitForURL(`${service.url}/sign-in/**`);
    await refused.leave();
    expect(await health('IDP')).toMatch(/^The token endpoint reports "(unauthorized_client|invalid_client)"/);
    expect(explained).toContain('The token endpoint reports "unauthorized_client" or "invalid_client"');
    await changeClient(CLIENT_ID, { redirectUris: ['https://elsewhere.example/callback'] });
    const lost = await Visitor.arrive();
    await lost.open();
    await lost.typeName('ada');
    await lost.tab.waitForSelector('text=Invalid parameter: redirect_uri');
    await lost.leave();
    expect(explained).toContain('Invalid parameter: redirect\\_uri');
    const wrong = await service.call('PATCH', path, { issuer: `${keycloak.realmUrl}s`, clientSecret: 'any' });
    expect(wrong.status, wrong.text).toBe(200);
    const { body } = await service.call('POST', `${path}/_test`);
    expect(JSON.stringify(body)).toContain('answers with status 404');
  });
});

describe('by SAML', { timeout: TEST_MS }, () => {
  let entityId: string;
  let sub: string;
  const byButton = (visitor: Visitor) => visitor.choose('SAML_IDP');
  /** The next form of Keycloak's page. */
  const responseOf = async ({ tab }: Visitor): Promise<string> => {
    const request = await tab.waitForRequest((one) => one.method() === 'POST' && one.url().startsWith(entityId));
    return Buffer.from(new URLSearchParams(request.postData() ?? '').get('SAMLResponse') ?? '', 'base64').toString();
  };
  /** The algorithms of the encrypted assertion, in their order. */
  const encryptionIn = (response: string) => {
    const [, encrypted = ''] = response.split(/<[^<>]*EncryptedAssertion\b/);
    return [...encrypted.matchAll(/(?:EncryptionMethod|DigestMethod|MGF)\b[^>]* Algorithm="([^"]+)"/g)].map(([, name]) => name);
  };

  // By SAML instead: an account that another provider signs in would have to be proven.
  beforeAll(async () => {
    const { people } = (await service.call('GET', `${base()}/people?limit=100`)).body as {
      people: Array<{ userId: string; emails: Array<{ value: string }> }>;
    };
    for (const { userId, emails } of people)
      if (emails.some(({ value }) => value.endsWith(`@${DOMAIN}`)))
        expect((await service.call('DELETE', `${base()}/people/${userId}`)).status).toBe(204);
    expect((await service.call('DELETE', `${base()}/identity-providers/${reader.valueOf('IDP')}`)).status).toBe(204);
  });

  it('is connected as the guide says, and its test passes', async () => {
    await type('## By SAML instead');
    const id = reader.valueOf('SAML_IDP');
    entityId = `${service.url}/sign-in/providers/${id}`;
    const imported = (await keycloak.admin('POST', '/client-description-converter', reader.read('gatehouse.xml'))) as Representation;
    expect(imported.attributes).toHaveProperty(['saml.encryption.certificate']);
    const x500 = (name: string, property: string, attribute: string) => ({
      name,
      protocol: 'saml',
      protocolMapper: 'saml-user-property-mapper',
      config: { 'user.attribute': property, 'attribute.name': attribute, 'attribute.nameformat': 'URI Reference' },
    });
    await keycloak.admin('POST', '/clients', {
      ...imported,
      frontchannelLogout: true,
      attributes: {
        ...imported.attributes,
        saml_name_id_format: 'persistent',
        saml_force_name_id_format: 'true',
        'saml.assertion.signature': 'true',
        'saml.client.signature': 'true',
        'saml.encrypt': 'true',
      },
      protocolMappers: [
        x500('X500 email', 'email', 'urn:oid:1.2.840.113549.1.9.1'),
        x500('X500 givenName', 'firstName', 'urn:oid:2.5.4.42'),
        x500('X500 surname', 'lastName', 'urn:oid:2.5.4.4'),
        { ...x500('username', 'username', 'username'), config: { 'user.attribute': 'username', 'attribute.name': 'username' } },
        {
          name: 'groups',
          protocol: 'saml',
          protocolMapper: 'saml-group-membership-mapper',
          config: { 'attribute.name': 'groups', 'attribute.nameformat': 'Basic', single: 'true', 'full.path': 'true' },
        },
      ],
    });
    const path = `/admin/v1/organizations/${world.organization.id}/identity-providers/${id}/_test`;
    const { steps } = (await service.call('POST', path)).body as { steps: ProbeStep[] };
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(steps.length).toBeGreaterThan(1);
  });

  it('leads a person without an account to the application, by a persistent NameID', async () => {
    // Otherwise its admin API hides the attribute in which it keeps the NameID.
    const profile = (await keycloak.admin('GET', '/users/profile')) as object;
    await keycloak.admin('PUT', '/users/profile', { ...profile, unmanagedAttributePolicy: 'ADMIN_VIEW' });
    const visitor = await signIn('grace', byButton);
    const sent = responseOf(visitor);
    await visitor.tab.fill('input#otp', generateSync({ secret: base32(OTP_SECRET) }));
    await visitor.tab.click('#kc-login');
    const claims = await visitor.claims();
    expect(claims).toMatchObject({ email: `grace@${DOMAIN}`, given_name: 'Grace', family_name: 'Hopper' });
    expect(encryptionIn(await sent)).toEqual([
      'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      'http://www.w3.org/2009/xmlenc11#rsa-oaep',
      'http://www.w3.org/2001/04/xmlenc#sha256',
      'http://www.w3.org/2009/xmlenc11#mgf1sha256',
    ]);
    sub = String(claims['sub']);
    const link = (await linksOf(sub)).find(({ identityProviderId }) => identityProviderId === reader.valueOf('SAML_IDP'));
    const { attributes } = (await keycloak.admin('GET', `/users/${(await personThere('grace')).id}`)) as Representation;
    expect(Object.values(attributes).flat()).toContain(link?.subject);
    await visitor.leave();
  });

  it('is read also if it is encrypted with two hashes', async () => {
    const wrapping = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
    await changeClient(entityId, { attributes: { 'saml.encryption.keyAlgorithm': wrapping } });
    const visitor = await Visitor.arrive();
    await visitor.open();
    await visitor.choose('SAML_IDP');
    const sent = responseOf(visitor);
    await visitor.signInThere('ada');
    expect((await visitor.claims())['email']).toBe(`ada@${DOMAIN}`);
    expect(encryptionIn(await sent).slice(1)).toEqual([wrapping, 'http://www.w3.org/2001/04/xmlenc#sha256']);
    await visitor.leave();
  });

  it('finds the account again in another browser', async () => {
    const visitor = await signIn('ada', byButton);
    const first = (await visitor.claims())['sub'];
    await visitor.leave();
    const another = await signIn('ada', byButton);
    expect((await another.claims())['sub']).toBe(first);
    await another.leave();
  });

  it('makes people members of the group here whose group there they are in, and ends that', async () => {
    const groups = [{ value: '/engineering', groupId: reader.valueOf('GROUP') }];
    const changed = await service.call('PATCH', `${base()}/identity-providers/${reader.valueOf('SAML_IDP')}`, { groups });
    expect(changed.status, changed.text).toBe(200);
    await changeGroup('ada', true);
    for (const isMember of [true, false]) {
      const visitor = await signIn('ada', byButton);
      const person = String((await visitor.claims())['sub']);
      expect(await membersHere()).toEqual(isMember ? [person] : []);
      await visitor.leave();
      await changeGroup('ada', false);
    }
  });

  it('ends the session here by the LogoutRequest of Keycloak, and Keycloak takes the answer', async () => {
    const visitor = await signIn('ada', byButton);
    await visitor.arrived();
    expect(await visitor.isSignedIn()).toBe(true);
    await visitor.signOutThere();
    expect(await visitor.tab.textContent('body')).toContain('You are logged out');
    expect(await visitor.isSignedIn()).toBe(false);
    await visitor.leave();
  });

  it('is signed out there as well when the person signs out here', async () => {
    const visitor = await signIn('ada', byButton);
    await visitor.arrived();
    await visitor.signOutHere();
    expect(await visitor.isSignedIn()).toBe(false);
    expect(await visitor.isAskedThere('SAML_IDP')).toBe(true);
    await visitor.leave();
  });

  it('refuses a response that Keycloak has not signed, in words for administrators', async () => {
    await changeClient(entityId, { attributes: { 'saml.server.signature': 'false', 'saml.assertion.signature': 'false' } });
    const visitor = await signIn('ada', byButton);
    await visitor.tab.waitForURL(`${service.url}/sign-in/**`);
    await visitor.leave();
    expect(await health('SAML_IDP')).toContain('Neither it nor its assertion is signed');
  });

  it('goes on when the realm signs with a new certificate', async () => {
    await changeClient(entityId, { attributes: { 'saml.server.signature': 'true', 'saml.assertion.signature': 'true' } });
    // The clock here is a minute ahead since the keys changed before, and two after this change.
    await service.call('PATCH', `${base()}/identity-providers/${reader.valueOf('SAML_IDP')}`, { clockSkewSeconds: 180 });
    await rotateKeys();
    const visitor = await signIn('ada', byButton);
    expect((await visitor.claims())['email']).toBe(`ada@${DOMAIN}`);
    await visitor.leave();
  });
});

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Keycloak reads a secret as its bytes. */
function base32(secret: string): string {
  const bits = [...Buffer.from(secret)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
}

// The last: it stops Keycloak.
describe('a company that leaves Keycloak', () => {
  const MIGRATION = readFileSync('docs/migrate-from-keycloak.md', 'utf8');

  it(
    'goes on here with its people, groups and applications, from what Keycloak itself exports',
    async () => {
      const { id } = await personThere('ada');
      await changeGroup('ada', true);
      // Its name is that of an application here.
      const ours = (await keycloak.admin('GET', `/clients?clientId=${CLIENT_ID}`)) as Representation[];
      for (const { id: client } of ours) await keycloak.admin('DELETE', `/clients/${client}`);
      const [, command = ''] = /^\$ (bin\/kc\.sh export .*)$/m.exec(MIGRATION) ?? [];
      const migrant = new Reader({ '--org acme': '--org left-keycloak' });
      migrant.link('dist');
      migrant.set('GATEHOUSE_URL', service.url);
      migrant.save('data/bootstrap.json', JSON.stringify(service.credentials));
      migrant.save('keycloak-realm.json', await keycloak.exported(command.replace('--realm acme', '--realm example')));
      let written = '';
      for (const [, block = ''] of MIGRATION.matchAll(/^```sh\n([\s\S]*?)^```$/gm)) written = await migrant.type(block);
      expect(written).toMatch(/done: \d+ added, 0 changed, 0 not imported; 1 group and 1 membership among them/);
      await migrant.leave();
      const client = { ...MIGRATED, redirectUri: MIGRATED.redirectUris[0] ?? '' };
      const claims = await signInAfterMigration(service.url, { ...client, clientSecret: MIGRATED.secret }, 'ada', PASSWORD);
      expect(claims).toMatchObject({ sub: id, email: `ada@${DOMAIN}`, groups: ['engineering'] });
      const headers = { authorization: `Basic ${btoa(`export:${MIGRATED.secret}`)}` };
      const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' });
      expect((await fetch(`${service.url}/oauth/v2/token`, { method: 'POST', headers, body })).status).toBe(200);
    },
    EXPORT_MS,
  );
});
