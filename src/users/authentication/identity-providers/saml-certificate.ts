// Certificates of SAML identity providers. Only their keys are used: that a provider has a certificate here is what makes it trusted, not who
// has signed it (SAML Metadata Interoperability Profile section 2.6.1). So an expired one still verifies, and the probe tells of it.
import { X509Certificate, type KeyObject } from 'node:crypto';

export interface SamlCertificate {
  pem: string;
  key: KeyObject;
  /** The name of its owner, on one line. */
  subject: string;
  endsMs: number;
}

const MIN_RSA_BITS = 2_048;

/** Reads a certificate: PEM, or its base64 alone, as metadata documents have it. @returns undefined if it is none */
export function readCertificate(text: string): SamlCertificate | undefined {
  try {
    const certificate = text.includes('-----BEGIN') ? new X509Certificate(text) : new X509Certificate(Buffer.from(text, 'base64'));
    return {
      pem: certificate.toString(),
      key: certificate.publicKey,
      subject: certificate.subject.split('\n').join(', '),
      endsMs: Date.parse(certificate.validTo),
    };
  } catch {
    return undefined;
  }
}

/** What is wrong with the key of a certificate, in words. */
export function keyFault({ key }: SamlCertificate): string | undefined {
  if (key.asymmetricKeyType === 'ec') return undefined;
  if (key.asymmetricKeyType !== 'rsa') return 'its key is neither RSA nor of an elliptic curve';
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < MIN_RSA_BITS ? `its key has ${bits} bits; ${MIN_RSA_BITS} are required` : undefined;
}

const DAY_MS = 86_400_000;
/** For the administrators of both sides to agree on a new one. */
const WARN_DAYS = 30;

/**
 * When the last certificate of a provider ends, if that is within 30 days or over. During a change there are two, of which the older one may end.
 * @returns undefined if there is nothing to warn of
 */
export function certificatesEnding(texts: readonly string[], nowMs: number): { endsMs: number; state: 'ending' | 'ended' } | undefined {
  const ends = texts.flatMap((text) => readCertificate(text)?.endsMs ?? []);
  const endsMs = Math.max(...ends);
  if (ends.length === 0 || endsMs - nowMs > WARN_DAYS * DAY_MS) return undefined;
  return { endsMs, state: endsMs > nowMs ? 'ending' : 'ended' };
}
