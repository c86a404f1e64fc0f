// Which statements MariaDB is asked for while something is measured, by its general log.

const SHOWN = 5;
const MAX_LENGTH = 160;

/**
 * Statements for each unit of the row, transactions included, and the most frequent of them.
 * @typedef {{ perUnit: number, top: Array<{ sql: string, perUnit: number }> }} Statements
 */

/**
 * @param {import('mysql2/promise').Connection} connection that may set global variables, and asks nothing meanwhile
 * @param {() => Promise<{ count: number }>} measured
 * @returns {Promise<Statements>}
 */
export async function recordStatements(connection, measured) {
  await connection.query("SET GLOBAL log_output = 'TABLE'");
  await connection.query('TRUNCATE mysql.general_log');
  await connection.query('SET GLOBAL general_log = 1');
  const count = await counted(measured, () => connection.query('SET GLOBAL general_log = 0'));
  const [rows] = await connection.query(
    "SELECT CONVERT(argument USING utf8mb4) AS sql_text FROM mysql.general_log WHERE command_type IN ('Execute', 'Query') AND thread_id <> CONNECTION_ID()",
  );
  await connection.query('TRUNCATE mysql.general_log');
  const texts = /** @type {Array<{ sql_text: string }>} */ (rows).map(({ sql_text: text }) => withoutValues(text));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const top = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return { perUnit: texts.length / count, top: top.map(([sql, times]) => ({ sql, perUnit: times / count })) };
}

/** @param {() => Promise<{ count: number }>} measured @param {() => Promise<unknown>} end whatever happens */
async function counted(measured, end) {
  try {
    return (await measured()).count;
  } finally {
    await end();
  }
}

/** The statement as it is the same for everybody, shortened. @param {string} sql */
function withoutValues(sql) {
  const text = sql
    .replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, '?')
    .replaceAll(/\b(?:0x[0-9a-f]+|\d+(?:\.\d+)?)\b/gi, '?')
    .replaceAll(/\bNULL\b(?=\s*[,)])/g, '?')
    .replaceAll(/\?(?:\s*,\s*\?)+/g, '?…')
    .replaceAll(/\(\?…?\)(?:\s*,\s*\(\?…?\))+/g, '(?…)')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
