// The rounds of hashes that consist of very many small hashes. Plain JavaScript, because a worker thread loads it directly.
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/**
 * @typedef {object} RoundsTask
 * @property {'md5-crypt' | 'sha-crypt' | 'phpass'} kind
 * @property {'md5' | 'sha256' | 'sha512'} digest
 * @property {Uint8Array} password
 * @property {Uint8Array} salt
 * @property {number} rounds
 * @property {string} magic prefix that MD5 crypt mixes in
 */

/** @param {string} digest @param {Uint8Array[]} parts */
function digestOf(digest, parts) {
  const hash = createHash(digest);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** `block` repeated to `length` bytes. @param {Uint8Array} block @param {number} length */
function repeated(block, length) {
  return Buffer.alloc(length, block);
}

/** A part for each bit of a length, least significant first. @param {number} length @param {(set: boolean) => Uint8Array} part */
function partsOfBits(length, part) {
  const parts = [];
  for (let left = length; left > 0; left >>= 1) parts.push(part((left & 1) === 1));
  return parts;
}

/** The input of round `round` of crypt(3). @param {number} round @param {Buffer} result @param {Buffer} password @param {Buffer} salt */
function roundOf(round, result, password, salt) {
  const [first, last] = round % 2 ? [password, result] : [result, password];
  return Buffer.concat([first, ...(round % 3 ? [salt] : []), ...(round % 7 ? [password] : []), last]);
}

/** akkadia.org/drepper/SHA-crypt.txt @param {RoundsTask} task */
function shaCrypt({ digest, password, salt, rounds }) {
  const b = digestOf(digest, [password, salt, password]);
  let result = digestOf(digest, [
    password,
    salt,
    repeated(b, password.length),
    ...partsOfBits(password.length, (set) => (set ? b : password)),
  ]);
  const p = repeated(
    digestOf(
      digest,
      Array.from(password, () => password),
    ),
    password.length,
  );
  const first = result[0] ?? 0;
  const s = repeated(
    digestOf(
      digest,
      Array.from({ length: 16 + first }, () => salt),
    ),
    salt.length,
  );
  for (let round = 0; round < rounds; round++) result = digestOf(digest, [roundOf(round, result, p, s)]);
  return result;
}

/** Poul-Henning Kamp's, of FreeBSD 2. @param {RoundsTask} task */
function md5Crypt({ digest, password, salt, rounds, magic }) {
  const b = digestOf(digest, [password, salt, password]);
  const zero = Buffer.alloc(1);
  let result = digestOf(digest, [
    password,
    Buffer.from(magic),
    salt,
    repeated(b, password.length),
    ...partsOfBits(password.length, (set) => (set ? zero : password.subarray(0, 1))),
  ]);
  const [p, s] = [Buffer.from(password), Buffer.from(salt)];
  for (let round = 0; round < rounds; round++) result = digestOf(digest, [roundOf(round, result, p, s)]);
  return result;
}

/** openwall.com/phpass; Drupal 7 does the same with SHA-512. @param {RoundsTask} task */
function phpass({ digest, password, salt, rounds }) {
  let result = digestOf(digest, [salt, password]);
  for (let round = 0; round < rounds; round++) result = digestOf(digest, [result, password]);
  return result;
}

const KINDS = { 'sha-crypt': shaCrypt, 'md5-crypt': md5Crypt, phpass };

parentPort?.on('message', (/** @type {RoundsTask} */ task) => parentPort?.postMessage(KINDS[task.kind](task)));
