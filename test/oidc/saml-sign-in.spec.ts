// People sign in with a SAML identity provider, whose answer arrives as a form of another site.
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, type Page, refreshOf } from '../support/browser.js';
import { Visitor } from '../support/directory.js';
import { addGroup } from '../support/groups.js';
import { claimsOf, redeem } from '../support/oauth.js';
import { answerXml, form, newId, PERSISTENT, samlKey, signed, type SamlAnswer, type SamlKey } from '../support/saml-identity-provider.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

const ENTITY_ID = 'https://idp.example/metadata';
const SSO_URL = 'https://idp.example/sso';
const SUCCESS = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>';
const MFA = 'https://refeds.org/profile/mfa';

let service: TestService;
let key: SamlKey;
let world: World;
let client: { clientId: string; clientSecret: string };
let provider: { id: string; callbackUrl: string };
beforeAll(async () => {
  service = await sharedService();
  key = await samlKey();
  world = await makeWorld(service);
  const { application, clientSecret = '' } = await world.addApplication();
  client = { clientId: application.clientId, clientSecret };
  const { status, body } = await service.call('POST', `/admin/v1/organizations/${world.organization.id}/identity-providers`, {
    kind: 'saml',
    name: 'University',
    entityId: ENTITY_ID,
    ssoUrl: SSO_URL,
    certificates: [key.certificate],
    creation: 'automatic',
    secondFactorValues: [MFA],
  });
  expect(status, JSON.stringify(body)).toBe(201);
  provider = { id: body.identityProviderId, callbackUrl: body.callbackUrl };
});
afterAll(() => service.close());

/** The browser at the provider, with the request that it brought. */
async function atProvider(): Promise<{ visitor: Visitor; requestId: string; relayState: string }> {
  const visitor = new Visitor(service, service);
  const { url } = await visitor.follow(await visitor.open(client.clientId), `/to/${provider.id}`);
  expect(url.startsWith(`${SSO_URL}?`)).toBe(true);
  const { SAMLRequest = '', RelayState = '' } = Object.fromEntries(new URL(url).searchParams);
  const request = inflateRawSync(Buffer.from(SAMLRequest, 'base64')).toString();
  return { visitor, requestId: / ID="([^"]+)"/.exec(request)?.[1] ?? '', relayState: RelayState };
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

