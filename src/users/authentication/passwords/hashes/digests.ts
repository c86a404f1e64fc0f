// A single digest of password and salt: LDAP schemes (RFC 2307 and OpenLDAP), plain and salted MD5, Django's oldest, and a format of this service.
// They are cheap to guess; the first sign-in replaces them.
import { createHash } from 'node:crypto';
import { BASE64, fromBase64 } from './encodings.js';
import { equal, type HashCheck, type HashFault, type HashFormat } from './hash-check.js';

const LENGTHS: Readonly<Record<string, number>> = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };
const NONE = Buffer.alloc(0);

function check(digest: string, salt: { before?: Buffer; after?: Buffer }, expected: Buffer): HashCheck | HashFault {
  if (expected.length !== LENGTHS[digest]) return { fault: `it does not have the length of ${digest}` };
  const { before = NONE, after = NONE } = salt;
  return {
    steps: 0,
    verify: async (password) => equal(createHash(digest).update(before).update(password).update(after).digest(), expected),
  };
}

/** The digest comes first, followed by a salt of any length. */
function ldap(form: RegExp, salted: boolean): HashFormat {
  return {
    name: salted ? 'LDAP salted digest' : 'LDAP digest',
    form,
    read(group) {
      const bits = group('bits');
      const digest = /md5/i.test(group('scheme')) ? 'md5' : `sha${bits || '1'}`;
      const bytes = fromBase64(group('bytes'));
      const length = LENGTHS[digest] ?? 0;
      if (salted && bytes.length <= length) return { fault: 'it has no salt' };
      return check(digest, { after: salted ? bytes.subarray(length) : NONE }, salted ? bytes.subarray(0, length) : bytes);
    },
  };
}

export const DIGEST_FORMATS: readonly HashFormat[] = [
  ldap(new RegExp(String.raw`^\{(?<scheme>SHA(?<bits>256|384|512)?|MD5)\}(?<bytes>${BASE64})$`, 'i'), false),
  ldap(new RegExp(String.raw`^\{(?<scheme>SSHA(?<bits>256|384|512)?|SMD5)\}(?<bytes>${BASE64})$`, 'i'), true),
  { name: 'md5', form: /^(?<hex>[0-9a-f]{32})$/i, read: (group) => check('md5', {}, Buffer.from(group('hex'), 'hex')) },
  { name: 'sha256', form: /^(?<hex>[0-9a-f]{64})$/i, read: (group) => check('sha256', {}, Buffer.from(group('hex'), 'hex')) },
  {
    name: 'salted md5',
    form: new RegExp(String.raw`^\$md5salted-(?<place>prefix|suffix)\$(?<salt>[!-#%-~]+)\$(?<hash>${BASE64})$`),
    read(group) {
      const salt = Buffer.from(group('salt'));
      return check('md5', group('place') === 'prefix' ? { before: salt } : { after: salt }, fromBase64(group('hash')));
    },
  },
  {
    name: 'Django md5, sha1',
    form: /^(?<digest>md5|sha1)\$(?<salt>[!-#%-~]*)\$(?<hex>[0-9a-f]+)$/,
    read: (group) => check(group('digest'), { before: Buffer.from(group('salt')) }, Buffer.from(group('hex'), 'hex')),
  },
  {
    // The members of Auth0's custom_password_hash in one string.
    name: 'salted digest',
    form: new RegExp(
      String.raw`^\$digest-(?<digest>md5|sha1|sha256|sha512)-(?<place>prefix|suffix)\$(?<salt>(${BASE64})?)\$(?<hash>${BASE64})$`,
    ),
    read(group) {
      const salt = fromBase64(group('salt'));
      return check(group('digest'), group('place') === 'prefix' ? { before: salt } : { after: salt }, fromBase64(group('hash')));
    },
  },
];
