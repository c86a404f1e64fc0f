// Sign-ins with a directory over two processes of this service on one database: a request begins at one and ends at the other, and what is used once is
// used once by both. With SQLite, which has one process, the same requests reach that one.
import { inflateRawSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { signJws } from '../../src/oidc/keys/jws.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { refreshOf } from '../support/browser.js';
import { connectDirectory, Visitor, type Directory } from '../support/directory.js';
import { answerXml, form, newId, PERSISTENT, samlKey, signed, type SamlKey } from '../support/saml-identity-provider.js';
import { startService, startTwin, type TestService } from '../support/service.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

const SAML_ISSUER = 'https://idp.example/metadata';

let service: TestService;
let twin: TestService;
let at: TestService;
let world: World;
let clientId: string;
let directory: Directory;
beforeAll(async () => {
  const env = { BACKCHANNEL_ALLOW_PRIVATE: 'true' };
  service = await startService(env);
  twin = (await startTwin(service, env)) ?? service;
  at = await startService();
  world = await makeWorld(service);
  directory = await connectDirectory(service, at, world.organization, { creation: 'automatic' });
  ({ clientId } = (await world.addApplication()).application);
});
afterAll(async () => {
  if (twin !== service) await twin.close();
  await service.close();
  await at.close();
});

/** The same address at the other process. */
const atTwin = (url: string) => url.replace(service.url, twin.url);
const page = async ({ here }: Visitor, url: string) => {
  const response = await here.fetch(url, {});
  return { status: response.status, onward: refreshOf(response) };
};
async function callbackOf(visitor: Visitor): Promise<string> {
  const redirect = await visitor.follow(await visitor.open(clientId), `/to/${directory.providerId}`);
  return visitor.signInThere(redirect, directory.there.loginName);
}
const isIn = ({ url }: { url: string }) => url.startsWith(REDIRECT_URI) && url.includes('code=');

describe('over two processes', () => {
  it('a sign-in that began at one process ends at the other', async () => {
    const visitor = new Visitor(service, at);
    const { status, onward = '' } = await page(visitor, atTwin(await callbackOf(visitor)));
    expect(status).toBe(200);
    expect(isIn(await visitor.here.open(new URL(onward, service.url).href))).toBe(true);
  });

  it('an answer that reaches both at the same moment is used once', async () => {
    for (let round = 0; round < 3; round++) {
      const visitor = new Visitor(service, at);
      const callback = await callbackOf(visitor);
      const answers = await Promise.all([callback, atTwin(callback), callback, atTwin(callback)].map((url) => page(visitor, url)));
      expect(answers.filter(({ onward }) => onward !== undefined)).toHaveLength(1);
    }
  });

  it('the answer of a sign-in to the account page begins one session: at both at the same moment, and after a sign-out at either', async () => {
    for (let round = 0; round < 3; round++) {
      const visitor = new Visitor(service, at);
      const redirect = await visitor.here.open(`${service.url}/account/to/${directory.providerId}`);
      const { onward = '' } = await page(visitor, await visitor.signInThere(redirect, directory.there.loginName));
      const returned = new URL(onward, service.url).href;
      const cookie = visitor.here.cookieHeader('/account/returned');
      const open = async (url: string) => {
        const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
        return [response.status, response.headers.getSetCookie().some((line) => line.startsWith('gatehouse_session='))];
      };
      const answers = await Promise.all([returned, atTwin(returned), returned, atTwin(returned)].map(open));
      // With the cookies from before the sign-in, as if the session had ended.
      for (const url of [returned, atTwin(returned)]) answers.push(await open(url));
      expect(answers.filter(([, begins]) => begins)).toEqual([[303, true]]);
      expect(answers.filter(([status]) => status === 410)).toHaveLength(5);
    }
  });

  it('an assertion that reaches both at the same moment is used once', async () => {
    const key = await samlKey();
    const path = `/admin/v1/organizations/${world.organization.id}/identity-providers`;
    const saml = {
      kind: 'saml',
      name: 'University',
      entityId: SAML_ISSUER,
      ssoUrl: 'https://idp.example/sso',
      certificates: [key.certificate],
    };
    const { status, body } = await service.call('POST', path, saml);
    expect(status).toBe(201);
    const visitor = new Visitor(service, at);
    const redirect = await visitor.follow(await visitor.open(clientId), `/to/${body.identityProviderId}`);
    const { SAMLRequest = '', RelayState = '' } = Object.fromEntries(new URL(redirect.url).searchParams);
    const request = / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(SAMLRequest, 'base64')).toString())?.[1] ?? '';
    const fields = form('SAMLResponse', assertionFor(request, String(body.callbackUrl), key));
    fields.set('RelayState', RelayState);
    const targets = [body.callbackUrl, atTwin(body.callbackUrl), body.callbackUrl, atTwin(body.callbackUrl)] as string[];
    const answers = await Promise.all(targets.map((to) => fetch(to, { method: 'POST', body: fields, redirect: 'manual' })));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410]);
  });

  it('a logout token that reaches both at the same moment counts, and is used once', async () => {
    const visitor = new Visitor(service, at);
    expect(isIn(await visitor.here.open(await callbackOf(visitor)))).toBe(true);
    const signer = (await at.get(SigningKeys).currentKeySet()).signers.get('RS256');
    if (!signer) throw new Error('The directory has no key.');
    const iat = at.get(Clock).nowSeconds();
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const claims = { iss: at.url, aud: directory.clientId, iat, exp: iat + 120, jti: randomUUID(), events, sub: directory.subject };
    const token = signJws(signer, 'logout+jwt', claims);
    const to = `${service.url}/sign-in/providers/${directory.providerId}/backchannel-logout`;
    const body = () => new URLSearchParams({ logout_token: token });
    const answers = await Promise.all([to, atTwin(to)].map((url) => fetch(url, { method: 'POST', body: body() })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await visitor.open(clientId, { prompt: 'none' })).url).toContain('login_required');
  });
});

function assertionFor(request: string, callbackUrl: string, key: SamlKey): string {
  const when = (seconds: number) => new Date(service.get(Clock).nowMs() + seconds * 1_000).toISOString();
  const audience = callbackUrl.replace('/callback', '');
  const xml = answerXml({
    issuer: SAML_ISSUER,
    destination: callbackUrl,
    recipient: callbackUrl,
    audience,
    inResponseTo: request,
    confirmedRequest: request,
    notBefore: when(-5),
    notOnOrAfter: when(300),
    confirmedUntil: when(300),
    authenticated: when(-1),
    nameId: 'person-7',
    nameIdFormat: PERSISTENT,
    attributes: {},
    sessionIndex: 's-1',
    context: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    conditions: `<saml:Conditions NotBefore="${when(-5)}" NotOnOrAfter="${when(300)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    status: '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>',
    responseId: newId(),
    assertionId: newId(),
    extensions: '',
  });
  return signed(xml, 'Assertion', key);
}
