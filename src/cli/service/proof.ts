// Proofs of possession (RFC 9449 section 4.2): each request shows that the key which the tokens are bound to is here.
import { createHash, createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** A private key on the curve P-256 (RFC 7518 section 6.2). */
export interface ProofJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  d: string;
}

export function newProofKey(): ProofJwk {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as unknown as ProofJwk;
}

/**
 * A proof for one request.
 * @param nonce the last nonce of the service; undefined if it has sent none
 */
export function proofFor(
  { d, ...jwk }: ProofJwk,
  request: { method: string; url: string; token: string; nonce: string | undefined },
): string {
  const { origin, pathname } = new URL(request.url);
  const claims = {
    jti: randomUUID(),
    htm: request.method,
    htu: origin + pathname,
    iat: Math.floor(Date.now() / 1_000),
    ath: createHash('sha256').update(request.token).digest('base64url'),
    nonce: request.nonce,
  };
  const signed = `${encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encoded(claims)}`;
  const key = createPrivateKey({ key: { ...jwk, d }, format: 'jwk' });
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
