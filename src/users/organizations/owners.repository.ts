// The owners of scopes: the rows of the roles IAM_OWNER and ORG_OWNER that count.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';

/** `memberships.scope_no` of a role in the whole service. */
export const WHOLE_SERVICE = 0;

@Injectable()
export class OwnersRepository {
  /** The scopes (organization numbers, 0 for the whole service) that an active user owns; locks the rows. */
  async lockOwnedScopes(tx: Transaction, userNo: number): Promise<number[]> {
    const rows = await tx.rows<{ scope_no: number }>(
      `SELECT m.scope_no FROM memberships m JOIN users u ON u.no = m.user_no
        WHERE m.user_no = ? AND m.role IN ('IAM_OWNER', 'ORG_OWNER') AND u.active = TRUE AND u.locked_us IS NULL${tx.forUpdate}`,
      [userNo],
    );
    return rows.map(({ scope_no }) => scope_no);
  }

  /** Whether an active user has `role` in the scope; for the whole service, a user of an active organization. */
  async hasActiveOwner(tx: Transaction, scopeNo: number, role: 'IAM_OWNER' | 'ORG_OWNER'): Promise<boolean> {
    const owner = await tx.row(
      `SELECT m.user_no FROM memberships m JOIN users u ON u.no = m.user_no JOIN organizations o ON o.no = u.org_no
        WHERE m.scope_no = ? AND m.role = ? AND u.active = TRUE AND u.locked_us IS NULL AND (m.scope_no <> ${WHOLE_SERVICE} OR o.state = 'active') LIMIT 1`,
      [scopeNo, role],
    );
    return owner !== undefined;
  }
}
