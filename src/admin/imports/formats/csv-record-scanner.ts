// Splits streamed comma-separated values (RFC 4180), or those with another separator, into records, holding at most one in memory. An error affects one record only:
// a record that is too long is skipped to its end, a misplaced quote spoils its own record only.
import { isUtf8 } from 'node:buffer';
import { FAULTS, LIMITS, type RecordFault } from '../records/import-record.js';

/** A record with the line it begins in, from 1. */
export interface CsvRecord {
  line: number;
  /** Empty when the record has a fault that keeps its fields from being told apart. */
  fields: string[];
  fault?: RecordFault;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;

/** Where in a field the next byte is. `closed`: behind a quote that ends the quoted text, unless another quote follows, which makes it one quote of the text. */
type ScanState = 'start' | 'plain' | 'quoted' | 'closed';

export class CsvRecordScanner {
  private state: ScanState = 'start';
  private line = 1;
  /** Byte of the chunk before. */
  private last = 0;

  // The record that began in this chunk or an earlier one.
  private parts: Buffer[] = [];
  private size = 0;
  private separators: number[] = [];
  private begun = 1;
  private quoteLine = 1;
  private misfit = false;
  private readonly separator: number;

  /** @param separator one byte of ASCII, neither a quote nor a line break */
  constructor(separator = ',') {
    this.separator = separator.charCodeAt(0);
  }

  *scanCsv(chunk: Buffer): Generator<CsvRecord> {
    const { separator } = this;
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      // Most bytes: letters and digits in the middle of a field.
      if (byte > QUOTE && byte !== separator && (this.state === 'plain' || this.state === 'quoted')) continue;
      if (byte === NEWLINE || byte === RETURN) {
        const isSecondHalf = byte === NEWLINE && (at > 0 ? chunk[at - 1] : this.last) === RETURN;
        if (!isSecondHalf) this.line++;
        if (this.state === 'quoted') continue;
        if (!isSecondHalf) {
          this.keep(chunk.subarray(from, at));
          yield* this.cut(this.line - 1);
        }
        this.begun = this.line;
        from = at + 1;
      } else if (this.state === 'quoted') {
        if (byte === QUOTE) this.state = 'closed';
      } else if (byte === separator) {
        this.state = 'start';
        if (this.size <= LIMITS.recordBytes) this.separators.push(this.size + at - from);
      } else if (byte === QUOTE) this.quote();
      else {
        this.misfit ||= this.state === 'closed';
        this.state = 'plain';
      }
    }
    // A copy, so that a short record does not hold a whole chunk.
    this.keep(Buffer.from(chunk.subarray(from)));
    this.last = chunk.at(-1) ?? this.last;
  }

  /** The last record needs no line break. */
  *endCsv(): Generator<CsvRecord> {
    yield* this.cut(this.line);
  }

  private quote(): void {
    if (this.state === 'start') this.quoteLine = this.line;
    if (this.state === 'plain') this.misfit = true;
    else this.state = 'quoted';
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size > LIMITS.recordBytes) [this.parts, this.separators] = [[], []];
    else if (part.length > 0) this.parts.push(Buffer.from(part));
  }

  private *cut(lastLine: number): Generator<CsvRecord> {
    const { parts, size, separators, begun: line } = this;
    const fault = this.faultOfQuotes(lastLine) ?? (size > LIMITS.recordBytes ? FAULTS.tooLarge : undefined);
    [this.parts, this.size, this.separators, this.misfit, this.state] = [[], 0, [], false, 'start'];
    if (size === 0) return;
    if (fault) return yield { line, fields: [], fault };
    const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    const fields = [...separators, size].map((end, n) =>
      fieldOf(bytes.toString('utf8', n === 0 ? 0 : (separators[n - 1] as number) + 1, end)),
    );
    yield isUtf8(bytes) ? { line, fields } : { line, fields, fault: FAULTS.notUtf8 };
  }

  private faultOfQuotes(lastLine: number): RecordFault | undefined {
    if (this.state === 'quoted')
      return {
        kind: this.size > LIMITS.recordBytes ? FAULTS.tooLarge.kind : 'record.quoteNotClosed',
        message: `The quote opened in line ${this.quoteLine} is never closed: nothing after it could be read.`,
      };
    if (!this.misfit) return undefined;
    const lines = lastLine > this.begun ? ` Lines ${this.begun} to ${lastLine} were taken for one entry.` : '';
    return {
      kind: 'record.malformed',
      message: `A quote is misplaced: enclose a field that contains quotes in quotes, and double those inside.${lines}`,
    };
  }
}

function fieldOf(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
}
