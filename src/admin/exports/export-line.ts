// What an export consists of: the lines that an import takes, and the marks between them.
import type { ListName } from '../imports/records/import-record.js';

/** The lists of an export that a line of it may belong to. */
export type ExportedList = ListName | 'org';

/** An entry as an import takes it; the one who writes the line adds the organization. People and groups need no name of their list. */
export interface ExportLine {
  list: ExportedList;
  entry: Readonly<Record<string, unknown>>;
}

/** How many lines of each list were written, those before an interruption among them. */
export type ExportCounts = Partial<Record<ExportedList, number>>;

const UNNAMED: ReadonlySet<ExportedList> = new Set(['humanUsers', 'groups', 'groupMembers']);

/** One line of NDJSON. */
export function lineText(orgId: string, { list, entry }: ExportLine): string {
  return `${JSON.stringify({ orgId, ...(UNNAMED.has(list) ? {} : { list }), ...entry })}\n`;
}

/** Where an interrupted export goes on. */
export function cursorMark(cursor: string): string {
  return `${JSON.stringify({ export: { cursor } })}\n`;
}

/** The last line of a complete export. */
export function endMark(counts: ExportCounts): string {
  return `${JSON.stringify({ export: { complete: true, counts } })}\n`;
}
