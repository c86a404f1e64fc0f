import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, createTable, dropColumns, replaceIndexes } from '../dialect.js';

const SLOTS = 8;
const EVENTS = { subject_id: 'VARCHAR(200) NULL' };
const EVENT_INDEXES = { events_of_subject: 'subject_id, created_us' };

/** Groups of people and of groups, how many there are, and events that are found by two ids: that of the group and that of the member. */
export class Groups1700000025000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'user_groups',
      [
        'no BIGINT NOT NULL',
        'id VARCHAR(200) NOT NULL',
        'org_no BIGINT NOT NULL',
        'display_name VARCHAR(500) NOT NULL',
        'display_name_key VARCHAR(600) NOT NULL',
        'display_name_rev VARCHAR(600) NOT NULL',
        'version INTEGER NOT NULL',
        'created_us BIGINT NOT NULL',
        'modified_us BIGINT NOT NULL',
        'PRIMARY KEY (no)',
      ],
      {
        u_user_groups_id: 'id',
        u_user_groups_name: 'org_no, display_name_key',
        user_groups_by_name_end: 'org_no, display_name_rev, no',
        user_groups_by_id: 'org_no, id, no',
        user_groups_by_created: 'org_no, created_us, no',
        user_groups_by_modified: 'org_no, modified_us, no',
      },
    );
    await createTable(
      runner,
      'group_members',
      [
        'group_no BIGINT NOT NULL',
        'kind VARCHAR(10) NOT NULL',
        'member_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'PRIMARY KEY (group_no, kind, member_no)',
      ],
      { group_members_by_member: 'member_no, group_no' },
    );
    await createTable(
      runner,
      'group_external_ids',
      [
        'group_no BIGINT NOT NULL',
        'domain_no BIGINT NOT NULL',
        'org_no BIGINT NOT NULL',
        'value VARCHAR(400) NOT NULL',
        'PRIMARY KEY (group_no, domain_no)',
      ],
      { group_external_ids_by_value: 'org_no, domain_no, value' },
    );
    await createTable(runner, 'group_nesting', ['org_no BIGINT NOT NULL', 'version BIGINT NOT NULL', 'PRIMARY KEY (org_no)']);
    await createTable(runner, 'group_counts', [
      'org_no BIGINT NOT NULL',
      'slot INTEGER NOT NULL',
      'n BIGINT NOT NULL',
      'PRIMARY KEY (org_no, slot)',
    ]);
    await runner.query('DELETE FROM group_nesting');
    await runner.query('INSERT INTO group_nesting (org_no, version) SELECT o.no, 0 FROM organizations o');
    await runner.query('DELETE FROM group_counts');
    for (let slot = 0; slot < SLOTS; slot++)
      await runner.query(`INSERT INTO group_counts (org_no, slot, n) SELECT o.no, ${slot}, 0 FROM organizations o`);
    await addColumns(runner, 'events', EVENTS);
    await replaceIndexes(runner, 'events', {}, EVENT_INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'events', EVENT_INDEXES, {});
    await dropColumns(runner, 'events', Object.keys(EVENTS));
    for (const table of ['group_counts', 'group_nesting', 'group_external_ids', 'group_members', 'user_groups'])
      await runner.query(`DROP TABLE IF EXISTS ${table}`);
  }
}
