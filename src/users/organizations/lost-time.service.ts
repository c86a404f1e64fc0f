// After a loss: the rule of docs/adr/0005-tokens.md about a restored backup, which has forgotten what was revoked since.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { EventLog, SYSTEM } from '../events/events.service.js';
import { LostTimeRepository } from './lost-time.repository.js';

/** 2020-01-01. Seconds since then fit the column of generations until 2088. */
const EPOCH_SECONDS = 1_577_836_800;
/** More than a service gives in a second, and below 2^53 until 2088. */
const NUMBERS_PER_SECOND = 1_000_000;
/** Mailed codes per unit of work, so that none takes longer than it may. */
const BATCH = 500;

/** How many organizations and mailed codes it was about. */
export interface EndedByLoss {
  organizations: number;
  mailedCodes: number;
}

const secondsOf = (clock: Clock) => Math.floor(clock.nowMs() / 1_000) - EPOCH_SECONDS;

/**
 * Lets internal numbers go on from the time on the clock, above all that the lost time can have given: a token of a person who is no more cannot
 * fit one who gets the same number, nor an event be taken for one that was lost. Call before an application takes its numbers in advance.
 */
export async function skipLostNumbers(database: Database, clock: Clock): Promise<void> {
  const least = secondsOf(clock) * NUMBERS_PER_SECOND;
  await database.write('skip lost numbers', (tx) => new LostTimeRepository().skipNumbers(tx, least));
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
   * Ends every token, session, authorization, personal access token and mailed code, issued before or in the time that was lost.
   * Generations go on from the time on the clock, above all that the lost time can have raised them to, also when the same backup is restored twice.
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
