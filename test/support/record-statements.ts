// With TEST_RECORD_SQL set to a folder, every distinct statement that goes to a database server is written there, for another parser to judge.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import mysql from 'mysql2';

type Send = (this: unknown, statement: string | { sql: string }, ...rest: unknown[]) => unknown;

/** By these a test makes the server refuse something, or asks what waits. The service has none, and TiDB knows none. */
const OF_TESTS = /^(?:(?:CREATE|DROP) TRIGGER|SHOW ENGINE) /;

const folder = process.env['TEST_RECORD_SQL'];
if (folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.ndjson`);
  const seen = new Set<string>();
  const { prototype } = mysql.Connection as unknown as { prototype: Record<'query' | 'execute', Send> };
  for (const name of ['query', 'execute'] as const) {
    const send = prototype[name];
    prototype[name] = function (statement, ...rest) {
      const sql = typeof statement === 'string' ? statement : statement.sql;
      if (!seen.has(sql) && !OF_TESTS.test(sql)) appendFileSync(file, `${JSON.stringify(sql)}\n`);
      seen.add(sql);
      return send.call(this, statement, ...rest);
    };
  }
}
