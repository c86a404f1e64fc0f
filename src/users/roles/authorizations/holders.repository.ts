// Finds possible owners of roles of a project, by id: people, service users, and groups.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { Holder, HolderKind } from './authorizations.repository.js';

export interface AnyHolder extends Holder {
  orgNo: number;
}

@Injectable()
export class HoldersRepository {
  constructor(private readonly database: Database) {}

  findHolder(id: string): Promise<AnyHolder | undefined> {
    return this.find(this.database.query, id, '');
  }

  /** The same, and locks the row, so that the owner can't be removed concurrently. */
  lockHolder(tx: Transaction, id: string): Promise<AnyHolder | undefined> {
    return this.find(tx, id, tx.forUpdate);
  }

  private async find(query: Query, id: string, suffix: string): Promise<AnyHolder | undefined> {
    const user = await query.row<{ no: number; id: string; org_no: number; kind: HolderKind }>(
      `SELECT no, id, org_no, kind FROM users WHERE id = ?${suffix}`,
      [id],
    );
    if (user) return { no: user.no, id: user.id, orgNo: user.org_no, kind: user.kind };
    const group = await query.row<{ no: number; id: string; org_no: number }>(
      `SELECT no, id, org_no FROM user_groups WHERE id = ?${suffix}`,
      [id],
    );
    return group && { no: group.no, id: group.id, orgNo: group.org_no, kind: 'group' };
  }
}
