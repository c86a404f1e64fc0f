// The account page for people whose only way in is a directory: they sign in with it there, and it confirms them before something changes.
// On SQLite alone: directory-sign-in.spec.ts writes the same rows on both.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderRules } from '../../src/users/authentication/identity-providers/identity-provider.js';
import { IdentityLinks } from '../../src/users/authentication/identity-providers/identity-links.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { ProviderLogos } from '../../src/users/authentication/identity-providers/provider-logos.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { addApp } from '../support/factors.js';
import { Browser, fill, follow, hiddenOf, type Page, refreshOf } from '../support/browser.js';
import { connectDirectory, directoryScene, Visitor, type DirectoryScene } from '../support/directory.js';
import { CLIENT_ID, CLIENT_SECRET, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { freePort, startService, type TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { openedProvider } from '../support/upstream-provider.js';
import { makeWorld, PASSWORD } from '../support/world.js';

let service: TestService;
let at: TestService;
beforeAll(async () => {
  // At a name: browsers have no passkeys at an IP address.
  const port = String(await freePort());
  const settings = { PORT: port, PUBLIC_URL: `http://localhost:${port}`, BACKCHANNEL_ALLOW_PRIVATE: 'true' };
  [service, at] = [await startService(settings), await sharedService()];
});
afterAll(async () => {
  await service.close();
  await at.close();
});

const scene = (rules: Partial<ProviderRules> = {}) => directoryScene(service, at, { creation: 'automatic', ...rules });
const account = (path = '') => `${service.url}/account${path}`;
const isIn = ({ html = '' }: Page) => html.includes('Sign out');
const isThere = ({ url }: Page) => url.startsWith(`${at.url}/oauth/v2/authorize`);

/** A sign-in at the account page, from the link of the provider. */
async function signIn(it: DirectoryScene, loginName = it.there.loginName, by: Visitor = it.visitor): Promise<Page> {
  const redirect = await by.here.open(account(`/to/${it.providerId}`));
  expect(isThere(redirect)).toBe(true);
  return by.here.open(await by.signInThere(redirect, loginName));
}

/** Signs in at the directory. @returns the address of the account page that continues with its answer, not yet opened */
async function answered(it: DirectoryScene, by: Visitor = it.visitor): Promise<string> {
  const callback = await by.signInThere(await by.here.open(account(`/to/${it.providerId}`)), it.there.loginName);
  return new URL(refreshOf(await by.here.fetch(callback, {})) ?? '', service.url).href;
}

/** Signs out at the account page. */
async function signOut({ here }: Visitor): Promise<void> {
  await here.submitButton(await follow(here, await here.open(account()), 'Sign out'), 'Sign out');
  expect(isIn(await here.open(account()))).toBe(false);
}

/** Opens such an address, as a browser does from its history. */
async function openAgain({ here }: Visitor, returned: string) {
  const response = await here.fetch(returned, {});
  const cookies = response.headers.getSetCookie().map((line) => line.split('=')[0] ?? '');
  return { status: response.status, html: await response.text(), begins: cookies.filter((name) => name.includes('session')) };
}
const OVER = { status: 410, html: expect.stringContaining('This took too long, or was opened in another browser') as string, begins: [] };

/** The person of the directory in the first service. */
async function personOf(it: DirectoryScene) {
  const provider = await service.get(IdentityProviders).require(it.world.organization, it.providerId);
  const link = await service.get(IdentityLinks).find(provider.no, it.subject);
  const person = link && (await service.get(People).findByNo(link.userNo));
  if (!person) throw new Error('The person is not there.');
  return person;
}

describe('the sign-in page of the account', () => {
  it('leads to the directory by the domain of the name, and its person is signed in, by it alone', async () => {
    const it = await scene();
    await it.decide({ domains: [it.world.organization.primaryDomain] });
    const page = await it.visitor.here.open(account());
    expect([page.html?.includes('name="loginName"'), page.html?.includes('name="password"')]).toEqual([true, false]);
    const name = `anyone@${it.world.organization.primaryDomain}`;
    const redirect = await fill(it.visitor.here, page, { loginName: name });
    expect([isThere(redirect), new URL(redirect.url).searchParams.get('login_hint')]).toEqual([true, name]);
    expect(isIn(await it.visitor.here.open(await it.visitor.signInThere(redirect, it.there.loginName)))).toBe(true);
    expect((await personOf(it)).givenName).toBe('Barbara');
  });

  it('says the same for every name of a domain, and asks for the password of all others', async () => {
    const it = await scene();
    await it.decide({ domains: [it.world.organization.primaryDomain] });
    const send = (loginName: string) =>
      it.visitor.here.fetch(account('/sign-in'), { method: 'POST', body: new URLSearchParams({ loginName }) });
    const names = [it.world.loginName, `nobody@${it.world.organization.primaryDomain}`];
    const answers = await Promise.all(
      names.map(async (name) => (await (await send(name)).text()).replaceAll(encodeURIComponent(name), '')),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(await (await send('somebody@elsewhere.example')).text()).toContain('name="password"');
  });

  it('offers the directory that this browser used last, and those of the service', async () => {
    const it = await scene();
    expect((await it.visitor.here.open(account())).html).not.toContain('Continue with Corporate');
    await it.signIn();
    it.visitor.here.forget(/^(?!gatehouse_provider)/);
    const page = await it.visitor.here.open(account());
    expect(page.html).toContain(`href="/account/to/${it.providerId}"`);
    await it.decide({ enabled: false });
    expect((await it.visitor.here.open(account())).html).not.toContain(it.providerId);
    const ofService = await connectDirectory(service, at, undefined);
    expect((await it.another().here.open(account())).html).toContain(`href="/account/to/${ofService.providerId}"`);
    await service.get(ProviderChanges).remove(undefined, ofService.providerId, 'test');
  });

  it('never replaces the session of another person, and needs none for a person who is signed in', async () => {
    const it = await scene();
    await it.visitor.here.submit(await it.visitor.here.open(account()), it.world.loginName, PASSWORD);
    const page = await it.visitor.here.open(account(`/to/${it.providerId}`));
    expect([page.url, isIn(page)]).toEqual([account(), true]);
  });

  it('creates nobody by a directory of the whole service, as nothing says in which organization', async () => {
    const { organization } = await makeWorld(service);
    const operatorNo = (await service.get(Organizations).operatorNo()) ?? 0;
    const open = (orgNo: number, enabled: boolean) => service.get(Policies).set(orgNo, 'registration', { enabled }, 'test');
    await Promise.all([organization.no, operatorNo].map((orgNo) => open(orgNo, true)));
    const directory = await connectDirectory(service, at, undefined, { creation: 'automatic' });
    const arrive = async (query: string) => {
      const visitor = new Visitor(service, at);
      const redirect = await visitor.here.open(account(`/to/${directory.providerId}${query}`));
      return visitor.here.open(await visitor.signInThere(redirect, directory.there.loginName));
    };
    const page = await arrive('');
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('isn’t connected to an account here yet')]);
    // The link of an invitation says it.
    expect(isIn(await arrive(`?organization=${organization.id}`))).toBe(true);
    await open(operatorNo, false);
    await service.get(ProviderChanges).remove(undefined, directory.providerId, 'test');
  });

  it('uses an answer in the browser that began alone, and for nothing else', async () => {
    const it = await scene();
    const redirect = await it.visitor.here.open(account(`/to/${it.providerId}`));
    const callback = await it.visitor.signInThere(redirect, it.there.loginName);
    const thief = it.another();
    await thief.here.open(account(`/to/${it.providerId}`));
    expect(isIn(await thief.here.open(callback))).toBe(false);
    const answer = await it.visitor.here.fetch(callback, {});
    const returned = new URL(refreshOf(answer) ?? '', service.url).href;
    expect(returned).toContain('/account/returned?with=');
    const stolen = await thief.here.open(returned);
    expect([stolen.page?.status, isIn(stolen)]).toEqual([410, false]);
    // A sign-in to an application takes no answer that was for the account page.
    const application = await it.visitor.open(it.client.clientId);
    const elsewhere = await it.visitor.here.open(`${application.url.split('?')[0]}/returned${new URL(returned).search}`);
    expect(elsewhere.page?.status).toBe(410);
    expect(isIn(await it.visitor.here.open(returned))).toBe(true);
  });

  it('begins one session with an answer: after a sign-out the same answer is over', async () => {
    const it = await scene();
    const returned = await answered(it);
    expect(isIn(await it.visitor.here.open(returned))).toBe(true);
    await signOut(it.visitor);
    expect(await openAgain(it.visitor, returned)).toEqual(OVER);
    expect(isIn(await it.visitor.here.open(account()))).toBe(false);
    // The next sign-in has an answer of its own.
    expect(isIn(await signIn(it))).toBe(true);
  });

  it('begins no session with the same answer once an administrator has ended the sessions', async () => {
    const it = await scene();
    const returned = await answered(it);
    expect(isIn(await it.visitor.here.open(returned))).toBe(true);
    const sessions = `/admin/v1/organizations/${it.world.organization.id}/people/${(await personOf(it)).id}/sessions`;
    expect((await service.call('DELETE', sessions)).status).toBe(204);
    expect(await openAgain(it.visitor, returned)).toEqual(OVER);
    expect(isIn(await it.visitor.here.open(account()))).toBe(false);
  });

  it('continues with the session where the page after the directory is loaded again', async () => {
    const it = await scene();
    const returned = await answered(it);
    expect(isIn(await it.visitor.here.open(returned))).toBe(true);
    const again = await it.visitor.here.open(returned);
    expect([again.url, isIn(again)]).toEqual([account(), true]);
  });

  it('begins one session with an answer and a second step, whose page can be loaded again before', async () => {
    const it = await scene();
    await signIn(it);
    const app = await addApp(service, await personOf(it));
    const visitor = it.another();
    const returned = await answered(it, visitor);
    expect((await visitor.here.open(returned)).html).toContain('One more step');
    const question = await visitor.here.open(returned);
    expect(question.html).toContain('One more step');
    expect(isIn(await fill(visitor.here, question, { code: app.code() }))).toBe(true);
    await signOut(visitor);
    expect(await openAgain(visitor, returned)).toEqual(OVER);
    // Neither does the form of the second step, with a further code.
    const late = await fill(visitor.here, question, { code: app.code(1) });
    expect([late.page?.status, isIn(late), isIn(await visitor.here.open(account()))]).toEqual([410, false, false]);
  });

  it('asks for the second step that the person has set up', async () => {
    const it = await scene();
    await signIn(it);
    await addApp(service, await personOf(it));
    const page = await signIn(it, it.there.loginName, it.another());
    expect([isIn(page), page.html?.includes('One more step')]).toEqual([false, true]);
  });

  it('counts a directory that was disabled during the second step no more', async () => {
    const it = await scene();
    await signIn(it);
    const app = await addApp(service, await personOf(it));
    const visitor = it.another();
    const page = await signIn(it, it.there.loginName, visitor);
    await it.decide({ enabled: false });
    const late = await fill(visitor.here, page, { code: app.code() });
    expect([late.page?.status, isIn(late)]).toEqual([410, false]);
  });
});

describe('a fresh check by a directory', () => {
  /** The person of the directory, signed in at the account page, and the page that asks for a fresh check. */
  async function asked(rules: Partial<ProviderRules> = {}) {
    const it = await scene(rules);
    await signIn(it);
    const page = await it.visitor.here.open(account('/passkeys'));
    const question = await it.visitor.here.submitButton(page, 'Add a passkey');
    return { it, question };
  }
  const isSetup = ({ html = '' }: Page) => html.includes('data-passkey="create"');
  /** Presses the button of the directory, and signs in there. @returns the callback, not yet opened */
  async function confirmThere(it: DirectoryScene, question: Page, loginName = it.there.loginName) {
    const redirect = await it.visitor.here.submitButton(question, 'Confirm with Corporate');
    expect([isThere(redirect), new URL(redirect.url).searchParams.get('prompt')]).toEqual([true, 'login']);
    return it.visitor.signInThere(redirect, loginName);
  }

  it('takes the place of a password that the person does not have', async () => {
    const { it, question } = await asked();
    expect(question.html).not.toContain('name="currentPassword"');
    expect(question.html).not.toContain('Forgot your password?');
    const confirmed = await it.visitor.here.open(await confirmThere(it, question));
    expect(confirmed.html).toContain('Corporate confirmed that it’s you');
    expect(isSetup(await it.visitor.here.submitButton(confirmed, 'Continue'))).toBe(true);
  });

  it('downloads the data of the person, who has no password', async () => {
    const { it } = await asked();
    await service.get(ProviderLogos).set(it.world.organization, it.providerId, Buffer.from('a picture'), 'test');
    const question = await it.visitor.here.submitButton(await it.visitor.here.open(account('/data')), 'Download');
    expect(question.html).toMatch(/<img src="\/pages\/images\/[\w-]{43}" alt class="icon emblem"\/>Confirm with Corporate/);
    const confirmed = await it.visitor.here.open(await confirmThere(it, question));
    const done = await it.visitor.here.submitButton(confirmed, 'Download');
    expect(done.page?.headers.get('content-disposition')).toContain('account.json');
  });

  it('by another identity of the directory confirms nobody, connects nothing and creates no account', async () => {
    const { it, question } = await asked();
    const { userName } = await it.there.addPerson({ userName: 'carol', emails: [{ value: 'carol@mail.example', primary: true }] });
    const carol = `${userName}@${it.there.organization.primaryDomain}`;
    const page = await it.visitor.here.open(await confirmThere(it, question, carol));
    expect(page.html).toContain('with an account that isn’t connected to this one');
    expect(isSetup(page)).toBe(false);
    expect(await service.get(People).findByNameOrEmail(it.world.organization, carol)).toBeUndefined();
  });

  it('is valid for its own form alone', async () => {
    const { it, question } = await asked();
    const confirmed = await it.visitor.here.open(await confirmThere(it, question));
    const { state = '' } = hiddenOf(confirmed);
    const post = (path: string, fields: Record<string, string>) =>
      it.visitor.here.open(account(path), { method: 'POST', body: new URLSearchParams({ ...fields, state }) });
    const other = await post('/data/download', {});
    expect(other.page?.headers.get('content-disposition')).toBeNull();
    expect(isSetup(await post('/passkeys', { action: 'add' }))).toBe(true);
  });

  it('of another session opens nothing in this one', async () => {
    const { it, question } = await asked();
    const answer = await it.visitor.here.fetch(await confirmThere(it, question), {});
    const confirmed = new URL(refreshOf(answer) ?? '', service.url).href;
    expect(confirmed).toContain('/account/confirmed?with=');
    const other = it.another();
    await signIn(it, it.there.loginName, other);
    expect((await other.here.open(confirmed)).html).not.toContain('confirmed that it’s you');
  });

  it('of a directory that was disabled meanwhile counts no more', async () => {
    const { it, question } = await asked();
    const confirmed = await it.visitor.here.open(await confirmThere(it, question));
    await it.decide({ enabled: false });
    expect(isSetup(await it.visitor.here.submitButton(confirmed, 'Continue'))).toBe(false);
  });

  it('does not replace the second step that the person has set up', async () => {
    const { it } = await asked();
    const app = await addApp(service, await personOf(it));
    const visitor = it.another();
    const step = await signIn(it, it.there.loginName, visitor);
    expect(isIn(await fill(visitor.here, step, { code: app.code() }))).toBe(true);
    const question = await visitor.here.submitButton(await visitor.here.open(account('/passkeys')), 'Add a passkey');
    const confirmed = await visitor.here.open(await confirmThere({ ...it, visitor }, question));
    const page = await visitor.here.submitButton(confirmed, 'Continue');
    expect([isSetup(page), page.html?.includes('One more step')]).toEqual([false, true]);
  });

  it('is offered by no provider of another person', async () => {
    const { it } = await asked();
    const other = it.another();
    await other.here.submit(await other.here.open(account()), it.world.loginName, PASSWORD);
    const question = await other.here.submitButton(await other.here.open(account('/passkeys')), 'Add a passkey');
    expect(question.html).not.toContain('Confirm with Corporate');
    const forged = await fill(other.here, question, { directory: it.providerId });
    expect([isSetup(forged), isThere(forged)]).toEqual([false, false]);
  });
});

describe('a provider without ID tokens', () => {
  let played: HostileProvider;
  beforeAll(async () => {
    played = await startHostileProvider(() => Math.floor(Date.now() / 1_000));
  });
  afterAll(() => played.close());

  it('confirms nobody, as it proves no fresh sign-in: its person sets a password first', async () => {
    const { organization } = await makeWorld(service);
    const connection = {
      clientId: CLIENT_ID,
      clientAuthentication: 'client_secret_post' as const,
      scopes: [],
      authorizationUrl: `${played.origin}/authorize`,
      tokenUrl: `${played.origin}/token`,
      userinfoUrl: `${played.origin}/userinfo`,
      subjectMember: 'id',
      loginNameMember: 'login',
      nameMember: 'name',
    };
    const { rules, ...usual } = openedProvider({ kind: 'oauth', connection });
    const content = { ...usual, rules: { ...rules, creation: 'automatic' as const } };
    const { id } = await service.get(ProviderChanges).create(organization, content, CLIENT_SECRET, 'test');
    played.userinfo = { id: 583_231, login: 'octocat', name: 'Mona Lisa' };
    const browser = new Browser(service.url);
    played.authorization = new URL((await browser.open(account(`/to/${id}`))).url).searchParams;
    const answer = new URLSearchParams({ code: 'code-1', state: played.authorization.get('state') ?? '' });
    expect(isIn(await browser.open(`${played.authorization.get('redirect_uri')}?${answer.toString()}`))).toBe(true);
    const { html } = await browser.submitButton(await browser.open(account('/passkeys')), 'Add a passkey');
    expect(html).toContain('Your account has neither a password nor a passkey. Reset your password first.');
    expect(html).toContain('Forgot your password?');
    expect(html).not.toContain('Confirm with');
  });
});
