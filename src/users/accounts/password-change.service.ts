// Changes a password for a person who knows the current one.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { AccountNotices } from './mails/account-notices.service.js';
import { Organizations } from '../organizations/organizations.service.js';
import { People } from '../directory/people/people.service.js';
import { maySignIn } from '../directory/people/person/person.js';
import { PersonWriter } from '../directory/people/person-writer.service.js';
import { Passwords } from '../authentication/passwords/passwords.service.js';

/** `same`: this is already the password. `over`: the person was changed meanwhile, and has to sign in again. */
export type PasswordChangeOutcome = 'done' | 'same' | 'over';

/** The person who chooses, at the moment the old password was checked. */
export interface PasswordHolder {
  userNo: number;
  generation: number;
}

@Injectable()
export class PasswordChange {
  constructor(
    private readonly people: People,
    private readonly writer: PersonWriter,
    private readonly organizations: Organizations,
    private readonly passwords: Passwords,
    private readonly notices: AccountNotices,
    private readonly database: Database,
  ) {}

  /**
   * Sets a new password and mails a notice; all earlier sessions and tokens end. Call it after the old password was checked.
   * @throws WeakPasswordError, DomainError `busy`
   */
  async choose({ userNo, generation }: PasswordHolder, chosen: string): Promise<PasswordChangeOutcome> {
    const person = await this.people.findByNo(userNo);
    const organization = person && (await this.organizations.byNo(person.orgNo));
    if (!person || organization?.state !== 'active') return 'over';
    const claim = { worth: 'selfService', account: userNo } as const;
    if (await this.passwords.check(userNo, chosen, claim)) return 'same';
    const hash = await this.passwords.prepare({ userNo, orgNo: organization.no }, chosen, claim);
    return this.database.write('change password', async (tx) => {
      const locked = await this.writer.lock(tx, organization.no, person.id);
      // Of two concurrent changes, the second was made with a password that is no longer current.
      if (!locked || !maySignIn(locked) || locked.tokenGeneration !== generation) return 'over';
      // The person may have got roles since the old password was checked.
      if (!(await this.passwords.isStillCovered(tx, locked.no))) return 'over';
      await this.notices.passwordChanged(tx, await this.writer.setPassword(tx, locked, hash, locked.id), organization);
      return 'done';
    });
  }
}
