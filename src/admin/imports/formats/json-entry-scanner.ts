// Finds the entries of an import in its JSON (RFC 8259) as the bytes come, without ever holding more than one of them. It looks at brackets and quotes
// only: what it cuts out is read by JSON.parse, which is several times faster than any parser that makes values out of bytes itself
// (docs/adr/0018-import.md). So the frame around the entries is checked here, and the entries there; together they accept what JSON.parse accepts.
import { isUtf8 } from 'node:buffer';
import { camelCase, FAULTS, LIMITS, type RecordFault } from '../records/import-record.js';
import { readMembers } from '../records/read-members.js';

/** What the frame holds, in the order it comes. `place` says where a member stands, `sent` is its name as it was spelled. */
export type JsonEntry =
  | { what: 'member'; place: 'body' | 'data' | 'organization'; name: string; sent: string; value: unknown; fault?: RecordFault }
  | { what: 'organizations' | 'organization' | 'organizationEnd' }
  | { what: 'list'; name: string; sent: string }
  /** A name that an organization has already, as it was sent. What it names comes all the same. */
  | { what: 'memberTwice'; name: string }
  /** An entry of the list that began last, or, without one, something among the organizations that is none. */
  | { what: 'entry'; value: unknown; fault?: RecordFault };

/** The body is not JSON, or not an object. */
export class BrokenJsonError extends Error {}

/** @param at of the fault, or where the name or value with the fault begins: so many bytes of the unpacked body come before */
function broken(at: number, reason: string): BrokenJsonError {
  return new BrokenJsonError(`The body is not valid JSON: ${reason} at byte ${at}.`);
}

function noObject(kind: string): BrokenJsonError {
  return new BrokenJsonError(`The body must be an object with dataOrgs.orgs, a list of organizations, but it is ${kind}.`);
}

type Level = 'body' | 'data' | 'organizations' | 'organization' | 'list';

const OBJECTS = new Set<Level>(['body', 'data', 'organization']);
const DATA_NAMES = new Set(['dataOrgs', 'dataOrgsv1']);

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** What ends a number, true, false or null. */
const DELIMITERS: ReadonlySet<number> = new Set(Buffer.from(' \t\n\r,:"[]{}'));

/** What a body is that is no object, by its first byte; every other byte begins a number. */
const KINDS: Readonly<Record<string, string>> = { n: 'null', t: 'a boolean', f: 'a boolean', '"': 'a string', '[': 'a list' };

/** What may come next between two values. */
type Expect = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

export class JsonEntryScanner {
  private readonly levels: Level[] = [];
  private readonly names: Array<Set<string>> = [];
  private expect: Expect = 'value';
  private name = '';
  private sent = '';
  private before = 0;

  // What is being cut out: a name or a value that began in this chunk or an earlier one.
  private cutting: 'name' | 'value' | undefined;
  private begun = 0;
  private first = 0;
  private parts: Buffer[] = [];
  private size = 0;
  private depth = 0;
  private colons = 0;
  private inString = false;
  private escaped = false;
  /** A number, true, false or null: it has no closing sign and ends where anything else begins. */
  private bare = false;
  private overflow = false;

  /** @param isForeign the body is a list of objects, or an object with such lists, instead of one with `dataOrgs` */
  constructor(private readonly isForeign = false) {}

  /** @throws BrokenJsonError */
  *scanJson(chunk: Buffer): Generator<JsonEntry> {
    let at = 0;
    while (at < chunk.length) {
      if (this.cutting) {
        const end = this.findEnd(chunk, at);
        this.keep(chunk, at, end);
        at = end;
        if (!this.ended) break;
        yield* this.cutOut();
        continue;
      }
      const byte = chunk[at] as number;
      if (byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB) at++;
      else if (this.begins(byte)) this.startCut(byte, this.before + at);
      else {
        yield* this.step(byte, this.before + at);
        at++;
      }
    }
    this.before += chunk.length;
  }

  /** Call when nothing more comes. @throws BrokenJsonError */
  endJson(): void {
    if (this.levels.length === 0 && this.expect === 'value') {
      if (!this.cutting) throw noObject('empty');
      // A number, true, false or null as the whole body ends with it.
      if (this.bare) this.cutOut().next();
    }
    if (this.cutting || this.expect !== 'nothing') throw broken(this.before, 'it ends early');
  }

