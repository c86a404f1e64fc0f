// A person who signs out here is signed out at the identity provider too, where its settings say so. A second service plays the provider.
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { UpstreamSignOut } from '../../src/oidc/sign-out/upstream-sign-out.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { SAML_DEFAULTS } from '../../src/users/authentication/identity-providers/saml-connection.js';
import { answerOf, Browser, type Page, refreshOf } from '../support/browser.js';
import { connectDirectory, decideProvider, Visitor, type Directory } from '../support/directory.js';
import { authorizeUrl, claimsOf, redeem } from '../support/oauth.js';
import {
  answerXml,
  form,
  newId,
  parsed,
  PERSISTENT,
  samlKey,
  samlProvider,
  signed,
  signedQuery,
  type SamlKey,
} from '../support/saml-identity-provider.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

const GOODBYE = 'https://app.example/goodbye';
const IDP = 'https://idp.example/metadata';

let service: TestService;
let at: TestService;
let key: SamlKey;
let otherKey: SamlKey;
beforeAll(async () => {
  const reachable = { BACKCHANNEL_ALLOW_PRIVATE: 'true' };
  [service, at] = [await startService(reachable), await startService(reachable)];
  [key, otherKey] = await Promise.all([samlKey(), samlKey()]);
});
afterAll(async () => {
  await service.assertNoSecret();
  await service.close();
  await at.close();
});

interface Client {
  clientId: string;
  clientSecret: string;
}
async function clientOf(world: World): Promise<Client> {
  const { application, clientSecret = '' } = await world.addApplication({ postLogoutRedirectUris: [GOODBYE] });
  return { clientId: application.clientId, clientSecret };
}

const isSignedIn = async (browser: Browser, { clientId }: Client): Promise<boolean> => {
  const silent = authorizeUrl(service.url, clientId, 'openid', { redirect_uri: REDIRECT_URI, prompt: 'none' });
  return (await browser.open(silent)).url.includes('code=');
};

/** Signs out with the application's hint, and a state of the application. */
const signOut = (browser: Browser, idToken: string): Promise<Page> => {
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: GOODBYE, state: 'app-state' });
  return browser.open(`${service.url}/oidc/v1/end_session?${query.toString()}`);
};
const isGoodbye = ({ url }: Page) => url === `${GOODBYE}?state=app-state`;
const peopleOf = ({ world }: { world: World }) => `/admin/v1/organizations/${world.organization.id}/people`;
const healthOf = async (world: World, id: string) =>
  (await service.call('GET', `/admin/v1/organizations/${world.organization.id}/identity-providers/${id}/health`)).body;

