import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const PAGE = 500;
const LENGTH = 400;
const BEFORE = { projects: { projects_by_org: 'org_no' }, applications: { applications_by_project: 'project_no' } };
const AFTER = {
  projects: {
    projects_by_number: 'org_no, no',
    projects_by_name: 'org_no, name_key, no',
    projects_by_creation: 'org_no, created_us, no',
  },
  applications: {
    applications_by_number: 'project_no, no',
    applications_by_name: 'project_no, name_key, no',
    applications_by_creation: 'project_no, created_us, no',
  },
};
const COLUMNS = {
  projects: { name_key: `VARCHAR(${LENGTH}) NOT NULL DEFAULT ''` },
  applications: { name_key: `VARCHAR(${LENGTH}) NOT NULL DEFAULT ''`, type: "VARCHAR(20) NOT NULL DEFAULT ''" },
};
const TABLES = ['projects', 'applications'] as const;

/** Projects and applications are listed by name, time and type: what is asked for beside the name and the settings, and an index for each order. */
export class ProjectLists1700000040450 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await addColumns(runner, table, COLUMNS[table]);
      await fillColumns(runner, table);
      await replaceIndexes(runner, table, BEFORE[table], AFTER[table]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await replaceIndexes(runner, table, AFTER[table], BEFORE[table]);
      await dropColumns(runner, table, Object.keys(COLUMNS[table]));
    }
  }
}

interface Row {
  no: number | string;
  name: string;
  config?: string;
}

async function fillColumns(runner: QueryRunner, table: (typeof TABLES)[number]): Promise<void> {
  const columns = table === 'projects' ? 'no, name' : 'no, name, config';
  for (let after = 0; ;) {
    const rows = (await runner.query(`SELECT ${columns} FROM ${table} WHERE no > ${after} ORDER BY no LIMIT ${PAGE}`)) as Row[];
    for (const { no, name, config } of rows) {
      const key = [...name.normalize('NFKC').toLowerCase()].slice(0, LENGTH).join('');
      await runner.query(`UPDATE ${table} SET name_key = ? WHERE no = ?`, [key, no]);
      if (config === undefined) continue;
      await runner.query(`UPDATE ${table} SET type = ? WHERE no = ?`, [(JSON.parse(config) as { type?: string }).type ?? '', no]);
    }
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.no);
  }
}
