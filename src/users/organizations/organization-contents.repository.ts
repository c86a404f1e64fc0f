// The contents of an organization in numbers: large tables have maintained counts, the others are counted by index.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query } from '../../common/database/transaction.js';

/** The contents of an organization, in numbers. */
export interface OrganizationContents {
  people: number;
  serviceUsers: number;
  groups: number;
  projects: number;
  applications: number;
  domains: number;
}

const COUNTS = {
  people: 'SELECT SUM(n) FROM people_counts WHERE org_no = ?',
  serviceUsers: "SELECT COUNT(*) FROM users WHERE org_no = ? AND kind = 'service'",
  groups: 'SELECT SUM(n) FROM group_counts WHERE org_no = ?',
  projects: "SELECT COUNT(*) FROM projects WHERE org_no = ? AND state <> 'removing'",
  applications: 'SELECT COUNT(*) FROM applications WHERE org_no = ?',
  domains: 'SELECT COUNT(*) FROM organization_domains WHERE org_no = ?',
} as const satisfies Record<keyof OrganizationContents, string>;

/** Inactive users are few, so they are counted by index; the active ones are the difference. */
const INACTIVE = 'SELECT COUNT(*) AS n FROM users WHERE org_no = ? AND kind = ? AND active = FALSE';

@Injectable()
export class OrganizationContentsRepository {
  constructor(private readonly database: Database) {}

  async countContents(orgNo: number, query: Query = this.database.query): Promise<OrganizationContents> {
    const names = Object.keys(COUNTS) as Array<keyof OrganizationContents>;
    // Columns are numbered, because some names are reserved words on an engine, such as GROUPS on MySQL.
    const columns = names.map((name, at) => `COALESCE((${COUNTS[name]}), 0) AS n${at}`);
    const row = await query.row<Record<string, number | string>>(
      `SELECT ${columns.join(', ')}`,
      columns.map(() => orgNo),
    );
    return Object.fromEntries(names.map((name, at) => [name, Number(row?.[`n${at}`] ?? 0)])) as unknown as OrganizationContents;
  }

  async countInactive(orgNo: number, kind: 'person' | 'service'): Promise<number> {
    return Number((await this.database.query.row<{ n: number }>(INACTIVE, [orgNo, kind]))?.n ?? 0);
  }
}
