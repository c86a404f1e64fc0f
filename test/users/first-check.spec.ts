import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { Passwords } from '../../src/users/passwords/passwords.service.js';
import { SignInDirectory } from '../../src/users/people/sign-in-directory.service.js';
import { startService } from '../support/service.js';

describe('the first check after a start', () => {
  it('may meet a full line: it is refused alone, and the next one works, for known and unknown names alike', async () => {
    const fresh = await startService();
    const passwords = fresh.get(Passwords);
    const fill = () => Array.from({ length: availableParallelism() * 33 }, () => passwords.hash('Some-pass1'));
    const { userNo } = (await fresh.get(SignInDirectory).find('admin')) ?? {};
    for (const who of [userNo, undefined]) {
      const line = fill();
      await expect(passwords.check(who, 'wrong')).rejects.toMatchObject({ kind: 'busy' });
      await Promise.all(line);
      expect(await passwords.check(who, 'wrong')).toBe(false);
    }
    await fresh.close();
  });
});
