import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, replaceIndexes } from '../dialect.js';

const INDEX = { user_tombstones_by_removal: 'removed_us' };

/** Removed users whose personal data in events is still to be blanked. Those of removed organizations had been passed over: none has an event of its own. */
export class EventBlankings1700000043600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'event_blankings',
      ['user_no BIGINT NOT NULL', 'id VARCHAR(200) NOT NULL', 'removed_us BIGINT NOT NULL', 'PRIMARY KEY (user_no)'],
      { event_blankings_by_removal: 'removed_us, user_no' },
    );
    await replaceIndexes(runner, 'user_tombstones', {}, INDEX);
    // The job finds everybody who was removed after the last one it has blanked.
    await runner.query(
      `INSERT INTO event_blankings (user_no, id, removed_us) SELECT t.no, t.id, t.removed_us FROM user_tombstones t
        WHERE NOT EXISTS (SELECT 1 FROM organizations o WHERE o.no = t.org_no AND o.state <> 'removing')
          AND NOT EXISTS (SELECT 1 FROM event_blankings b WHERE b.user_no = t.no)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceIndexes(runner, 'user_tombstones', INDEX, {});
    await runner.query('DROP TABLE IF EXISTS event_blankings');
  }
}
