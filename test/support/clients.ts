// Applications and what they authenticate with: secrets, keys, and assertions with any fault.
import { createPublicKey, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importPKCS8, SignJWT, type JWK, type JWTPayload } from 'jose';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { ApplicationCredentials } from '../../src/oidc/clients/management/application-credentials.service.js';
import { Applications, type Application } from '../../src/oidc/clients/management/applications.service.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import { testRsaKey } from './rsa-keys.js';
import type { HttpService, TestService } from './service.js';
import type { World } from './world.js';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
export const JWT_PROFILE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** A client as it authenticates; without a secret it is public. */
export interface Credentials {
  clientId: string;
  clientSecret?: string;
}

/** An application as a client. */
export interface Client extends Credentials {
  application: Application;
}

/** An application that signs people in and may refresh. */
export async function addClient(world: World, input: Partial<NewApplication> = {}): Promise<Client> {
  const { application, clientSecret } = await world.addApplication({ grantTypes: ['authorization_code', 'refresh_token'], ...input });
  return { application, clientId: application.clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
}

/** The application of a client id in the world's project. */
export async function applicationIdOf(service: TestService, world: World, clientId: string): Promise<string> {
  const query = { limit: 1, sort: undefined, descending: false, filters: { clientId }, total: false };
  const { entries } = await service.get(Applications).listApplications(world.organization.no, world.projectId, query);
  return entries[0]?.id ?? '';
}

/** A registered key pair of somebody. */
export interface Signer {
  privateKey: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  publicJwk: JWK;
  alg: string;
  kid: string;
}

export async function newKeyPair(alg = 'ES256'): Promise<Omit<Signer, 'kid'>> {
  if (/^[RP]S/.test(alg)) {
    const pem = await testRsaKey(2_048);
    const publicJwk = createPublicKey(pem).export({ format: 'jwk' }) as JWK;
    return { privateKey: await importPKCS8(pem, alg, { extractable: true }), publicJwk, alg };
  }
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicJwk: await exportJWK(publicKey), alg };
}

/** Registers a new key for a service user or an application. @param lifeMs until it expires; without, it does not */
export async function addKey(service: TestService, owner: ServiceUser | Application, alg = 'ES256', lifeMs?: number): Promise<Signer> {
  const pair = await newKeyPair(alg);
  const expiresUs = lifeMs === undefined ? null : (service.get(Clock).nowMs() + lifeMs) * 1_000;
  const key = { publicKey: pair.publicJwk, expiresUs };
  const { id } = await service.get(Database).write('test', (tx) => {
    return 'userName' in owner
      ? service.get(ServiceUserCredentials).addKeyIn(tx, owner, key, 'test')
      : service.get(ApplicationCredentials).addKeyIn(tx, owner, key, 'test');
  });
  return { ...pair, kid: id };
}

/** An assertion of `clientId` that is in force; a claim or header of undefined is left out. */
export function assertionOf(
  service: TestService,
  { privateKey, alg, kid }: Signer,
  name: string,
  claims: JWTPayload = {},
  header: Record<string, unknown> = {},
): Promise<string> {
  const now = service.get(Clock).nowSeconds();
  const payload = { iss: name, sub: name, aud: service.url, iat: now, exp: now + 60, jti: randomUUID(), ...claims };
  return new SignJWT(defined(payload)).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
}

function defined<Values extends object>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

/** Makes a key pair and registers its public half for the owner of `path`. @returns what client libraries want of a private key */
export async function registerKey(service: HttpService, path: string): Promise<{ key: CryptoKey; kid: string }> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const { status, body, text } = await service.call('POST', `${path}/keys`, { publicKeyJwk: await exportJWK(publicKey) });
  if (status !== 201) throw new Error(`The key was not registered: ${text}`);
  return { key: privateKey, kid: body.keyId };
}
