// Reads the lines of an export as they come, and notes where it could go on.

const NEWLINE = 0x0a;
const MARK = Buffer.from('{"export":');

/** What a mark of an export says. */
interface Mark {
  cursor?: string;
  complete?: boolean;
  counts?: Record<string, number>;
}

export class ExportMarks {
  /** Bytes up to the end of the last mark; whatever is behind it comes again. */
  end = 0;
  mark: Mark = {};
  /** Lines of people, groups and everything else so far; those behind the last mark too. */
  lines = 0;
  /** What the first line says it is of. */
  orgId: string | undefined;
  private bytes = 0;
  private rest: Buffer[] = [];

  /** @param chunk of the file, from where the last one ended */
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

  /** Forgets what is behind the last mark. */
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

/** Undefined for what is no line of an export. */
function organizationOf(line: Buffer): string | undefined {
  try {
    const { orgId, list } = JSON.parse(line.toString()) as { orgId?: string; list?: string };
    return list === 'org' ? orgId : undefined;
  } catch {
    return undefined;
  }
}
