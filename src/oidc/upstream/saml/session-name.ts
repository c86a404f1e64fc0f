// How a session at a SAML provider is named here.
import { secretDigest } from '../../../common/crypto/digest.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';

/** Characters. A longer index is not kept: the session ends with the other sessions of the person. */
const MAX_INDEX = 256;

/**
 * Several people may have the same SessionIndex (SAML Core section 2.7.2). Where the NameID identifies the person, that does no harm; where an
 * attribute does, which no LogoutRequest has, the NameID is part of the session's name.
 */
export function sessionNameOf({ subjectAttribute }: SamlConnection, nameId: string | undefined, index: string): string | undefined {
  if (index === '' || index.length > MAX_INDEX) return undefined;
  if (!subjectAttribute) return index;
  return nameId === undefined ? undefined : secretDigest(JSON.stringify([nameId, index]));
}
