// Splits a streamed body into lines. A line that is too long is an error and is not kept in memory.
import { isUtf8 } from 'node:buffer';
import { countColons } from './json-entry-scanner.js';
import { FAULTS, LIMITS, type RecordFault } from '../records/import-record.js';
import { readMembers } from '../records/read-members.js';

/** A line with its number, from 1. */
export interface Line {
  line: number;
  value: unknown;
  fault?: RecordFault;
}

const NEWLINE = 0x0a;

export class LineSplitter {
  private parts: Buffer[] = [];
  private size = 0;
  private line = 0;

  *splitLines(chunk: Buffer): Generator<Line> {
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(NEWLINE, from);
      this.keep(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0) return;
      yield* this.cut();
      from = end + 1;
    }
  }

  /** The last line needs no newline. */
  *endLines(): Generator<Line> {
    if (this.size > 0) yield* this.cut();
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size > LIMITS.recordBytes) this.parts = [];
    else this.parts.push(Buffer.from(part));
  }

  private *cut(): Generator<Line> {
    const [bytes, size] = [this.parts.length === 1 ? (this.parts[0] as Buffer) : Buffer.concat(this.parts), this.size];
    [this.parts, this.size] = [[], 0];
    const line = ++this.line;
    if (size > LIMITS.recordBytes) yield { line, value: null, fault: FAULTS.tooLarge };
    else if (bytes.toString('latin1').trim() !== '') yield { line, ...readLine(bytes) };
  }
}

function readLine(bytes: Buffer): Omit<Line, 'line'> {
  if (!isUtf8(bytes)) return { value: null, fault: FAULTS.notUtf8 };
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { value: null, fault: FAULTS.malformed };
  }
  const { value, members, fault } = readMembers(parsed);
  if (fault) return { value, fault };
  return members === countColons(bytes) ? { value } : { value, fault: FAULTS.twice };
}
