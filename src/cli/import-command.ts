// `gatehouse users import`: sends a file to the service and shows the progress of the import.
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from './terminal/command-error.js';
import { EXIT, type ExitCode } from './terminal/exit-code.js';
import { counted, grouped, ProgressBar } from './terminal/progress.js';
import { assertReadable } from './terminal/readable-file.js';
import { ServiceClient } from './service/service-client.js';

export interface ImportArguments {
  dryRun?: boolean;
  invite?: boolean;
  mode?: string;
  format?: string;
  errors?: string;
  org?: string;
  column?: string[];
  hash?: string;
  separator?: string;
  url?: string;
  json?: boolean;
}

/** An import as the service describes it. */
interface ImportJob {
  id: string;
  state: string;
  records: number;
  done: number;
  added: number;
  changed: number;
  failed: number;
  groups: number;
  members: number;
  rate: number;
  secondsLeft: number | null;
  errors: Record<string, number>;
  reason: string | null;
}

const TYPES: Readonly<Record<string, string>> = { ndjson: 'application/x-ndjson', csv: 'text/csv', json: 'application/json' };
const AT_END = new Set(['done', 'canceled', 'failed', 'stopped']);
/** Short pauses at first, for small files. */
const POLL_MS = [50, 100, 250, 500, 1_000];
const SHOWN_KINDS = 10;

const nowMs = () => performance.now();

/** @returns the exit code. @throws CommandError, UsageError */
export async function importUsers(path: string, args: ImportArguments, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const mode = args.mode ?? 'create';
  if (mode !== 'create' && mode !== 'upsert') throw new UsageError('--mode must be create or upsert.');
  const type = TYPES[args.format ?? formatOf(path)];
  if (type === undefined) throw new UsageError('--format must be ndjson, csv or json.');
  await assertReadable(path);
  const client = new ServiceClient(args.url, env);
  const bar = new ProgressBar(process.stderr, nowMs);
  const query = queryOf(mode, args);
  const headers = { 'content-type': type, ...(path.endsWith('.gz') ? { 'content-encoding': 'gzip' } : {}) };
  const body = Readable.toWeb(await sending(path, bar)) as ReadableStream;
  const submitted = await client.request(`/admin/v1/imports?${query}`, { method: 'POST', headers, body });
  const job = await watch(client, ((await submitted.json()) as ImportJob).id, bar);
  bar.end();
  if (args.errors !== undefined) await saveFaults(client, job.id, args.errors);
  if (args.json) console.log(JSON.stringify(job, null, 2));
  else report(job, args);
  if (job.state !== 'done') return EXIT.failed;
  return job.failed > 0 ? EXIT.partly : EXIT.done;
}

function queryOf(mode: string, { dryRun, invite, org, column = [], hash, separator }: ImportArguments): URLSearchParams {
  const given = { mode, dryRun: dryRun && 'true', invite: invite && 'true', orgId: org, hash, separator };
  const query = new URLSearchParams(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  for (const one of column) query.append('column', one);
  return query;
}

function formatOf(path: string): string {
  return /\.([a-z]+)(\.gz)?$/i.exec(path)?.[1]?.toLowerCase().replace('jsonl', 'ndjson') ?? '';
}

/** A stream of the file that reports to the bar how much has been sent. */
async function sending(path: string, bar: ProgressBar): Promise<Readable> {
  const { size } = await stat(path);
  const begun = nowMs();
  let sent = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      const rate = sent / Math.max((nowMs() - begun) / 1_000, 0.001);
      bar.show({ label: 'Sending bytes', done: sent, total: size, rate, secondsLeft: (size - sent) / rate, errors: 0 });
      done(null, chunk);
    },
  });
  return createReadStream(path)
    .on('error', (error) => count.destroy(error))
    .pipe(count);
}

async function watch(client: ServiceClient, id: string, bar: ProgressBar): Promise<ImportJob> {
  for (let look = 0; ; look++) {
    const job = (await (await client.request(`/admin/v1/imports/${encodeURIComponent(id)}`)).json()) as ImportJob;
    const { records: total, done, rate, secondsLeft, failed: errors } = job;
    bar.show({ label: job.state === 'waiting' ? 'Waiting' : 'Importing', done, total, rate, secondsLeft, errors });
    if (AT_END.has(job.state)) return job;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS[Math.min(look, POLL_MS.length - 1)]));
  }
}

/** Writes every error of an import to standard output. @throws CommandError */
export async function writeErrors(id: string, url: string | undefined, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  await pipeline(await faultsOf(new ServiceClient(url, env), id), process.stdout, { end: false });
  return EXIT.done;
}

async function saveFaults(client: ServiceClient, id: string, file: string): Promise<void> {
  await pipeline(await faultsOf(client, id), createWriteStream(file, { mode: 0o600 }));
}

async function faultsOf(client: ServiceClient, id: string): Promise<Readable> {
  const { body } = await client.request(`/admin/v1/imports/${encodeURIComponent(id)}/errors`);
  return body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]);
}

/** The outcome of an import as a sentence. Entries that were not processed don't count as valid. */
export function outcomeOf(
  {
    records,
    done,
    added,
    changed,
    failed,
    groups = 0,
    members = 0,
  }: Pick<ImportJob, 'records' | 'done' | 'added' | 'changed' | 'failed'> & Partial<Pick<ImportJob, 'groups' | 'members'>>,
  isDryRun: boolean,
): string {
  const rest = done < records ? `; ${grouped(records - done)} of ${counted(records, 'entry', 'entries')} were not processed` : '';
  if (isDryRun)
    return `${counted(done - failed, 'entry is', 'entries are')} valid, ${counted(failed, 'is', 'are')} not; nothing was written${rest}`;
  const inGroups = groups + members > 0 ? `; ${counted(groups, 'group')} and ${counted(members, 'membership')} among them` : '';
  return `${grouped(added)} added, ${grouped(changed)} changed, ${grouped(failed)} not imported${inGroups}${rest}`;
}

function report(job: ImportJob, args: ImportArguments): void {
  const { id, errors, reason } = job;
  console.log(`${job.state}: ${outcomeOf(job, args.dryRun === true)}`);
  console.log(`Import ${id}`);
  if (reason) console.log(reason);
  const kinds = Object.entries(errors).toSorted(([, a], [, b]) => b - a);
  for (const [kind, count] of kinds.slice(0, SHOWN_KINDS)) console.log(`  ${grouped(count)} × ${kind}`);
  if (kinds.length > 0 && args.errors === undefined)
    console.log(`For all errors with their lines: gatehouse imports errors ${id}, or --errors FILE.`);
}
