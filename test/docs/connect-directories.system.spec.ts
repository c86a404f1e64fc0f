// The guides to directories: their requests are typed in order, the documented messages provision people, and they sign in. A second service
// stands for Keycloak, Okta and OneLogin. A server that sends the documented messages stands for Entra, Google and GitHub.
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogoutNotices } from '../../src/oidc/sessions/logout-notices.service.js';
import type { ProbeStep } from '../../src/oidc/upstream/upstream.js';
import { launchChromium } from '../browser/chromium.mjs';
import { signIn as signInAtPage } from '../browser/scene.mjs';
import { answerOf, type Page } from '../support/browser.js';
import { addGroup, changeMembers } from '../support/groups.js';
import { addSecondService, Visitor, type SecondService } from '../support/directory.js';
import { CLIENT_SECRET, json, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { blocksUnder } from '../support/guide-blocks.js';
import { Reader } from '../support/guide.js';
import { startMailedService } from '../support/mailed-service.js';
import { authorizeUrl, claimsOf, redeem, userinfo } from '../support/oauth.js';
import { patchOf } from '../support/people.js';
import { requirePrograms } from '../support/programs.js';
import { startReceiver } from '../support/receiver.js';
import { freePort, startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let at: TestService;
let played: HostileProvider;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  const reachable = { BACKCHANNEL_ALLOW_PRIVATE: 'true' };
  const port = String(await freePort());
  // Two names, so that a browser keeps the cookies of both services apart.
  service = await startMailedService({ ...reachable, PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  at = await startService(reachable);
  played = await startHostileProvider(() => Math.floor(Date.now() / 1_000));
  played.answers['/authorize'] = json({});
});
afterAll(async () => {
  await service?.close();
  await at?.close();
  await played?.close();
});

/** Signs in at the played provider, and opens the callback. */
function signInPlayed(visitor: Visitor, { url }: Page): Promise<Page> {
  played.authorization = new URL(url).searchParams;
  const answer = new URLSearchParams({ code: 'code-1', state: played.authorization.get('state') ?? '' });
  return visitor.here.open(`${played.authorization.get('redirect_uri')}?${answer}`);
}

/** A reader of a guide, who administers an organization of the service that has an application. */
class Company {
  private constructor(
    private readonly guide: string,
    readonly world: World,
    readonly client: { clientId: string; clientSecret: string },
    readonly reader: Reader,
  ) {}

  /** @param written addresses and values of the guide, each with the one that stands for it here */
  static async with(name: string, written: Record<string, string>, secret: string): Promise<Company> {
    const world = await makeWorld(service);
    const { application, clientSecret = '' } = await world.addApplication();
    const reader = new Reader({ 'http://localhost:8080': service.url, ...written });
    reader.save('data/bootstrap.json', JSON.stringify({ ...service.credentials, orgId: world.organization.id }));
    reader.save('client.secret', secret);
    const guide = readFileSync(`docs/${name}.md`, 'utf8');
    await reader.type(/^```sh\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '');
    return new Company(guide, world, { clientId: application.clientId, clientSecret }, reader);
  }

  /** Types the commands under a title. @returns what the last block wrote */
  async type(title: string): Promise<string> {
    const blocks = blocksUnder(this.guide, title, 'sh');
    expect(blocks.length, title).toBeGreaterThan(0);
    let written = '';
    for (const block of blocks) written = await this.reader.type(block);
    return written;
  }

  /** The first block of JSON under a title. */
  json(title: string): string {
    return this.reader.here(blocksUnder(this.guide, title, 'json')[0] ?? '');
  }

  /** Types the test of the provider, whose steps are those that the guide shows. */
  async test(title: string): Promise<void> {
    const outcome = (text: string) => (JSON.parse(text) as { steps: ProbeStep[] }).steps.map(({ step, ok }) => ({ step, ok }));
    expect(outcome(await this.type(title))).toEqual(outcome(this.json(title)));
  }

  call(method: string, path: string, body?: unknown) {
    return service.call(method, `/admin/v1/organizations/${this.world.organization.id}${path}`, body);
  }

  /** The person of the guide as the vendor documents its message. @param file of `test/scim/conversations` */
  static documentedPerson(file: string, email: string, externalId: string): object {
    const { steps } = JSON.parse(readFileSync(`test/scim/conversations/${file}.json`, 'utf8')) as {
      steps: Array<{ method: string; path: string; body: object }>;
    };
    const created = steps.find(({ method, path }) => method === 'POST' && path === '/Users');
    if (!created) throw new Error(`${file} creates nobody.`);
    return { ...created.body, userName: email, externalId, emails: [{ primary: true, type: 'work', value: email }] };
  }

  /** What the directory sends to the connection of the guide. */
  async provision(method: string, path: string, body: unknown) {
    const { scimUrl } = JSON.parse(this.reader.valueOf('CONNECTION')) as { scimUrl: string };
    const answer = await service.call(method, new URL(scimUrl).pathname + path, body, this.asDirectory());
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  /** Types what shows the first person of the directory: the person, and the entry of the log that the guide shows. */
  async seeFirstPerson(title: string, person: { id: string; externalId: string }): Promise<void> {
    const [list = '', log = ''] = blocksUnder(this.guide, title, 'sh');
    const { people } = JSON.parse(await this.reader.type(list));
    expect(people).toHaveLength(1);
    expect((await this.call('GET', `/people/${person.id}`)).body).toMatchObject({ userId: people[0].userId });
    const { body } = await service.call('GET', `/scim/v2/${this.world.organization.id}/Users/${person.id}`, undefined, this.asDirectory());
    expect(body.externalId).toBe(person.externalId);
    const shown = JSON.parse(this.json(title)) as object;
    await expect.poll(async () => JSON.parse(await this.reader.type(log))).toMatchObject(shown);
  }

  private asDirectory(): { token: string } {
    return { token: (JSON.parse(this.reader.valueOf('CONNECTION')) as { token: string }).token };
  }

  /** Sends the provider to the played one, as no test may ask the real one. */
  async play(members: object, path = `/identity-providers/${this.reader.valueOf('IDP')}`): Promise<void> {
    const { status, text } = await this.call('PATCH', path, { ...members, clientSecret: CLIENT_SECRET });
    expect(status, text).toBe(200);
  }

  /** Opens the application and types a name. @returns the redirect to the directory of its domain */
  async typeName(visitor: Visitor, loginName: string): Promise<Page> {
    const page = await visitor.open(this.client.clientId);
    expect(page.html).not.toContain('name="password"');
    return visitor.follow(await visitor.here.submit(page, loginName, ''), `/to/${this.reader.valueOf('IDP')}`);
  }

  /** The ids of the people in the group of the guide. */
  async membersOfGroup(): Promise<string[]> {
    const { body } = await this.call('GET', `/groups/${this.reader.valueOf('GROUP')}/members`);
    return (body.members as Array<{ memberId: string }>).map(({ memberId }) => memberId);
  }

  /** What the application learns about the person, from the ID token and from userinfo. */
  async claims(page: Page): Promise<Record<string, unknown>> {
    expect(page.url, page.html).toContain(REDIRECT_URI);
    const { status, body } = await redeem(service, this.client, answerOf(page).members.code ?? '');
    expect(status, JSON.stringify(body)).toBe(200);
    const { body: more } = await userinfo(service, body.access_token);
    return { ...claimsOf(body.id_token), ...more };
  }
}

describe('the guides', () => {
  const sources = ['src/oidc/upstream', 'src/oidc/federation', 'src/oidc/sign-in']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join();

  it.each(['connect-entra', 'connect-okta', 'connect-onelogin', 'connect-google', 'connect-keycloak', 'social-sign-in'])(
    '%s explains errors in the words that they have',
    (name) => {
      const [, section = ''] = readFileSync(`docs/${name}.md`, 'utf8').split('\n## What goes wrong\n');
      const rows = [...section.matchAll(/^\| (?!-|What you see)(.+?) *\|/gm)].map(([, text = '']) => text);
      // Errors that a provider shows have its name in front.
      const ours = rows.filter((text) => !/^(Entra|Okta|OneLogin|Google|GitHub|Keycloak): /.test(text));
      expect(ours.length).toBeGreaterThan(1);
      const words = ours
        .flatMap((text) =>
          text.replace(/^The (discovery document|token endpoint|ID token)/, '').split(/…|"[^"]*"|: AADSTS\d+| nothing| or |\d+/),
        )
        .map((part) => part.replaceAll(/^[ ,.]+|[ ,.]+$/g, ''))
        .filter((part) => part.length > 3);
      expect(words.filter((part) => !sources.includes(part))).toEqual([]);
    },
  );
});

describe('the guide to Keycloak', () => {
  let company: Company;
  let there: SecondService;
  let ada: { id: string };
  let domain: string;
  beforeAll(async () => {
    there = await addSecondService(at);
    domain = there.world.organization.primaryDomain;
    ada = await there.world.addPerson({
      userName: 'ada',
      givenName: 'Ada',
      familyName: 'Lovelace',
      emails: [{ value: `ada@${domain}`, primary: true }],
    });
    company = await Company.with(
      'connect-keycloak',
      { 'https://keycloak.example.com/realms/example': at.url, '"gatehouse"': `"${there.clientId}"`, 'example.com': domain },
      there.clientSecret,
    );
  });
  afterAll(() => company.reader.leave());

  it('connects it, and the test says what works', async () => {
    await company.type('## 1. Your domain');
    await company.type('## 3. The identity provider');
    const callbackUrl = (await company.type('## 4. The callback')).trim();
    expect(callbackUrl).toBe(`${service.url}/sign-in/providers/${company.reader.valueOf('IDP')}/callback`);
    await there.setCallback(callbackUrl);
    await company.test('## 5. The test');
  });

  it('leads a person without an account from the typed name to the application', async () => {
    const visitor = new Visitor(service, at);
    const redirect = await company.typeName(visitor, `ada@${domain}`);
    const claims = await company.claims(await visitor.here.open(await visitor.signInThere(redirect, `ada@${domain}`)));
    // The directory calls it unverified.
    expect(claims).toMatchObject({ email: `ada@${domain}`, email_verified: false });
    const { body } = await company.call('GET', `/people/${String(claims.sub)}`);
    expect(body).toMatchObject({ givenName: 'Ada', familyName: 'Lovelace' });
  });

  it('leads the same person by the button, and names of other domains to a password', async () => {
    const visitor = new Visitor(service, at);
    const page = await visitor.open(company.client.clientId);
    expect(page.html).toContain('Continue with Example');
    expect((await visitor.follow(page, `/to/${company.reader.valueOf('IDP')}`)).url).toContain(`${at.url}/oauth/v2/authorize`);
    const other = await visitor.here.submit(page, 'ada@elsewhere.example', '');
    expect(other.html).toContain('name="password"');
  });

  it('puts people into the groups that they have there, and takes them out', async () => {
    await company.type('## Groups');
    // Keycloak sends the claim without a scope.
    const scopes = ['openid', 'profile', 'email', 'groups'];
    await company.call('PATCH', `/identity-providers/${company.reader.valueOf('IDP')}`, { scopes });
    const signIn = async () => {
      const visitor = new Visitor(service, at);
      const redirect = await company.typeName(visitor, `ada@${domain}`);
      return company.claims(await visitor.here.open(await visitor.signInThere(redirect, `ada@${domain}`)));
    };
    const orgId = there.world.organization.id;
    const group = await addGroup(at, orgId, [ada.id], '/engineering');
    const { sub } = await signIn();
    expect(await company.membersOfGroup()).toEqual([sub]);
    await changeMembers(at, orgId, group.id, { dropped: [ada.id] });
    await signIn();
    expect(await company.membersOfGroup()).toEqual([]);
  });

  it('counts second factors, and shows the health', async () => {
    await company.type('## Second factors');
    expect(JSON.parse(await company.type('## What goes wrong'))).toHaveProperty('lastUsedAt');
  });

  it('signs people out here who sign out there', async () => {
    const backchannelLogoutUri = (await company.type('## Sign-out')).trim();
    expect((await at.call('PATCH', there.applicationPath, { backchannelLogoutUri })).status).toBe(200);
    const visitor = new Visitor(service, at);
    await visitor.here.open(await visitor.signInThere(await company.typeName(visitor, `ada@${domain}`), `ada@${domain}`));
    const isSignedIn = async () => (await visitor.open(company.client.clientId, { prompt: 'none' })).url.includes('code=');
    expect(await isSignedIn()).toBe(true);
    await visitor.there.submitButton(await visitor.there.open(`${at.url}/oidc/v1/end_session`), 'Sign out');
    const isSignedOut = async () => {
      await at.get(LogoutNotices).deliverDue();
      return !(await isSignedIn());
    };
    expect((await company.type('## Sign-out here')).trim()).toMatch(/\/sign-in\/providers\/[\da-f-]{36}\/signed-out$/);
    await expect.poll(isSignedOut).toBe(true);
  });
});

describe('the guide to Okta', () => {
  let company: Company;
  let there: SecondService;
  let domain: string;
  beforeAll(async () => {
    there = await addSecondService(at);
    domain = there.world.organization.primaryDomain;
    company = await Company.with(
      'connect-okta',
      { 'https://example.okta.com': at.url, '0oa1gjh63g214q0Hq0g4': there.clientId, 'example.com': domain },
      there.clientSecret,
    );
  });
  afterAll(() => company.reader.leave());

  let id: string;
  const signIn = async (loginName = there.world.loginName) => {
    const visitor = new Visitor(service, at);
    const redirect = await company.typeName(visitor, loginName);
    return visitor.here.open(await visitor.signInThere(redirect, loginName));
  };

  it('leads an IT department from an empty organization to a person who is provisioned and signed in', async () => {
    for (const title of ['## 1. Your domain', '## 2. A connection']) await company.type(title);
    const externalId = there.world.person.id;
    const person = Company.documentedPerson('okta/life-of-a-user', `ada@${domain}`, externalId);
    ({ id } = await company.provision('POST', '/Users', person));
    await company.seeFirstPerson('## 4. The first person', { id, externalId });
    await company.type('## 6. The identity provider');
    await there.setCallback((await company.type('## 7. The redirect URI')).trim());
    await company.test('## 8. The test');
    expect(await company.claims(await signIn())).toMatchObject({ sub: id, email: `ada@${domain}`, email_verified: true });
  });

  it('refuses a person who is not provisioned', async () => {
    await there.world.addPerson({ userName: 'eve', emails: [{ value: `eve@${domain}`, primary: true }] });
    expect((await signIn(`eve@${domain}`)).html).toContain('There’s no account here for you yet.');
  });

  it('does so in a browser, from the name to the application', async () => {
    const app = await startReceiver();
    const redirectUri = `${app.url}/callback`;
    const { application } = await company.world.addApplication({ type: 'native', redirectUris: [redirectUri] });
    const chromium = await launchChromium();
    const tab = await chromium.newPage();
    await tab.goto(authorizeUrl(service.url, application.clientId, 'openid', { redirect_uri: redirectUri }));
    await tab.fill('input[name=loginName]', there.world.loginName);
    await tab.click('button[type=submit]');
    await tab.waitForURL(`${at.url}/**`);
    await signInAtPage(tab, there.world);
    await tab.waitForURL(`${redirectUri}**`);
    const code = new URL(tab.url()).searchParams.get('code') ?? '';
    await chromium.close();
    await app.close();
    const { body } = await redeem(service, { clientId: application.clientId }, code, { redirect_uri: redirectUri });
    expect(claimsOf(body.id_token).sub).toBe(id);
  });

  it('puts the person into a group of the same people there', async () => {
    await company.type('## Groups');
    await addGroup(at, there.world.organization.id, [there.world.person.id], 'Engineering');
    await signIn();
    expect(await company.membersOfGroup()).toEqual([id]);
  });

  it('refuses the person whom Okta deactivates', async () => {
    await company.type('## 9. The first sign-in');
    expect((await company.claims(await signIn())).sub).toBe(id);
    await company.provision('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }));
    expect((await signIn()).html).toContain('Your account here isn’t active.');
  });

  it('counts second factors, and shows the health', async () => {
    await company.type('## Second factors');
    expect(JSON.parse(await company.type('## What goes wrong'))).toMatchObject({ lastFailure: expect.any(String) });
  });
});

describe('the guide to OneLogin', () => {
  let company: Company;
  let there: SecondService;
  let domain: string;
  beforeAll(async () => {
    there = await addSecondService(at);
    domain = there.world.organization.primaryDomain;
    const written = {
      'https://example.onelogin.com/oidc/2': at.url,
      '10f7a6c0-0000-0000-0000-02a1b2c3d4e5': there.clientId,
      'example.com': domain,
    };
    company = await Company.with('connect-onelogin', written, there.clientSecret);
  });
  afterAll(() => company.reader.leave());

  it('leads from an empty account to a person who is provisioned, signed in, and suspended', async () => {
    for (const title of ['## 1. Your domain', '## 2. A connection']) await company.type(title);
    const externalId = there.world.person.id;
    const values: Record<string, string> = {
      '{$parameters.scimusername}': `ada@${domain}`,
      '{$user.email}': `ada@${domain}`,
      '{$user.id}': externalId,
      '{$user.firstname}': 'Ada',
      '{$user.lastname}': 'Lovelace',
      '{$parameters.title}': 'Countess',
      '{$parameters.department}': 'Engines',
    };
    const template = company.json('## 3. Provisioning in OneLogin').replaceAll(/\{\$[\w.]+\}/g, (name) => values[name] ?? name);
    expect(template).not.toContain('{$');
    const { id } = await company.provision('POST', '/Users', JSON.parse(template));
    await company.seeFirstPerson('## 4. The first person', { id, externalId });
    await company.type('## 6. The identity provider');
    await there.setCallback((await company.type('## 7. The redirect URI')).trim());
    await company.test('## 8. The test');
    const signIn = async () => {
      const visitor = new Visitor(service, at);
      const redirect = await company.typeName(visitor, there.world.loginName);
      return visitor.here.open(await visitor.signInThere(redirect, there.world.loginName));
    };
    expect((await company.claims(await signIn())).sub).toBe(id);
    await company.type('## 9. The first sign-in');
    await company.provision('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }));
    expect((await signIn()).html).toContain('Your account here isn’t active.');
    expect(JSON.parse(await company.type('## What goes wrong'))).toMatchObject({ lastFailure: expect.any(String) });
  });
});

describe('the guide to Entra', () => {
  const TENANT = 'aaaabbbb-0000-cccc-1111-dddd2222eeee';
  const PERSON = { tid: TENANT, oid: 'f0a5f7a8-1d53-4e0e-9b5c-8f4f1c9d2b10', sub: 'of-this-application-alone', name: 'Ada Lovelace' };
  const DOMAIN = 'entra-guide.example';
  let company: Company;
  beforeAll(async () => {
    company = await Company.with('connect-entra', { 'example.com': DOMAIN }, CLIENT_SECRET);
    for (const title of ['## 1. Your domain', '## 2. A connection', '## 6. The identity provider']) await company.type(title);
    await company.play({ issuer: `${played.origin}/${TENANT}/v2.0` });
    played.userinfo = { sub: PERSON.sub };
  });
  afterAll(() => company.reader.leave());

  const signIn = async (more: object = {}) => {
    played.claims = { iss: `${played.origin}/${TENANT}/v2.0`, aud: '00001111-aaaa-2222-bbbb-3333cccc4444', ...PERSON, ...more };
    const visitor = new Visitor(service, at);
    return signInPlayed(visitor, await company.typeName(visitor, `ada@${DOMAIN}`));
  };

  it('connects it by tenant and object ID, and the test says what works', async () => {
    expect(JSON.parse(company.reader.valueOf('PROVIDER'))).toMatchObject({
      issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
      subjectClaims: ['tid', 'oid'],
      externalIdClaim: 'oid',
    });
    expect((await company.type('## 7. The redirect URI')).trim()).toContain(`${service.url}/sign-in/providers/`);
    await company.test('## 8. The test');
  });

  it('leads the person whose objectId was provisioned to the application, whatever the address', async () => {
    const person = Company.documentedPerson('entra/life-of-a-user', `ada@${DOMAIN}`, PERSON.oid);
    const { id } = await company.provision('POST', '/Users', person);
    await company.seeFirstPerson('## 4. The first person', { id, externalId: PERSON.oid });
    expect(await company.claims(await signIn({ email: 'somebody@elsewhere.example' }))).toMatchObject({
      sub: id,
      email: `ada@${DOMAIN}`,
      email_verified: true,
    });
    await company.type('## 9. The first sign-in');
    expect((await company.claims(await signIn())).sub).toBe(id);
  });

  it('leads nobody else there, though the address is that of the person', async () => {
    const page = await signIn({
      oid: '11111111-1d53-4e0e-9b5c-8f4f1c9d2b10',
      email: `ada@${DOMAIN}`,
      email_verified: true,
      xms_edov: true,
    });
    expect(page.html).toContain('There’s no account here for you yet.');
    const { lastFailure } = JSON.parse(await company.type('## What goes wrong')) as { lastFailure: string };
    expect(lastFailure).toContain('The person has no account here, and the provider creates none.');
  });

  it('puts the person into a group by its object ID, and leaves groups as they are without them', async () => {
    await company.type('## Groups');
    const { sub } = await company.claims(await signIn({ groups: ['22223333-cccc-4444-dddd-5555eeee6666'] }));
    expect(await company.membersOfGroup()).toEqual([sub]);
    await signIn({ _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.microsoft.com/v1.0/…' } } });
    expect(await company.membersOfGroup()).toEqual([sub]);
    await signIn();
    expect(await company.membersOfGroup()).toEqual([]);
  });

  it('counts an authentication context as a second factor', async () => {
    await company.type('## Second factors');
    expect((await company.claims(await signIn({ acrs: ['c1'] }))).acr).toBe('https://refeds.org/profile/mfa');
    expect((await company.claims(await signIn({ acrs: ['c2'] }))).acr).toBe('https://refeds.org/profile/sfa');
  });
});

describe('the guide to Google Workspace', () => {
  const DOMAIN = 'google-guide.example';
  let company: Company;
  beforeAll(async () => {
    company = await Company.with('connect-google', { 'example.com': DOMAIN }, CLIENT_SECRET);
    for (const title of ['## 1. Your domain', '## 3. The identity provider', '## 4. The redirect URI']) await company.type(title);
    expect(JSON.parse(company.reader.valueOf('PROVIDER'))).toMatchObject({
      issuer: 'https://accounts.google.com',
      hostedDomains: [DOMAIN],
    });
    await company.play({ issuer: played.origin });
  });
  afterAll(() => company.reader.leave());

  const signIn = async (claims: object) => {
    const person = { given_name: 'Ada', family_name: 'Lovelace', name: 'Ada Lovelace' };
    played.claims = { aud: '1234-abcd.apps.googleusercontent.com', sub: '10769150350006150715113082367', ...person, ...claims };
    const visitor = new Visitor(service, at);
    return signInPlayed(visitor, await company.typeName(visitor, `ada@${DOMAIN}`));
  };
  const address = { email: `ada@${DOMAIN}`, email_verified: true };

  it('connects it, and the test says what works', () => company.test('## 5. The test'));

  it('refuses accounts outside of the Workspace, and says why', async () => {
    const page = await signIn({ ...address });
    expect(page.html).toContain('Your account at Google isn’t allowed to sign in here.');
    const { lastFailure } = JSON.parse(await company.type('## What goes wrong')) as { lastFailure: string };
    expect(lastFailure).toContain('(hd) is nothing, which is not one of hostedDomains');
  });

  it('leads a person without an account to the application, until the person is deactivated here', async () => {
    const claims = await company.claims(await signIn({ ...address, hd: DOMAIN }));
    expect(claims).toMatchObject({ ...address, name: 'Ada Lovelace' });
    await company.type('## 6. The first sign-in');
    expect((await signIn({ ...address, hd: DOMAIN })).html).toContain('Your account here isn’t active.');
  });

  it('leads a person who was invited to the account, and nobody else', async () => {
    await company.type('## By invitation');
    const grace = { sub: '2', email: `grace@${DOMAIN}`, email_verified: true, hd: DOMAIN };
    expect((await company.claims(await signIn(grace))).sub).toBe(company.reader.valueOf('GRACE'));
    const other = await signIn({ sub: '3', email: `other@${DOMAIN}`, email_verified: true, hd: DOMAIN });
    expect(other.html).toContain('You need an invitation to sign in here.');
  });
});

describe('the guide to social sign-in', () => {
  let company: Company;
  beforeAll(async () => {
    company = await Company.with('social-sign-in', {}, '');
    for (const name of ['github.secret', 'google.secret']) company.reader.save(name, CLIENT_SECRET);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    company.reader.save('apple.p8', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    for (const title of ['## Registration', '## GitHub', '## Google', '## Apple']) await company.type(title);
    const urls = { authorizationUrl: '/authorize', tokenUrl: '/token', userinfoUrl: '/user', emailsUrl: '/emails' };
    const here = Object.fromEntries(Object.entries(urls).map(([name, path]) => [name, played.origin + path]));
    const path = `/admin/v1/identity-providers/${company.reader.valueOf('GITHUB_IDP')}`;
    const { status, text } = await service.call('PATCH', path, { ...here, clientSecret: CLIENT_SECRET });
    expect(status, text).toBe(200);
  });
  afterAll(() => company.reader.leave());

  const signIn = async (id: number, login: string, email: string, visitor = new Visitor(service, at)) => {
    played.tokenResponse = { id_token: undefined };
    played.answers['/user'] = json({ id, login, name: 'Ada Lovelace' });
    played.answers['/emails'] = json([{ email, primary: true, verified: true }]);
    const page = await visitor.open(company.client.clientId);
    expect(page.html).toContain('Continue with Google');
    return signInPlayed(visitor, await visitor.follow(page, `/to/${company.reader.valueOf('GITHUB_IDP')}`));
  };

  it('connects GitHub, and the test says what works', () => company.test('## The test'));

  it('leads a customer to the application, the same one after a change of name', async () => {
    const first = await company.claims(await signIn(583_231, 'ada', 'ada@customers.example'));
    expect(first).toMatchObject({ email: 'ada@customers.example', email_verified: false, acr: 'https://refeds.org/profile/sfa' });
    expect((await company.claims(await signIn(583_231, 'countess', 'ada@customers.example'))).sub).toBe(first.sub);
    expect(JSON.parse(await company.type('## What goes wrong'))).toHaveProperty('lastUsedAt');
  });

  it('leads the owner of a verified address to the account that has it, and to no other account', async () => {
    const address = (name: string) => ({ value: `${name}@mail.example`, primary: true });
    const owner = await company.world.addPerson({ userName: 'owner', emails: [{ ...address('owner'), verifiedBy: 'code' }] });
    expect((await company.claims(await signIn(600_001, 'one', 'owner@mail.example'))).sub).toBe(owner.id);
    const waiting = await company.world.addPerson({ userName: 'waiting', emails: [address('waiting')] });
    expect((await company.claims(await signIn(600_002, 'two', 'waiting@mail.example'))).sub).not.toBe(waiting.id);
  });

  it('has the account proven whose login name is the address', async () => {
    const { person, loginName } = company.world;
    const visitor = new Visitor(service, at);
    const page = await signIn(600_003, 'three', loginName, visitor);
    expect(page.html).toContain('isn’t connected to an account here yet');
    const question = await visitor.here.submit(page, loginName, PASSWORD);
    expect((await company.claims(await visitor.here.submitButton(question, 'Connect'))).sub).toBe(person.id);
  });
});
