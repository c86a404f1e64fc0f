// The beginning of a file to import: its form, its columns and what they have, without reading the rest.
import MEMBERS from './members.json';

export type Separator = 'comma' | 'semicolon' | 'tab';
const SEPARATORS: Readonly<Record<Separator, string>> = { comma: ',', semicolon: ';', tab: '\t' };

/** A column of CSV, or a value of JSON by its path. */
export interface SampleColumn {
  header: string;
  /** The first values that aren't empty. */
  examples: string[];
}

export interface FileSample {
  separator?: Separator;
  columns: SampleColumn[];
  /** Whether the names are those of another system. */
  isForeign: boolean;
  /** Whether the request must say to which organization the people belong. */
  needsOrganization: boolean;
  isUtf8: boolean;
}

const SAMPLE_BYTES = 65_536;
const EXAMPLES = 3;
const MAX_COLUMNS = 200;
const MAX_DEPTH = 5;
/** Columns that an import knows besides {@link MEMBERS}. */
const OWN = new Set([...Object.keys(MEMBERS), 'state', 'user.password']);
/** Members of entries that are those of an import. */
const OWN_ENTRIES = ['user', 'list', 'group', 'members', 'export'];

/** Reads the first 64 KiB. @param type as the service knows it */
export async function sampleOf(file: File): Promise<FileSample> {
  const bytes = await file.slice(0, SAMPLE_BYTES).arrayBuffer();
  // A longer file may be cut within a character.
  const text = new TextDecoder().decode(bytes, { stream: file.size > SAMPLE_BYTES });
  const read = file.type === 'text/csv' ? csvSample(text) : jsonSample(text, file.type === 'application/json');
  return { ...read, isUtf8: !text.includes('\uFFFD') };
}

type Read = Omit<FileSample, 'isUtf8'>;

function csvSample(text: string): Read {
  const line = text.split(/[\r\n]/, 1)[0] ?? '';
  const names = Object.keys(SEPARATORS) as Separator[];
  const count = (name: Separator) => line.split(SEPARATORS[name]).length;
  const separator = names.reduce((best, name) => (count(name) > count(best) ? name : best));
  const [headers = [], ...rows] = csvRows(text, SEPARATORS[separator], EXAMPLES + 1);
  const columns = headers.slice(0, MAX_COLUMNS).map((header, at) => ({
    header: header.trim(),
    examples: rows.map((row) => row[at]?.trim() ?? '').filter((value) => value !== ''),
  }));
  const isForeign = separator !== 'comma' || columns.some(({ header }) => !OWN.has(header));
  const needsOrganization = !columns.some(({ header }) => header === 'orgId');
  return { separator, columns: columns.filter(({ header }) => header !== ''), isForeign, needsOrganization };
}

/** The first rows of a text (RFC 4180); the last may be cut off by the end of the sample. */
function csvRows(text: string, separator: string, most: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length < most; at++) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text[at + 1] === '"') field += text.charAt(++at);
    else if (sign === '"' && (isQuoted || field === '')) isQuoted = !isQuoted;
    else if (isQuoted || (sign !== separator && sign !== '\n' && sign !== '\r')) field += sign;
    else {
      row.push(field);
      field = '';
      if (sign !== separator) {
        if (row.length > 1 || row[0] !== '') rows.push(row);
        row = [];
      }
    }
  }
  if (rows.length < most && (row.length > 0 || field !== '')) rows.push([...row, field]);
  return rows;
}

function jsonSample(text: string, isWhole: boolean): Read {
  if (isWhole && /"data_?orgs/i.test(text)) return { columns: [], isForeign: false, needsOrganization: false };
  const entries = objectsIn(text, isWhole ? text.indexOf('[') + 1 : 0, EXAMPLES);
  const [first] = entries;
  if (first !== undefined && OWN_ENTRIES.some((name) => name in first))
    return { columns: [], isForeign: false, needsOrganization: !('orgId' in first) };
  const columns = new Map<string, string[]>();
  for (const entry of entries) collect(entry, '', 1, columns);
  const found = [...columns].map(([header, examples]) => ({ header, examples }));
  return { columns: found, isForeign: true, needsOrganization: !columns.has('orgId') };
}

/** Complete objects from a place on, one after the other. */
function objectsIn(text: string, from: number, most: number): object[] {
  const objects: object[] = [];
  let [depth, begun, inString] = [0, 0, false];
  for (let at = from; at < text.length && objects.length < most; at++) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' && depth++ === 0) begun = at;
    else if (sign === '}' && --depth === 0) {
      const object = parsed(text.slice(begun, at + 1));
      if (object === undefined) return objects;
      objects.push(object);
    } else if (sign === ']' && depth === 0) return objects;
  }
  return objects;
}

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

function collect(value: object, path: string, depth: number, columns: Map<string, string[]>): void {
  for (const [name, member] of Object.entries(value) as Array<[string, unknown]>) {
    const header = path === '' ? name : `${path}.${name}`;
    if (typeof member === 'object' && member !== null && !Array.isArray(member) && depth < MAX_DEPTH)
      collect(member, header, depth + 1, columns);
    else if (typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean') {
      if (!columns.has(header) && columns.size >= MAX_COLUMNS) return;
      columns.set(header, [...(columns.get(header) ?? []), String(member)]);
    }
  }
}

/** The members that headers usually are; each at most once. */
export function guessed(columns: readonly SampleColumn[]): Record<string, string> {
  const free = new Map(Object.entries(MEMBERS as Record<string, string[]>));
  const mapping: Record<string, string> = {};
  for (const { header } of columns) {
    const [path, last] = [plain(header), plain(header.slice(header.lastIndexOf('.') + 1))];
    const member = [...free].find(([one, names]) => one === header || names.includes(path) || names.includes(last))?.[0];
    if (member === undefined) continue;
    mapping[header] = member;
    free.delete(member);
  }
  return mapping;
}

function plain(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '');
}
