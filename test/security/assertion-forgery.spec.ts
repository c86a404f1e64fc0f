// Assertions that are not what they say: missing limits, algorithms that do not fit the key, keys brought along or borrowed, keys and users that ended.
// On SQLite alone: other specs send what the service sends here to a server too.
import { createHmac, createPublicKey } from 'node:crypto';
import { importJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { addKey, ASSERTION_TYPE, assertionOf, JWT_PROFILE, newKeyPair, type Signer } from '../support/clients.js';
import { addServiceUser } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld } from '../support/world.js';
import { post } from '../support/oauth.js';
import { startService } from '../support/service.js';

useWorld(startService);

let user: ServiceUser;
let signer: Signer;
let rsa: Signer;
let other: Signer;
beforeAll(async () => {
  user = await addServiceUser(service, world);
  signer = await addKey(service, user);
  rsa = await addKey(service, user, 'RS256');
  other = await addKey(service, await addServiceUser(service, world));
});

/** How client authentication and the JWT profile answer to the same assertion: the first use refused does not count. */
async function answers(assertion: string): Promise<Array<[number, string | undefined]>> {
  const forms: Array<Record<string, string>> = [
    { grant_type: 'client_credentials', client_assertion: assertion, client_assertion_type: ASSERTION_TYPE },
    { grant_type: JWT_PROFILE, assertion },
  ];
  return Promise.all(
    forms.map(async (form) => {
      const { status, body } = await post(service, '/oauth/v2/token', form);
      return [status, body.error] as [number, string | undefined];
    }),
  );
}
async function isAccepted(assertion: string): Promise<boolean> {
  return (await answers(assertion)).some(([status]) => status === 200);
}
const REFUSED = [
  [401, 'invalid_client'],
  [400, 'invalid_grant'],
];
const now = () => service.get(Clock).nowSeconds();

describe('the claims of an assertion', () => {
  it.each<[string, () => JWTPayload]>([
    ['no exp', () => ({ exp: undefined })],
    ['no iat', () => ({ iat: undefined })],
    ['an exp that is a text', () => ({ exp: '9999999999' as never })],
    ['an endless exp', () => ({ exp: Number.MAX_SAFE_INTEGER })],
    ['a life over an hour', () => ({ exp: now() + 3_610 })],
    ['an exp 6 seconds ago', () => ({ iat: now() - 60, exp: now() - 6 })],
    ['an iat in the future', () => ({ iat: now() + 30, exp: now() + 60 })],
    ['an exp before the iat', () => ({ iat: now() + 2, exp: now() + 1 })],
    ['an nbf in the future', () => ({ nbf: now() + 30 })],
    ['an nbf that is a text', () => ({ nbf: 'now' as never })],
    ['no aud', () => ({ aud: undefined })],
    ['another aud', () => ({ aud: 'https://evil.example' })],
    ['the issuer with a slash', () => ({ aud: `${service.url}/` })],
    ['the token endpoint as aud', () => ({ aud: `${service.url}/oauth/v2/token` })],
    ['a second aud', () => ({ aud: [service.url, 'https://evil.example'] })],
    ['an empty list of aud', () => ({ aud: [] })],
    ['another iss', () => ({ iss: 'nobody' })],
    ['another sub', () => ({ sub: 'nobody' })],
    ['a jti that is a number', () => ({ jti: 1 as never })],
    ['an endless jti', () => ({ jti: 'a'.repeat(501) })],
  ])('%s: refused', async (_, claims) => {
    expect(await answers(await assertionOf(service, signer, user.clientId, claims()))).toEqual(REFUSED);
  });

  it('clocks may differ by five seconds', async () => {
    for (const claims of [
      { iat: now() - 60, exp: now() - 3 },
      { iat: now() + 4, exp: now() + 60, nbf: now() + 4 },
    ]) {
      expect(await isAccepted(await assertionOf(service, signer, user.clientId, claims))).toBe(true);
    }
  });
});

describe('the algorithm', () => {
  const claims = () => ({ iss: user.clientId, sub: user.clientId, aud: service.url, iat: now(), exp: now() + 60 });

  it('none is refused, in any case', async () => {
    const unsigned = new UnsecuredJWT(claims()).encode();
    const [, payload = ''] = unsigned.split('.');
    const spelled = ['none', 'None', 'NONE', 'nOnE', ''].map((alg) =>
      Buffer.from(JSON.stringify({ alg, kid: signer.kid })).toString('base64url'),
    );
    for (const header of spelled) expect(await answers(`${header}.${payload}.`)).toEqual(REFUSED);
    expect(await answers(unsigned)).toEqual(REFUSED);
  });

  it.each(['HS256', 'HS384', 'HS512'])('%s keyed with the public key is refused', async (alg) => {
    const key = createPublicKey({ key: rsa.publicJwk as never, format: 'jwk' });
    const pem = key.export({ format: 'pem', type: 'spki' }).toString();
    for (const secret of [pem, pem.trim(), JSON.stringify(rsa.publicJwk), key.export({ format: 'der', type: 'spki' })]) {
      const input = [{ alg, kid: rsa.kid }, claims()].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      const signature = createHmac(alg.replace('HS', 'sha'), secret).update(input).digest('base64url');
      expect(await answers(`${input}.${signature}`)).toEqual(REFUSED);
    }
  });

  it('must fit the key that kid names', async () => {
    expect(await answers(await assertionOf(service, signer, user.clientId, {}, { kid: rsa.kid }))).toEqual(REFUSED);
    expect(await answers(await assertionOf(service, rsa, user.clientId, {}, { kid: signer.kid }))).toEqual(REFUSED);
  });

  it('PS384 and ES512 are refused although the key could do it', async () => {
    const key = await importJWK(await import('jose').then(({ exportJWK }) => exportJWK(rsa.privateKey)), 'PS384');
    expect(await answers(await new SignJWT(claims()).setProtectedHeader({ alg: 'PS384', kid: rsa.kid }).sign(key))).toEqual(REFUSED);
  });

  it('a changed content or signature is refused', async () => {
    const [header = '', payload = '', signature = ''] = (await assertionOf(service, signer, user.clientId)).split('.');
    const longer = Buffer.from(JSON.stringify({ ...claims(), exp: now() + 3_000 })).toString('base64url');
    for (const text of [
      `${header}.${longer}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature.slice(0, -8)}`,
      `${header}.${payload}`,
    ])
      expect(await answers(text)).toEqual(REFUSED);
  });
});

