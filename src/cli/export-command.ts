// `gatehouse users export`: writes an organization to a file, and continues an interrupted export.
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { ExportMarks } from './export-marks.js';
import { findNamed } from './names/find-named.js';
import { ServiceClient } from './service/service-client.js';
import { CommandError, UsageError } from './terminal/command-error.js';
import { EXIT, type ExitCode } from './terminal/exit-code.js';
import { counted, ProgressBar } from './terminal/progress.js';

export interface ExportArguments {
  url?: string;
  json?: boolean;
}

interface Statistics {
  people: { active: number; inactive: number };
}

/** Only its owner may read the file, because it contains password hashes. */
const MODE = 0o600;
const PIECE = 65_536;
/** Pauses before reconnecting. They start over once data has arrived. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000];

/** @returns the exit code. @throws CommandError, UsageError */
export async function exportUsers(
  [org, path, ...more]: readonly string[],
  args: ExportArguments,
  env: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  if (org === undefined || path === undefined) throw new UsageError('ORG and FILE are needed: the organization, and the file to write.');
  if (more.length > 0) throw new UsageError(`One ORG and one FILE are needed; ${more.join(', ')} is one too many.`);
  const client = new ServiceClient(args.url, env);
  const { id: orgId } = await findNamed(client, 'GET /admin/v1/organizations/{orgId}', 'orgId', org, {});
  const { people } = (await client.json(`/admin/v1/organizations/${encodeURIComponent(orgId)}/statistics`)) as Statistics;
  const file = await openFile(path);
  try {
    const marks = await marksIn(file, orgId, path);
    await receive(client, orgId, file, marks, people.active + people.inactive);
    await file.sync();
    report(path, marks, args);
  } finally {
    await file.close();
  }
  return EXIT.done;
}

async function openFile(path: string): Promise<FileHandle> {
  const refuse = (error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} cannot be written: ${error.message}.`);
  };
  const made = await open(path, 'wx+', MODE).catch((error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? undefined : refuse(error)));
  const file = made ?? (await open(path, 'r+').catch(refuse));
  await file.chmod(MODE);
  return file;
}

/** Reads the marks in an existing file. @throws UsageError if it is anything but an interrupted export of the organization */
async function marksIn(file: FileHandle, orgId: string, path: string): Promise<ExportMarks> {
  const marks = new ExportMarks();
  const { size } = await file.stat();
  const piece = Buffer.alloc(PIECE);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(piece, 0, PIECE, at);
    marks.read(Buffer.from(piece.subarray(0, bytesRead)));
    at += bytesRead;
  }
  if (size > 0 && (marks.orgId !== orgId || marks.end === 0))
    throw new UsageError(`${path} is not an export of this organization that could be continued. Name a file that does not exist.`);
  if (marks.mark.complete) throw new UsageError(`${path} is a complete export already. Name a file that does not exist.`);
  return marks;
}

/** Receives data until the export is complete, and reconnects if the connection breaks. */
async function receive(client: ServiceClient, orgId: string, file: FileHandle, marks: ExportMarks, people: number): Promise<void> {
  const bar = new ProgressBar(process.stderr, () => performance.now());
  for (let attempt = 0; ;) {
    const before = marks.end;
    marks.rewind();
    await file.truncate(marks.end);
    const after = marks.mark.cursor === undefined ? '' : `?after=${encodeURIComponent(marks.mark.cursor)}`;
    const answer = await client.request(`/admin/v1/organizations/${encodeURIComponent(orgId)}/export${after}`);
    const error = await write(answer, file, marks, (lines) => bar.show(progressOf(lines, people))).then(
      () => undefined,
      (problem: unknown) => problem,
    );
    if (marks.mark.complete) return bar.end();
    if (error instanceof CommandError) throw error;
    if (marks.end > before) attempt = 0;
    const pause = PAUSES_MS[attempt++];
    if (pause === undefined)
      throw new CommandError('The connection broke several times. Repeat the command to continue.', EXIT.unreachable);
    await setTimeout(pause);
  }
}

async function write({ body }: Response, file: FileHandle, marks: ExportMarks, show: (lines: number) => void): Promise<void> {
  let at = marks.end;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    const chunk = Buffer.from(piece);
    await file.write(chunk, 0, chunk.length, at).catch((error: Error) => {
      throw new CommandError(`The file cannot be written: ${error.message}. Repeat the command to continue.`);
    });
    at += chunk.length;
    marks.read(chunk);
    show(marks.lines);
  }
}

const started = performance.now();

/** The progress of an export. Most lines of an organization are people. */
function progressOf(lines: number, people: number) {
  const rate = lines / Math.max((performance.now() - started) / 1_000, 0.001);
  return { label: 'Exporting', done: lines, total: Math.max(people, lines), rate, secondsLeft: null, errors: 0 };
}

function report(path: string, { mark: { counts = {} } }: ExportMarks, { json }: ExportArguments): void {
  if (json) return console.log(JSON.stringify({ file: path, counts }, null, 2));
  console.log(`${counted(counts['humanUsers'] ?? 0, 'person', 'people')} and ${counted(counts['groups'] ?? 0, 'group')} in ${path}`);
  console.log('The file contains password hashes. Keep it readable by you only.');
}
