// The SQL that finds userNames which would be another person's address in a domain.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { Query, Transaction } from '../../../../common/database/transaction.js';
import type { SqlValue } from '../../../../common/database/engines/sql-value.js';
import { MISSING } from '../../../../common/identifiers/fold.js';
import { reversedEnds } from './domain-spelling.js';
import { LIST_NUMBERS } from '../person/person.columns.js';

/** One person's userName that is the local part of another person's address. */
export interface NamePair {
  userName: string;
  nameId: string;
  addressId: string;
}

/** Some of the pairs, and the number of all. */
export interface NamePairs {
  pairs: NamePair[];
  total: number;
}

/** Position of an address in the index of reversed addresses. */
interface AddressPosition {
  rev: string;
  userNo: number;
}

/** Addresses compared by one statement; it takes about 3 ms on the embedded database. */
const PAGE = 5_000;
/** Most changed people that one unit of work has time to compare. */
const MOST_CHANGED = 50_000;

const COLUMNS = 'u.user_name, u.id AS name_id, a.id AS address_id, COUNT(*) OVER () AS n';

@Injectable()
export class DomainNamesRepository {
  constructor(private readonly database: Database) {}

  /** Compares every address in the domain, page by page, with one index lookup each. @param query a unit of work, or a read before it */
  async findPairs(query: Query, orgNo: number, domain: string, limit: number, page = PAGE): Promise<NamePairs> {
    const { useIndex, thenJoin } = this.database.search.words;
    const found: NamePairs = { pairs: [], total: 0 };
    for (const end of reversedEnds(domain)) {
      // One bound at each side: with a second one, the embedded database reads to the end of the domain for each page.
      const within = `v.org_no = ? AND v.attr_no = ${LIST_NUMBERS.emails} AND v.value_rev >= ? AND v.value_rev <= ? AND (v.value_rev > ? OR v.user_no > ?)`;
      for (let after: AddressPosition | undefined = { rev: end, userNo: 0 }; after;) {
        const from: SqlValue[] = [after.rev, after.userNo];
        const last: AddressPosition | undefined = await query.row<AddressPosition>(
          `SELECT v.value_rev AS rev, v.user_no AS userNo FROM user_values v${useIndex('user_values_by_end')} WHERE ${within}
            ORDER BY v.value_rev, v.user_no LIMIT 1 OFFSET ${page - 1}`,
          [orgNo, after.rev, end + MISSING, ...from],
        );
        const upTo = last ?? { rev: end + MISSING, userNo: 0 };
        await addPairs(
          found,
          query,
          `SELECT ${COLUMNS} FROM user_values v${useIndex('user_values_by_end')}
             ${thenJoin} users u${useIndex('users_by_name_end')} ON u.org_no = v.org_no AND u.kind = 'person' AND u.user_name_rev = SUBSTR(v.value_rev, ?)
             ${thenJoin} users a ON a.no = v.user_no
            WHERE ${within} AND (v.value_rev < ? OR v.user_no <= ?) AND u.no <> v.user_no
            LIMIT ${limit}`,
          [lengthOf(end) + 1, orgNo, after.rev, upTo.rev, ...from, upTo.rev, upTo.userNo],
          limit,
        );
        after = last;
      }
    }
    return found;
  }

  /**
   * Compares only people of the organization who have changed since: their userNames with all addresses, and their addresses with all userNames.
   * @returns undefined when more people have changed than a unit of work has time for
   */
  async findChangedPairs(tx: Transaction, orgNo: number, domain: string, sinceUs: number, limit: number): Promise<NamePairs | undefined> {
    const { useIndex, thenJoin } = this.database.search.words;
    const changed = (who: string) => `${who}.org_no = ? AND ${who}.kind = 'person' AND ${who}.modified_us >= ?`;
    const byChange = useIndex('users_by_modified');
    const values: SqlValue[] = [orgNo, sinceUs];
    if (await tx.row(`SELECT c.no FROM users c${byChange} WHERE ${changed('c')} LIMIT 1 OFFSET ${MOST_CHANGED}`, values)) return undefined;
    const found: NamePairs = { pairs: [], total: 0 };
    for (const end of reversedEnds(domain)) {
      await addPairs(
        found,
        tx,
        `SELECT ${COLUMNS} FROM users u${byChange}
           ${thenJoin} user_values v${useIndex('user_values_by_end')}
             ON v.org_no = u.org_no AND v.attr_no = ${LIST_NUMBERS.emails} AND v.value_rev = CONCAT(?, u.user_name_rev) AND v.user_no <> u.no
           ${thenJoin} users a ON a.no = v.user_no
          WHERE ${changed('u')} LIMIT ${limit}`,
        [end, ...values],
        limit,
      );
      await addPairs(
        found,
        tx,
        `SELECT ${COLUMNS} FROM users a${byChange}
           ${thenJoin} user_values v ON v.user_no = a.no AND v.attr_no = ${LIST_NUMBERS.emails} AND v.value_rev >= ? AND v.value_rev < ?
           ${thenJoin} users u${useIndex('users_by_name_end')}
             ON u.org_no = a.org_no AND u.kind = 'person' AND u.user_name_rev = SUBSTR(v.value_rev, ?) AND u.no <> a.no
          WHERE ${changed('a')} AND u.modified_us < ? LIMIT ${limit}`,
        [end, end + MISSING, lengthOf(end) + 1, ...values, sinceUs],
        limit,
      );
    }
    return found;
  }
}

async function addPairs(found: NamePairs, query: Query, sql: string, values: SqlValue[], limit: number): Promise<void> {
  const rows = await query.rows<{ user_name: string; name_id: string; address_id: string; n: number }>(sql, values);
  found.total += Number(rows[0]?.n ?? 0);
  const pairs = rows.map((row) => ({ userName: row.user_name, nameId: row.name_id, addressId: row.address_id }));
  found.pairs.push(...pairs.slice(0, limit - found.pairs.length));
}

/** In characters, as SUBSTR counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
