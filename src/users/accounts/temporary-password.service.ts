// Temporary passwords: an administrator sets one, the person chooses another at the next sign-in.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import type { Organization } from '../organizations/organizations.service.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';
import { ChangePermission } from '../directory/people/change-permission.service.js';
import { People } from '../directory/people/people.service.js';
import { unknownPerson } from '../directory/people/person/person-refusals.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import { PasswordChecks } from './password-checks.service.js';

@Injectable()
export class TemporaryPassword {
  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly passwords: Passwords,
    private readonly checks: PasswordChecks,
    private readonly permission: ChangePermission,
    private readonly database: Database,
  ) {}

  /**
   * Sets a password that has to be changed at the next sign-in. Sessions, tokens and mailed codes for a password end. A lock after wrong passwords
   * ends too, because those were guesses at another password. An administrator's lock stays. The password is valid while the caller has every
   * permission of the person, who may get roles later.
   * @throws WeakPasswordError, DomainError `notFound`, `forbidden`, `busy`
   */
  async set(organization: Organization, userId: string, password: string, caller: Principal): Promise<void> {
    const { no: userNo } = await this.people.requirePerson(organization, userId);
    const hash = await this.passwords.prepare({ userNo, orgNo: organization.no }, password, {
      worth: 'administration',
      account: caller.userId,
    });
    // The wait in the queue may have been long.
    await caller.admission?.judgeAgain();
    await this.database.write('set temporary password', async (tx) => {
      const person = await this.writer.lock(tx, organization.no, userId);
      if (!person) throw unknownPerson();
      await this.permission.permits(caller)(tx, person, person, true);
      await this.writer.setPassword(tx, person, hash, caller.userId);
      await this.passwords.requireChangeIn(tx, person.no, caller.userId, caller.userNo);
      await this.checks.unlockIn(tx, person.no, caller.userId);
    });
  }
}