  /** Whether a name or a value that is cut out begins here. */
  private begins(byte: number): boolean {
    if (this.expect === 'name' || this.expect === 'nameOrEnd') return byte === QUOTE;
    if (this.expect !== 'value' && this.expect !== 'valueOrEnd') return false;
    if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE || byte === COMMA || byte === COLON) return false;
    return this.levelInside(byte) === undefined;
  }

  /** The level that a bracket opens here, if the frame goes on inside. */
  private levelInside(byte: number): Level | undefined {
    const level = this.levels.at(-1);
    if (this.isForeign) {
      if (byte === OPEN_BRACE) return level === undefined ? 'body' : undefined;
      return byte === OPEN_BRACKET && (level === undefined || level === 'body') ? 'list' : undefined;
    }
    if (byte === OPEN_BRACE) {
      if (level === undefined) return 'body';
      if (level === 'body' && DATA_NAMES.has(this.name)) return 'data';
      if (level === 'organizations') return 'organization';
    }
    if (byte === OPEN_BRACKET) {
      if (level === 'data' && this.name === 'orgs') return 'organizations';
      if (level === 'organization') return 'list';
    }
    return undefined;
  }

  private *step(byte: number, at: number): Generator<JsonEntry> {
    const inside = this.expect === 'value' || this.expect === 'valueOrEnd' ? this.levelInside(byte) : undefined;
    if (inside) {
      this.levels.push(inside);
      this.names.push(new Set());
      this.expect = OBJECTS.has(inside) ? 'nameOrEnd' : 'valueOrEnd';
      if (inside === 'organizations') yield { what: 'organizations' };
      if (inside === 'organization') yield { what: 'organization' };
      if (inside === 'list') yield { what: 'list', name: this.name, sent: this.sent };
      return;
    }
    const level = this.levels.at(-1);
    if (byte === COLON && this.expect === 'colon') this.expect = 'value';
    else if (byte === COMMA && this.expect === 'commaOrEnd') this.expect = level !== undefined && OBJECTS.has(level) ? 'name' : 'value';
    else if (level !== undefined && this.mayEnd() && byte === (OBJECTS.has(level) ? CLOSE_BRACE : CLOSE_BRACKET)) {
      this.levels.pop();
      this.names.pop();
      this.expect = this.levels.length === 0 ? 'nothing' : 'commaOrEnd';
      if (level === 'organization') yield { what: 'organizationEnd' };
    } else throw broken(at, 'something unexpected');
  }

  private mayEnd(): boolean {
    return this.expect === 'commaOrEnd' || this.expect === 'nameOrEnd' || this.expect === 'valueOrEnd';
  }

  private startCut(byte: number, at: number): void {
    [this.first, this.begun] = [byte, at];
    this.cutting = this.expect === 'name' || this.expect === 'nameOrEnd' ? 'name' : 'value';
    this.bare = byte !== QUOTE && byte !== OPEN_BRACE && byte !== OPEN_BRACKET;
    this.parts = [];
    this.size = this.depth = this.colons = 0;
    this.inString = this.escaped = this.overflow = this.ended = false;
  }

  private ended = false;

  /** @returns the place behind the last byte of what is cut out, or the end of the chunk when it goes on */
  private findEnd(chunk: Buffer, from: number): number {
    let at = from;
    if (this.bare) {
      while (at < chunk.length && !DELIMITERS.has(chunk[at] as number)) at++;
      this.ended = at < chunk.length;
      return at;
    }
    let { inString, escaped, depth, colons } = this;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) break;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === COLON) colons++;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) break;
    }
    this.ended = at < chunk.length;
    Object.assign(this, { inString, escaped, depth, colons });
    return this.ended ? at + 1 : at;
  }

  private keep(chunk: Buffer, from: number, to: number): void {
    this.size += to - from;
    const most = this.cutting === 'name' ? LIMITS.nameBytes : LIMITS.recordBytes;
    if (this.size > most) {
      if (this.cutting === 'name') throw broken(this.begun, 'a name is too long');
      // Only its end is looked for from here on.
      this.overflow = true;
      this.parts = [];
    } else this.parts.push(this.ended ? chunk.subarray(from, to) : Buffer.from(chunk.subarray(from, to)));
  }

  private *cutOut(): Generator<JsonEntry> {
    const { cutting } = this;
    this.cutting = undefined;
    const bytes = this.parts.length === 1 ? (this.parts[0] as Buffer) : Buffer.concat(this.parts);
    if (cutting === 'name') {
      this.sent = String(this.parse(bytes));
      this.name = camelCase(this.sent);
      this.expect = 'colon';
      if (!this.isNew(this.name)) yield { what: 'memberTwice', name: this.sent };
      return;
    }
    const read = this.overflow ? { value: null, fault: FAULTS.tooLarge } : this.read(bytes);
    const level = this.levels.at(-1);
    this.expect = level === undefined ? 'nothing' : 'commaOrEnd';
    if (level === 'list' || level === 'organizations') yield { what: 'entry', ...read };
    else if (level === undefined) throw noObject(KINDS[String.fromCharCode(this.first)] ?? 'a number');
    else yield { what: 'member', place: level, name: this.name, sent: this.sent, ...read };
  }

  /** @throws BrokenJsonError if a duplicate name makes the body useless */
  private isNew(name: string): boolean {
    const known = this.names.at(-1);
    const isNew = !known?.has(name);
    if (!isNew && this.levels.at(-1) !== 'organization') throw broken(this.begun, `the member "${this.sent}" appears again`);
    // A body has few names at these levels.
    if (isNew && known && known.size >= MAX_NAMES) throw broken(this.begun, 'an object has too many members');
    known?.add(name);
    return isNew;
  }

  private read(bytes: Buffer): { value: unknown; fault?: RecordFault } {
    const { value, members, fault } = readMembers(this.parse(bytes));
    if (fault) return { value: idsOf(value), fault };
    return members === this.colons ? { value } : { value: idsOf(value), fault: FAULTS.twice };
  }

  private parse(bytes: Buffer): unknown {
    if (!isUtf8(bytes)) throw broken(this.begun, 'text that is not UTF-8 begins');
    try {
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch {
      throw broken(this.begun, 'a malformed value begins');
    }
  }
}

const MAX_NAMES = 1_000;

/** Enough of an entry that cannot be used to say which it was. */
function idsOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => typeof member === 'string' && member.length <= LIMITS.nameBytes));
}

/** JSON's members: how often a name and a colon stand outside of strings. */
export function countColons(bytes: Buffer): number {
  let colons = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    } else if (byte === COLON) colons++;
  }
  return colons;
}
