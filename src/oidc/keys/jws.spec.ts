import { compactVerify, CompactSign } from 'jose';
import { describe, expect, it } from 'vitest';
import { keyIdOf, makeKeyPair, SIGNING_ALGORITHMS, signJws, verifyJws } from './jws.js';

describe.each(SIGNING_ALGORITHMS)('a signature with %s', async (alg) => {
  const { privateKey, publicKey } = await makeKeyPair(alg);
  const signer = { kid: 'key-1', alg, key: privateKey };
  const verifier = { kid: 'key-1', alg, key: publicKey };
  const payload = { sub: 'somebody', name: 'Bärbel' };

  it('is checked by jose, and one of jose by us', async () => {
    const ours = signJws(signer, 'at+jwt', payload);
    const checked = await compactVerify(ours, publicKey);
    expect([checked.protectedHeader, JSON.parse(Buffer.from(checked.payload).toString())]).toEqual([
      { alg, typ: 'at+jwt', kid: 'key-1' },
      payload,
    ]);
    const theirs = await new CompactSign(Buffer.from(JSON.stringify(payload))).setProtectedHeader({ alg, kid: 'key-1' }).sign(privateKey);
    expect(verifyJws(theirs, verifier)).toEqual({ header: { alg, kid: 'key-1' }, payload });
  });

  it('names its key, and belongs to that one only', async () => {
    const text = signJws(signer, 'at+jwt', payload);
    expect(keyIdOf(text)).toBe('key-1');
    expect(verifyJws(text, { ...verifier, kid: 'key-2' })).toBeUndefined();
    expect(verifyJws(text, { ...verifier, key: (await makeKeyPair(alg)).publicKey })).toBeUndefined();
  });

  it.each(['', '.', '..', '...', 'a.b', 'a.b.c', 'e30.e30.', 'bnVsbA.e30.e30', '\0.\0.\0'])('is not made of %j', (text) => {
    expect(keyIdOf(text)).toBeUndefined();
    expect(verifyJws(text, verifier)).toBeUndefined();
  });
});
