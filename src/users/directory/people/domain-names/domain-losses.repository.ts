// The SQL that lowers verified marks in a domain that an organization has given up.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../../common/database/transaction.js';
import { MISSING } from '../../../../common/identifiers/fold.js';
import { reversedEnds } from './domain-spelling.js';
import { LIST_NUMBERS } from '../person/person.columns.js';

/** A domain that an organization has given up, and the last address in it that was processed. */
export interface DomainLoss {
  no: number;
  orgNo: number;
  domain: string;
  after: AddressPosition;
}

/** Position of an address in the index of reversed addresses. */
export interface AddressPosition {
  rev: string;
  userNo: number;
}

const START: AddressPosition = { rev: '', userNo: 0 };

@Injectable()
export class DomainLossesRepository {
  /** Reads the row and locks it. */
  async lock(tx: Transaction, no: number): Promise<DomainLoss | undefined> {
    const row = await tx.row<{ org_no: number; domain: string; after_rev: string; after_user: number }>(
      `SELECT org_no, domain, after_rev, after_user FROM domain_losses WHERE no = ?${tx.forUpdate}`,
      [no],
    );
    return row && { no, orgNo: row.org_no, domain: row.domain, after: { rev: row.after_rev, userNo: row.after_user } };
  }

  /** Whether the organization has verified the domain again. */
  async isOwnedAgain(tx: Transaction, { orgNo, domain }: DomainLoss): Promise<boolean> {
    return (await tx.row('SELECT domain FROM organization_domains WHERE domain = ? AND org_no = ?', [domain, orgNo])) !== undefined;
  }

  /** The next addresses in the domain, in index order; each spelling of the domain is one range of the index. */
  async nextAddresses(tx: Transaction, { orgNo, domain, after }: DomainLoss, limit: number): Promise<AddressPosition[]> {
    const found: AddressPosition[] = [];
    for (const start of reversedEnds(domain)) {
      if (after.rev > start + MISSING || found.length === limit) continue;
      const from = after.rev > start ? after : { rev: start, userNo: 0 };
      const rows = await tx.rows<{ value_rev: string; user_no: number }>(
        `SELECT value_rev, user_no FROM user_values
          WHERE org_no = ? AND attr_no = ${LIST_NUMBERS.emails} AND value_rev >= ? AND value_rev < ? AND (value_rev > ? OR user_no > ?)
          ORDER BY value_rev, user_no LIMIT ${limit - found.length}`,
        [orgNo, from.rev, start + MISSING, from.rev, from.userNo],
      );
      found.push(...rows.map(({ value_rev: rev, user_no: userNo }) => ({ rev, userNo })));
    }
    return found;
  }

  async setPlace(tx: Transaction, { no }: DomainLoss, { rev, userNo }: AddressPosition = START): Promise<void> {
    await tx.run('UPDATE domain_losses SET after_rev = ?, after_user = ? WHERE no = ?', [rev, userNo, no]);
  }

  async remove(tx: Transaction, { no }: DomainLoss): Promise<void> {
    await tx.run('DELETE FROM domain_losses WHERE no = ?', [no]);
  }
}
