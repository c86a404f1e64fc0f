// Checks an ES256 signature as a passkey makes it, one after the other. Nothing else.
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { answer } from '../harness/processes.mjs';
import { summary } from '../harness/samples.mjs';

/** Authenticator data without extensions (WebAuthn level 3 section 6.1), and what the browser says around the challenge. */
const [AUTHENTICATOR_BYTES, CLIENT_BYTES] = [37, 150];
/** Longer would keep a message of the parent waiting. */
const AT_ONCE = 100;

answer({ run });

/** @param {{ seconds: number }} job */
async function run({ seconds }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [authenticatorData, clientData] = [randomBytes(AUTHENTICATOR_BYTES), randomBytes(CLIENT_BYTES)];
  const signed = () => Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
  const signature = sign('sha256', signed(), privateKey);
  const jwk = publicKey.export({ format: 'jwk' });
  /** @type {number[]} */
  const latencies = [];
  const started = performance.now();
  const deadline = started + seconds * 1000;
  while (performance.now() < deadline) {
    for (let i = 0; i < AT_ONCE; i++) {
      const from = performance.now();
      // The key comes from a row each time.
      if (!verify('sha256', signed(), createPublicKey({ key: jwk, format: 'jwk' }), signature))
        throw new Error('The signature does not fit.');
      latencies.push(performance.now() - from);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return summary(latencies, latencies.length, performance.now() - started);
}
