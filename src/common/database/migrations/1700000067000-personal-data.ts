import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns } from '../dialect.js';

/** Adds the website, birth date and gender of people. */
export class PersonalData1700000067000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'users', {
      website: 'VARCHAR(500) NULL',
      birthdate: 'VARCHAR(10) NULL',
      gender: 'VARCHAR(100) NULL',
      gender_key: 'VARCHAR(100) NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, 'users', ['website', 'birthdate', 'gender', 'gender_key']);
  }
}
