// The type of an access token in responses (RFC 6749 section 7.1).

/** @param jkt thumbprint of the key that the token is bound to (RFC 9449 section 5) */
export function tokenTypeOf(jkt: string | undefined): 'Bearer' | 'DPoP' {
  return jkt === undefined ? 'Bearer' : 'DPoP';
}
