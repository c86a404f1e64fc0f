// The SQL of user names that would be another person's address in a domain.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { MISSING } from '../identifiers/fold.js';
import { reversedEnds } from './domain-spelling.js';
import { LIST_NUMBERS } from './person.columns.js';

/** The userName of one person that is the local part of the address of another. */
export interface NamePair {
  userName: string;
  nameId: string;
  addressId: string;
}

@Injectable()
export class DomainNamesRepository {
  constructor(private readonly database: Database) {}

  /** Some pairs of people of an organization, and how many there are: every address in the domain is compared, each by one look into an index. */
  async findPairs(tx: Transaction, orgNo: number, domain: string, limit: number): Promise<{ pairs: NamePair[]; total: number }> {
    const { useIndex, thenJoin } = this.database.search.words;
    const found: NamePair[] = [];
    let total = 0;
    for (const end of reversedEnds(domain)) {
      const rows = await tx.rows<{ user_name: string; name_id: string; address_id: string; n: number }>(
        `SELECT u.user_name, u.id AS name_id, a.id AS address_id, COUNT(*) OVER () AS n
           FROM user_values v${useIndex('user_values_by_end')}
           ${thenJoin} users u${useIndex('users_by_name_end')} ON u.org_no = v.org_no AND u.kind = 'person' AND u.user_name_rev = SUBSTR(v.value_rev, ?)
           ${thenJoin} users a ON a.no = v.user_no
          WHERE v.org_no = ? AND v.attr_no = ${LIST_NUMBERS.emails} AND v.value_rev >= ? AND v.value_rev < ? AND u.no <> v.user_no
          LIMIT ${limit}`,
        [[...end].length + 1, orgNo, end, end + MISSING],
      );
      total += Number(rows[0]?.n ?? 0);
      found.push(...rows.map((row) => ({ userName: row.user_name, nameId: row.name_id, addressId: row.address_id })));
    }
    return { pairs: found.slice(0, limit), total };
  }
}
