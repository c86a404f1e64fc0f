// Ingests a body: decompresses it within limits, splits it into entries, and counts their organizations.
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { isObject } from '../../../common/primitives/is-object.js';
import { PLAIN_READING, type BodyReading, type Format } from './body-reading.js';
import { csvLines } from './csv-lines.js';
import { entryOfForeign, valueAt } from './foreign-columns.js';
import { FAULTS, LIMITS, LISTS, type ImportRecord, type ListName, type Members, type RecordFault } from '../records/import-record.js';
import { splitRecord } from '../records/group-record.js';
import { entryOfLine, isExportMark } from '../records/line-record.js';
import { BrokenJsonError, JsonEntryScanner, type JsonEntry } from './json-entry-scanner.js';
import { LineSplitter, type Line } from './line-splitter.js';
import { ORGANIZATION_MEMBERS } from '../records/organization-record.js';

/** A body as it comes from the network. */
export interface ImportBody {
  stream: Readable;
  format: Format;
  packed: boolean;
  maxBytes: number;
  /** Absent: the names of an import. */
  reading?: BodyReading;
}

/** What a body of the JSON form says beside its organizations. */
export interface BodyFacts {
  timeout?: unknown;
  /** Members that nothing reads, as they were spelled. */
  unknown: string[];
  hasData: boolean;
}

/** Entries that were cut out of one piece of the body, and how many bytes of it there were. */
export interface Ingested {
  records: ImportRecord[];
  bytes: number;
}

/**
 * The entries of a body, in the order they stand in it, organizations among them: an organization's own entry comes after its lists in JSON,
 * before them elsewhere.
 * @param facts is filled with what else the JSON form says
 * @param keep is called for each piece of the body, even if the piece completes no entry
 * @throws DomainError `invalid` for a body that cannot be read, `tooLarge`
 */
export async function* ingestRecords(
  { stream, format, packed, maxBytes, reading = PLAIN_READING }: ImportBody,
  facts: BodyFacts,
  keep: () => Promise<void>,
): AsyncGenerator<Ingested> {
  const source = unpacked(stream, packed, maxBytes);
  const bytes = withoutMark(kept(source, keep));
  try {
    const pieces = format === 'json' && !reading.foreign ? fromJson(bytes, facts) : fromLines(linesIn(bytes, format, reading));
    for await (const piece of pieces) yield { ...piece, records: piece.records.flatMap(splitRecord) };
  } catch (error) {
    throw readable(error);
  } finally {
    source.destroy();
  }
}

async function* kept(source: AsyncIterable<Buffer>, keep: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    await keep();
    yield chunk;
  }
}

function unpacked(body: Readable, packed: boolean, maxBytes: number): Readable {
  const counted = { in: 0, out: 0 };
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      counted.out += chunk.length;
      if (counted.out > maxBytes)
        done(new DomainError('tooLarge', 'import.tooLarge', `The body is larger than ${maxBytes} bytes (IMPORT_MAX_BYTES).`));
      else if (packed && counted.out > RATIO_FROM && counted.out > counted.in * LIMITS.ratio)
        done(new DomainError('tooLarge', 'import.ratio', `The body decompresses to more than ${LIMITS.ratio} times its size.`));
      else done(null, chunk);
    },
  });
  const stages = packed ? [createGunzip(), limit] : [limit];
  if (packed) body.on('data', (chunk: Buffer) => (counted.in += chunk.length));
  // `pipe` hands an error of one stream to none of the streams behind it.
  const all: Array<Readable | Transform> = [body, ...stages];
  for (const [index, stage] of all.entries()) {
    stage.once('error', (error) => limit.destroy(error));
    if (index > 0) (all[index - 1] as Readable).pipe(stage as Transform);
  }
  body.once('close', () => {
    if (!body.readableEnded) limit.destroy(new DomainError('invalid', 'body.aborted', 'The body ended before it was complete.'));
  });
  return limit;
}

/** Bytes from which on the ratio is checked: a small body may well pack better. */
const RATIO_FROM = 2 ** 20;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Some programs begin every text with a byte order mark. */
async function* withoutMark(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begin: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of source) {
    begin = begin && Buffer.concat([begin, chunk]);
    if (begin && begin.length < BYTE_ORDER_MARK.length) continue;
    yield begin?.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? begin.subarray(BYTE_ORDER_MARK.length) : (begin ?? chunk);
    begin = undefined;
  }
  if (begin) yield begin;
}

async function* linesIn(source: AsyncIterable<Buffer>, format: Format, reading: BodyReading): AsyncGenerator<Line> {
  const { foreign, orgId } = reading;
  if (format === 'csv') return yield* csvLines(source, reading);
  for await (const line of format === 'json' ? foreignEntries(source) : linesOf(source)) {
    const { value } = line;
    if (foreign) yield { ...line, value: isObject(value) ? entryOfForeign((header) => valueAt(value, header), foreign) : value };
    else yield orgId !== undefined && isObject(value) ? { ...line, value: { orgId, ...value } } : line;
  }
}

async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const frame = new LineSplitter();
  for await (const chunk of source) yield* frame.splitLines(chunk);
  yield* frame.endLines();
}

/** The objects of a list that is JSON, numbered from 1. */
async function* foreignEntries(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const frame = new JsonEntryScanner(true);
  let line = 0;
  for await (const chunk of source)
    for (const item of frame.scanJson(chunk))
      if (item.what === 'entry') yield { line: ++line, value: item.value, ...(item.fault ? { fault: item.fault } : {}) };
  frame.endJson();
}

const LINES_AT_ONCE = 200;

