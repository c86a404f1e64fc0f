// What a signature costs by node:crypto (src/oidc/keys/jws.ts) and by jose, in microseconds of CPU, event loop and pool together:
// npm run build && node bench/signatures.mjs
import { CompactSign, compactVerify, importJWK } from 'jose';

const { keyIdOf, makeKeyPair, SIGNING_ALGORITHMS, signJws, verifyJws } = await import(
  new URL('../dist/src/oidc/keys/jws.js', import.meta.url).href
);

const ROUNDS = 5;
const OPERATIONS = 2_000;
/** Operations under way at once, as under load: jose then uses the thread pool. */
const AT_ONCE = 20;

const payload = {
  iss: 'https://id.example.com',
  sub: '0193a0f2-7d4f-7c3e-9e55-0a3cb1f4a001',
  aud: ['0193a0f2-7d4f-7c3e-9e55-0a3cb1f4a002', '0193a0f2-7d4f-7c3e-9e55-0a3cb1f4a003'],
  exp: 1_800_000_000,
  iat: 1_799_999_400,
  jti: '0193a0f2-7d4f-7c3e-9e55-0a3cb1f4a004',
  scope: 'openid profile email',
};

/**
 * @param {() => unknown} operation
 * @returns the least microseconds of CPU that one operation took in any round
 */
async function cpuMicroseconds(operation) {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    for (let done = 0; done < OPERATIONS; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, operation));
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / OPERATIONS);
  }
  return Math.round(least);
}

/** @type {Record<string, Record<string, number>>} */
const rows = {};
for (const alg of SIGNING_ALGORITHMS) {
  const { privateKey, publicKey } = await makeKeyPair(alg);
  const [signer, verifier] = [privateKey, publicKey].map((key) => ({ kid: 'key-1', alg, key }));
  const privateJose = await importJWK(privateKey.export({ format: 'jwk' }), alg);
  const publicJose = await importJWK(publicKey.export({ format: 'jwk' }), alg);
  const header = { alg, typ: 'at+jwt', kid: 'key-1' };
  const text = signJws(signer, 'at+jwt', payload);
  rows[alg] = {
    'sign: node:crypto': await cpuMicroseconds(() => signJws(signer, 'at+jwt', payload)),
    'sign: jose': await cpuMicroseconds(() =>
      new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader(header).sign(privateJose),
    ),
    'verify: node:crypto': await cpuMicroseconds(() => keyIdOf(text) && verifyJws(text, verifier)),
    'verify: jose': await cpuMicroseconds(async () =>
      JSON.parse(new TextDecoder().decode((await compactVerify(text, publicJose)).payload)),
    ),
  };
}
console.table(rows);
