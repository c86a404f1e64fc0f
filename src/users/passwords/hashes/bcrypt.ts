// bcrypt (Provos and Mazières, USENIX 1999), also in the formats of Django.
import { createHash } from 'node:crypto';
import { compare } from 'bcrypt';
import type { Groups, HashCheck, HashFault, HashFormat } from './hash-check.js';
import { HASH_LIMITS } from './hash-limits.js';

const BCRYPT = String.raw`\$2[aby]\$(?<cost>0[4-9]|[12]\d|3[01])\$(?<rest>[./A-Za-z0-9]{53})`;

function read(prepare: (password: string) => string): (group: Groups) => HashCheck | HashFault {
  return (group) => {
    const cost = Number(group('cost'));
    if (cost > HASH_LIMITS.bcryptCost) return { fault: `its bcrypt cost exceeds ${HASH_LIMITS.bcryptCost}` };
    // PHP writes `$2b$` as `$2y$`, and `$2a$` differs only by old bugs of other libraries; ours knows `$2b$`.
    const hash = `$2b$${group('cost')}$${group('rest')}`;
    return { steps: 2 ** cost, verify: (password) => compare(prepare(password), hash) };
  };
}

export const BCRYPT_FORMATS: readonly HashFormat[] = [
  { name: 'bcrypt', form: new RegExp(`^(bcrypt\\$)?${BCRYPT}$`), read: read((password) => password) },
  {
    name: 'Django bcrypt_sha256',
    form: new RegExp(`^bcrypt_sha256\\$${BCRYPT}$`),
    read: read((password) => createHash('sha256').update(password).digest('hex')),
  },
];
