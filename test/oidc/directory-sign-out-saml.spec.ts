// What a SAML provider ends, ends here: its LogoutRequests arrive through the browser, and the browser takes the answer back.
// On SQLite alone: it is about messages of providers; directory-sign-out.spec.ts ends the same sessions on both.
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Interactions } from '../../src/oidc/provider/interactions.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { SAML_DEFAULTS, type SamlConnection } from '../../src/users/authentication/identity-providers/saml-connection.js';
import { Browser, type Page, refreshOf } from '../support/browser.js';
import { authorizeUrl } from '../support/oauth.js';
import {
  answerXml,
  form,
  logoutRequestXml,
  newId,
  parsed,
  PERSISTENT,
  samlKey,
  samlProvider,
  signed,
  signedQuery,
  type SamlKey,
  type SamlLogoutRequest,
} from '../support/saml-identity-provider.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

const IDP = 'https://idp.example/metadata';
const SLO = 'https://idp.example/slo';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

let service: TestService;
let key: SamlKey;
let otherKey: SamlKey;
beforeAll(async () => {
  service = await startService();
  [key, otherKey] = await Promise.all([samlKey(), samlKey()]);
});
afterAll(() => service.close());

interface Scene {
  world: World;
  clientId: string;
  providerId: string;
  /** This service, as the provider knows it. */
  entityId: string;
}

async function scene(changes: Partial<SamlConnection> = {}): Promise<Scene> {
  const world = await makeWorld(service);
  const { rules } = samlProvider({ entityId: IDP, ssoUrl: '', certificates: [], ...SAML_DEFAULTS });
  const connection = {
    entityId: IDP,
    ssoUrl: 'https://idp.example/sso',
    sloUrl: SLO,
    certificates: [key.certificate],
    ...SAML_DEFAULTS,
    ...changes,
  };
  const content = {
    kind: 'saml',
    template: 'generic',
    name: 'Corporate',
    enabled: true,
    connection,
    rules: { ...rules, creation: 'automatic' },
  } as const;
  const { id: providerId } = await service.get(ProviderChanges).create(world.organization, content, undefined, 'test');
  const { application } = await world.addApplication();
  return { world, clientId: application.clientId, providerId, entityId: `${service.url}/sign-in/providers/${providerId}` };
}

const moment = (seconds = 0): string => new Date(service.get(Clock).nowMs() + seconds * 1_000).toISOString();

interface Person {
  name: string;
  session: string;
  /** The value of the attribute `guid`. */
  guid?: string;
}

/** A browser with the answer of the provider for a person. */
interface Answered {
  browser: Browser;
  body: URLSearchParams;
}

/** A person signs in with the provider, with a browser of its own. */
async function signIn(it: Scene, person: Person): Promise<Browser> {
  const { browser, body } = await answered(it, person);
  const done = await browser.open(`${it.entityId}/callback`, { method: 'POST', body });
  expect(done.url, done.html).toContain(REDIRECT_URI);
  return browser;
}