describe('with an OpenID Connect provider', () => {
  interface Scene extends Directory {
    world: World;
    client: Client;
    visitor: Visitor;
    idToken: string;
    signedOutUrl: string;
  }

  async function scene(upstreamSignOut = true): Promise<Scene> {
    const world = await makeWorld(service);
    const directory = await connectDirectory(service, at, world.organization, { creation: 'automatic', upstreamSignOut });
    const signedOutUrl = directory.callbackUrl.replace('/callback', '/signed-out');
    await at.call('PATCH', directory.applicationPath, { postLogoutRedirectUris: [signedOutUrl] });
    const client = await clientOf(world);
    const visitor = new Visitor(service, at);
    const redirect = await visitor.follow(await visitor.open(client.clientId), `/to/${directory.providerId}`);
    const page = await visitor.here.open(await visitor.signInThere(redirect, directory.there.loginName));
    const { body } = await redeem(service, client, answerOf(page).members.code ?? '');
    return { ...directory, world, client, visitor, idToken: body.id_token as string, signedOutUrl };
  }

  it('ends the session there, and then goes on to the application with its state', async () => {
    const { visitor, idToken, client, signedOutUrl } = await scene();
    const begun = await signOut(visitor.here, idToken);
    const { origin, searchParams } = new URL(begun.url);
    expect(origin).toBe(at.url);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(signedOutUrl);
    expect(searchParams.get('id_token_hint')).toMatch(/^ey/);
    // The one here has ended, whatever the provider does.
    expect(await isSignedIn(visitor.here, client)).toBe(false);
    const returned = await visitor.there.open(begun.url);
    expect(returned.url.startsWith(`${signedOutUrl}?state=`)).toBe(true);
    expect(isGoodbye(await visitor.here.open(returned.url))).toBe(true);
    // The way back is used once.
    const again = await visitor.here.open(returned.url);
    expect([again.page?.status, isGoodbye(again)]).toEqual([200, false]);
  });

  it('leads no other browser to the application, such as one of the provider, which knows the handle', async () => {
    const { visitor, idToken, client } = await scene();
    const { url } = await visitor.there.open((await signOut(visitor.here, idToken)).url);
    const known = new Visitor(service, at);
    await known.open(client.clientId);
    // One with a cookie of its own, and one without.
    for (const browser of [known.here, new Browser(service.url)]) {
      const other = await browser.open(url);
      expect([other.page?.status, other.url, other.html]).toEqual([200, url, expect.stringContaining('You’re signed out')]);
    }
    expect(isGoodbye(await visitor.here.open(url))).toBe(true);
  });

  it('keeps nothing and goes straight to the application where it is off', async () => {
    const { visitor, idToken } = await scene(false);
    const rows = () => service.get(Database).query.rows("SELECT id FROM oidc_artifacts WHERE kind = 'UpstreamSignOut'");
    const before = await rows();
    expect(isGoodbye(await signOut(visitor.here, idToken))).toBe(true);
    expect(await rows()).toEqual(before);
  });

  it('keeps the ID token sealed, and no longer than until the sign-out', async () => {
    const { visitor, idToken, providerId } = await scene();
    const rows = () =>
      service.get(Database).query.rows<{ payload: string }>("SELECT payload FROM oidc_artifacts WHERE kind = 'UpstreamSignOut'");
    const before = await rows();
    expect(before.some(({ payload }) => payload.includes('eyJ') || payload.includes(providerId))).toBe(false);
    await signOut(visitor.here, idToken);
    expect(await rows()).toHaveLength(before.length - 1);
  });

  it.each<[string, (it: Scene, person: string) => Promise<unknown>]>([
    ['by an administrator', (one, person) => service.call('DELETE', `${peopleOf(one)}/${person}/sessions`)],
    ['with the person', (one, person) => service.call('DELETE', `${peopleOf(one)}/${person}`)],
    [
      'by the provider',
      async ({ providerId, there }) => {
        const provider = await service.get(IdentityProviders).byId(providerId);
        if (provider) await service.get(UpstreamSignOut).end(provider, { subject: there.person.id, sessionIds: [] });
      },
    ],
  ])('keeps the ID token no longer than the session, also one that ends %s', async (_, end) => {
    const rows = () => service.get(Database).query.rows("SELECT id FROM oidc_artifacts WHERE kind = 'UpstreamSignOut'");
    const before = await rows();
    const it = await scene();
    expect(await rows()).toHaveLength(before.length + 1);
    await end(it, String(claimsOf(it.idToken).sub));
    expect(await isSignedIn(it.visitor.here, it.client)).toBe(false);
    expect(await rows()).toEqual(before);
  });

  it.each<[string, (it: Scene) => Promise<unknown>]>([
    ['was disabled', (one) => decideProvider(service, one.world.organization, one.providerId, { enabled: false })],
    ['was removed', (one) => service.get(ProviderChanges).remove(one.world.organization, one.providerId, 'test')],
    [
      'doesn’t answer',
      (one) => {
        const change = { issuer: 'http://127.0.0.1:1', clientSecret: 'other' };
        return service.call('PATCH', `/admin/v1/organizations/${one.world.organization.id}/identity-providers/${one.providerId}`, change);
      },
    ],
  ])('of a provider that %s loses nothing of the sign-out here', async (_, change) => {
    const it = await scene();
    await change(it);
    expect(isGoodbye(await signOut(it.visitor.here, it.idToken))).toBe(true);
    expect(await isSignedIn(it.visitor.here, it.client)).toBe(false);
  });

  it('after the question leads on by a page, and ends at the page that says it', async () => {
    const { visitor, client } = await scene();
    const asked = await visitor.here.open(`${service.url}/oidc/v1/end_session`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.html ?? '')?.[1] ?? '';
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const answered = await visitor.here.fetch(`${service.url}/oidc/v1/end_session/answer`, { method: 'POST', body });
    const next = refreshOf(answered) ?? '';
    expect([answered.status, new URL(next).origin]).toEqual([200, at.url]);
    expect(await isSignedIn(visitor.here, client)).toBe(false);
    const returned = await visitor.there.open(next);
    expect((await visitor.here.open(returned.url)).url).toBe(`${service.url}/oidc/v1/end_session/success`);
  });

  it('is not answered by the state of a sign-in, which stays usable, nor by that of another provider', async () => {
    const [one, other] = [await scene(), await scene()];
    const page = await one.visitor.open(one.client.clientId, { prompt: 'login' });
    const { url } = await one.visitor.follow(page, `/to/${one.providerId}`);
    const state = new URL(url).searchParams.get('state') ?? '';
    expect((await one.visitor.here.open(`${one.signedOutUrl}?state=${state}`)).html).toContain('You’re signed out');
    const begun = await signOut(one.visitor.here, one.idToken);
    const signOutState = new URL(begun.url).searchParams.get('state') ?? '';
    expect((await other.visitor.here.open(`${other.signedOutUrl}?state=${signOutState}`)).html).toContain('You’re signed out');
    expect(isGoodbye(await one.visitor.here.open(`${one.signedOutUrl}?state=${signOutState}`))).toBe(true);
    const callback = await one.visitor.signInThere({ url }, one.there.loginName);
    expect((await one.visitor.here.open(callback)).url).toContain(`${REDIRECT_URI}?code=`);
  });
});

