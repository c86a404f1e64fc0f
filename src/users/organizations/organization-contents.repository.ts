// How much an organization has: from the counts that are kept of what there may be very many of, the rest by index.
import { Injectable } from '@nestjs/common';
import { Database, type Query } from '../../common/database/database.js';

/** What an organization has, in numbers. */
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

/** Those who are not active are few, so that they are counted by index, and the others are the rest. */
const INACTIVE = 'SELECT COUNT(*) AS n FROM users WHERE org_no = ? AND kind = ? AND active = FALSE';

@Injectable()
export class OrganizationContentsRepository {
  constructor(private readonly database: Database) {}

  async countContents(orgNo: number, query: Query = this.database.query): Promise<OrganizationContents> {
    const names = Object.keys(COUNTS) as Array<keyof OrganizationContents>;
    // By their places: names of things are reserved words on one engine or another, such as GROUPS on MySQL.
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
