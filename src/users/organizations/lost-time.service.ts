// After a loss: the rule of docs/adr/0005-tokens.md about a restored backup, which has forgotten what was revoked since.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { LostTimeRepository } from './lost-time.repository.js';

/** 2020-01-01. Seconds since then fit the column of generations until 2088. */
const EPOCH_SECONDS = 1_577_836_800;
/** More than a service gives in a second, and below 2^53 until 2088. */
const NUMBERS_PER_SECOND = 1_000_000;

/** How many organizations and mailed codes it was about. */
export interface EndedByLoss {
  organizations: number;
  mailedCodes: number;
}

@Injectable()
export class LostTime {
  constructor(
    private readonly repository: LostTimeRepository,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends every token, session, authorization, personal access token and mailed code, issued before or in the time that was lost.
   * Generations and numbers go on from the time on the clock, above all that the lost time can have given: a token of a person who is no
   * more cannot fit one who gets the same number, also when the same backup is restored twice.
   */
  async endWhatWasIssued(): Promise<EndedByLoss> {
    const seconds = Math.floor(this.clock.nowMs() / 1_000) - EPOCH_SECONDS;
    return this.database.write('after a loss', async (tx) => {
      await this.config.raise(tx);
      await this.repository.skipNumbers(tx, seconds * NUMBERS_PER_SECOND);
      return {
        organizations: await this.repository.raiseGenerations(tx, seconds),
        mailedCodes: await this.repository.deleteMailedCodes(tx),
      };
    });
  }
}
