// The person a mailed code was sent to, while the code is valid for that person.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Organizations, type Organization } from '../organizations/organizations.service.js';
import { People } from '../directory/people/people.service.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import { maySignIn, type Person } from '../directory/people/person/person.js';
import { ProvedLoginNames } from './proved-login-names.service.js';
import { MailedCodes, type ProvenCode } from './mailed-codes.service.js';
import type { CodePurpose } from '../authentication/mailed-codes/mailed-codes.repository.js';

/** The person of a code, with the organization. */
export interface HeldCode {
  person: Person;
  organization: Organization;
}

@Injectable()
export class CodeHolder {
  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly organizations: Organizations,
    private readonly codes: MailedCodes,
    private readonly loginNames: ProvedLoginNames,
    private readonly database: Database,
  ) {}

  /** The person of a code that was typed, before it is used up. @returns undefined when {@link MailedCodes.verifyCode} or {@link findHolder} does */
  async proveCode(handle: string, purpose: CodePurpose, typed: string): Promise<(HeldCode & { loginName: string }) | undefined> {
    const proven = await this.codes.verifyCode(handle, purpose, typed);
    const found = proven && (await this.findHolder(proven));
    if (!found) return undefined;
    const { person, organization } = found;
    return { ...found, loginName: await this.loginNames.of(this.database.query, person, organization, proven.address) };
  }

  /** @returns undefined unless the person may sign in, its organization is active and the address is still one of the person's */
  async findHolder(proven: ProvenCode): Promise<HeldCode | undefined> {
    const person = await this.people.findByNo(proven.userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    return organization?.state === 'active' && isMeant(person, proven) ? { person, organization } : undefined;
  }

  /**
   * Uses the code up as part of `tx`.
   * @returns the locked person with the address verified, or undefined if the code or the person is no longer valid
   */
  async redeem(tx: Transaction, proven: ProvenCode, { orgNo, id }: Person): Promise<Person | undefined> {
    // Locks the person first, like every change of a person, to avoid deadlocks.
    const locked = await this.writer.lock(tx, orgNo, id);
    if (!isMeant(locked, proven) || !(await this.codes.redeem(tx, proven))) return undefined;
    return this.writer.verifyEmail(tx, locked, proven.address, 'code', id);
  }
}

function isMeant(person: Person | undefined, { address }: ProvenCode): person is Person {
  return person !== undefined && maySignIn(person) && person.emails.some(({ value }) => value === address);
}
