import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';

/** The columns that people and service users share. */
export interface AnyUser {
  no: number;
  id: string;
  orgNo: number;
  kind: 'person' | 'service';
  active: boolean;
  tokenGeneration: number;
}

/** Users of either kind, over all organizations: for roles and tokens, which may cross organizations. */
@Injectable()
export class UserDirectory {
  constructor(private readonly database: Database) {}

  async findById(id: string, query: Query = this.database.query): Promise<AnyUser | undefined> {
    const row = await query.row<{
      no: number;
      id: string;
      org_no: number;
      kind: 'person' | 'service';
      active: number;
      token_gen: number;
    }>('SELECT no, id, org_no, kind, active, token_gen FROM users WHERE id = ?', [id]);
    return (
      row && { no: row.no, id: row.id, orgNo: row.org_no, kind: row.kind, active: Boolean(row.active), tokenGeneration: row.token_gen }
    );
  }

  /** A user of an organization. @throws DomainError `notFound` */
  async requireInOrganization(orgNo: number, id: string): Promise<AnyUser> {
    const user = await this.findById(id);
    if (user?.orgNo === orgNo) return user;
    throw new DomainError('notFound', 'user.notFound', 'This user does not exist in this organization.');
  }

  /** Whether a user and its organization are active, and the user is not locked; only then may the user act. */
  async isActive(no: number, query: Query): Promise<boolean> {
    const row = await query.row<{ live: number; state: string }>(
      'SELECT CASE WHEN u.active = TRUE AND u.locked_us IS NULL THEN 1 ELSE 0 END AS live, o.state FROM users u JOIN organizations o ON o.no = u.org_no WHERE u.no = ?',
      [no],
    );
    return Boolean(row?.live) && row?.state === 'active';
  }
}