describe('with a SAML provider', () => {
  const moment = (seconds = 0): string => new Date(service.get(Clock).nowMs() + seconds * 1_000).toISOString();

  interface Scene {
    world: World;
    client: Client;
    browser: Browser;
    providerId: string;
    entityId: string;
    idToken: string;
  }

  async function scene(): Promise<Scene> {
    const world = await makeWorld(service);
    const client = await clientOf(world);
    const connection = {
      entityId: IDP,
      ssoUrl: 'https://idp.example/sso',
      sloUrl: 'https://idp.example/slo',
      certificates: [key.certificate],
      ...SAML_DEFAULTS,
    };
    const { rules } = samlProvider(connection);
    const content = { kind: 'saml', template: 'generic', name: 'Corporate', enabled: true, connection } as const;
    const decided = { ...content, rules: { ...rules, creation: 'automatic', upstreamSignOut: true } } as const;
    const { id: providerId } = await service.get(ProviderChanges).create(world.organization, decided, undefined, 'test');
    const entityId = `${service.url}/sign-in/providers/${providerId}`;
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { redirect_uri: REDIRECT_URI }));
    const { searchParams } = new URL((await browser.open(`${page.url.split('?')[0]}/to/${providerId}`)).url);
    const request = messageIn(searchParams, 'SAMLRequest').getAttribute('ID') ?? '';
    const xml = answerXml({
      issuer: IDP,
      destination: `${entityId}/callback`,
      recipient: `${entityId}/callback`,
      audience: entityId,
      inResponseTo: request,
      confirmedRequest: request,
      notBefore: moment(-10),
      notOnOrAfter: moment(300),
      confirmedUntil: moment(300),
      authenticated: moment(-5),
      nameId: 'ada',
      nameIdFormat: PERSISTENT,
      attributes: { uid: `ada@${world.organization.primaryDomain}` },
      sessionIndex: 'session-1',
      context: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      conditions: `<saml:Conditions NotOnOrAfter="${moment(300)}"><saml:AudienceRestriction><saml:Audience>${entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
      status: '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>',
      responseId: newId(),
      assertionId: newId(),
      extensions: '',
    });
    const body = form('SAMLResponse', signed(xml, 'Assertion', key));
    body.set('RelayState', searchParams.get('RelayState') ?? '');
    const done = await browser.open(`${entityId}/callback`, { method: 'POST', body });
    const { body: tokens } = await redeem(service, client, answerOf(done).members.code ?? '');
    return { world, client, browser, providerId, entityId, idToken: tokens.id_token as string };
  }

  const messageIn = (parameters: URLSearchParams, name: string) =>
    parsed(inflateRawSync(Buffer.from(parameters.get(name) ?? '', 'base64')).toString()).documentElement;

  interface Begun extends Scene {
    requestId: string;
    relayState: string;
  }

  async function begun(): Promise<Begun> {
    const it = await scene();
    const { url } = await signOut(it.browser, it.idToken);
    expect(url.startsWith('https://idp.example/slo?')).toBe(true);
    const { searchParams } = new URL(url);
    expect([...searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState', 'SigAlg', 'Signature']);
    const request = messageIn(searchParams, 'SAMLRequest');
    const textOf = (name: string) => request.getElementsByTagNameNS('*', name)[0]?.textContent;
    expect([request.localName, textOf('NameID'), textOf('SessionIndex'), textOf('Issuer')]).toEqual([
      'LogoutRequest',
      'ada',
      'session-1',
      it.entityId,
    ]);
    expect(await isSignedIn(it.browser, it.client)).toBe(false);
    return { ...it, requestId: request.getAttribute('ID') ?? '', relayState: searchParams.get('RelayState') ?? '' };
  }

  const responseXml = ({ entityId, requestId }: Begun, { status = 'Success', inResponseTo = requestId } = {}) =>
    `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}"` +
    ` Version="2.0" IssueInstant="${moment()}" Destination="${entityId}/logout" InResponseTo="${inResponseTo}"><saml:Issuer>${IDP}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status></samlp:LogoutResponse>`;

  const byRedirect = (xml: string, relayState: string, by = key) => signedQuery(xml, by, { relayState, parameter: 'SAMLResponse' });

  it('requests it by a signed message, and goes on after the answer by a redirect', async () => {
    const it = await begun();
    const page = await it.browser.open(`${it.entityId}/logout?${byRedirect(responseXml(it), it.relayState)}`);
    expect(isGoodbye(page)).toBe(true);
    expect(await healthOf(it.world, it.providerId)).not.toHaveProperty('lastFailure');
  });

  it('goes on after the answer by a form, to the same address as requests', async () => {
    const it = await begun();
    const body = form('SAMLResponse', signed(responseXml(it), 'LogoutResponse', key));
    body.set('RelayState', it.relayState);
    const sent = { method: 'POST', body };
    const moved = await it.browser.fetch(`${it.entityId}/logout`, sent);
    expect([moved.status, new URL(moved.headers.get('location') ?? '', `${it.entityId}/logout`).href]).toEqual([
      307,
      `${it.entityId}/signed-out`,
    ]);
    // A form of another site comes without the cookies of this browser.
    const answered = await fetch(`${it.entityId}/signed-out`, sent);
    const onward = refreshOf(answered) ?? '';
    expect(onward.startsWith(`${it.entityId}/signed-out?state=`)).toBe(true);
    expect((await new Browser(service.url).open(onward)).html).toContain('You’re signed out');
    expect(isGoodbye(await it.browser.open(onward))).toBe(true);
    expect(await healthOf(it.world, it.providerId)).not.toHaveProperty('lastFailure');
  });

  it.each<[string, (it: Begun) => string, string]>([
    ['by another key', (it) => byRedirect(responseXml(it), it.relayState, otherKey), 'not made by one of the certificates'],
    ['to another request', (it) => byRedirect(responseXml(it, { inResponseTo: '_other' }), it.relayState), 'answers another request'],
    ['of a failure', (it) => byRedirect(responseXml(it, { status: 'Responder' }), it.relayState), 'did not sign the person out'],
    ['that is not signed', (it) => byRedirect(responseXml(it), it.relayState).split('&SigAlg')[0] ?? '', 'It is not signed'],
  ])('goes on after an answer %s, and administrators read why', async (_, query, words) => {
    const it = await begun();
    expect(isGoodbye(await it.browser.open(`${it.entityId}/logout?${query(it)}`))).toBe(true);
    expect((await healthOf(it.world, it.providerId)).lastFailure).toContain(words);
  });
});
