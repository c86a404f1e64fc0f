// The token types of token exchange (RFC 8693 section 3) and the allowed uses of each: the whole matrix.

interface TokenTypeRow {
  /**
   * The namespace of the type's URN: `urn:ietf:params:oauth:token-type:`, or for this service's own types
   * `urn:<vendor>:params:oauth:token-type:`.
   */
  space: 'ietf' | 'vendor';
  /** Use as subject_token. Some types only name a user and prove nothing, so they need an actor. */
  subject: 'allowed' | 'withActor' | 'refused';
  actor: boolean;
  requested: boolean;
}

export const TOKEN_TYPES = {
  access_token: { space: 'ietf', subject: 'allowed', actor: true, requested: true },
  refresh_token: { space: 'ietf', subject: 'refused', actor: false, requested: false },
  id_token: { space: 'ietf', subject: 'allowed', actor: true, requested: true },
  /** As a subject: an assertion signed by the client. As a requested type: an access token as a JWT. */
  jwt: { space: 'ietf', subject: 'withActor', actor: false, requested: true },
  user_id: { space: 'vendor', subject: 'withActor', actor: false, requested: false },
} as const satisfies Record<string, TokenTypeRow>;

export type TokenTypeName = keyof typeof TOKEN_TYPES;

export function tokenTypeUrn(name: TokenTypeName, vendor: string): string {
  return TOKEN_TYPES[name].space === 'ietf' ? `urn:ietf:params:oauth:token-type:${name}` : `urn:${vendor}:params:oauth:token-type:${name}`;
}

export function tokenTypeOf(urn: string | undefined, vendor: string): TokenTypeName | undefined {
  return (Object.keys(TOKEN_TYPES) as TokenTypeName[]).find((name) => tokenTypeUrn(name, vendor) === urn);
}
