import { Injectable } from '@nestjs/common';
import { Coalescer, MAX_BATCH, padded, statements } from '../../../common/database/coalescer.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import type { FactorKind } from './checks.js';

/** See {@link FactorStateRow}; `askedUs` is in microseconds since 1970 UTC. */
export interface FactorState {
  generation: number;
  kinds: readonly FactorKind[];
  askedUs: number | undefined;
}

interface Row {
  user_no: number;
  generation: number;
  kinds: string;
  asked_us: number | null;
}

const NONE: FactorState = { generation: 0, kinds: [], askedUs: undefined };
const NO_USER = 0;
const MAX_FLIGHTS = 2;
const OF_USERS = statements((marks) => `SELECT user_no, generation, kinds, asked_us FROM factor_states WHERE user_no IN (${marks})`);

@Injectable()
export class FactorStatesRepository {
  private readonly ofUsers = new Coalescer<number, FactorState>((userNos) => this.readStates(userNos), MAX_FLIGHTS, MAX_BATCH);

  constructor(private readonly database: Database) {}

  /** The current state; concurrent calls share a statement. */
  findState(userNo: number): Promise<FactorState> {
    return this.ofUsers.load(userNo);
  }

  async findAsked(tx: Transaction, userNo: number): Promise<number | undefined> {
    const row = await tx.row<Pick<Row, 'asked_us'>>('SELECT asked_us FROM factor_states WHERE user_no = ?', [userNo]);
    return row?.asked_us ?? undefined;
  }

  async saveKinds(tx: Transaction, userNo: number, kinds: readonly FactorKind[]): Promise<void> {
    await this.insertMissing(tx, userNo);
    await tx.run('UPDATE factor_states SET generation = generation + 1, kinds = ? WHERE user_no = ?', [kinds.join(' '), userNo]);
  }

  /** Stores the first time only. @returns whether this call stored it */
  async saveAsked(tx: Transaction, userNo: number, askedUs: number): Promise<boolean> {
    await this.insertMissing(tx, userNo);
    return (await tx.run('UPDATE factor_states SET asked_us = ? WHERE user_no = ? AND asked_us IS NULL', [askedUs, userNo])) === 1;
  }

  /** Stores that the person is notified now of a missing factor. @returns false if the last notification was after `sinceUs` */
  async saveTold(tx: Transaction, userNo: number, toldUs: number, sinceUs: number): Promise<boolean> {
    const sql = 'UPDATE factor_states SET told_us = ? WHERE user_no = ? AND (told_us IS NULL OR told_us <= ?)';
    return (await tx.run(sql, [toldUs, userNo, sinceUs])) === 1;
  }

  async remove(tx: Transaction, userNo: number): Promise<void> {
    await tx.run('DELETE FROM factor_states WHERE user_no = ?', [userNo]);
  }

  private async readStates(userNos: readonly number[]): Promise<FactorState[]> {
    const all = padded(userNos, NO_USER);
    const rows = new Map((await this.database.query.rows<Row>(OF_USERS(all.length), [...all])).map((row) => [row.user_no, row]));
    return userNos.map((userNo) => toState(rows.get(userNo)));
  }

  private async insertMissing(tx: Transaction, userNo: number): Promise<void> {
    const row = await tx.row(`SELECT user_no FROM factor_states WHERE user_no = ?${tx.forUpdate}`, [userNo]);
    if (row) return;
    try {
      await tx.run("INSERT INTO factor_states (user_no, generation, kinds, asked_us, told_us) VALUES (?, 0, '', NULL, NULL)", [userNo]);
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
  }
}

function toState(row: Row | undefined): FactorState {
  if (!row) return NONE;
  const kinds = row.kinds === '' ? [] : (row.kinds.split(' ') as FactorKind[]);
  return { generation: row.generation, kinds, askedUs: row.asked_us ?? undefined };
}
