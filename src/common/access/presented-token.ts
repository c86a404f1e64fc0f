// The token and the proof of possession in the headers of a request (RFC 6750 section 2.1, RFC 9449 section 7.1). Only headers are read: a token
// in a URL ends up in logs (RFC 9700 section 4.3.2).
import type { IncomingMessage } from 'node:http';

/** The header `DPoP` and the request it came with. */
export interface PresentedProof {
  text: string;
  method: string;
  /** As it was sent, without the query. */
  path: string;
}

/** An access token as it was presented. With the scheme `DPoP` it needs a proof. */
export interface PresentedToken {
  scheme: 'Bearer' | 'DPoP';
  value: string;
  proof?: PresentedProof | undefined;
}

const TOKEN = /^(Bearer|DPoP) +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** One object per request: a proof is verified, and counts as used, once. */
const proofs = new WeakMap<IncomingMessage, PresentedProof>();

export function presentedProof(request: IncomingMessage & { originalUrl?: string }): PresentedProof | undefined {
  const known = proofs.get(request);
  // Node joins repeated headers with a comma, and no JWT has one.
  const text = request.headers['dpop'];
  if (known || typeof text !== 'string') return known;
  const proof = { text, method: request.method ?? '', path: (request.originalUrl ?? request.url ?? '').split('?', 1)[0] ?? '' };
  proofs.set(request, proof);
  return proof;
}

export function presentedToken(request: IncomingMessage): PresentedToken | undefined {
  const [, scheme, value] = TOKEN.exec(request.headers.authorization ?? '') ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  return scheme.toLowerCase() === 'dpop' ? { scheme: 'DPoP', value, proof: presentedProof(request) } : { scheme: 'Bearer', value };
}
