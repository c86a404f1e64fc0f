import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, replaceIndexes } from '../dialect.js';

const PAGE = 500;
const LENGTH = 400;
const INDEXES = {
  organizations_by_name: 'name_key, no',
  organizations_by_creation: 'created_us, no',
  organizations_by_change: 'modified_us, no',
  organizations_by_state: 'state, no',
};

/** Organizations are listed by name, time and state: the folded name beside the name, and an index for each order. */
export class OrganizationNames1700000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'organizations', { name_key: `VARCHAR(${LENGTH}) NOT NULL DEFAULT ''` });
    await foldNames(runner);
    await replaceIndexes(runner, 'organizations', {}, INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'organizations', INDEXES, {});
    await dropColumns(runner, 'organizations', ['name_key']);
  }
}

async function foldNames(runner: QueryRunner): Promise<void> {
  for (let after = 0; ;) {
    const rows = (await runner.query(`SELECT no, name FROM organizations WHERE no > ${after} ORDER BY no LIMIT ${PAGE}`)) as {
      no: number | string;
      name: string;
    }[];
    for (const { no, name } of rows) {
      const key = [...name.normalize('NFKC').toLowerCase()].slice(0, LENGTH).join('');
      await runner.query('UPDATE organizations SET name_key = ? WHERE no = ?', [key, no]);
    }
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)?.no);
  }
}
