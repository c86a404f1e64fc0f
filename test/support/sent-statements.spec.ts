import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { STATEMENTS } from '../../src/common/observation/topics.js';
import { sentReads, sentStatements } from './sent-statements.js';
import { service, useWorld, world } from './use-world.js';

useWorld();

const BESIDE = "SELECT 'beside'";

it('what is sent beside the recorded work, as by a background job, is left out', async () => {
  const { query } = service.get(Database);
  let isOver = false;
  const beside = (async () => {
    for (; !isOver; await setImmediate()) await query.rows(BESIDE);
  })();
  const act = async () => {
    await query.rows("SELECT 'own'");
    await service.call('GET', `/admin/v1/organizations/${world.organization.id}`);
    await query.rows("SELECT 'own'");
  };
  const recorded = [await sentStatements(act), (await sentReads(service, act, 'row')).map(({ sql }) => sql)];
  isOver = true;
  await beside;
  for (const statements of recorded) {
    expect(statements).not.toContain(BESIDE);
    expect(statements.filter((sql) => sql === "SELECT 'own'")).toHaveLength(2);
    // Those of the request.
    expect(statements.length).toBeGreaterThan(2);
  }
});

it('the question of the write gate, which comes once a second, is left out', async () => {
  const { writeGate } = service.get(Database);
  let asked = 0;
  const end = STATEMENTS.listen(({ sql }) => void (sql.includes('schema_floors') && asked++));
  const act = () => {
    writeGate.invalidate();
    return writeGate.currentBan();
  };
  expect([await sentStatements(act), await sentReads(service, act, 'row')]).toEqual([[], []]);
  end();
  expect(asked).toBeGreaterThan(0);
});
