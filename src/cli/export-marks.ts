// Reads the lines of an export as they arrive, and records where it could continue.

const NEWLINE = 0x0a;
const MARK = Buffer.from('{"export":');

/** The contents of a mark in an export. */
interface Mark {
  cursor?: string;
  complete?: boolean;
  counts?: Record<string, number>;
}

export class ExportMarks {
  /** Bytes up to the end of the last mark; data after it is sent again. */
  end = 0;
  mark: Mark = {};
  /** Lines so far of people, groups and all else, including those after the last mark. */
  lines = 0;
  /** The organization named in the first line. */
  orgId: string | undefined;
  private bytes = 0;
  private rest: Buffer[] = [];

  /** @param chunk of the file, following the previous one */
  read(chunk: Buffer): void {
    for (let from = 0; ;) {
      const at = chunk.indexOf(NEWLINE, from);
      this.rest.push(chunk.subarray(from, at < 0 ? chunk.length : at));
      this.bytes += (at < 0 ? chunk.length : at + 1) - from;
      if (at < 0) return;
      this.line(this.rest.length === 1 ? (this.rest[0] as Buffer) : Buffer.concat(this.rest));
      this.rest = [];
      from = at + 1;
    }
  }

  /** Discards data after the last mark. */
  rewind(): void {
    this.bytes = this.end;
    this.rest = [];
  }

  private line(line: Buffer): void {
    if (line.subarray(0, MARK.length).equals(MARK)) {
      this.mark = (JSON.parse(line.toString()) as { export: Mark }).export;
      this.end = this.bytes;
      return;
    }
    if (this.lines === 0) this.orgId = organizationOf(line);
    this.lines++;
  }
}

/** Undefined if the line isn't the first of an export. */
function organizationOf(line: Buffer): string | undefined {
  try {
    const { orgId, list } = JSON.parse(line.toString()) as { orgId?: string; list?: string };
    return list === 'org' ? orgId : undefined;
  } catch {
    return undefined;
  }
}
