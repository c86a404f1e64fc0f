// Sign-ins and tokens for tests that are about what was issued, not about how.
import { randomUUID } from 'node:crypto';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Database } from '../../src/common/database/database.js';
import { ServiceUsers, type NewServiceUser } from '../../src/users/service-users/service-users.service.js';
import type { Answer, TestService } from '../support/service.js';
import { Browser, PASSWORD, post, REDIRECT_URI, type World } from './world.js';

// RFC 7636 appendix B.
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

export interface Credentials {
  clientId: string;
  clientSecret?: string;
}

export interface SignedIn {
  client: Credentials;
  tokens: Answer['body'];
  browser: Browser;
}

/** The address where a sign-in for a client starts. */
export function authorizeUrl(origin: string, clientId: string, scope: string, more: Record<string, string> = {}): string {
  const query = { client_id: clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope, ...CHALLENGE, ...more };
  return `${origin}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`;
}

export function redeem(service: TestService, client: Credentials, callback: string): Promise<Answer> {
  const code = new URL(callback).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
  return post(service, '/oauth/v2/token', form, client);
}

/** Adds an application, signs the person in to it and redeems the code. */
export async function signIn(
  service: TestService,
  world: World,
  input: Partial<NewApplication> = {},
  scope = 'openid email offline_access',
): Promise<SignedIn> {
  const { application, clientSecret } = await world.addApplication({
    type: 'userAgent',
    grantTypes: ['authorization_code', 'refresh_token'],
    ...input,
  });
  const client = { clientId: application.clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
  const browser = new Browser(service.url);
  const end = await browser.submit(await browser.open(authorizeUrl(service.url, client.clientId, scope)), world.loginName, PASSWORD);
  return { client, tokens: (await redeem(service, client, end.url)).body, browser };
}

export function refresh(service: TestService, token: string, client: Credentials, more: Record<string, string> = {}): Promise<Answer> {
  return post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: token, ...more }, client);
}

/** A service user of the world's organization with a secret. */
export async function addServiceUser(
  service: TestService,
  { organization }: World,
  input: Partial<NewServiceUser> = {},
): Promise<{ id: string; no: number; clientId: string; clientSecret: string }> {
  const users = service.get(ServiceUsers);
  const user = await users.create(organization, { userName: `service-${randomUUID().slice(0, 8)}`, ...input }, 'test');
  return { id: user.id, no: user.no, ...(await service.get(Database).write('test', (tx) => users.addSecretIn(tx, user, 'test'))) };
}

/** A token of a service user for itself. */
export async function tokenOf(service: TestService, client: Credentials, scope = 'openid profile'): Promise<string> {
  return (await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, client)).body.access_token as string;
}

/** What a JWT says, unchecked. */
export function claimsOf(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
