// Stores records between ingestion and processing: in chunks of about a mebibyte, compressed, and sealed because they contain password hashes.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { LISTS, ORGANIZATION_PHASE, PHASES, phaseOf, type ImportRecord, type ListName } from '../records/import-record.js';
import { ImportJobsRepository } from './import-jobs.repository.js';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

const CHUNK_CHARACTERS = 2 ** 20;
/** Bytes of an unpacked chunk at most, far above what the characters and one large record more can be. */
const MAX_UNPACKED = 64 * 2 ** 20;
const NEWLINE = 0x0a;
const LIST_NAMES = ['org', ...(Object.keys(LISTS) as ListName[])] as const;

/** How a record lies in a chunk. */
type Packed = [
  list: number,
  organization: number,
  line: number,
  value: unknown,
  fault?: ImportRecord['fault'] | null,
  part?: ImportRecord['part'],
];

/** Collects records by phase and writes each chunk when it is full, so that no more than one of each phase is in memory. */
export class ChunkWriter {
  private readonly open = Array.from({ length: PHASES }, () => ({ texts: [] as string[], characters: 0 }));
  private next = 0;
  records = 0;

  /** @param done how many records of the first phase are done already */
  constructor(
    private readonly chunks: ImportChunks,
    readonly jobNo: number,
    private done = 0,
  ) {}

  async addRecords(records: readonly ImportRecord[]): Promise<void> {
    for (const record of records) {
      const phase = phaseOf(record);
      const chunk = this.open[phase];
      if (!chunk) continue;
      const { list, organization, line, value, fault, part } = record;
      const more = part ? [fault ?? null, part] : fault ? [fault] : [];
      const packed = [LIST_NAMES.indexOf(list), organization, line, value, ...more] as Packed;
      const text = JSON.stringify(packed);
      chunk.texts.push(text);
      chunk.characters += text.length;
      this.records++;
      if (chunk.characters >= this.chunks.characters) await this.flush(phase);
    }
  }

  /** Writes what is left. */
  async flushAll(): Promise<void> {
    for (const phase of this.open.keys()) await this.flush(phase);
  }

  private async flush(phase: number): Promise<void> {
    const chunk = this.open[phase];
    if (!chunk || chunk.texts.length === 0) return;
    const { texts } = chunk;
    [chunk.texts, chunk.characters] = [[], 0];
    const line = phase === ORGANIZATION_PHASE ? Math.min(this.done, texts.length) : 0;
    this.done -= line;
    await this.chunks.writeChunk(this.jobNo, { n: this.next++, phase, records: texts.length, line }, texts.join('\n'));
  }
}

/** The records of a chunk, each parsed only when it is taken: as objects they would outlive many units of work and make the heap grow. */
export class ChunkReader {
  private at = 0;

  /** @param text a record a line, which JSON never breaks */
  constructor(private readonly text: Buffer) {}

  /** The next records, fewer than `count` at the end. */
  takeRecords(count: number): ImportRecord[] {
    return Array.from(this.lines(count), unpackedRecord);
  }

  /** Passes over records. */
  skipRecords(count: number): this {
    for (const _ of this.lines(count));
    return this;
  }

  private *lines(count: number): Generator<Buffer> {
    for (let n = 0; n < count && this.at < this.text.length; n++) {
      const newline = this.text.indexOf(NEWLINE, this.at);
      const end = newline < 0 ? this.text.length : newline;
      yield this.text.subarray(this.at, end);
      this.at = end + 1;
    }
  }
}

function unpackedRecord(line: Buffer): ImportRecord {
  const [list, organization, at, value, fault, part] = JSON.parse(line.toString('utf8')) as Packed;
  return { list: LIST_NAMES[list] ?? 'org', organization, line: at, value, ...(fault ? { fault } : {}), ...(part ? { part } : {}) };
}

@Injectable()
export class ImportChunks {
  /** A chunk with this many characters is full. */
  characters = CHUNK_CHARACTERS;

  constructor(
    private readonly repository: ImportJobsRepository,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  async writeChunk(jobNo: number, chunk: { n: number; phase: number; records: number; line: number }, text: string): Promise<void> {
    const sealed = await this.keyring.seal('import', await pack(text, { level: 1 }));
    await this.database.write('write import chunk', (tx: Transaction) =>
      this.repository.addChunk(tx, jobNo, chunk, sealed, this.clock.nowUs()),
    );
  }

  /** @returns undefined when the chunk is gone */
  async readChunk(jobNo: number, n: number): Promise<ChunkReader | undefined> {
    const sealed = await this.repository.readChunkContent(jobNo, n);
    if (sealed === undefined) return undefined;
    const packed = await this.keyring.open('import', sealed);
    if (!packed) throw new Error(`Chunk ${n} of an import cannot be opened: its key is gone.`);
    return new ChunkReader(await unpack(packed, { maxOutputLength: MAX_UNPACKED }));
  }
}
