// The SQL that finds userNames which would be another person's address or userName in a domain.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import type { Query, Transaction } from '../../../../common/database/transaction.js';
import type { SqlValue } from '../../../../common/database/engines/sql-value.js';
import { MISSING } from '../../../../common/identifiers/fold.js';
import { reversedEnds } from './domain-spelling.js';
import { LIST_NUMBERS } from '../person/person.columns.js';

/** One person's userName that is the local part of another person's address or userName. */
export interface NamePair {
  userName: string;
  nameId: string;
  otherId: string;
}

/** Some of the pairs, and the number of all. */
export interface NamePairs {
  pairs: NamePair[];
  total: number;
}

/** The addresses, and the userNames, of an organization in the order of their reversed texts; `?` is the organization. */
const TEXTS = [
  {
    table: 'user_values',
    index: 'user_values_by_end',
    of: `v.org_no = ? AND v.attr_no = ${LIST_NUMBERS.emails}`,
    rev: 'v.value_rev',
    no: 'v.user_no',
  },
  { table: 'users', index: 'users_by_name_end', of: "v.org_no = ? AND v.kind = 'person'", rev: 'v.user_name_rev', no: 'v.no' },
] as const;

/** Position of a text in its index. */
interface Position {
  rev: string;
  userNo: number;
}

/** Texts compared by one statement; it takes about 3 ms on the embedded database. */
const PAGE = 5_000;
/** Most changed people that one unit of work has time to compare. */
const MOST_CHANGED = 50_000;

const COLUMNS = 'u.user_name, u.id AS name_id, a.id AS other_id, COUNT(*) OVER () AS n';

@Injectable()
export class DomainNamesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Compares every address and userName in the domain, page by page, with one index lookup each.
   * @param query a unit of work, or a read before it
   */
  async findPairs(query: Query, orgNo: number, domain: string, limit: number, page = PAGE): Promise<NamePairs> {
    const found: NamePairs = { pairs: [], total: 0 };
    for (const texts of TEXTS)
      for (const end of reversedEnds(domain)) await this.addPairsOf(found, query, texts, { orgNo, end, limit, page });
    return found;
  }

  private async addPairsOf(
    found: NamePairs,
    query: Query,
    { table, index, of, rev, no }: (typeof TEXTS)[number],
    { orgNo, end, limit, page }: { orgNo: number; end: string; limit: number; page: number },
  ): Promise<void> {
    const { useIndex, thenJoin } = this.database.search.words;
    // One bound at each side: with a second one, the embedded database reads to the end of the domain for each page.
    const within = `${of} AND ${rev} >= ? AND ${rev} <= ? AND (${rev} > ? OR ${no} > ?)`;
    for (let after: Position | undefined = { rev: end, userNo: 0 }; after;) {
      const from: SqlValue[] = [after.rev, after.userNo];
      const last: Position | undefined = await query.row<Position>(
        `SELECT ${rev} AS rev, ${no} AS userNo FROM ${table} v${useIndex(index)} WHERE ${within}
          ORDER BY ${rev}, ${no} LIMIT 1 OFFSET ${page - 1}`,
        [orgNo, after.rev, end + MISSING, ...from],
      );
      const upTo = last ?? { rev: end + MISSING, userNo: 0 };
      await addPairs(
        found,
        query,
        `SELECT ${COLUMNS} FROM ${table} v${useIndex(index)}
           ${thenJoin} users u${useIndex('users_by_name_end')} ON u.org_no = v.org_no AND u.kind = 'person' AND u.user_name_rev = SUBSTR(${rev}, ?)
           ${thenJoin} users a ON a.no = ${no}
          WHERE ${within} AND (${rev} < ? OR ${no} <= ?) AND u.no <> ${no}
          LIMIT ${limit}`,
        [lengthOf(end) + 1, orgNo, after.rev, upTo.rev, ...from, upTo.rev, upTo.userNo],
        limit,
      );
      after = last;
    }
  }

  /**
   * Compares only people of the organization who have changed since: their userNames with all addresses and userNames, and their addresses and
   * userNames with all userNames.
   * @returns undefined when more people have changed than a unit of work has time for
   */
  async findChangedPairs(tx: Transaction, orgNo: number, domain: string, sinceUs: number, limit: number): Promise<NamePairs | undefined> {
    const values: SqlValue[] = [orgNo, sinceUs];
    const byChange = this.database.search.words.useIndex('users_by_modified');
    if (await tx.row(`SELECT c.no FROM users c${byChange} WHERE ${changed('c')} LIMIT 1 OFFSET ${MOST_CHANGED}`, values)) return undefined;
    const found: NamePairs = { pairs: [], total: 0 };
    for (const texts of TEXTS)
      for (const end of reversedEnds(domain)) await this.addChangedPairsOf(found, tx, texts, { orgNo, end, sinceUs, limit });
    return found;
  }

  private async addChangedPairsOf(
    found: NamePairs,
    tx: Transaction,
    { table, index, of, rev, no }: (typeof TEXTS)[number],
    { orgNo, end, sinceUs, limit }: { orgNo: number; end: string; sinceUs: number; limit: number },
  ): Promise<void> {
    const { useIndex, thenJoin } = this.database.search.words;
    const byChange = useIndex('users_by_modified');
    await addPairs(
      found,
      tx,
      `SELECT ${COLUMNS} FROM users u${byChange}
         ${thenJoin} ${table} v${useIndex(index)} ON ${of} AND ${rev} = CONCAT(?, u.user_name_rev) AND ${no} <> u.no
         ${thenJoin} users a ON a.no = ${no}
        WHERE ${changed('u')} LIMIT ${limit}`,
      [orgNo, end, orgNo, sinceUs],
      limit,
    );
    await addPairs(
      found,
      tx,
      `SELECT ${COLUMNS} FROM users a${byChange}
         ${thenJoin} ${table} v ON ${no} = a.no AND ${of} AND ${rev} >= ? AND ${rev} < ?
         ${thenJoin} users u${useIndex('users_by_name_end')}
           ON u.org_no = a.org_no AND u.kind = 'person' AND u.user_name_rev = SUBSTR(${rev}, ?) AND u.no <> a.no
        WHERE ${changed('a')} AND u.modified_us < ? LIMIT ${limit}`,
      [orgNo, end, end + MISSING, lengthOf(end) + 1, orgNo, sinceUs, sinceUs],
      limit,
    );
  }
}

/** People of an organization who have changed since a time. @param alias of the table `users` */
function changed(alias: string): string {
  return `${alias}.org_no = ? AND ${alias}.kind = 'person' AND ${alias}.modified_us >= ?`;
}

async function addPairs(found: NamePairs, query: Query, sql: string, values: SqlValue[], limit: number): Promise<void> {
  const rows = await query.rows<{ user_name: string; name_id: string; other_id: string; n: number }>(sql, values);
  found.total += Number(rows[0]?.n ?? 0);
  const pairs = rows.map((row) => ({ userName: row.user_name, nameId: row.name_id, otherId: row.other_id }));
  found.pairs.push(...pairs.slice(0, limit - found.pairs.length));
}

/** In characters, as SUBSTR counts. */
function lengthOf(text: string): number {
  return [...text].length;
}
