// What people change about themselves, take along and give up on the pages of their account, and what their organization keeps for itself.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EventSearch } from '../../src/users/events/event-search.service.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import type { PolicyChange } from '../../src/users/organizations/policies/policy-kinds.js';
import { Database } from '../../src/common/database/database.js';
import { Browser, fill, hiddenOf } from '../support/browser.js';
import { inOneMoment } from '../support/one-moment.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let count = 0;
let who: Awaited<ReturnType<World['addPerson']>>;
let browser: Browser;

beforeAll(async () => {
  service = await sharedService();
  world = await makeWorld(service);
});
afterAll(() => service.close());

beforeEach(async () => {
  who = await world.addPerson({ userName: `owner-of-account-${++count}` });
  browser = new Browser(service.url);
  await browser.submit(await open(''), `${who.userName}@${world.organization.primaryDomain}`, PASSWORD);
});

const open = (path: string) => browser.open(`${service.url}/account${path}`);
const decide = (policy: PolicyChange<'account'>) => service.get(Policies).set(world.organization.no, 'account', policy, 'test');
const stored = () => service.get(People).requirePerson(world.organization, who.id);
const lastEvent = async (type: string) =>
  (await service.get(EventSearch).searchEvents({ types: [type], ascending: false, limit: 1 })).events[0];
const FIELDS = {
  givenName: 'Ada',
  familyName: 'Lovelace',
  displayName: 'Countess',
  picture: 'https://pictures.example/ada.png',
  language: 'de',
  timezone: 'Europe/London',
  phone0: '+44 (20) 7946-0000',
  phoneType0: 'work',
};

describe('the profile', () => {
  it('is saved as typed, shown again, and written down as the change of the person', async () => {
    const saved = await fill(browser, await open('/profile'), FIELDS);
    expect(saved.html).toContain('Ihre Änderungen sind gespeichert.');
    expect(await stored()).toMatchObject({
      givenName: 'Ada',
      familyName: 'Lovelace',
      displayName: 'Countess',
      preferredLanguage: 'de',
      timezone: 'Europe/London',
      photos: [{ value: 'https://pictures.example/ada.png', type: 'photo' }],
      phoneNumbers: [{ value: '+442079460000', type: 'work' }],
    });
    const page = await open('/profile');
    for (const text of ['value="Countess"', 'value="+442079460000"', '<option selected value="Europe/London"'])
      expect(page.html?.replace(/value="([^"]+)" selected/g, 'selected value="$1"')).toContain(text);
    expect(await lastEvent('user.human.profile.changed')).toMatchObject({ aggregate: { id: who.id }, editor: who.id });
  });

  it('can be emptied where it need not be filled', async () => {
    await fill(browser, await open('/profile'), FIELDS);
    const bare = { ...FIELDS, displayName: '', picture: '', language: '', timezone: '', phone0: '' };
    expect((await fill(browser, await open('/profile'), bare)).page?.status).toBe(200);
    const person = await stored();
    expect([person.displayName, person.preferredLanguage, person.timezone]).toEqual([undefined, undefined, undefined]);
    expect([person.photos, person.phoneNumbers]).toEqual([[], []]);
  });

  it.each([
    ['no first name', { givenName: ' ' }],
    ['a name with control characters', { familyName: 'a\u0007b' }],
    ['a picture without encryption', { picture: 'http://pictures.example/ada.png' }],
    ['a picture that is a script', { picture: 'javascript:alert(1)' }],
    ['a picture that is a page of data', { picture: 'data:text/html,<script>alert(1)</script>' }],
    ['a phone that is no number', { phone0: 'call me' }],
    ['a language that is none', { language: 'no language' }],
    ['a name of a megabyte', { displayName: 'x'.repeat(600) }],
  ])('refuses %s, says so, and keeps what was typed', async (_, wrong) => {
    const before = await stored();
    const refused = await fill(browser, await open('/profile'), { ...FIELDS, ...wrong });
    expect([refused.page?.status, refused.html?.includes('role="alert"')]).toEqual([400, true]);
    expect(refused.html).toContain('value="Lovelace"'.replace('Lovelace', 'familyName' in wrong ? 'Ada' : 'Lovelace'));
    expect(await stored()).toEqual(before);
  });

  it('takes no time zone that is none', async () => {
    await fill(browser, await open('/profile'), { ...FIELDS, timezone: 'Mars/Olympus' });
    expect((await stored()).timezone).toBeUndefined();
  });

  it('takes a phone with an extension, as it shows one that a directory has brought', async () => {
    await fill(browser, await open('/profile'), { ...FIELDS, phone0: '+44 20 7946 0000 ext 7' });
    expect((await stored()).phoneNumbers).toMatchObject([{ value: '+442079460000;ext=7' }]);
    await fill(browser, await open('/profile'), { ...FIELDS, phone0: '+442079460000;ext=7' });
    expect((await stored()).phoneNumbers).toMatchObject([{ value: '+442079460000;ext=7' }]);
  });

  it('keeps phones that the page does not show, and what else is known of those that stay', async () => {
    const phones = ['+1001', '+1002', '+1003', '+1004'].map((value, at) => ({
      value,
      type: 'work',
      primary: at === 0,
      display: `no ${at}`,
    }));
    await service.get(People).update(world.organization, who.id, (person) => ({ values: { ...person, phoneNumbers: phones } }), 'test');
    const typed = { ...FIELDS, phone0: '+1001', phoneType0: 'home', phone1: '', phone2: '+1003', phoneType2: 'work' };
    await fill(browser, await open('/profile'), typed);
    expect((await stored()).phoneNumbers).toMatchObject([
      { value: '+1001', type: 'home', display: 'no 0', primary: true },
      { value: '+1003', display: 'no 2' },
      { value: '+1004', display: 'no 3' },
    ]);
  });

  it('changes only what the organization lets people change, whatever the form brings', async () => {
    await decide({ changeName: false, changePhones: false, changePicture: false });
    const page = await open('/profile');
    expect(page.html).toMatch(/name="givenName"[^>]*readonly/);
    const before = await stored();
    await fill(browser, page, FIELDS);
    const after = await stored();
    expect([after.givenName, after.familyName, after.displayName, after.phoneNumbers, after.photos]).toEqual([
      before.givenName,
      before.familyName,
      before.displayName,
      before.phoneNumbers,
      before.photos,
    ]);
    expect(after.timezone).toBe('Europe/London');
    await decide({ changeLanguage: false, changeTimezone: false });
    expect((await open('/profile')).html).toContain('Ihre Organisation verwaltet Ihr Profil.');
    await decide({ changeName: true, changePhones: true, changePicture: true, changeLanguage: true, changeTimezone: true });
  });
});

