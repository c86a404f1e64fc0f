// The position that the audit stream has reached for each of its targets.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';

/** The position after event `ord` of the unit of work at `position`. */
export interface StreamPosition {
  position: number;
  ord: number;
}

@Injectable()
export class AuditStreamRepository {
  constructor(private readonly database: Database) {}

  findPlace(target: string): Promise<StreamPosition | undefined> {
    return this.database.query.row<StreamPosition>('SELECT position, ord FROM audit_streams WHERE target = ?', [target]);
  }

  async setPlace(tx: Transaction, target: string, { position, ord }: StreamPosition): Promise<void> {
    const moved = await tx.run('UPDATE audit_streams SET position = ?, ord = ? WHERE target = ?', [position, ord, target]);
    if (moved === 0) await tx.run('INSERT INTO audit_streams (target, position, ord) VALUES (?, ?, ?)', [target, position, ord]);
  }
}
