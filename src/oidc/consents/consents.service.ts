// Consents: given on the consent page, withdrawn on the account page.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { EventLog } from '../../users/events/events.service.js';
import { UserDirectory } from '../../users/roles/user-directory/user-directory.repository.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { GrantsOfUsersRepository } from '../tokens/stored/grants-of-users.repository.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { ConsentsRepository, type Consent } from './consents.repository.js';

type Person = Pick<LiveSubject, 'userNo' | 'userId'>;

@Injectable()
export class Consents {
  constructor(
    private readonly repository: ConsentsRepository,
    private readonly grants: GrantsOfUsersRepository,
    private readonly users: UserDirectory,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /** Records a consent. @param scope is added to the earlier scope @returns false, and records nothing, if the person no longer exists */
  async giveConsent({ userNo, userId }: Person, { no, clientId }: Pick<ClientRecord, 'no' | 'clientId'>, scope: string): Promise<boolean> {
    return this.database.write('give consent', async (tx) => {
      if ((await this.users.findById(userId, tx))?.no !== userNo) return false;
      const given = await this.repository.addScope(tx, userNo, no, scope);
      const payload = { clientId, scope: given };
      await this.events.appendAboutUser(tx, userNo, { type: 'user.consent.granted', editor: userId, payload });
      return true;
    });
  }

  listConsents({ userNo }: Person): Promise<Consent[]> {
    return this.repository.listOfUser(userNo);
  }

  /**
   * Withdraws a consent: the person is asked again next time, and all tokens that the application received for the person end. @returns
   * false if there is none
   */
  async withdrawConsent(person: Person, clientId: string): Promise<boolean> {
    const consent = (await this.listConsents(person)).find((one) => one.clientId === clientId);
    if (!consent) return false;
    return this.database.write('withdraw consent', async (tx) => {
      if (!(await this.repository.removeConsent(tx, person.userNo, consent.clientNo))) return false;
      await this.grants.revokeOf(tx, person.userNo, consent.clientNo);
      const event = { type: 'user.consent.revoked', editor: person.userId, payload: { clientId } } as const;
      await this.events.appendAboutUser(tx, person.userNo, event);
      return true;
    });
  }
}
