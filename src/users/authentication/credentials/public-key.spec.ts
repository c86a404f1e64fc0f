import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { algorithmsOf, readPublicKey, thumbprint } from './public-key.js';

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const jwk = (key: KeyObject) => key.export({ format: 'jwk' });

const evenModulus = () => {
  const n = Buffer.from(jwk(rsa(2048).publicKey).n ?? '', 'base64url');
  return Buffer.concat([n.subarray(0, -1), Buffer.of(0)]).toString('base64url');
};
/** The eight points whose order divides 8, and their other encodings (RFC 7748 section 6.1 has those of the Montgomery form). */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

describe('a public key', () => {
  const { publicKey, privateKey } = ec('P-256');

  it.each([
    ['RSA 2048', rsa(2048).publicKey, ['RS256', 'RS384', 'RS512', 'PS256']],
    ['P-256', publicKey, ['ES256']],
    ['P-384', ec('P-384').publicKey, ['ES384']],
    ['Ed25519', generateKeyPairSync('ed25519').publicKey, ['EdDSA']],
  ])('%s is read as JWK, as its text and as PEM, and fits its algorithms only', async (_, key, algorithms) => {
    const [fromJwk, fromText, fromPem] = [jwk(key), JSON.stringify(jwk(key)), key.export({ format: 'pem', type: 'spki' })].map(
      readPublicKey,
    );
    expect(fromText).toEqual(fromJwk);
    expect(fromPem).toEqual(fromJwk);
    expect(algorithmsOf(readPublicKey(jwk(key)))).toEqual(algorithms);
    expect(thumbprint(readPublicKey(jwk(key)))).toBe(await calculateJwkThumbprint(jwk(key) as never));
  });

  it('keeps an algorithm that its owner pinned, and nothing else that came along', () => {
    const key = readPublicKey({
      ...jwk(rsa(2048).publicKey),
      alg: 'PS256',
      use: 'sig',
      key_ops: ['verify'],
      kid: '../x',
      x5u: 'https://evil',
    });
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kty', 'n']);
    expect(algorithmsOf(key)).toEqual(['PS256']);
  });

  it.each<[string, unknown]>([
    ['a private JWK', jwk(privateKey)],
    ['a private PEM', privateKey.export({ format: 'pem', type: 'pkcs8' })],
    ['a private RSA PEM', rsa(2048).privateKey.export({ format: 'pem', type: 'pkcs1' })],
    ['RSA 1024', jwk(rsa(1024).publicKey)],
    ['another curve', jwk(ec('P-521').publicKey)],
    ['X25519', jwk(generateKeyPairSync('x25519').publicKey)],
    ['RSA-PSS', generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' })],
    ['a symmetric key', { kty: 'oct', k: 'AAAA' }],
    ['a key for encryption', { ...jwk(publicKey), use: 'enc' }],
    ['a key that may not verify', { ...jwk(publicKey), key_ops: ['sign'] }],
    ['an algorithm that does not fit', { ...jwk(publicKey), alg: 'RS256' }],
    ['an algorithm that is none', { ...jwk(publicKey), alg: 'none' }],
    ['a point beside the curve', { ...jwk(publicKey), x: jwk(publicKey).y }],
    ['RSA with the exponent 1', { ...jwk(rsa(2048).publicKey), e: 'AQ' }],
    ['RSA with an even exponent', { ...jwk(rsa(2048).publicKey), e: 'AQAC' }],
    ['RSA with an exponent of 33 bits', { ...jwk(rsa(2048).publicKey), e: 'AQAAAAE' }],
    ['RSA with an even modulus', { ...jwk(rsa(2048).publicKey), n: evenModulus() }],
    ['RSA with more than 8,192 bits', { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(1_025, 0xff).toString('base64url') }],
    ...SMALL_ORDER.map((point): [string, unknown] => [
      `Ed25519 of small order, ${point}`,
      { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(point, 'hex').toString('base64url') },
    ]),
    ['nonsense', 'nonsense'],
    ['nothing', undefined],
    ['a list', []],
  ])('is refused: %s', (_, input) => {
    expect(() => readPublicKey(input)).toThrow(expect.objectContaining({ kind: 'invalid', field: 'publicKey' }));
  });
});