/** Each line is an entry; its organization comes first when it is new. */
async function* fromLines(lines: AsyncIterable<Line>): AsyncGenerator<Ingested> {
  const organizations = new Map<string, number>();
  let batch: ImportRecord[] = [];
  for await (const { line, value: sent, fault: unreadable } of lines) {
    if (isExportMark(sent)) continue;
    const { list, orgId, value, fault: unknown } = entryOfLine(sent);
    const fault = unreadable ?? unknown;
    let organization = organizations.get(orgId);
    const isNew = organization === undefined;
    if (organization === undefined) {
      organization = organizations.size;
      assertFewOrganizations(organization);
      organizations.set(orgId, organization);
    }
    // A line without an organization is a fault of its own; there is no organization to make.
    if (isNew && orgId !== '' && list !== 'org') batch.push({ list: 'org', organization, line, value: { orgId } });
    batch.push({ list, organization, line, value, ...(fault ? { fault } : {}) });
    if (batch.length >= LINES_AT_ONCE) {
      yield { records: batch, bytes: 0 };
      batch = [];
    }
  }
  yield { records: batch, bytes: 0 };
}

async function* fromJson(source: AsyncIterable<Buffer>, facts: BodyFacts): AsyncGenerator<Ingested> {
  const frame = new JsonEntryScanner();
  const reader = new JsonEntries(facts);
  for await (const chunk of source) {
    const records: ImportRecord[] = [];
    for (const item of frame.scanJson(chunk)) reader.read(item, records);
    yield { records, bytes: chunk.length };
  }
  frame.endJson();
}

/** Turns the items of the frame into records. */
class JsonEntries {
  private organization = -1;
  private line = 0;
  private list: string | undefined;
  /** The name of the list as it was spelled. */
  private sent = '';
  private inside: Members | undefined;
  /** Why the organization cannot be taken. */
  private fault: RecordFault | undefined;
  private readonly leftOut = new Map<string, number>();

  constructor(private readonly facts: BodyFacts) {}

  read(item: JsonEntry, into: ImportRecord[]): void {
    if (item.what === 'organizations') this.facts.hasData = true;
    else if (item.what === 'organization') {
      assertFewOrganizations(++this.organization);
      this.inside = {};
      this.list = this.fault = undefined;
    } else if (item.what === 'list') this.begin(item);
    else if (item.what === 'memberTwice') this.refuse({ ...FAULTS.twice, message: `"${item.name}" appears twice.` });
    else if (item.what === 'organizationEnd') {
      const left = Object.fromEntries(this.leftOut);
      this.leftOut.clear();
      const fault = this.fault ? { fault: this.fault } : {};
      into.push({ list: 'org', organization: this.organization, line: ++this.line, value: { ...this.inside, ...left }, ...fault });
      this.inside = this.list = undefined;
    } else if (item.what === 'entry') this.entry(item, into);
    else if (item.what === 'member') this.member(item);
  }

  private entry({ value, fault }: { value: unknown; fault?: RecordFault }, into: ImportRecord[]): void {
    if (this.inside === undefined) {
      // A value in the list of organizations that is no object.
      assertFewOrganizations(++this.organization);
      into.push({ list: 'org', organization: this.organization, line: ++this.line, value: null, ...(fault ? { fault } : {}) });
    } else if (this.list !== undefined && Object.hasOwn(LISTS, this.list))
      into.push({ list: this.list as ListName, organization: this.organization, line: ++this.line, value, ...(fault ? { fault } : {}) });
    else if (!ORGANIZATION_MEMBERS.has(this.list ?? '')) this.leftOut.set(this.sent, (this.leftOut.get(this.sent) ?? 0) + 1);
  }

  private begin({ name: list, sent }: { name: string; sent: string }): void {
    [this.list, this.sent] = [list, sent];
    // A list in the place of orgId, org or orgState: reading the organization refuses it as a wrong type.
    if (ORGANIZATION_MEMBERS.has(list)) this.inside = { [list]: [], ...this.inside };
  }

  private refuse({ kind, message }: RecordFault): void {
    this.fault ??= { kind, message: `${message} The organization was skipped.` };
  }

  private member({ place, name, sent, value, fault }: Extract<JsonEntry, { what: 'member' }>): void {
    if (place === 'organization') {
      const isOwn = ORGANIZATION_MEMBERS.has(name);
      if (isOwn && fault) this.refuse({ ...fault, message: `${name}: ${fault.message}` });
      // Of a member that is left out only the name matters.
      this.inside = { ...(isOwn ? { [name]: value } : { [sent]: 1 }), ...this.inside };
    } else if (place === 'body' && name === 'timeout') {
      if (fault) throw new DomainError('invalid', fault.kind, `"${name}": ${fault.message}`, name);
      this.facts.timeout = value;
    } else this.facts.unknown.push(sent);
  }
}

function assertFewOrganizations(count: number): void {
  if (count >= LIMITS.organizations)
    throw new DomainError('tooLarge', 'import.organizations', `An import may have at most ${LIMITS.organizations} organizations.`);
}

/** What is wrong with a body, as a refusal that quotes nothing of it. Any other error stays what it is. */
function readable(error: unknown): unknown {
  if (error instanceof BrokenJsonError) return new DomainError('invalid', 'body.malformed', error.message);
  const { code = '', cause } = error as { code?: string; cause?: unknown };
  if (cause instanceof DomainError) return cause;
  if (code.startsWith('Z_')) return new DomainError('invalid', 'body.gzip', 'The body is not gzip, or it is incomplete.');
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return new DomainError('invalid', 'body.aborted', 'The body ended before it was complete.');
  return error;
}
