import { describe, expect, it } from 'vitest';
import { Passwords } from '../../src/users/authentication/passwords/passwords.service.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { fillPasswordQueue } from '../support/password-queue.js';
import { startService } from '../support/service.js';

describe('the first check after a start', () => {
  it('may meet a full line: it is refused alone, and the next one works, for known and unknown names alike', async () => {
    const fresh = await startService();
    const passwords = fresh.get(Passwords);
    const { userNo } = (await fresh.get(SignInDirectory).findByLogin('admin')) ?? {};
    for (const who of [userNo, undefined]) {
      const empty = fillPasswordQueue(fresh);
      await expect(passwords.check(who, 'wrong')).rejects.toMatchObject({ kind: 'busy' });
      await empty();
      expect(await passwords.check(who, 'wrong')).toBe(false);
    }
    await fresh.close();
  });
});
