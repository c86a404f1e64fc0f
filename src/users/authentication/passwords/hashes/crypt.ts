// Hashes with many small rounds: crypt(3) with SHA-256, SHA-512 and MD5, Apache's MD5, phpass and Drupal 7.
// The rounds run in a worker thread, off the event loop.
import { fromCryptCharacter, toCryptText } from './encodings.js';
import { equal, type HashCheck, type HashFormat } from './hash-check.js';
import { runRounds } from './rounds.js';
import type { RoundsTask } from './rounds.worker.mjs';

/** Work of a thousand rounds. */
const STEPS: Readonly<Record<RoundsTask['kind'], number>> = { 'md5-crypt': 30, 'sha-crypt': 34, phpass: 30 };

/** The order in which the bytes of a digest are written, from the reference implementations. */
const ORDERS = {
  md5: [12, 6, 0, 13, 7, 1, 14, 8, 2, 15, 9, 3, 5, 10, 4, 11],
  sha256: [20, 10, 0, 11, 1, 21, 2, 22, 12, 23, 13, 3, 14, 4, 24, 5, 25, 15, 26, 16, 6, 17, 7, 27, 8, 28, 18, 29, 19, 9, 30, 31],
  sha512: [
    42, 21, 0, 1, 43, 22, 23, 2, 44, 45, 24, 3, 4, 46, 25, 26, 5, 47, 48, 27, 6, 7, 49, 28, 29, 8, 50, 51, 30, 9, 10, 52, 31, 32, 11, 53,
    54, 33, 12, 13, 55, 34, 35, 14, 56, 57, 36, 15, 16, 58, 37, 38, 17, 59, 60, 39, 18, 19, 61, 40, 41, 20, 62, 63,
  ],
} as const;

const DEFAULT_SHA_ROUNDS = 5_000;
const MIN_SHA_ROUNDS = 1_000;
const MD5_ROUNDS = 1_000;

function check(task: Omit<RoundsTask, 'password'>, order: readonly number[] | undefined, text: string): HashCheck {
  const expected = Buffer.from(text);
  return {
    steps: (task.rounds / 1_000) * STEPS[task.kind],
    verify: async (password) => {
      const digest = await runRounds({ ...task, password: Buffer.from(password) });
      const ordered = order ? Uint8Array.from(order, (at) => digest[at] ?? 0) : digest;
      // Drupal truncates its hashes.
      return equal(Buffer.from(toCryptText(ordered).slice(0, text.length)), expected);
    },
  };
}

function shaCrypt(name: string, digest: 'sha256' | 'sha512', form: RegExp): HashFormat {
  return {
    name,
    form,
    read(group) {
      const rounds = Number(group('rounds') || DEFAULT_SHA_ROUNDS);
      if (rounds < MIN_SHA_ROUNDS) return { fault: `it has fewer than ${MIN_SHA_ROUNDS} rounds, which crypt(3) never produces` };
      return check({ kind: 'sha-crypt', digest, salt: Buffer.from(group('salt')), rounds, magic: '' }, ORDERS[digest], group('hash'));
    },
  };
}

function md5Crypt(name: string, magic: string, form: RegExp): HashFormat {
  return {
    name,
    form,
    read: (group) =>
      check({ kind: 'md5-crypt', digest: 'md5', salt: Buffer.from(group('salt')), rounds: MD5_ROUNDS, magic }, ORDERS.md5, group('hash')),
  };
}

function phpass(name: string, digest: 'md5' | 'sha512', form: RegExp): HashFormat {
  return {
    name,
    form,
    read(group) {
      const log2 = fromCryptCharacter(group('log2'));
      if (log2 < 7) return { fault: 'it has fewer than 2^7 rounds' };
      return check({ kind: 'phpass', digest, salt: Buffer.from(group('salt')), rounds: 2 ** log2, magic: '' }, undefined, group('hash'));
    },
  };
}

export const CRYPT_FORMATS: readonly HashFormat[] = [
  shaCrypt('sha256-crypt', 'sha256', /^\$5\$(rounds=(?<rounds>\d{1,9})\$)?(?<salt>[!-#%-9;-~]{0,16})\$(?<hash>[./A-Za-z0-9]{43})$/),
  shaCrypt('sha512-crypt', 'sha512', /^\$6\$(rounds=(?<rounds>\d{1,9})\$)?(?<salt>[!-#%-9;-~]{0,16})\$(?<hash>[./A-Za-z0-9]{86})$/),
  md5Crypt('md5-crypt', '$1$', /^\$1\$(?<salt>[!-#%-9;-~]{0,8})\$(?<hash>[./A-Za-z0-9]{22})$/),
  md5Crypt('apr1', '$apr1$', /^\$apr1\$(?<salt>[!-#%-9;-~]{0,8})\$(?<hash>[./A-Za-z0-9]{22})$/),
  phpass('phpass', 'md5', /^\$[PH]\$(?<log2>[./A-Za-z0-9])(?<salt>[./A-Za-z0-9]{8})(?<hash>[./A-Za-z0-9]{22})$/),
  phpass('Drupal 7', 'sha512', /^\$S\$(?<log2>[./A-Za-z0-9])(?<salt>[./A-Za-z0-9]{8})(?<hash>[./A-Za-z0-9]{43})$/),
];
