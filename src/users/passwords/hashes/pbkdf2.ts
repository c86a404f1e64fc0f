// PBKDF2 (RFC 8018) in the formats of passlib, PHC strings, Django and OpenLDAP.
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

const SALT = `(?<salt>(${BASE64})?)`;

export const PBKDF2_FORMATS: readonly HashFormat[] = [
  {
    name: 'PBKDF2',
    form: new RegExp(String.raw`^\$pbkdf2(-(?<digest>${DIGEST}))?\$(i=)?(?<rounds>\d{1,9})(,l=\d{1,3})?\$${SALT}\$(?<hash>${BASE64})$`),
    read: (group) => check(group('digest'), Number(group('rounds')), fromBase64(group('salt')), fromBase64(group('hash'))),
  },
  {
    name: 'Django pbkdf2',
    form: new RegExp(String.raw`^pbkdf2_(?<digest>${DIGEST})\$(?<rounds>\d{1,9})\$(?<salt>[!-#%-~]+)\$(?<hash>${BASE64})$`),
    read: (group) => check(group('digest'), Number(group('rounds')), Buffer.from(group('salt')), fromBase64(group('hash'))),
  },
  {
    name: 'OpenLDAP PBKDF2',
    form: new RegExp(String.raw`^\{PBKDF2(-(?<digest>${DIGEST}))?\}(?<rounds>\d{1,9})\$${SALT}\$(?<hash>${BASE64})$`, 'i'),
    read: (group) => check(group('digest'), Number(group('rounds')), fromBase64(group('salt')), fromBase64(group('hash'))),
  },
];
