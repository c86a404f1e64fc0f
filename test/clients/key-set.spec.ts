// ID tokens verify with what other people use: jose's remote key set and jwks-rsa with node:crypto, both by `kid` from the published keys.
import { createPublicKey, verify } from 'node:crypto';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import jwksRsa from 'jwks-rsa';
import { beforeAll, describe, expect, it } from 'vitest';
import { addClient } from '../support/clients.js';
import { signIn } from '../support/oauth.js';
import { startService } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

let clientId: string;
let idToken: string;
beforeAll(async () => {
  const client = await addClient(world, { type: 'userAgent' });
  clientId = client.clientId;
  idToken = (await signIn(service, world, client)).tokens.id_token;
});

/** A token with one bit of its payload changed. */
function changed(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const bytes = Buffer.from(payload, 'base64url');
  bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1;
  return [header, bytes.toString('base64url'), signature].join('.');
}

describe('an ID token', () => {
  it('verifies with jose, for this issuer and this client only', async () => {
    const keys = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
    const expected = { issuer: service.url, audience: clientId, algorithms: ['RS256'] };
    expect((await jwtVerify(idToken, keys, expected)).payload.sub).toBe(world.person.id);
    await expect(jwtVerify(idToken, keys, { ...expected, audience: 'another' })).rejects.toThrow('aud');
    await expect(jwtVerify(changed(idToken), keys, expected)).rejects.toThrow();
  });

  it('verifies with jwks-rsa', async () => {
    const keys = jwksRsa({ jwksUri: `${service.url}/oauth/v2/keys` });
    const { kid } = decodeProtectedHeader(idToken);
    const key = createPublicKey((await keys.getSigningKey(kid)).getPublicKey());
    const isSigned = (token: string) => {
      const [header, payload, signature = ''] = token.split('.');
      return verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
    };
    expect([isSigned(idToken), isSigned(changed(idToken))]).toEqual([true, false]);
    await expect(keys.getSigningKey('unknown')).rejects.toThrow();
  });
});
