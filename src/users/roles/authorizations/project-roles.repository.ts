// The rows of roles of projects.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';

/** The facts of a project that this module needs; `oidc/clients` owns the rest. */
export interface ProjectRef {
  no: number;
  id: string;
  /** The number of its organization. */
  orgNo: number;
}

/** A role of a project. `section` groups roles in consoles; an empty one means none. */
export interface ProjectRole {
  no: number;
  key: string;
  name: string;
  section: string;
  createdUs: number;
}

interface Row {
  no: number;
  role_key: string;
  name: string;
  section: string;
  created_us: number;
}

const SELECT = 'SELECT no, role_key, name, section, created_us FROM project_roles';

@Injectable()
export class ProjectRolesRepository {
  constructor(private readonly database: Database) {}

  /** In the order they were added: `limit` roles after number `after`. */
  async listRoles(projectNo: number, after: number, limit: number): Promise<ProjectRole[]> {
    const rows = await this.database.query.rows<Row>(`${SELECT} WHERE project_no = ? AND no > ? ORDER BY no LIMIT ${limit}`, [
      projectNo,
      after,
    ]);
    return rows.map(toRole);
  }

  async findRole(projectNo: number, key: string, query: Query = this.database.query): Promise<ProjectRole | undefined> {
    const row = await query.row<Row>(`${SELECT} WHERE project_no = ? AND role_key = ?`, [projectNo, key]);
    return row && toRole(row);
  }

  /** The keys that the project has, among these. */
  async keysAmong(tx: Transaction, projectNo: number, keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const rows = await tx.rows<{ role_key: string }>(
      `SELECT role_key FROM project_roles WHERE project_no = ? AND role_key IN (${keys.map(() => '?').join(', ')})`,
      [projectNo, ...keys],
    );
    return new Set(rows.map(({ role_key }) => role_key));
  }

  async countRoles(tx: Transaction, projectNo: number): Promise<number> {
    return Number((await tx.row<{ n: number }>('SELECT COUNT(*) AS n FROM project_roles WHERE project_no = ?', [projectNo]))?.n ?? 0);
  }

  /** @throws DuplicateKeyError for a key that the project has */
  async insertRole(tx: Transaction, projectNo: number, { no, key, name, section, createdUs }: ProjectRole): Promise<void> {
    await tx.run('INSERT INTO project_roles (no, project_no, role_key, name, section, created_us) VALUES (?, ?, ?, ?, ?, ?)', [
      no,
      projectNo,
      key,
      name,
      section,
      createdUs,
    ]);
  }

  async updateRole(tx: Transaction, { no, name, section }: ProjectRole): Promise<void> {
    await tx.run('UPDATE project_roles SET name = ?, section = ? WHERE no = ?', [name, section, no]);
  }

  /** Deletes a role, also from every grant of the project. @returns the numbers of the rows, which authorizations may name as their source */
  async deleteRole(tx: Transaction, projectNo: number, { no, key }: ProjectRole): Promise<number[]> {
    const granted = await tx.rows<{ no: number }>('SELECT no FROM project_grant_roles WHERE project_no = ? AND role_key = ?', [
      projectNo,
      key,
    ]);
    await tx.run('DELETE FROM project_roles WHERE no = ?', [no]);
    await tx.run('DELETE FROM project_grant_roles WHERE project_no = ? AND role_key = ?', [projectNo, key]);
    return [no, ...granted.map((row) => row.no)];
  }
}

function toRole({ no, role_key, name, section, created_us }: Row): ProjectRole {
  return { no, key: role_key, name, section, createdUs: created_us };
}
