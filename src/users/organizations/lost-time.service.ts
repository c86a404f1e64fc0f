// After a restore from a backup, which does not know what was revoked since: the rule of docs/adr/0005-tokens.md.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { EventLog, SYSTEM } from '../events/events.service.js';
import { LostTimeRepository } from './lost-time.repository.js';

/** 2020-01-01. Seconds since then fit the generation column until 2088. */
const EPOCH_SECONDS = 1_577_836_800;
/** More than a service assigns in a second, and below 2^53 until 2088. */
const NUMBERS_PER_SECOND = 1_000_000;
/** Mailed codes per unit of work, so that none exceeds its time limit. */
const BATCH = 500;

/** The number of affected organizations and mailed codes. */
export interface EndedByLoss {
  organizations: number;
  mailedCodes: number;
}

const secondsOf = (clock: Clock) => Math.floor(clock.nowMs() / 1_000) - EPOCH_SECONDS;

/**
 * Continues internal numbers and positions of events from the current time, above all that the lost time can have assigned. A token of a deleted
 * person then can't match a new person with the same number. A new event can't be taken for a lost one, and a follower with a cursor of the lost
 * time gets every new event. One bound serves both: each position belongs to a unit of work, which also has a number. Call it before an application
 * reserves its numbers or numbers events: commits without a position may have had one in the lost time.
 */
export async function skipLostNumbers(database: Database, clock: Clock): Promise<void> {
  const least = secondsOf(clock) * NUMBERS_PER_SECOND;
  await database.write('skip lost numbers', async (tx) => {
    const repository = new LostTimeRepository();
    await repository.skipNumbers(tx, least);
    await repository.skipPositions(tx, least);
  });
}

@Injectable()
export class LostTime {
  constructor(
    private readonly repository: LostTimeRepository,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends every token, session, authorization, personal access token and mailed code issued before or in the lost time. Generations continue from the
   * current time, above all values that the lost time can have reached, even if the same backup is restored twice.
   */
  async endWhatWasIssued(): Promise<EndedByLoss> {
    const organizations = await this.database.write('after a loss', async (tx) => {
      await this.config.raise(tx);
      const raised = await this.repository.raiseGenerations(tx, secondsOf(this.clock));
      const payload = { organizations: raised };
      await this.events.appendNext(tx, { type: 'instance.tokens.revoked', orgNo: 0, id: 'instance', editor: SYSTEM, payload });
      return raised;
    });
    return { organizations, mailedCodes: await this.deleteMailedCodes() };
  }

  private async deleteMailedCodes(): Promise<number> {
    let total = 0;
    for (let deleted = BATCH; deleted === BATCH; total += deleted)
      deleted = await this.database.write('delete mailed codes', (tx) => this.repository.deleteMailedCodes(tx, BATCH));
    return total;
  }
}
