// argon2i and argon2id (RFC 9106) in the PHC string form, also with Django's prefix.
import { hashRaw } from '@node-rs/argon2';
import { BASE64, fromBase64 } from './encodings.js';
import { equal, type HashFormat } from './hash-check.js';
import { HASH_LIMITS, mebibytes } from './hash-limits.js';

/** The library's numbers for algorithms and versions; its const enums do not survive compilation file by file. */
const ALGORITHMS: Readonly<Record<string, number>> = { i: 1, id: 2 };
const VERSIONS: Readonly<Record<string, number>> = { '': 0, '16': 0, '19': 1 };
const STEPS_PER_MIB = 8;

export const ARGON2_FORMATS: readonly HashFormat[] = [
  {
    name: 'argon2i, argon2id',
    form: new RegExp(
      String.raw`^(argon2)?\$argon2(?<kind>i|d|id)(\$v=(?<version>\d{1,3}))?\$m=(?<memory>\d{1,9}),t=(?<passes>\d{1,6}),p=(?<lanes>\d{1,3})\$(?<salt>${BASE64})\$(?<hash>${BASE64})$`,
    ),
    read(group) {
      const [memoryKib, passes, lanes] = [Number(group('memory')), Number(group('passes')), Number(group('lanes'))];
      const [salt, expected] = [fromBase64(group('salt')), fromBase64(group('hash'))];
      const algorithm = ALGORITHMS[group('kind')];
      const version = VERSIONS[group('version')];
      if (algorithm === undefined) return { fault: 'argon2d is not supported' };
      if (version === undefined) return { fault: 'its argon2 version must be 16 or 19' };
      if (salt.length < 8 || expected.length < 12 || expected.length > 128) return { fault: 'its salt or key has the wrong length' };
      if (lanes < 1 || passes < 1 || memoryKib < 8 * lanes) return { fault: 'its argon2 parameters are below the minimum' };
      if (lanes > HASH_LIMITS.lanes) return { fault: `it has more than ${HASH_LIMITS.lanes} argon2 lanes` };
      if (memoryKib * 1024 * passes > HASH_LIMITS.memoryPasses)
        return { fault: `its memory multiplied by its passes exceeds ${mebibytes(HASH_LIMITS.memoryPasses)}` };
      const options = { algorithm, version, memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: expected.length, salt };
      return {
        steps: (memoryKib / 1024) * passes * STEPS_PER_MIB,
        verify: async (password) => equal(await hashRaw(password, options), expected),
      };
    },
  },
];
