// Whether a person may choose a first password by a mailed code. A person who signs in with a passkey may not: the mailbox alone would replace it.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query } from '../../common/database/transaction.js';
import { PersonPolicies } from '../authentication/assurance/person-policies.service.js';
import { PasskeysRepository } from '../authentication/passkeys/passkeys.repository.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';
import type { Person } from '../directory/people/person/person.js';

@Injectable()
export class FirstPasswords {
  constructor(
    private readonly passwords: Passwords,
    private readonly passkeys: PasskeysRepository,
    private readonly policies: PersonPolicies,
    private readonly database: Database,
  ) {}

  /** Whether the person can sign in: there is a password, or a passkey. */
  async isReady({ no }: Pick<Person, 'no'>, query: Query): Promise<boolean> {
    return (await this.passwords.isSet(no, query)) || this.hasPasskey(no, query);
  }

  /** Whether a mailed code can't set the person's password: there is no password yet, there is a passkey, and the policy does not allow it. */
  async refusesCode({ no, orgNo }: Pick<Person, 'no' | 'orgNo'>, query: Query = this.database.query): Promise<boolean> {
    if (await this.passwords.isSet(no, query)) return false;
    if (!(await this.hasPasskey(no, query))) return false;
    return !(await this.policies.of('assurance', { userNo: no, orgNo })).firstPasswordByMail;
  }

  private async hasPasskey(no: number, query: Query): Promise<boolean> {
    return (await this.passkeys.listOfUser(no, query)).some(({ passwordless }) => passwordless);
  }
}
