// Who may choose a first password by a mailed code: nobody who signs in with a passkey, or the mailbox alone would stand in for it.
import { Injectable } from '@nestjs/common';
import { Database, type Query } from '../../common/database/database.js';
import { PersonPolicies } from '../assurance/person-policies.service.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { Passwords } from '../passwords/passwords.service.js';
import type { Person } from '../people/person.js';

@Injectable()
export class FirstPasswords {
  constructor(
    private readonly passwords: Passwords,
    private readonly passkeys: PasskeysRepository,
    private readonly policies: PersonPolicies,
    private readonly database: Database,
  ) {}

  /** Whether a code that was mailed gives the person no password: there is none yet, there is a passkey, and the policy does not say otherwise. */
  async refusesCode({ no, orgNo }: Pick<Person, 'no' | 'orgNo'>, query: Query = this.database.query): Promise<boolean> {
    if (await this.passwords.isSet(no, query)) return false;
    if (!(await this.passkeys.listOfUser(no, query)).some(({ passwordless }) => passwordless)) return false;
    return !(await this.policies.of('assurance', { userNo: no, orgNo })).firstPasswordByMail;
  }
}
