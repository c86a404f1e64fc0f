// Makes a self-signed X.509 certificate, the form in which SAML metadata carries a public key. Nothing in it is trusted beyond the key.
import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';

const [INTEGER, BIT_STRING, NULL, OID, UTF8_STRING, UTC_TIME, GENERALIZED_TIME, SEQUENCE, SET, VERSION] = [
  0x02, 0x03, 0x05, 0x06, 0x0c, 0x17, 0x18, 0x30, 0x31, 0xa0,
];
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
/** From this year on, times have four digits of the year (RFC 5280 section 4.1.2.5). */
const FOUR_DIGITS = 2050;

/** @param privateKey RSA, PEM @param name its common name @returns PEM */
export function selfSignedCertificate(privateKey: string, name: string, { fromMs, untilMs }: { fromMs: number; untilMs: number }): string {
  const key = createPrivateKey(privateKey);
  const algorithm = der(SEQUENCE, der(OID, SHA256_WITH_RSA), der(NULL));
  const owner = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8_STRING, Buffer.from(name)))));
  const serial = randomBytes(16);
  // Positive, and without a leading zero.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    algorithm,
    owner,
    der(SEQUENCE, time(fromMs), time(untilMs)),
    owner,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', content, key));
  const lines = der(SEQUENCE, content, algorithm, signature).toString('base64').replaceAll(/.{64}/g, '$&\n').trim();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number | undefined, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag ?? 0, ...lengthOf(content.length)]), content]);
}

/** X.690 section 8.1.3. */
function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return Number(digits.slice(0, 4)) < FOUR_DIGITS
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits));
}
