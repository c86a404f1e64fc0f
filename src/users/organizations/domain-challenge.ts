// The proof that a domain belongs to an organization: a text that only the domain's owner can publish (like RFC 8555 section 8 for certificates).

/** By a TXT record of the domain, or by a file on its web site. */
export const PROOF_METHODS = ['dns', 'http'] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** `token` names the file, `proof` is its content; a site that echoes the request path does not know it. Times are microseconds. */
export interface DomainChallenge {
  domain: string;
  method: ProofMethod;
  token: string;
  proof: string;
  expiresUs: number;
}

/** Name of the TXT record. */
export const recordName = (domain: string): string => `_gatehouse-challenge.${domain}`;

/** Path of the file. */
export const filePath = (token: string): string => `/.well-known/gatehouse-challenge/${token}`;