describe('the key', () => {
  it.each<[string, () => unknown]>([
    ['unknown', () => 'unknown'],
    ['of another user', () => other.kid],
    ['with a path', () => '../../dev/null'],
    ['with SQL', () => `x' OR '1'='1' -- `],
    ['with a NUL', () => `${signer.kid}\u0000`],
    ['with a space', () => ` ${signer.kid}`],
    ['that is a list', () => [signer.kid]],
    ['that is an object', () => ({ $ne: null })],
    ['that is empty', () => ''],
  ])('a kid %s is refused', async (_, kid) => {
    expect(await answers(await assertionOf(service, signer, user.clientId, {}, { kid: kid() }))).toEqual(REFUSED);
  });

  it('of another user, registered and named rightly, signs only for that user', async () => {
    expect(await answers(await assertionOf(service, other, user.clientId))).toEqual(REFUSED);
    expect(await answers(await assertionOf(service, other, user.clientId, {}, { kid: undefined }))).toEqual(REFUSED);
  });

  it.each(['jku', 'jwk', 'x5u', 'x5c', 'crit'])('brought along by %s is refused', async (name) => {
    const mine = await newKeyPair();
    const values: Record<string, unknown> = {
      jku: 'https://evil.example/keys',
      jwk: mine.publicJwk,
      x5u: 'https://evil.example/c',
      x5c: ['AAAA'],
      crit: ['x'],
    };
    const header = { alg: 'ES256', [name]: values[name] };
    // SignJWT checks crit itself, so the header is written by hand.
    const payload = { iss: user.clientId, sub: user.clientId, aud: service.url, iat: now(), exp: now() + 60 };
    for (const { privateKey } of [mine, signer]) {
      const valid = await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: signer.kid }).sign(privateKey);
      const [, body, signature] = valid.split('.');
      expect(
        await answers(`${Buffer.from(JSON.stringify({ ...header, kid: signer.kid })).toString('base64url')}.${body}.${signature}`),
      ).toEqual(REFUSED);
      if (name !== 'crit')
        expect(await answers(await assertionOf(service, { ...signer, privateKey }, user.clientId, {}, { [name]: values[name] }))).toEqual(
          REFUSED,
        );
    }
  });

  it('that has expired is refused', async () => {
    const key = await addKey(service, user, 'ES256', 60_000);
    expect(await isAccepted(await assertionOf(service, key, user.clientId))).toBe(true);
    service.get(Clock).advance(61_000);
    expect(await answers(await assertionOf(service, key, user.clientId))).toEqual(REFUSED);
  });
});

describe('the service user', () => {
  const change = (sql: string, no: number) =>
    service.get(Database).write('test', async (tx) => {
      await tx.run(sql, [no]);
      await service.get(ConfigVersion).raise(tx);
    });

  it('that was deactivated gets nothing', async () => {
    const gone = await addServiceUser(service, world);
    const key = await addKey(service, gone);
    await change('UPDATE users SET active = FALSE WHERE no = ?', gone.no);
    expect(await answers(await assertionOf(service, key, gone.clientId))).toEqual(REFUSED);
    expect(await answers(await assertionOf(service, key, gone.id))).toEqual(REFUSED);
  });

  it('of an organization that was deactivated gets nothing', async () => {
    const elsewhere = await makeWorld(service);
    const gone = await addServiceUser(service, elsewhere);
    const key = await addKey(service, gone);
    await change("UPDATE organizations SET state = 'inactive' WHERE no = ?", elsewhere.organization.no);
    expect(await answers(await assertionOf(service, key, gone.clientId))).toEqual(REFUSED);
  });

  it("cannot be pretended by a user whose id is another's client id", async () => {
    const { ServiceUsers } = await import('../../src/users/directory/service-users/service-users.service.js');
    const twin = await service.get(ServiceUsers).createServiceUser(world.organization, { userName: 'twin', id: user.clientId }, 'test');
    const key = await addKey(service, twin);
    expect(await answers(await assertionOf(service, key, user.clientId))).toEqual(REFUSED);
  });
});
