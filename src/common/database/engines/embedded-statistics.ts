// Statistics for the query planner of an embedded database. They follow a rule and aren't counted, so that a plan is the same in an empty
// database and with a million people (sqlite.org/optoverview.html section 7.1).
// Without statistics, SQLite assumes ten people per organization, and reads all of them instead of looking up those of a page.
// This SQL of one engine is beside dialect.ts, not in it, because it belongs to a rule of its own. dialect.ts decides whether it applies.
import type { DataSource } from 'typeorm';

/** The number of rows assumed for every table. */
const ROWS = 1_000_000;
/** The part of them that is said to have the same shared value: many, but so few that a sort of them costs less than a walk through the table. */
const SHARE = 1 / 50;
/** Rows that are said to have the same value of a column that is not shared. */
const FEW = 10;
/** Columns whose values very many rows share. */
export const SHARED: ReadonlySet<string> = new Set(
  'org_no granted_org_no domain_no project_no grant_no client_no job_no scope_no provider_no kind holder_kind attr_no type_no active state role slot'.split(
    ' ',
  ),
);

/** Many rows may have no value of a unique column. */
const INDEXES = `SELECT t.name AS tbl, l.name AS idx, (SELECT group_concat(COALESCE(i.name, '')) FROM pragma_index_info(l.name) i) AS columns,
    l."unique" AND NOT EXISTS (SELECT 1 FROM pragma_index_info(l.name) i JOIN pragma_table_info(t.name) c ON c.name = i.name
                                WHERE c."notnull" = 0 AND c.pk = 0) AS is_unique
  FROM sqlite_schema t JOIN pragma_index_list(t.name) l WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY l.name`;
const STORED = 'SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY idx';
/** Creates the table of statistics if needed, and loads its contents. */
const LOAD = 'ANALYZE sqlite_schema';

interface Index {
  tbl: string;
  idx: string;
  is_unique: number;
  columns: string;
}

interface Statistic {
  tbl: string;
  idx: string;
  stat: string;
}

/** Updates the statistics to match the indexes; writes nothing if they already do. This connection and those opened later plan by them. */
export async function writeStatistics(writer: DataSource): Promise<void> {
  await writer.query(LOAD);
  const indexes = await writer.query<Index[]>(INDEXES);
  const wanted = indexes.map(({ tbl, idx, is_unique, columns }) => ({ tbl, idx, stat: statisticOf(columns.split(','), is_unique === 1) }));
  if (JSON.stringify(await writer.query<Statistic[]>(STORED)) === JSON.stringify(wanted)) return;
  await writer.transaction(async (manager) => {
    await manager.query('DELETE FROM sqlite_stat1');
    for (const { tbl, idx, stat } of wanted)
      await manager.query('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)', [tbl, idx, stat]);
  });
  await writer.query(LOAD);
}

/**
 * Row counts as SQLite stores them: of the table, then those with the same first value, the same first two values, and so on
 * (sqlite.org/fileformat2.html section 2.6.3).
 */
export function statisticOf(columns: readonly string[], isUnique: boolean): string {
  const selective = columns.findIndex((column) => !SHARED.has(column));
  const rows = columns.map((_, at) => {
    if (isUnique && at === columns.length - 1) return 1;
    if (selective < 0 || at < selective) return (ROWS * SHARE) / 2 ** at;
    return Math.max(1, FEW >> (at - selective));
  });
  return [ROWS, ...rows.map(Math.ceil), 'noskipscan'].join(' ');
}
