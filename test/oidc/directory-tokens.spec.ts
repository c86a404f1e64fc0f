// Tokens of an identity provider are used and dropped: after sign-ins of every kind neither they nor a part of them lie in a table, an event, the log
// or a file. The ID token that a sign-out at the provider takes is the one exception, and is sealed.
import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { Database } from '../../src/common/database/database.js';
import { answerOf, type Page } from '../support/browser.js';
import { Visitor } from '../support/directory.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  json,
  signInAtProvider,
  startHostileProvider,
  type HostileProvider,
} from '../support/hostile-provider.js';
import { redeem } from '../support/oauth.js';
import { noteSecret } from '../support/secrets.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

const GOODBYE = 'https://app.example/goodbye';
const BARBARA = { name: 'Barbara Jensen', email: 'barbara@directory.example' };

let service: TestService;
let directory: HostileProvider;
let world: World;
let client: { clientId: string; clientSecret: string };
/** ID tokens that the provider has sent. */
let idTokens: string[];
beforeAll(async () => {
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  directory = await startHostileProvider(() => Math.floor(Date.now() / 1_000));
  directory.discovery = { end_session_endpoint: `${directory.origin}/end` };
});
beforeEach(async () => {
  world = await makeWorld(service);
  const { application, clientSecret = '' } = await world.addApplication({ postLogoutRedirectUris: [GOODBYE] });
  client = { clientId: application.clientId, clientSecret };
  idTokens = [];
  directory.answers = {};
  directory.userinfo = { sub: 'person-1', ...BARBARA };
  directory.tokenResponse = { access_token: opaque('access token'), refresh_token: opaque('refresh token') };
  directory.makeToken = async (claims) => {
    const { alg, kid, privateKey } = directory.signer;
    const token = await new SignJWT({ ...claims, note: opaque('claim') }).setProtectedHeader({ alg, kid }).sign(privateKey);
    note('ID token', token);
    idTokens.push(token);
    return token;
  };
});
afterAll(async () => {
  await service.close();
  await directory.close();
});

/** A token of a provider in two parts. */
function opaque(kind: string): string {
  const token = [1, 2].map(() => randomBytes(24).toString('base64url')).join('.');
  note(kind, token);
  return token;
}
/** A token with its parts but for a header, which is the same in each; as they are, and inside of base64. */
function note(kind: string, token: string): void {
  for (const part of [token, ...token.split('.').slice(-2)]) {
    noteSecret(`${kind} of a provider`, part);
    for (const before of ['', ' ', '  ']) {
      const inside = Buffer.from(before + part).toString('base64');
      noteSecret(`${kind} of a provider in base64`, inside.slice(before === '' ? 0 : 4, -4));
    }
  }
}

async function connect(more: object = {}): Promise<string> {
  const { status, body, text } = await service.call('POST', `/admin/v1/organizations/${world.organization.id}/identity-providers`, {
    kind: 'oidc',
    name: 'Corporate',
    issuer: directory.origin,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    creation: 'automatic',
    ...more,
  });
  expect(status, text).toBe(201);
  return body.identityProviderId;
}
/** The page after the provider has answered. */
async function signIn(id: string, claims: Record<string, unknown> = BARBARA, visitor = new Visitor(service, service)): Promise<Page> {
  const { url } = await visitor.follow(await visitor.open(client.clientId), `/to/${id}`);
  return visitor.here.open(signInAtProvider(directory, url, claims as never));
}
const isIn = ({ url }: Page) => url.startsWith(REDIRECT_URI);
const requested = (path: string) => directory.requested.filter((one) => one === path).length;

it('of a sign-in that reads userinfo', async () => {
  const before = requested('/userinfo');
  expect(isIn(await signIn(await connect(), {}))).toBe(true);
  expect([requested('/userinfo') - before, idTokens.length]).toEqual([1, 1]);
  await service.assertNoSecret();
});

it('of a sign-in that connects an account, which waits for its proof', async () => {
  const id = await connect({ creation: 'off' });
  const visitor = new Visitor(service, service);
  const question = await visitor.here.submit(await signIn(id, BARBARA, visitor), world.loginName, PASSWORD);
  await service.assertNoSecret();
  expect(isIn(await visitor.here.submitButton(question, 'Connect'))).toBe(true);
  await service.assertNoSecret();
});

it('of a sign-in at the account page', async () => {
  const [id, visitor] = [await connect(), new Visitor(service, service)];
  const { url } = await visitor.here.open(`${service.url}/account/to/${id}`);
  expect((await visitor.here.open(signInAtProvider(directory, url, BARBARA))).html).toContain('Sign out');
  await service.assertNoSecret();
});

it.each<[string, claims: Record<string, unknown>, spoil: () => unknown]>([
  ['userinfo is of another person', {}, () => (directory.userinfo = { sub: 'person-2' })],
  ['userinfo fails with the token in its answer', {}, () => (directory.answers['/userinfo'] = json(directory.tokenResponse, 500))],
  ['the ID token is for another client', { ...BARBARA, aud: 'another' }, () => 0],
  ['the type is the token', BARBARA, () => (directory.tokenResponse['token_type'] = directory.tokenResponse['access_token'])],
])('of a sign-in that fails because %s', async (_, claims, spoil) => {
  const id = await connect();
  spoil();
  expect(isIn(await signIn(id, claims))).toBe(false);
  await service.assertNoSecret();
});

it('of a provider without ID tokens', async () => {
  directory.answers['/userinfo'] = json({ id: 7, login: 'babs', name: 'Barbara Jensen' });
  directory.tokenResponse['id_token'] = undefined;
  const id = await connect({
    kind: 'oauth',
    issuer: undefined,
    scopes: ['user'],
    authorizationUrl: `${directory.origin}/authorize`,
    tokenUrl: `${directory.origin}/token`,
    userinfoUrl: `${directory.origin}/userinfo`,
    subjectMember: 'id',
    loginNameMember: 'login',
    nameMember: 'name',
  });
  expect(isIn(await signIn(id))).toBe(true);
  await service.assertNoSecret();
});

it('but the ID token of a sign-out at the provider, which is sealed, alone, and gone with the sign-out', async () => {
  const kept = () =>
    service.get(Database).query.rows<{ payload: string }>("SELECT payload FROM oidc_artifacts WHERE kind = 'UpstreamSignOut'");
  const [id, visitor] = [await connect({ upstreamSignOut: true }), new Visitor(service, service)];
  const page = await signIn(id, BARBARA, visitor);
  const { body } = await redeem(service, client, answerOf(page).members.code ?? '');
  await service.assertNoSecret();
  const [row, ...more] = await kept();
  expect(more).toEqual([]);
  const { sealed } = JSON.parse(row?.payload ?? '{}') as { sealed: string };
  const content = await service.get(Keyring).open('upstream-sign-out', sealed);
  expect(JSON.parse(content?.toString() ?? '')).toEqual({ idToken: idTokens[0] });
  const query = new URLSearchParams({ id_token_hint: body.id_token, post_logout_redirect_uri: GOODBYE, state: 'app-state' });
  const { url } = await visitor.here.open(`${service.url}/oidc/v1/end_session?${query.toString()}`);
  expect(new URL(url).searchParams.get('id_token_hint')).toBe(idTokens[0]);
  expect(await kept()).toEqual([]);
  await service.assertNoSecret();
});
