import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { selfSignedCertificate } from './self-signed-certificate.js';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

it.each([
  ['2026-11-26T08:09:10Z', '2046-11-26T08:09:10Z'],
  ['2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z'],
])('a certificate from %s to %s is read by others, and signed by its own key', (from, until) => {
  const pem = selfSignedCertificate(privateKey, 'https://login.example', { fromMs: Date.parse(from), untilMs: Date.parse(until) });
  const read = new X509Certificate(pem);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.subject).toBe('CN=https://login.example');
  expect([read.validFrom, read.validTo].map((time) => Date.parse(time))).toEqual([Date.parse(from), Date.parse(until)]);
  expect(BigInt(`0x${read.serialNumber}`)).toBeGreaterThan(2n ** 120n);
  expect(pem.split('\n').every((line) => line.length <= 64)).toBe(true);
});