describe('website, birth date and gender', () => {
  const TYPED = { website: ' https://ada.example ', birthdate: '1815-12-10', gender: 'female' };
  const own = async () => (({ website, birthdate, gender }) => ({ website, birthdate, gender }))(await stored());

  it('are neither asked for nor taken while the organization does not let people change them', async () => {
    expect((await open('/profile')).html).not.toContain('name="birthdate"');
    await fill(browser, await open('/profile'), { ...FIELDS, ...TYPED });
    expect(await own()).toEqual({ website: undefined, birthdate: undefined, gender: undefined });
    await service.get(People).update(world.organization, who.id, (person) => ({ values: { ...person, birthdate: '1815' } }), 'test');
    const { html } = await open('/profile');
    expect([/name="birthdate"[^>]*readonly/.test(html ?? ''), html?.includes('name="website"')]).toEqual([true, false]);
    await fill(browser, await open('/profile'), { ...FIELDS, ...TYPED });
    expect((await stored()).birthdate).toBe('1815');
  });

  it('are changed, refused and emptied where it does', async () => {
    await decide({ changePersonalData: true });
    await fill(browser, await open('/profile'), { ...FIELDS, ...TYPED });
    expect(await own()).toEqual({ ...TYPED, website: 'https://ada.example' });
    for (const wrong of [{ website: 'javascript:alert(1)' }, { birthdate: '1815-02-30' }, { gender: 'a\u0007' }]) {
      const refused = await fill(browser, await open('/profile'), { ...FIELDS, ...TYPED, ...wrong });
      expect([refused.page?.status, refused.html?.includes(`id="${Object.keys(wrong)[0]}-fault"`)], JSON.stringify(wrong)).toEqual([
        400,
        true,
      ]);
    }
    const answer = await browser.fetch(`${service.url}/account/data/download`, {
      method: 'POST',
      body: new URLSearchParams({ currentPassword: PASSWORD }),
    });
    expect(((await answer.json()) as { profile: object }).profile).toMatchObject({ birthdate: '1815-12-10', gender: 'female' });
    await fill(browser, await open('/profile'), { ...FIELDS, website: '', birthdate: '', gender: '' });
    expect(await own()).toEqual({ website: undefined, birthdate: undefined, gender: undefined });
    await decide({ changePersonalData: false });
  });
});

