// SQL of devices that wait for approval. One row decides in all processes: polls, denial and approval are conditional changes of it.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { Clock } from '../../common/primitives/clock.js';

/** Seconds between two polls, as the device is told (RFC 8628 section 3.2). */
export const POLL_SECONDS = 5;
/** Added by each poll that comes too early (RFC 8628 section 3.5). */
const SLOWER_SECONDS = 5;
const MOST_SECONDS = 300;
/** A request may travel faster than the one before it. */
const TOLERANCE_US = 500_000;
/** The row is kept this long after its end, so that the device gets `expired_token` instead of `invalid_grant`. */
const AFTERMATH_US = 600_000_000;

/** A device to wait for. Times are microseconds since 1970 UTC. */
export interface NewDeviceRequest {
  id: string;
  userCode: string;
  clientNo: number;
  orgNo: number;
  payload: string;
  untilUs: number;
}

/** What a poll finds. `unknown`: no such device code of this client, or it was approved. */
export type PollResult = 'pending' | 'tooEarly' | 'denied' | 'expired' | 'unknown';

interface PolledColumns {
  client_no: number;
  interval_s: number;
  polled_us: number;
  denied_us: number | null;
  until_us: number;
}

/** Neither denied nor over. */
const IS_WAITING = 'denied_us IS NULL AND until_us > ?';

@Injectable()
export class DeviceRequestsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws DuplicateKeyError for a user code that another device has */
  async insert(tx: Transaction, { id, userCode, clientNo, orgNo, payload, untilUs }: NewDeviceRequest): Promise<void> {
    await tx.run(
      `INSERT INTO device_requests (id, user_code, client_no, org_no, payload, interval_s, polled_us, denied_us, until_us, expires_us)
       VALUES (?, ?, ?, ?, ?, ?, 0, NULL, ?, ?)`,
      [id, userCode, clientNo, orgNo, payload, POLL_SECONDS, untilUs, untilUs + AFTERMATH_US],
    );
  }

  /** @param userCodes the digests of one code, by each key */
  async findWaitingByUserCode(userCodes: readonly string[]): Promise<{ id: string; payload: string } | undefined> {
    for (const userCode of userCodes) {
      const sql = `SELECT id, payload FROM device_requests WHERE user_code = ? AND ${IS_WAITING}`;
      const row = await this.database.query.row<{ id: string; payload: string }>(sql, [userCode, this.clock.nowUs()]);
      if (row) return row;
    }
    return undefined;
  }

  async findWaiting(id: string, query: Query = this.database.query): Promise<string | undefined> {
    const sql = `SELECT payload FROM device_requests WHERE id = ? AND ${IS_WAITING}`;
    return (await query.row<{ payload: string }>(sql, [id, this.clock.nowUs()]))?.payload;
  }

  /** Records a poll. Of several at the same time, in any processes, one at most is in time. Unknown codes write nothing. */
  async poll(id: string, clientNo: number): Promise<PollResult> {
    const first = await this.findPolled(this.database.query, id, clientNo);
    if (typeof first === 'string') return first;
    return this.database.write('poll device', async (tx) => {
      const row = await this.findPolled(tx, id, clientNo);
      if (typeof row === 'string') return row;
      const now = this.clock.nowUs();
      const isEarly = now < row.polled_us + row.interval_s * 1_000_000 - TOLERANCE_US;
      const sql = 'UPDATE device_requests SET polled_us = ? WHERE id = ? AND polled_us = ?';
      if (!isEarly && (await tx.run(sql, [now, id, row.polled_us])) === 1) return 'pending';
      const slower =
        'UPDATE device_requests SET polled_us = ?, interval_s = CASE WHEN interval_s < ? THEN interval_s + ? ELSE interval_s END';
      await tx.run(`${slower} WHERE id = ?`, [now, MOST_SECONDS, SLOWER_SECONDS, id]);
      return 'tooEarly';
    });
  }

  /** Polls of other clients find nothing, so they change nothing for the device. */
  private async findPolled(
    query: Query,
    id: string,
    clientNo: number,
  ): Promise<PolledColumns | Exclude<PollResult, 'pending' | 'tooEarly'>> {
    const sql = 'SELECT client_no, interval_s, polled_us, denied_us, until_us FROM device_requests WHERE id = ?';
    const row = await query.row<PolledColumns>(sql, [id]);
    if (row?.client_no !== clientNo) return 'unknown';
    if (row.until_us <= this.clock.nowUs()) return 'expired';
    return row.denied_us === null ? row : 'denied';
  }

  /** @returns false if it was denied, approved or over before */
  async deny(tx: Transaction, id: string): Promise<boolean> {
    const now = this.clock.nowUs();
    return (await tx.run(`UPDATE device_requests SET denied_us = ? WHERE id = ? AND ${IS_WAITING}`, [now, id, now])) === 1;
  }

  /** Takes the row for the one approval of its device. @returns false if it was denied, approved or over before */
  async take(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.run(`DELETE FROM device_requests WHERE id = ? AND ${IS_WAITING}`, [id, this.clock.nowUs()])) === 1;
  }
}
