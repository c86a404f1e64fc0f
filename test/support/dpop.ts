// Proofs of possession (RFC 9449) as a client makes them, and as an attacker would.
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import type { Credentials } from './clients.js';
import type { Answer, HttpService } from './service.js';

/** What a proof says; each member may be replaced, or left out as undefined. */
export interface ProofWish {
  /** The access token that it accompanies. */
  token?: string;
  nonce?: string;
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** In place of the signature. */
  signature?: string;
}

export interface ProofMaker {
  jkt: string;
  privateKey: KeyObject;
  jwk: Record<string, unknown>;
  make(method: string, url: string, wish?: ProofWish): string;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A client's key for ES256, or for the algorithm of the pair that is given. */
export function proofMaker(alg: 'ES256' | 'Ed25519' | 'EdDSA' | 'PS256' = 'ES256'): ProofMaker {
  const { privateKey, publicKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : alg === 'PS256'
        ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
        : generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const required = Object.fromEntries(Object.entries(jwk).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const options = alg === 'PS256' ? { padding: 6, saltLength: 32 } : { dsaEncoding: 'ieee-p1363' as const };
  return {
    jkt: sha256(JSON.stringify(required)),
    privateKey,
    jwk,
    make(method, url, { token, nonce, header, claims, signature } = {}) {
      const payload = {
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1_000),
        ...(token !== undefined && { ath: sha256(token) }),
        ...(nonce !== undefined && { nonce }),
        ...claims,
      };
      const input = `${encode({ typ: 'dpop+jwt', alg, jwk, ...header })}.${encode(payload)}`;
      const hash = alg === 'ES256' || alg === 'PS256' ? 'sha256' : null;
      return `${input}.${signature ?? sign(hash, Buffer.from(input), { key: privateKey, ...options }).toString('base64url')}`;
    },
  };
}

/** Asks an endpoint with a token and a proof for it. */
export function callWithProof(
  service: HttpService,
  maker: ProofMaker,
  method: string,
  path: string,
  { token, scheme = 'DPoP', body, ...wish }: ProofWish & { token: string; scheme?: string; body?: unknown },
): Promise<Answer> {
  const dpop = maker.make(method, service.url + (path.split('?', 1)[0] ?? ''), { token, ...wish });
  return service.call(method, path, body, { token: null, headers: { authorization: `${scheme} ${token}`, dpop } });
}

/** Sends a form to an OAuth endpoint with a proof; `proof` in its place sends this text. */
export function postWithProof(
  service: HttpService,
  maker: ProofMaker | undefined,
  path: string,
  form: Record<string, string>,
  client?: Credentials,
  { proof, origin = service.url, ...wish }: ProofWish & { proof?: string; origin?: string } = {},
): Promise<Answer> {
  const basic = client?.clientSecret && `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
  const body = new URLSearchParams(form);
  if (client && !basic) body.set('client_id', client.clientId);
  const dpop = proof ?? maker?.make('POST', origin + (path.split('?', 1)[0] ?? ''), wish);
  return service.call('POST', path, body.toString(), {
    token: null,
    type: 'application/x-www-form-urlencoded',
    headers: { ...(basic && { authorization: basic }), ...(dpop !== undefined && { dpop }) },
  });
}
