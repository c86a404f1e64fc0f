// The keys by which a provider signs.
import type { KeyObject } from 'node:crypto';
import { keyFault, readCertificate } from '../../../users/authentication/identity-providers/saml-certificate.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { UpstreamError } from '../upstream.js';

/** By the list of a connection, which is read once in each version of the configuration. */
const read = new WeakMap<readonly string[], KeyObject[]>();

/** Certificates with keys that are too weak have no say. @throws UpstreamError if none is left */
export function providerKeys({ certificates }: SamlConnection): KeyObject[] {
  const keys = read.get(certificates) ?? keysOf(certificates);
  read.set(certificates, keys);
  if (keys.length === 0)
    throw new UpstreamError('misconfigured', 'The provider has no certificate that can be used. Add the certificate that it signs with.');
  return keys;
}

function keysOf(certificates: readonly string[]): KeyObject[] {
  return certificates
    .map(readCertificate)
    .filter((certificate) => certificate !== undefined)
    .filter((certificate) => keyFault(certificate) === undefined)
    .map(({ key }) => key);
}
