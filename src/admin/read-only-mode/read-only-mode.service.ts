// Beginning and ending the read-only mode of all processes, with the events that say who did.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Clock } from '../../common/primitives/clock.js';
import { EventLog } from '../../users/events/events.service.js';
import { ReadOnlyModeRepository, type BegunMode } from './read-only-mode.repository.js';

@Injectable()
export class ReadOnlyMode {
  constructor(
    private readonly repository: ReadOnlyModeRepository,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly events: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Undefined while everything is written as usual. */
  find(): Promise<BegunMode | undefined> {
    return this.repository.findBegun();
  }

  /** Every process follows within a second. A mode that has begun stays as it is. */
  begin(reason: string | undefined, editor: string): Promise<BegunMode> {
    return this.database.writeMode('begin read-only mode', async (tx) => {
      await this.config.lock(tx);
      const begun = await this.repository.findBegun(tx);
      if (begun) return begun;
      const mode = { sinceUs: this.clock.nowUs(), editor, reason };
      await this.repository.insertBegun(tx, mode);
      await this.append(tx, 'instance.read_only.begun', editor, reason === undefined ? {} : { reason });
      return mode;
    });
  }

  /** Every process follows within a second. */
  end(editor: string): Promise<void> {
    return this.database.writeMode('end read-only mode', async (tx) => {
      await this.config.lock(tx);
      if (!(await this.repository.findBegun(tx))) return;
      await this.repository.deleteBegun(tx);
      await this.append(tx, 'instance.read_only.ended', editor);
    });
  }

  private async append(
    tx: Transaction,
    type: 'instance.read_only.begun' | 'instance.read_only.ended',
    editor: string,
    payload?: Record<string, unknown>,
  ): Promise<void> {
    await this.events.appendNext(tx, { type, orgNo: 0, id: 'instance', editor, ...(payload && { payload }) });
    tx.afterCommit(() => this.database.writeGate.invalidate());
  }
}
