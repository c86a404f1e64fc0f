// What a line of NDJSON is: a person or a group as such, an entry of any list that names its list, or a mark that an export left.
import { isObject } from '../../../common/primitives/is-object.js';
import { listOfLine } from './group-record.js';
import { LISTS, textOf, type ListName, type Members, type RecordFault } from './import-record.js';

/** A line as a record of a list, or of the organization itself. */
export interface LineEntry {
  list: ListName | 'org';
  orgId: string;
  value: unknown;
  fault?: RecordFault;
}

const NO_ORGANIZATION: RecordFault = { kind: 'org.missing', message: 'orgId is required and must be a string.' };
const NO_OBJECT: RecordFault = { kind: 'record.malformed', message: 'The line must be a JSON object.' };
const NO_LIST: RecordFault = { kind: 'list.unknown', message: `list must be one of org, ${Object.keys(LISTS).join(', ')}.` };
/** Their entries say their organization themselves. */
const WITH_ORGANIZATION: ReadonlySet<string> = new Set(['org', 'humanUsers', 'groups', 'groupMembers']);

/** Says where an export stood or ended; nothing to import. */
export function isExportMark(value: unknown): boolean {
  return isObject(value) && 'export' in value && Object.keys(value).length === 1;
}

/** The entry that a line is. */
export function entryOfLine(value: unknown): LineEntry {
  if (!isObject(value)) return { list: listOfLine(value), orgId: '', value, fault: NO_OBJECT };
  const orgId = typeof value['orgId'] === 'string' ? value['orgId'] : '';
  const faultOfOrganization = orgId === '' ? { fault: NO_ORGANIZATION } : {};
  if (!('list' in value)) return { list: listOfLine(value), orgId, value, ...faultOfOrganization };
  const { list: named, ...entry } = value;
  const list = textOf(named);
  if (list !== 'org' && !Object.hasOwn(LISTS, list)) return { list: listOfLine(entry), orgId, value: entry, fault: NO_LIST };
  return {
    list: list as ListName | 'org',
    orgId,
    value: WITH_ORGANIZATION.has(list) ? entry : withoutOrganization(entry),
    ...faultOfOrganization,
  };
}

function withoutOrganization({ orgId: _, ...entry }: Members): Members {
  return entry;
}
