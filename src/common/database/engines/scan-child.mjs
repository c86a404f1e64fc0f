// The process in which an embedded database is searched row by row. It receives one SQL statement per message and returns rows.
import Libsql from 'libsql';

const connection = new Libsql(process.argv[2] ?? '', { readonly: true });

process.on('message', (/** @type {{ id: number, sql: string, values: unknown[] }} */ { id, sql, values }) => {
  try {
    process.send?.({ id, rows: connection.prepare(sql).all(...values) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