describe('one’s data', () => {
  it('comes as a file without secrets, after a fresh check, and only to the person', async () => {
    const base = `/admin/v1/organizations/${world.organization.id}`;
    const { identityProviderId } = (
      await service.call('POST', `${base}/identity-providers`, {
        kind: 'oidc',
        name: 'Example Corp',
        issuer: 'https://login.example.com',
        clientId: 'gatehouse',
        clientAuthentication: 'none',
      })
    ).body;
    const identity = { identityProviderId, subject: '248289761001', loginName: 'ada@example.com' };
    await service.call('POST', `${base}/people/${who.id}/identity-links`, identity);
    const download = (form: Record<string, string>) =>
      browser.fetch(`${service.url}/account/data/download`, { method: 'POST', body: new URLSearchParams(form) });
    const asked = await (await download({})).text();
    expect([asked.includes('name="currentPassword"'), asked.includes(who.id)]).toEqual([true, false]);
    const answer = await download({ currentPassword: PASSWORD });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    expect([answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ loginName: expect.stringContaining(who.userName), profile: { id: who.id }, sessions: [{}] });
    expect(JSON.parse(text).identities).toMatchObject([
      { provider: 'Example Corp', subject: identity.subject, loginName: identity.loginName, lastUsed: null },
    ]);
    expect(text).not.toMatch(/hash|\$2[aby]\$|argon2|"no"|tokenGeneration/i);
    const stranger = await new Browser(service.url).open(`${service.url}/account/data/download`, {
      method: 'POST',
      body: new URLSearchParams(),
    });
    expect([stranger.page?.status, stranger.html?.includes(who.id)]).toEqual([401, false]);
  });
});

describe('the deletion of an account', () => {
  const remove = (currentPassword: string, from = browser) =>
    from.open(`${service.url}/account/data/delete`, { method: 'POST', body: new URLSearchParams({ currentPassword }) });
  const exists = async () => (await service.get(People).findByNo(who.no)) !== undefined;

  it('is not offered and not done unless the organization wants it', async () => {
    expect(hiddenOf(await open('/data'), 1)).toEqual({});
    expect((await open('/data')).html).not.toContain('/account/data/delete');
    expect((await remove(PASSWORD)).page?.status).toBe(403);
    expect(await exists()).toBe(true);
  });

  it('asks for the password, and then ends everything', async () => {
    await decide({ deleteAccount: true });
    expect((await remove('wrong')).html).toContain('Your current password is wrong.');
    expect(await exists()).toBe(true);
    const done = await remove(PASSWORD);
    expect([done.page?.status, done.html?.includes('Your account has been deleted')]).toEqual([200, true]);
    expect(await exists()).toBe(false);
    expect((await open('')).html).toContain('Sign in to manage your account.');
    expect(await lastEvent('user.removed')).toMatchObject({ aggregate: { id: who.id }, editor: who.id });
  });

  it('counts wrong passwords as attempts', async () => {
    await decide({ deleteAccount: true });
    await inOneMoment(service, async () => {
      for (let tries = 0; tries < 5; tries++) await remove('wrong');
      expect((await remove(PASSWORD)).html).toContain('Too many attempts.');
    });
    expect(await exists()).toBe(true);
  });

  it('is refused to the last owner of the organization', async () => {
    await decide({ deleteAccount: true });
    const role = { orgId: world.organization.id, role: 'ORG_OWNER' } as const;
    await service
      .get(Database)
      .write('add owner', (tx) => service.get(Memberships).addToOrganization(tx, world.organization, who, role.role, 'test'));
    const refused = await remove(PASSWORD);
    expect([refused.page?.status, refused.html?.includes('You’re the last owner')]).toEqual([409, true]);
    expect(await exists()).toBe(true);
  });
});
