// Accepts an invitation with a passkey instead of a password.
import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query } from '../../../common/database/transaction.js';
import { CodeHolder } from '../code-holder.service.js';
import { WRONG_CODE, type CodeOutcome } from '../code-outcome.js';
import { MailedCodes } from '../mailed-codes.service.js';
import { FactorSources } from '../../authentication/assurance/factor-sources.js';
import type { Passkey } from '../../authentication/passkeys/passkeys.repository.js';
import type { Person } from '../../directory/people/person/person.js';
import { PersonPolicies } from '../../authentication/assurance/person-policies.service.js';
import { OwnPasskeys } from './own-passkeys.service.js';

@Injectable()
export class PasskeyInvitation {
  constructor(
    private readonly codes: MailedCodes,
    private readonly holder: CodeHolder,
    private readonly ownPasskeys: OwnPasskeys,
    private readonly sources: FactorSources,
    private readonly policies: PersonPolicies,
    private readonly database: Database,
  ) {}

  /**
   * Whether a person may accept with a passkey. Not if the person has a second factor that would follow a password, for example from an import: the
   * reader of the mailbox must not bypass it. Not if there is a passkey already.
   */
  async isAllowed({ no, orgNo }: Person, query: Query = this.database.query): Promise<boolean> {
    const { passkeys, passwordAllowed } = await this.policies.of('assurance', { userNo: no, orgNo });
    const own = (await this.sources.list(no, query)).map(({ kind }) => kind);
    return passkeys !== 'off' && !own.includes('passkey') && (own.length === 0 || !passwordAllowed);
  }

  /**
   * Stores the first passkey; the address of the code is verified.
   * @param passkey of the person that `CodeHolder.proveCode` returned
   * @returns `known`: the key is registered already; the code stays valid for another key
   */
  async finish(handle: string, code: string, passkey: Passkey): Promise<CodeOutcome | { kind: 'known' }> {
    const proven = await this.codes.verifyCode(handle, 'invitation', code);
    const found = proven && (await this.holder.findHolder(proven));
    if (!found || found.person.no !== passkey.userNo) return WRONG_CODE;
    try {
      return await this.database.write('accept invitation with passkey', async (tx) => {
        const holder = (await this.isAllowed(found.person, tx)) && (await this.holder.redeem(tx, proven, found.person));
        if (!holder) return WRONG_CODE;
        await this.ownPasskeys.addFirst(tx, holder, passkey);
        return { kind: 'done', userNo: holder.no, userId: holder.id, orgNo: holder.orgNo };
      });
    } catch (error) {
      if (error instanceof DuplicateKeyError) return { kind: 'known' };
      throw error;
    }
  }
}
