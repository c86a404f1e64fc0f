// Attempts to make, change, stretch or revive access tokens, in both formats.
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import { signJws, type SigningKey } from '../../src/oidc/keys/jws.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { LiveTokens } from '../../src/oidc/tokens/live-tokens.service.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { NewPeople } from '../../src/users/directory/people/new-people.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { startService } from '../support/service.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { claimsOf, clientToken, post, signInToNewClient, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld } from '../support/world.js';

useWorld(startService);

const FORMATS = ['opaque', 'jwt'] as const;
type Format = (typeof FORMATS)[number];

/** Whether a text is believed; the door that every endpoint uses. */
const isLive = async (value: string) => (await service.get(LiveTokens).findLive(value)) !== undefined;
const serviceToken = async (accessTokenType: Format) =>
  clientToken(service, await addServiceUserWithSecret(service, world, { accessTokenType }));
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe.each(FORMATS)('a token that is %s', (format) => {
  it('is dead when any one character is another one', async () => {
    const token = await serviceToken(format);
    for (let at = 0; at < token.length; at++) {
      const old = ALPHABET.indexOf(token[at] ?? '');
      // The neighbour differs in the lowest bit, which a lenient decoder of the last character would not see.
      for (const other of old < 0 ? ['A', '~'] : [ALPHABET[old ^ 1], ALPHABET[old ^ 32], '.', '=']) {
        expect(await isLive(token.slice(0, at) + other + token.slice(at + 1)), `${at}: ${other}`).toBe(false);
      }
    }
    expect(await isLive(token)).toBe(true);
  });

  it('is dead when it is cut, stretched or spelled in another way', async () => {
    const token = await serviceToken(format);
    for (let length = 0; length < token.length; length++) expect(await isLive(token.slice(0, length)), `length ${length}`).toBe(false);
    const others = ['A', 'AA', 'AAAA', '=', '==', '.', '..', '.A', ' ', '\n', '\0', token, `.${token}`].map((more) => token + more);
    others.push(
      ` ${token}`,
      token.slice(1),
      token.toUpperCase(),
      encodeURIComponent(`${token}=`),
      token.replaceAll('-', '+').replaceAll('_', '/') + '=',
    );
    for (const other of others) if (other !== token) expect(await isLive(other), other).toBe(false);
    for (const other of others.slice(0, 4)) expect((await userinfo(service, other)).status).toBe(401);
  });

  it('is not opened by its jti, alone or with the bytes around it', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: format });
    const { body } = await post(service, '/oauth/v2/introspect', { token: await clientToken(service, user) }, user);
    for (const value of [body.jti, `${body.jti}.`, `${body.jti}..`, `gpat_${body.jti}`, `rt_${body.jti}`, 'presented']) {
      expect((await userinfo(service, value)).status).toBe(401);
      expect((await post(service, '/oauth/v2/introspect', { token: value }, user)).text).toBe('{"active":false}');
    }
  });

  it('stays dead after its user was deactivated and reactivated', async () => {
    const own = await makeWorld(service);
    const { tokens } = await signInToNewClient(service, own, { accessTokenType: format });
    expect(await isLive(tokens.access_token)).toBe(true);
    for (const active of [false, true]) {
      await service.get(People).update(own.organization, own.person.id, (current) => ({ values: { ...current, active } }), 'test');
      expect(await isLive(tokens.access_token), `active: ${active}`).toBe(false);
    }
    expect(await isLive((await signInToNewClient(service, own, { accessTokenType: format })).tokens.access_token)).toBe(true);
  });

  it('stays dead after its user was removed and made again with the same id', async () => {
    const own = await makeWorld(service);
    const { tokens } = await signInToNewClient(service, own, { accessTokenType: format });
    await service.get(People).remove(own.organization, own.person.id, 'test');
    expect(await isLive(tokens.access_token)).toBe(false);
    const { id, userName } = own.person;
    await service.get(Database).write('test', async (tx) => {
      // Ids of removed people are kept from being given again; even a database where they were not must not revive a token.
      await tx.run('DELETE FROM user_tombstones WHERE id = ?', [id]);
      await service.get(NewPeople).addIn(tx, [{ orgNo: own.organization.no, id, values: { ...own.person, userName }, editor: 'test' }]);
    });
    expect(await isLive(tokens.access_token)).toBe(false);
  });

  it('stays dead when a backup brings back everything but its authorization', async () => {
    const { tokens } = await signInToNewClient(service, world, { accessTokenType: format });
    await service.get(Database).write('test', (tx) => tx.run('DELETE FROM grants'));
    expect(await isLive(tokens.access_token)).toBe(false);
  });

  it('opens nothing any more when the role was taken away', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: format });
    const { organization } = world;
    await service
      .get(Database)
      .write('test', (tx) =>
        service.get(Memberships).addToOrganization(tx, organization, { no: user.no, id: user.id }, 'ORG_OWNER', 'test'),
      );
    const token = await clientToken(service, user);
    const list = () => service.call('GET', `/scim/v2/${organization.id}/Users`, undefined, { token });
    expect((await list()).status).toBe(200);
    await service.get(Database).write('test', async (tx) => {
      await tx.run('DELETE FROM memberships WHERE user_no = ?', [user.no]);
      await service.get(ConfigVersion).raise(tx);
    });
    expect((await list()).status).toBe(404);
  });

  it('is not believed again once revoked, although it was believed a moment ago', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: format });
    const token = await clientToken(service, user);
    for (let i = 0; i < 3; i++) expect(await isLive(token)).toBe(true);
    await post(service, '/oauth/v2/revoke', { token }, user);
    expect(await isLive(token)).toBe(false);
  });
});

