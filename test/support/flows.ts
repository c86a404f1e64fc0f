// Whole conversations of a client with the OAuth endpoints, for tests that need what comes out at their end.
import { exportJWK, generateKeyPair } from 'jose';
import { Browser, PASSWORD, post, REDIRECT_URI, type World } from '../oidc/world.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import type { Answer, HttpService } from './service.js';

// RFC 7636 appendix B.
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

/** The scope that makes a person's token good for this service's own API. */
export const API_SCOPE = 'urn:gatehouse:iam:org:project:id:gatehouse:aud';

/** A client as it authenticates; without a secret it is public. */
export interface Credentials {
  clientId: string;
  clientSecret?: string;
}

/** An application that signs people in and may refresh. */
export async function addClient(world: World, input: Partial<NewApplication> = {}): Promise<Credentials & { applicationId: string }> {
  const grants = { grantTypes: ['authorization_code', 'refresh_token'] as const };
  const { application, clientSecret } = await world.addApplication({ ...grants, grantTypes: [...grants.grantTypes], ...input });
  return { applicationId: application.id, clientId: application.clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
}

/** Signs the world's person in and stops at the callback. */
export async function authorize(
  service: HttpService,
  { loginName }: Pick<World, 'loginName'>,
  clientId: string,
  parameters: Record<string, string> = {},
): Promise<{ code: string; callback: URL; browser: Browser }> {
  const browser = new Browser(service.url);
  const query = { client_id: clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...CHALLENGE, ...parameters };
  const page = await browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`);
  const callback = new URL((await browser.submit(page, loginName, PASSWORD)).url);
  return { code: callback.searchParams.get('code') ?? '', callback, browser };
}

export const redeem = (service: HttpService, client: Credentials, code: string, more: Record<string, string> = {}): Promise<Answer> =>
  post(
    service,
    '/oauth/v2/token',
    { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, ...more },
    client,
  );

/** The token response of a complete sign-in, and the browser that made it. */
export async function signIn(service: HttpService, world: Pick<World, 'loginName'>, client: Credentials, scope = 'openid') {
  const { code, browser } = await authorize(service, world, client.clientId, { scope });
  const { body } = await redeem(service, client, code);
  return { ...(body as { access_token: string; id_token: string; refresh_token?: string; scope: string }), code, browser };
}

export const refresh = (service: HttpService, client: Credentials, token: string): Promise<Answer> =>
  post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: token }, client);

/** A token by client credentials. */
export async function clientToken(service: HttpService, client: Credentials, scope = 'openid profile'): Promise<string> {
  return (await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, client)).body.access_token as string;
}

export const introspect = (service: HttpService, client: Credentials, token: string): Promise<Answer> =>
  post(service, '/oauth/v2/introspect', { token }, client);

/** Makes a key pair and registers its public half for the owner of `path`. @returns what client libraries want of a private key */
export async function registerKey(service: HttpService, path: string): Promise<{ key: CryptoKey; kid: string }> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const { status, body, text } = await service.call('POST', `${path}/keys`, { publicKeyJwk: await exportJWK(publicKey) });
  if (status !== 201) throw new Error(`The key was not registered: ${text}`);
  return { key: privateKey, kid: body.keyId };
}