function answerTo(requestId: string, more: Partial<SamlAnswer> = {}): string {
  const audience = provider.callbackUrl.replace('/callback', '');
  const answer: SamlAnswer = {
    issuer: ENTITY_ID,
    destination: provider.callbackUrl,
    recipient: provider.callbackUrl,
    audience,
    inResponseTo: requestId,
    confirmedRequest: requestId,
    notBefore: at(-5),
    notOnOrAfter: at(300),
    confirmedUntil: at(300),
    authenticated: at(-1),
    nameId: 'person-7',
    nameIdFormat: PERSISTENT,
    attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'ada@university.example', 'urn:oid:2.5.4.42': 'Ada', 'urn:oid:2.5.4.4': 'Lovelace' },
    sessionIndex: 's-1',
    context: MFA,
    conditions: `<saml:Conditions NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    status: SUCCESS,
    responseId: newId(),
    assertionId: newId(),
    extensions: '',
    ...more,
  };
  return signed(answerXml(answer), 'Assertion', key);
}

/** The form that the provider's page posts: the browser sends no cookie with it. */
function send(xml: string, relayState: string): Promise<Response> {
  const body = form('SAMLResponse', xml);
  body.set('RelayState', relayState);
  const headers = { origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' };
  return fetch(provider.callbackUrl, { method: 'POST', body, redirect: 'manual', headers });
}

/** @returns the page that the browser ends at */
async function post({ here }: Visitor, xml: string, relayState: string): Promise<Page> {
  const answer = await send(xml, relayState);
  const onward = refreshOf(answer);
  return onward === undefined
    ? { page: answer, html: await answer.text(), url: provider.callbackUrl }
    : here.open(new URL(onward, provider.callbackUrl).href);
}
const codeOf = ({ url }: Page): string => (url.startsWith(REDIRECT_URI) ? (new URL(url).searchParams.get('code') ?? '') : '');

describe('a person of a SAML identity provider', () => {
  it.each<[string, attributes: Record<string, string | string[]>, joined: boolean]>([
    ['several values', { groups: ['Sales', 'Engineering'] }, true],
    ['no value', {}, false],
    ['the name of Entra', { 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': 'Engineering' }, true],
    ['a value that fills no group', { groups: ['engineering', 'Engineering/Team'] }, false],
    [
      'a link in place of the groups, which leaves them as they are',
      { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.example' },
      true,
    ],
  ])('is in the groups of its attribute: %s', async (_, attributes, joined) => {
    const { id: groupId } = await addGroup(service, world.organization.id);
    const base = `/admin/v1/organizations/${world.organization.id}`;
    const { status } = await service.call('PATCH', `${base}/identity-providers/${provider.id}`, {
      groups: [{ value: 'Engineering', groupId }],
    });
    expect(status).toBe(200);
    const signIn = async (named: Record<string, string | string[]>) => {
      const { visitor, requestId, relayState } = await atProvider();
      const page = await post(
        visitor,
        answerTo(requestId, { nameId: 'person-of-groups', attributes: { mail: 'g@university.example', ...named } }),
        relayState,
      );
      expect(codeOf(page), page.html).not.toBe('');
    };
    await signIn({ groups: 'Engineering' });
    await signIn(attributes);
    const { body } = await service.call('GET', `${base}/groups/${groupId}/members`);
    expect(body.members).toHaveLength(joined ? 1 : 0);
  });

  it('signs in, and has two factors where its context says so', async () => {
    const { visitor, requestId, relayState } = await atProvider();
    const page = await post(visitor, answerTo(requestId), relayState);
    const { status, body } = await redeem(service, client, codeOf(page));
    expect(status, JSON.stringify([answerOf(page), page.html])).toBe(200);
    expect(claimsOf(body.id_token)).toMatchObject({ acr: MFA, amr: ['mfa'] });
  });

  it('is the same person the next time, by the name of the subject and not by the address', async () => {
    const subjectOf = async (more: Parameters<typeof answerTo>[1]) => {
      const { visitor, requestId, relayState } = await atProvider();
      const page = await post(visitor, answerTo(requestId, more), relayState);
      const code = codeOf(page);
      return code === '' ? page.page?.status : claimsOf((await redeem(service, client, code)).body.id_token).sub;
    };
    const first = await subjectOf({});
    expect(first).toEqual(expect.any(String));
    expect(await subjectOf({ attributes: {} })).toBe(first);
    // It says neither a login name nor an address.
    expect(await subjectOf({ nameId: 'person-8', attributes: {} })).toBe(403);
  });
});

describe('an answer of a SAML identity provider', () => {
  it('is used once, also by requests at the same time', async () => {
    const { requestId, relayState } = await atProvider();
    const xml = answerTo(requestId);
    const answers = await Promise.all([1, 2, 3].map(() => send(xml, relayState)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
    expect((await send(xml, relayState)).status).toBe(410);
  });

  it('opens nothing in another browser, although the form brings no cookie', async () => {
    const [victim, thief] = [await atProvider(), await atProvider()];
    expect(codeOf(await post(victim.visitor, answerTo(thief.requestId), thief.relayState))).toBe('');
  });

  it('to another request is refused in words', async () => {
    const [one, other] = [await atProvider(), await atProvider()];
    const page = await post(one.visitor, answerTo(other.requestId), one.relayState);
    expect([page.page?.status, page.html]).toEqual([400, expect.stringContaining('We couldn’t use the response from University.')]);
  });

  it('that nobody asked for opens no session', async () => {
    const { visitor } = await atProvider();
    const page = await post(visitor, answerTo('_none', { inResponseTo: undefined, confirmedRequest: undefined }), '');
    expect(codeOf(page)).toBe('');
    expect(page.page?.status).toBe(410);
  });

  describe('that nobody asked for, where the provider may start sign-ins,', () => {
    const unsolicited = () => answerTo('_none', { inResponseTo: undefined, confirmedRequest: undefined });
    const address = (id = provider.id) => `/admin/v1/organizations/${world.organization.id}/identity-providers/${id}`;
    beforeAll(() => service.call('PATCH', address(), { idpInitiated: true }));
    afterAll(() => service.call('PATCH', address(), { idpInitiated: false }));

    /** The browser brings it, with the client id of an application as RelayState. */
    const bring = async (visitor: Visitor, relayState: string, xml = unsolicited()) => {
      const body = form('SAMLResponse', xml);
      body.set('RelayState', relayState);
      return visitor.here.fetch(provider.callbackUrl, { method: 'POST', body });
    };

    it('begins anew at the application, and goes straight to the provider with a request of its own', async () => {
      const visitor = new Visitor(service, service);
      expect(refreshOf(await bring(visitor, client.clientId))).toBe(new URL(REDIRECT_URI).origin);
      const { url } = await visitor.open(client.clientId);
      expect(url.startsWith(`${SSO_URL}?`), url).toBe(true);
      const { SAMLRequest = '', RelayState = '' } = Object.fromEntries(new URL(url).searchParams);
      const request = inflateRawSync(Buffer.from(SAMLRequest, 'base64')).toString();
      const page = await post(visitor, answerTo(/ ID="([^"]+)"/.exec(request)?.[1] ?? ''), RelayState);
      expect(codeOf(page)).not.toBe('');
      // Once: the next sign-in shows the page.
      expect((await visitor.open(client.clientId, { prompt: 'login' })).url).not.toContain(SSO_URL);
    });

    it('says nothing about the person: what it has is not read', async () => {
      const visitor = new Visitor(service, service);
      expect(refreshOf(await bring(visitor, client.clientId, 'no XML'))).toBe(new URL(REDIRECT_URI).origin);
      expect((await visitor.open(client.clientId, { prompt: 'none' })).url).toContain('error=login_required');
    });

    it.each<[string, () => Promise<string> | string]>([
      ['an address', () => 'https://evil.example/'],
      ['nothing', () => ''],
      ['no client', () => 'unknown'],
      ['an application of another organization', async () => (await (await makeWorld(service)).addApplication()).application.clientId],
    ])('leads nowhere by a RelayState of %s', async (_, relayState) => {
      const answer = await bring(new Visitor(service, service), await relayState());
      expect([answer.status, refreshOf(answer), answer.headers.get('location')]).toEqual([410, undefined, null]);
    });

    it('takes nobody of another organization to the provider', async () => {
      const other = await makeWorld(service);
      const { application } = await other.addApplication();
      const visitor = new Visitor(service, service);
      await bring(visitor, client.clientId);
      expect((await visitor.open(application.clientId)).url).not.toContain(SSO_URL);
    });

    it('is refused once the provider was disabled, or may not any more', async () => {
      for (const change of [{ enabled: false }, { idpInitiated: false }]) {
        await service.call('PATCH', address(), change);
        expect((await bring(new Visitor(service, service), client.clientId)).status).toBe(410);
        await service.call('PATCH', address(), { enabled: true, idpInitiated: true });
      }
    });
  });

  it('leads nowhere by its RelayState', async () => {
    const { visitor, requestId } = await atProvider();
    const page = await post(visitor, answerTo(requestId), 'https://evil.example/');
    expect(new URL(page.url).origin).toBe(service.url);
  });

  it('that is too large is refused before it is read', async () => {
    const { visitor, relayState } = await atProvider();
    const page = await post(visitor, 'x'.repeat(500_000), relayState);
    expect([page.page?.status, codeOf(page)]).toEqual([413, '']);
  });
});
