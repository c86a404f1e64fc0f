// Whole conversations of a client with the OAuth endpoints, and the single requests they are made of.
import { Database } from '../../src/common/database/database.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Browser, type Page } from './browser.js';
import { addClient, type Credentials } from './clients.js';
import type { Answer, HttpService, TestService } from './service.js';
import { PASSWORD, REDIRECT_URI, type World } from './world.js';

// RFC 7636 appendix B.
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

/** The scope that makes a person's token good for this service's own API. */
export const API_SCOPE = 'urn:gatehouse:iam:org:project:id:gatehouse:aud';

/** Sends a form to an OAuth endpoint, with client authentication by header when a secret is given. */
export function post(service: HttpService, path: string, form: Record<string, string> | string[][], client?: Credentials): Promise<Answer> {
  const basic = client?.clientSecret && `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
  const body = new URLSearchParams(form);
  if (client && !basic) body.set('client_id', client.clientId);
  return service.call('POST', path, body.toString(), {
    token: null,
    type: 'application/x-www-form-urlencoded',
    headers: basic ? { authorization: basic } : {},
  });
}

export function userinfo(service: HttpService, token: string): Promise<Answer> {
  return service.call('GET', '/oidc/v1/userinfo', undefined, { token });
}

/** The address where a sign-in for a client starts. */
export function authorizeUrl(origin: string, clientId: string, scope: string, more: Record<string, string> = {}): string {
  const query = { client_id: clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope, ...CHALLENGE, ...more };
  return `${origin}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`;
}

/** The code in the address of a callback. */
export const codeIn = (callback: string): string => new URL(callback).searchParams.get('code') ?? '';

/** Whoever has a role of the whole service is told of the second factor that it will need, and goes on. */
const pastNotice = (browser: Browser, page: Page): Promise<Page> | Page =>
  page.html?.includes('Two-step verification will be required') ? browser.submitButton(page, 'Not now') : page;

/** Signs the world's person in and stops at the callback. */
export async function authorize(
  service: HttpService,
  { loginName }: Pick<World, 'loginName'>,
  clientId: string,
  parameters: Record<string, string> = {},
): Promise<{ code: string; callback: URL; browser: Browser }> {
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, clientId, 'openid', parameters));
  const callback = new URL((await pastNotice(browser, await browser.submit(page, loginName, PASSWORD))).url);
  return { code: callback.searchParams.get('code') ?? '', callback, browser };
}

/** Redeems a code. */
export const redeem = (service: HttpService, client: Credentials, code: string, more: Record<string, string> = {}): Promise<Answer> =>
  post(
    service,
    '/oauth/v2/token',
    { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, ...more },
    client,
  );

export interface SignedIn {
  client: Credentials;
  /** The token response. */
  tokens: Answer['body'];
  /** The code that was redeemed. */
  code: string;
  browser: Browser;
}

/** A complete sign-in of the world's person to an application. @param parameters of the authorization request */
export async function signIn(
  service: HttpService,
  world: Pick<World, 'loginName'>,
  client: Credentials,
  scope = 'openid',
  parameters: Record<string, string> = {},
): Promise<SignedIn> {
  const { code, browser } = await authorize(service, world, client.clientId, { scope, ...parameters });
  const { status, body } = await redeem(service, client, code);
  if (status !== 200) throw new Error(`Nobody was signed in: ${JSON.stringify(body)}`);
  return { client, tokens: body, code, browser };
}

/** The same at an application of another organization: a person who is asked for consent agrees. */
export async function signInElsewhere(
  service: HttpService,
  { loginName }: Pick<World, 'loginName'>,
  client: Credentials,
  scope = 'openid',
): Promise<Answer['body']> {
  const browser = new Browser(service.url);
  const first = await browser.open(authorizeUrl(service.url, client.clientId, scope));
  const page = await pastNotice(browser, await browser.submit(first, loginName, PASSWORD));
  const callback = page.html === undefined ? page : await browser.submitButton(page, 'Allow');
  return (await redeem(service, client, codeIn(callback.url))).body;
}

/** Adds an application, public unless told otherwise, and signs the world's person in to it. */
export async function signInToNewClient(
  service: HttpService,
  world: World,
  input: Partial<NewApplication> = {},
  scope = 'openid email offline_access',
): Promise<SignedIn> {
  return signIn(service, world, await addClient(world, { type: 'userAgent', ...input }), scope);
}

/** The sessions that a client's authorizations belong to. */
export function sessionsOf(service: TestService, { client }: SignedIn): Promise<Array<{ session_uid: string }>> {
  return service
    .get(Database)
    .query.rows('SELECT DISTINCT g.session_uid FROM grants g JOIN applications a ON a.no = g.client_no WHERE a.client_id = ?', [
      client.clientId,
    ]);
}

/** Redeems a refresh token. */
export function refresh(service: HttpService, client: Credentials, token: string, more: Record<string, string> = {}): Promise<Answer> {
  return post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: token, ...more }, client);
}

/** A token by client credentials. */
export async function clientToken(service: HttpService, client: Credentials, scope = 'openid profile'): Promise<string> {
  return (await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, client)).body.access_token as string;
}

export const introspect = (service: HttpService, client: Credentials, token: string): Promise<Answer> =>
  post(service, '/oauth/v2/introspect', { token }, client);

/** What a JWT says, unchecked. */
export function claimsOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
