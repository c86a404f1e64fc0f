// PBKDF2 (RFC 8018) in the formats of passlib, PHC strings, Django, Werkzeug, OpenLDAP and ASP.NET Identity.
import { createHash, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { BASE64, fromBase64 } from './encodings.js';
import { equal, type HashCheck, type HashFault, type HashFormat } from './hash-check.js';

const derive = promisify(pbkdf2);

/** Work of a thousand iterations. */
const DIGESTS: Readonly<Record<string, number>> = { sha1: 6, sha224: 5, sha256: 5, sha384: 10, sha512: 10 };
const DIGEST = String.raw`sha-?\d{1,3}`;

function check(digestName: string, rounds: number, salt: Buffer, expected: Buffer): HashCheck | HashFault {
  const digest = digestName.toLowerCase().replace('-', '') || 'sha1';
  if (!Object.hasOwn(DIGESTS, digest)) return { fault: 'its digest is not supported' };
  if (rounds < 1) return { fault: 'its number of iterations is 0' };
  // Keycloak writes keys of 64 bytes for SHA-256 too, so a key may have several blocks.
  if (expected.length < 16 || expected.length > 128) return { fault: 'its key has the wrong length' };
  const blocks = Math.ceil(expected.length / createHash(digest).digest().length);
  const work = rounds * blocks;
  return {
    steps: (work / 1_000) * (DIGESTS[digest] ?? 0),
    verify: async (password) => equal(await derive(password, salt, rounds, expected.length, digest), expected),
  };
}

const ASPNET_DIGESTS = ['sha1', 'sha256', 'sha512'];
const SALT = `(?<salt>(${BASE64})?)`;

export const PBKDF2_FORMATS: readonly HashFormat[] = [
  {
    name: 'PBKDF2',
    form: new RegExp(String.raw`^\$pbkdf2(-(?<digest>${DIGEST}))?\$(i=)?(?<rounds>\d+)(,l=\d{1,3})?\$${SALT}\$(?<hash>${BASE64})$`),
    read: (group) => check(group('digest'), Number(group('rounds')), fromBase64(group('salt')), fromBase64(group('hash'))),
  },
  {
    name: 'Django pbkdf2',
    form: new RegExp(String.raw`^pbkdf2_(?<digest>${DIGEST})\$(?<rounds>\d+)\$(?<salt>[!-#%-~]+)\$(?<hash>${BASE64})$`),
    read: (group) => check(group('digest'), Number(group('rounds')), Buffer.from(group('salt')), fromBase64(group('hash'))),
  },
  {
    name: 'Werkzeug pbkdf2',
    form: new RegExp(String.raw`^pbkdf2:(?<digest>${DIGEST}):(?<rounds>\d+)\$(?<salt>[!-#%-~]+)\$(?<hash>[0-9a-f]+)$`),
    read: (group) => check(group('digest'), Number(group('rounds')), Buffer.from(group('salt')), Buffer.from(group('hash'), 'hex')),
  },
  // ASP.NET Core Identity, PasswordHasher.cs: a byte for the version, then the fields.
  {
    name: 'ASP.NET Identity',
    form: /^(?<bytes>A[A-P][A-Za-z0-9+/]+==)$/,
    read(group) {
      const bytes = fromBase64(group('bytes'));
      return bytes.length === 49 ? check('sha1', 1_000, bytes.subarray(1, 17), bytes.subarray(17)) : { fault: 'it does not have 49 bytes' };
    },
  },
  {
    name: 'ASP.NET Identity',
    form: /^(?<bytes>AQAAAA[A-Za-z0-9+/]+={0,2})$/,
    read(group) {
      const bytes = fromBase64(group('bytes'));
      if (bytes.length < 13) return { fault: 'it is cut off' };
      const digest = ASPNET_DIGESTS[bytes.readUInt32BE(1)] ?? 'unknown';
      const saltEnd = 13 + bytes.readUInt32BE(9);
      return check(digest, bytes.readUInt32BE(5), bytes.subarray(13, saltEnd), bytes.subarray(saltEnd));
    },
  },
  {
    name: 'OpenLDAP PBKDF2',
    form: new RegExp(String.raw`^\{PBKDF2(-(?<digest>${DIGEST}))?\}(?<rounds>\d+)\$${SALT}\$(?<hash>${BASE64})$`, 'i'),
    read: (group) => check(group('digest'), Number(group('rounds')), fromBase64(group('salt')), fromBase64(group('hash'))),
  },
];