describe('a JWT', () => {
  /** A live token's parts, to be put together otherwise. */
  async function parts() {
    const token = await serviceToken('jwt');
    const [head = '', body = '', signature = ''] = token.split('.');
    return { head, body, signature, header: JSON.parse(Buffer.from(head, 'base64url').toString()) as Record<string, string> };
  }
  const signer = (alg: SigningKey['alg'] = 'ES256') => service.get(SigningKeys).signer(alg);

  it('without a signature, or with algorithm none, is nothing', async () => {
    const { body, header, head } = await parts();
    for (const alg of ['none', 'None', 'NONE', '']) {
      for (const end of ['', 'AA']) expect(await isLive(`${encode({ ...header, alg })}.${body}.${end}`)).toBe(false);
    }
    expect(await isLive(`${head}.${body}.`)).toBe(false);
  });

  it('signed with a public key as a secret is nothing', async () => {
    const { body } = await parts();
    const { published } = await service.get(SigningKeys).currentKeySet();
    for (const jwk of published) {
      const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
      for (const secret of [pem, JSON.stringify(jwk), jwk.kid ?? '', '']) {
        const input = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: jwk.kid })}.${body}`;
        expect(await isLive(`${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`)).toBe(false);
      }
    }
  });

  it('may not say another algorithm or key than the one that signed it', async () => {
    const { body } = await parts();
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    expect(await isLive(signJws(signer(), 'at+jwt', content))).toBe(true);
    for (const [signs, says] of [
      ['ES256', 'RS256'],
      ['RS256', 'ES256'],
      ['EdDSA', 'ES256'],
    ] as const) {
      expect(await isLive(signJws({ ...signer(signs), kid: signer(says).kid }, 'at+jwt', content))).toBe(false);
    }
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(await isLive(signJws({ ...signer(), key: privateKey }, 'at+jwt', content))).toBe(false);
  });

  it('may not bring its own key, name a file or a statement as one, or ask for an extension', async () => {
    const { body, signature, header } = await parts();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const content = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const jwk = publicKey.export({ format: 'jwk' });
    for (const kid of ['../../../dev/null', "' OR '1'='1", '__proto__', 'constructor', '', '0', 'https://evil.example/keys']) {
      const forged = signJws({ kid, alg: 'ES256', key: privateKey }, 'at+jwt', content);
      expect(await isLive(forged), kid).toBe(false);
    }
    for (const more of [
      { jwk },
      { jku: 'https://evil.example/keys' },
      { x5u: 'https://evil.example/cert' },
      { crit: ['exp'], exp: 1 },
      { kid: 1 },
      { kid: null },
    ]) {
      expect(await isLive(`${encode({ ...header, ...more })}.${body}.${signature}`)).toBe(false);
    }
    for (const junk of ['null', '[]', '"x"', '1', '{', '']) {
      expect(await isLive(`${Buffer.from(junk).toString('base64url')}.${body}.${signature}`)).toBe(false);
    }
  });

  it('of our own key but for another use, of another issuer or without an end is nothing', async () => {
    const content = claimsOf(await serviceToken('jwt'));
    const { exp: _exp, ...endless } = content;
    const isLiveAs = (typ: string, claims: object) => isLive(signJws(signer(), typ, claims));
    for (const typ of ['JWT', 'jwt', 'AT+JWT', 'application/at+jwt', 'logout+jwt', ''])
      expect(await isLiveAs(typ, content), typ).toBe(false);
    for (const iss of ['https://evil.example', `${service.url}/`, '', undefined])
      expect(await isLiveAs('at+jwt', { ...content, iss })).toBe(false);
    expect(await isLiveAs('at+jwt', endless)).toBe(false);
    expect(await isLiveAs('at+jwt', { ...content, exp: service.get(Clock).nowSeconds() - 6 })).toBe(false);
    expect(await isLiveAs('at+jwt', content)).toBe(true);
  });

  it('with a critical extension is nothing even if our own key signed it', async () => {
    const content = claimsOf(await serviceToken('jwt'));
    const { kid, alg, key } = signer('EdDSA');
    const input = `${encode({ alg, kid, typ: 'at+jwt', crit: ['b64'], b64: true })}.${encode(content)}`;
    expect(await isLive(`${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`)).toBe(false);
  });

  it('is refused as a refresh token and as a code', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { accessTokenType: 'jwt' });
    const forms: Array<Record<string, string>> = [
      { grant_type: 'refresh_token', refresh_token: tokens.access_token },
      { grant_type: 'refresh_token', refresh_token: tokens.id_token },
      { grant_type: 'authorization_code', code: tokens.access_token, redirect_uri: 'https://app.example/callback' },
    ];
    for (const form of forms) expect((await post(service, '/oauth/v2/token', form, client)).body.error).toBe('invalid_grant');
  });
});
