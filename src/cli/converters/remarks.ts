// What a conversion has to say about its source: each value that is not taken, by its kind, and notes about values that are.
import { createWriteStream, type WriteStream } from 'node:fs';
import { counted } from '../terminal/progress.js';
import { printable } from '../terminal/style.js';

/** The words for one and for several values of a kind. */
const KINDS = {
  attribute: ['attribute', 'attributes'],
  client: ['client', 'clients'],
  column: ['column', 'columns'],
  consent: ['consent', 'consents'],
  directory: ['link to a directory', 'links to directories'],
  email: ['e-mail address', 'e-mail addresses'],
  group: ['group', 'groups'],
  id: ['id', 'ids'],
  identity: ['identity', 'identities'],
  password: ['password', 'passwords'],
  phone: ['phone number', 'phone numbers'],
  provider: ['identity provider', 'identity providers'],
  requiredAction: ['required action', 'required actions'],
  role: ['role', 'roles'],
  secondFactor: ['second factor', 'second factors'],
  setting: ['setting', 'settings'],
} as const satisfies Record<string, readonly [string, string]>;

/** The kind of a value that is not taken; `note`: nothing is lost. */
export type RemarkKind = keyof typeof KINDS | 'note';

/** Reports about a person, a group or another object. @param count of the values that the sentence names */
export type Remarks = (kind: RemarkKind, who: string, what: string, count?: number) => void;

/** Writes remarks to standard error, or to a file of NDJSON, and counts the values that are not taken. */
export class Report {
  private readonly counts = new Map<keyof typeof KINDS, number>();
  private notes = 0;
  private readonly file: WriteStream | undefined;

  constructor(path: string | undefined) {
    // Names of people and what systems know about them are for the reader of the report only.
    this.file = path === undefined ? undefined : createWriteStream(path, { mode: 0o600 });
  }

  readonly remark: Remarks = (kind, who, what, count = 1) => {
    if (kind === 'note') this.notes++;
    else this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
    if (this.file) this.file.write(`${JSON.stringify({ kind, who, what, count })}\n`);
    else console.error(printable(`${who}: ${what}`));
  };

  get isComplete(): boolean {
    return this.counts.size === 0;
  }

  /** `not taken: 2 attributes, 1 role; 1 note` */
  summary(): string {
    const lost = [...this.counts]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([kind, count]) => counted(count, KINDS[kind][0], KINDS[kind][1]));
    const notes = this.notes === 0 ? '' : `; ${counted(this.notes, 'note')}`;
    return `${lost.length === 0 ? 'everything is taken' : `not taken: ${lost.join(', ')}`}${notes}`;
  }

  async end(): Promise<void> {
    const { file } = this;
    if (file) await new Promise<void>((ended, failed) => file.on('error', failed).end(ended));
  }
}