async function answered({ clientId, providerId, entityId, world }: Scene, { name, session, guid }: Person): Promise<Answered> {
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, clientId, 'openid', { redirect_uri: REDIRECT_URI }));
  const { url } = await browser.open(`${page.url.split('?')[0]}/to/${providerId}`);
  const { searchParams } = new URL(url);
  const request = parsed(inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString());
  const inResponseTo = request.documentElement.getAttribute('ID') ?? '';
  const xml = answerXml({
    issuer: IDP,
    destination: `${entityId}/callback`,
    recipient: `${entityId}/callback`,
    audience: entityId,
    inResponseTo,
    confirmedRequest: inResponseTo,
    notBefore: moment(-10),
    notOnOrAfter: moment(300),
    confirmedUntil: moment(300),
    authenticated: moment(-5),
    nameId: name,
    nameIdFormat: guid === undefined ? PERSISTENT : TRANSIENT,
    attributes: { uid: `${guid ?? name}@${world.organization.primaryDomain}`, ...(guid && { guid }) },
    sessionIndex: session,
    context: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
    conditions:
      `<saml:Conditions NotBefore="${moment(-10)}" NotOnOrAfter="${moment(300)}">` +
      `<saml:AudienceRestriction><saml:Audience>${entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    status: '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>',
    responseId: newId(),
    assertionId: newId(),
    extensions: '',
  });
  const body = form('SAMLResponse', signed(xml, 'Assertion', key));
  body.set('RelayState', searchParams.get('RelayState') ?? '');
  return { browser, body };
}

async function signInByPassword({ clientId, world }: Scene): Promise<Browser> {
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, clientId, 'openid', { redirect_uri: REDIRECT_URI }));
  await browser.submit(page, world.loginName, PASSWORD);
  return browser;
}

async function isSignedIn({ clientId }: Scene, browser: Browser): Promise<boolean> {
  return (await browser.open(authorizeUrl(service.url, clientId, 'openid', { redirect_uri: REDIRECT_URI, prompt: 'none' }))).url.includes(
    'code=',
  );
}
const signedInOf = (it: Scene, browsers: readonly Browser[]) => Promise.all(browsers.map((browser) => isSignedIn(it, browser)));

const requestXml = ({ entityId }: Scene, name: string, changes: Partial<SamlLogoutRequest> = {}): string =>
  logoutRequestXml({
    id: newId(),
    issuer: IDP,
    destination: `${entityId}/logout`,
    issued: moment(-1),
    notOnOrAfter: undefined,
    nameId: `<saml:NameID Format="${PERSISTENT}">${name}</saml:NameID>`,
    sessionIndexes: [],
    ...changes,
  });

/** Any browser brings the request. */
const byRedirect = ({ entityId }: Scene, query: string): Promise<Page> => new Browser(service.url).open(`${entityId}/logout?${query}`);
const byForm = ({ entityId }: Scene, xml: string): Promise<Page> =>
  new Browser(service.url).open(`${entityId}/logout`, { method: 'POST', body: form('SAMLRequest', xml) });
const isRefused = ({ page, html }: Page): boolean => page?.status === 400 && (html ?? '').includes('Corporate');

describe('a LogoutRequest', () => {
  it('by a redirect ends the sessions that it names, and the browser takes the answer back', async () => {
    const it = await scene();
    const browsers = [await signIn(it, { name: 'ada', session: 's1' }), await signIn(it, { name: 'ada', session: 's2' })];
    const xml = requestXml(it, 'ada', { id: '_one', sessionIndexes: ['s2'] });
    const { url } = await byRedirect(it, signedQuery(xml, key, { relayState: 'back' }));
    expect(await signedInOf(it, browsers)).toEqual([true, false]);
    const { searchParams, origin, pathname } = new URL(url);
    expect([`${origin}${pathname}`, searchParams.get('RelayState')]).toEqual([SLO, 'back']);
    const answer = inflateRawSync(Buffer.from(searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
    expect(answer).toContain('InResponseTo="_one"');
    expect(answer).toContain('status:Success');
  });

  it('by a form ends all sessions of the person with the provider, none of another person, and none by password', async () => {
    const it = await scene({ sloUrl: undefined as never });
    const browsers = [
      await signIn(it, { name: 'ada', session: 's1' }),
      await signIn(it, { name: 'ada', session: 's2' }),
      await signIn(it, { name: 'bob', session: 's1' }),
      await signInByPassword(it),
    ];
    const page = await byForm(it, signed(requestXml(it, 'ada'), 'LogoutRequest', key));
    expect([page.page?.status, page.html]).toEqual([200, expect.stringContaining('You’re signed out')]);
    expect(await signedInOf(it, browsers)).toEqual([false, false, true, true]);
  });

  it('ends the session of no other person with the same SessionIndex', async () => {
    const it = await scene();
    const browsers = [await signIn(it, { name: 'ada', session: 's1' }), await signIn(it, { name: 'bob', session: 's1' })];
    await byRedirect(it, signedQuery(requestXml(it, 'ada', { sessionIndexes: ['s1'] }), key));
    expect(await signedInOf(it, browsers)).toEqual([false, true]);
  });

  it('ends no session of another person where an attribute identifies people, and must name a session', async () => {
    const it = await scene({ subjectAttribute: 'guid' });
    const browsers = [
      await signIn(it, { name: 'transient-1', session: 's1', guid: 'ada' }),
      await signIn(it, { name: 'transient-2', session: 's1', guid: 'bob' }),
    ];
    expect(isRefused(await byRedirect(it, signedQuery(requestXml(it, 'ada'), key)))).toBe(true);
    expect(await signedInOf(it, browsers)).toEqual([true, true]);
    await byRedirect(it, signedQuery(requestXml(it, 'transient-1', { sessionIndexes: ['s1'] }), key));
    expect(await signedInOf(it, browsers)).toEqual([false, true]);
  });

  it('ends no session with another provider that has the same names', async () => {
    const [it, other] = [await scene(), await scene()];
    const browser = await signIn(it, { name: 'ada', session: 's1' });
    await byRedirect(other, signedQuery(requestXml(other, 'ada', { sessionIndexes: ['s1'] }), key));
    expect(await isSignedIn(it, browser)).toBe(true);
  });

  it('is signed by the provider, for this service', async () => {
    const it = await scene();
    const other = await scene({ certificates: [otherKey.certificate] });
    const browser = await signIn(it, { name: 'ada', session: 's1' });
    const xml = requestXml(it, 'ada');
    const refused: Record<string, Page> = {
      'not signed, by a redirect': await byRedirect(it, signedQuery(xml, key).split('&SigAlg')[0] ?? ''),
      'not signed, by a form': await byForm(it, xml),
      'signed by another, by a redirect': await byRedirect(it, signedQuery(xml, otherKey)),
      'signed by another, by a form': await byForm(it, signed(xml, 'LogoutRequest', otherKey)),
      'of another provider': await byForm(it, signed(requestXml(other, 'ada'), 'LogoutRequest', otherKey)),
      'for another service': await byForm(it, signed(requestXml(other, 'ada'), 'LogoutRequest', key)),
      old: await byForm(it, signed(requestXml(it, 'ada', { issued: moment(-1_000) }), 'LogoutRequest', key)),
      nothing: await byRedirect(it, ''),
    };
    for (const [what, page] of Object.entries(refused)) expect([what, isRefused(page)]).toEqual([what, true]);
    expect(await isSignedIn(it, browser)).toBe(true);
  });

  it.each<[string, Partial<SamlConnection>, Person, Partial<SamlLogoutRequest>]>([
    ['the session', {}, { name: 'ada', session: 's1' }, { sessionIndexes: ['s1'] }],
    ['the person', {}, { name: 'ada', session: 's1' }, {}],
    [
      'the session of a person whom an attribute identifies',
      { subjectAttribute: 'guid' },
      { name: 'transient-1', session: 's1', guid: 'ada' },
      { sessionIndexes: ['s1'] },
    ],
  ])('ends a sign-in that has its answer and is not complete: it names %s', async (_, settings, person, named) => {
    const it = await scene(settings);
    const end = () => byRedirect(it, signedQuery(requestXml(it, person.name, named), key));
    const { browser, body } = await answered(it, person);
    const { headers } = await browser.fetch(`${it.entityId}/callback`, { method: 'POST', body });
    const onward = refreshOf({ headers }) ?? '';
    expect((await end()).url).toContain(SLO);
    expect((await browser.open(new URL(onward, service.url).href)).url).not.toContain('code=');
    expect(await isSignedIn(it, browser)).toBe(false);
    // One that the provider confirms afterwards goes on.
    expect(await isSignedIn(it, await signIn(it, person))).toBe(true);
  });

  it('ends a session that is being stored at the same moment', async () => {
    const it = await scene();
    const interactions = service.get(Interactions);
    const finish = interactions.finish.bind(interactions);
    vi.spyOn(interactions, 'finish').mockImplementationOnce(async (...finished) => {
      // After the last look at what has ended, and before the session is stored.
      expect((await byRedirect(it, signedQuery(requestXml(it, 'ada', { sessionIndexes: ['s1'] }), key))).url).toContain(SLO);
      return finish(...finished);
    });
    expect(await isSignedIn(it, await signIn(it, { name: 'ada', session: 's1' }))).toBe(false);
  });

  it('ends nothing the second time, and gets the same answer', async () => {
    const it = await scene();
    await signIn(it, { name: 'ada', session: 's1' });
    const query = signedQuery(requestXml(it, 'ada'), key);
    await byRedirect(it, query);
    const browser = await signIn(it, { name: 'ada', session: 's2' });
    expect((await byRedirect(it, query)).url).toContain(SLO);
    expect(await isSignedIn(it, browser)).toBe(true);
  });
});

describe('the metadata of this service', () => {
  it('is served for each SAML provider, with the address for its LogoutRequests', async () => {
    const it = await scene();
    const response = await fetch(`${it.entityId}/metadata`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml']);
    const document = await response.text();
    for (const part of [`entityID="${it.entityId}"`, `Location="${it.entityId}/logout"`, `Location="${it.entityId}/callback"`])
      expect(document).toContain(part);
  });

  it('is where the admin API says, with the address for LogoutRequests', async () => {
    const it = await scene();
    const { body } = await service.call('GET', `/admin/v1/organizations/${it.world.organization.id}/identity-providers/${it.providerId}`);
    expect(body).toMatchObject({ metadataUrl: `${it.entityId}/metadata`, signOutUrl: `${it.entityId}/logout` });
  });

  it('is a page with 404 elsewhere, as are LogoutRequests', async () => {
    for (const path of ['nobody/metadata', 'nobody/logout']) {
      const response = await fetch(`${service.url}/sign-in/providers/${path}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, expect.stringContaining('text/html')]);
    }
  });
});
