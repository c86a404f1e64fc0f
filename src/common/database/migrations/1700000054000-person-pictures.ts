import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable } from '../dialect.js';

/** Adds the pictures that people upload. */
export class PersonPictures1700000054000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      'person_pictures',
      ['id VARCHAR(43) NOT NULL', 'user_no BIGINT NOT NULL', 'content MEDIUMTEXT NOT NULL', 'PRIMARY KEY (id)'],
      { person_pictures_by_user: 'user_no' },
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE person_pictures');
  }
}
