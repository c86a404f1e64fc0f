// An embedded database as SQL text, for a reader of diffs and for any version of SQLite.
import Libsql from 'libsql';

/** @param {string} file @returns {string} */
export function dumpEmbedded(file) {
  const database = new Libsql(file);
  try {
    const objects = /** @type {Array<{ type: string, name: string, sql: string }>} */ (
      database.prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid").all()
    );
    const tables = objects.filter(({ type }) => type === 'table');
    const lines = tables.flatMap(({ name, sql }) => [`${sql};`, ...rowsOf(database, name)]);
    return [...lines, ...objects.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`), ''].join('\n');
  } finally {
    database.close();
  }
}

/** @param {import('libsql').Database} database @param {string} table @returns {string[]} */
function rowsOf(database, table) {
  const rows = /** @type {Array<Record<string, unknown>>} */ (database.prepare(`SELECT * FROM "${table}"`).all());
  return rows.map((row) => `INSERT INTO "${table}" VALUES (${Object.values(row).map(literal).join(', ')});`);
}

/** @param {unknown} value @returns {string} (sqlite.org/lang_expr.html section 3) */
function literal(value) {
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`;
  return `'${/** @type {string} */ (value).replaceAll("'", "''")}'`;
}
