import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const INDEX = new TableIndex({ name: 'users_by_employee_number', columnNames: ['org_no', 'kind', 'employee_number_key', 'no'] });

/** Directories that follow a personnel system look everybody up by the number. */
export class EmployeeNumbers1700000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = await runner.getTable('users');
    if (!table?.indices.some(({ name }) => name === INDEX.name)) await runner.createIndex('users', INDEX);
  }

  down(runner: QueryRunner): Promise<void> {
    return runner.dropIndex('users', INDEX);
  }
}
