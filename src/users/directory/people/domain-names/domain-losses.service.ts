// Lowers verified marks that rest on a domain after its organization gave it up, a batch at a time. A second pass runs once every unit of work has
// ended that may not have known of the loss. Readers ignore such marks from the first moment (verified-marks.service.ts).
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../../common/database/transaction.js';
import { Removals, type Removal } from '../../../../common/work/removals.service.js';
import { LOST_DOMAIN } from '../../../organizations/domains.service.js';
import { DomainLossesRepository } from './domain-losses.repository.js';
import { PeopleRepository } from '../people.repository.js';
import { PersonWriter } from '../person-writer.service.js';

/** Addresses per unit of work, so that the single writer is soon free again. */
const BATCH = 100;

@Injectable()
export class DomainLosses {
  constructor(
    private readonly repository: DomainLossesRepository,
    private readonly people: PeopleRepository,
    private readonly writer: PersonWriter,
    removals: Removals,
  ) {
    removals.register(LOST_DOMAIN, (...step) => this.lowerSome(...step));
  }

  private async lowerSome(tx: Transaction, { no, editor }: Removal, isLast: boolean): Promise<boolean> {
    const loss = await this.repository.lock(tx, no);
    // The row is absent if the organization has the domain again.
    if (!loss) return false;
    // A build without losses lets an organization take its domain back and leaves the row.
    if (await this.repository.isOwnedAgain(tx, loss)) {
      await this.repository.remove(tx, loss);
      return false;
    }
    const places = await this.repository.nextAddresses(tx, loss, BATCH);
    const people = await this.people.lockByNo(tx, loss.orgNo, [...new Set(places.map(({ userNo }) => userNo))]);
    for (const person of people) await this.writer.lowerMarks(tx, person, loss.domain, editor);
    const isOver = places.length < BATCH;
    if (!isOver) await this.repository.setPlace(tx, loss, places.at(-1));
    else if (!isLast) await this.repository.setPlace(tx, loss);
    else await this.repository.remove(tx, loss);
    return !isOver;
  }
}
