// Locks: an administrator blocks a person's sign-in, which directories can neither see nor undo. Unlocking ends any lock, also one after wrong
// passwords.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { Database } from '../../common/database/database.js';
import type { Precondition } from '../../common/database/precondition.js';
import { PrivilegeCheck } from '../roles/memberships/privilege-check.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { ChangePermission } from '../directory/people/change-permission.service.js';
import { unknownPerson } from '../directory/people/person/person-refusals.js';
import type { Person } from '../directory/people/person/person.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import { Attempts } from '../organizations/attempts/attempts.service.js';
import { PasswordChecks } from './password-checks.service.js';

@Injectable()
export class PersonLock {
  constructor(
    private readonly writer: PersonWriter,
    private readonly checks: PasswordChecks,
    private readonly attempts: Attempts,
    private readonly permission: ChangePermission,
    private readonly privileges: PrivilegeCheck,
    private readonly database: Database,
  ) {}

  /**
   * Blocks a person's sign-in until {@link unlock}; sessions, tokens and mailed codes end for good.
   * @throws DomainError `notFound`, `forbidden`, or `precondition` for the last owner
   */
  async lock(organization: Organization, userId: string, caller: Principal, expected?: Precondition<Person>): Promise<Person> {
    return this.database.write('lock person', async (tx) => {
      const person = await this.writer.lock(tx, organization.no, userId);
      if (!person) throw unknownPerson();
      await expected?.(person, tx);
      await this.permission.assertMayShutOut(caller, person.no, tx);
      return this.writer.setLocked(tx, person, true, caller.userId);
    });
  }

  /** When the refusal of a person's sign-ins after wrong passwords ends, in microseconds since 1970 UTC; undefined: they are not refused. */
  refusedUntil(userNo: number): Promise<number | undefined> {
    return this.attempts.closedUntil(userNo);
  }

  /**
   * Ends a lock, set by an administrator or by wrong passwords. Needs every permission of the person, so that a manager with fewer permissions can't
   * use it to guess.
   * @throws DomainError `notFound`, `forbidden`
   */
  async unlock(organization: Organization, userId: string, caller: Principal, expected?: Precondition<Person>): Promise<Person> {
    return this.database.write('unlock person', async (tx) => {
      const person = await this.writer.lock(tx, organization.no, userId);
      if (!person) throw unknownPerson();
      await expected?.(person, tx);
      await this.privileges.assertMayTakeOver(tx, caller, person.no);
      const after = await this.writer.setLocked(tx, person, false, caller.userId);
      await this.checks.unlockIn(tx, person.no, caller.userId);
      return after;
    });
  }
}
