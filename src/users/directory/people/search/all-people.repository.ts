// The list of the people of all organizations, for administrators of the whole service: by fields that are unique or nearly so.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { listRows, type ListSource } from '../../../../common/database/list-rows.js';
import { mapListed, type Listed, type ListFacts, type ListQuery } from '../../../../common/primitives/list-query.js';
import { foldKey } from '../../../../common/identifiers/fold.js';
import { SHARED_DOMAIN } from '../../../../common/identifiers/external-id.js';
import { PeopleCounts } from '../../../organizations/organization-counts.repository.js';
import { LIST_NUMBERS } from '../person/person.columns.js';
import type { Person } from '../person/person.js';
import { PERSON_COLUMNS, toPerson, type Row } from '../person/person.rows.js';

const EXTERNAL_ID = `LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ${SHARED_DOMAIN}`;

/** One index has all names; the organization breaks ties between equal names. */
const NAMES = { column: 'u.user_name_key', index: 'u_users_login' } as const;

/** In the order in which people were added, or by name. */
const ALL = {
  table: 'users u',
  joins: EXTERNAL_ID,
  columns: `${PERSON_COLUMNS.map((column) => `u.${column}`).join(', ')}, x.value AS external_id`,
  no: 'u.no',
  fold: foldKey,
  sorts: { userName: NAMES },
  filters: {
    q: { kind: 'startsWith', column: NAMES.column, sort: 'userName', description: 'only people whose userName begins with this' },
    userName: { kind: 'is', column: NAMES.column, sort: 'userName', description: 'only people with this userName, whatever its case' },
  },
} as const satisfies ListSource;

/** People with a given address: few, so that they are sorted without an index. */
const BY_ADDRESS = {
  ...ALL,
  table: 'user_values v',
  joins: `JOIN users u ON u.no = v.user_no ${EXTERNAL_ID}`,
  index: 'user_values_by_login',
  sorts: { userName: { column: NAMES.column, index: 'user_values_by_login' } },
  filters: {
    ...ALL.filters,
    email: { kind: 'is', column: 'v.value_key', description: 'only people who have this e-mail address, whatever its case' },
  },
} as const satisfies ListSource;

/** Sort and filter fields of the list. */
export const ALL_PEOPLE_LIST: ListFacts = { sorts: ALL.sorts, filters: BY_ADDRESS.filters };

@Injectable()
export class AllPeopleRepository {
  constructor(
    private readonly database: Database,
    private readonly counts: PeopleCounts,
  ) {}

  /** @throws DomainError `invalid` when it takes longer than searches may */
  async listPeople(query: ListQuery): Promise<Listed<Person>> {
    const filters = Object.fromEntries(Object.entries(query.filters).map(([name, value]) => [name, foldKey(String(value))]));
    const isEverybody = Object.keys(filters).length === 0;
    const byAddress = filters['email'] !== undefined;
    const source = { ...(byAddress ? BY_ADDRESS : ALL), no: query.sort === undefined ? 'u.no' : 'u.org_no' };
    // Every name is in the range: without one, MariaDB sorts the whole table instead of reading the given index.
    const range = query.sort === undefined ? '' : ` AND ${NAMES.column} >= ''`;
    const sql = `${byAddress ? this.firstAddress() : ''}u.kind = 'person'${range}`;
    const found = await listRows<Row>(
      this.database.search,
      source,
      { ...query, filters, total: query.total && !isEverybody },
      { sql, values: [] },
    );
    const listed = mapListed(found, toPerson);
    return query.total && isEverybody ? { ...listed, total: await this.counts.countAll() } : listed;
  }

  /** A person may have the same address as work and as home: the first of them counts. */
  private firstAddress(): string {
    const { byPrimaryKey } = this.database.search.words;
    return `v.attr_no = ${LIST_NUMBERS.emails} AND (v.ord = 0 OR NOT EXISTS (SELECT 1 FROM user_values w${byPrimaryKey} WHERE w.user_no = v.user_no
      AND w.attr_no = v.attr_no AND w.value_key = v.value_key AND w.ord < v.ord)) AND `;
  }
}
