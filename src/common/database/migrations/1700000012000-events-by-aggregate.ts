import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLE = 'events';

/** The events of one aggregate in the order of time, like those of a type and of an organization, instead of by version. */
export class EventsByAggregate1700000012000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return replace(runner, 'events_by_aggregate', 'events_of_aggregate', ['aggregate_id', 'created_us']);
  }

  down(runner: QueryRunner): Promise<void> {
    return replace(runner, 'events_of_aggregate', 'events_by_aggregate', ['aggregate_id', 'sequence']);
  }
}

/** Each half only where it is still to be done: a migration that was cut off can run again. */
async function replace(runner: QueryRunner, old: string, name: string, columnNames: string[]): Promise<void> {
  const has = async (index: string) => (await runner.getTable(TABLE))?.indices.some((one) => one.name === index) ?? false;
  if (!(await has(name))) await runner.createIndex(TABLE, new TableIndex({ name, columnNames }));
  if (await has(old)) await runner.dropIndex(TABLE, old);
}
