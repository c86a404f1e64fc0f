// Sets a password for the operator of the host: the way back in when no administrator can sign in.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SYSTEM } from '../events/events.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';
import { People } from '../directory/people/people.service.js';
import type { Person } from '../directory/people/person/person.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import { AccountNotices } from './mails/account-notices.service.js';
import { PasswordChecks } from './password-checks.service.js';

@Injectable()
export class PasswordRecovery {
  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly passwords: Passwords,
    private readonly checks: PasswordChecks,
    private readonly notices: AccountNotices,
    private readonly database: Database,
  ) {}

  /**
   * Sets the password. Earlier sessions and tokens end, and so does a lock after wrong passwords; the person is notified by mail.
   * @param name userName or e-mail address
   * @throws WeakPasswordError, DomainError `notFound`, `precondition` for a person who is not active
   */
  async setPassword(organization: Organization, name: string, password: string): Promise<Person> {
    const { id, no } = await this.requireActive(organization, name);
    const hash = await this.passwords.prepare({ userNo: no, orgNo: organization.no }, password, { worth: 'administration', account: no });
    return this.database.write('recover password', async (tx) => {
      const person = await this.writer.lock(tx, organization.no, id);
      if (!person?.active) throw notActive(name);
      const after = await this.writer.setPassword(tx, person, hash, SYSTEM);
      await this.checks.unlockIn(tx, no, SYSTEM);
      await this.notices.passwordChanged(tx, after, organization);
      return after;
    });
  }

  private async requireActive(organization: Organization, name: string): Promise<Person> {
    const person = await this.people.findByNameOrEmail(organization, name);
    if (!person) throw new DomainError('notFound', 'person.notFound', `The organization ${organization.name} has no user "${name}".`);
    if (!person.active || organization.state !== 'active') throw notActive(name);
    return person;
  }
}

function notActive(name: string): DomainError {
  return new DomainError('precondition', 'person.inactive', `"${name}", or the organization, is deactivated, so a sign-in isn't possible.`);
}
