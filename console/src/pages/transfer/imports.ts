import { queryOptions } from '@tanstack/react-query';
import { apiRequest, sendRequest, type ApiRequest, type Versioned } from '../../api/client.ts';
import { quoted } from '../../api/copyable.ts';
import type { components } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import type { Separator } from './file-sample.ts';

export type Import = components['schemas']['Import'];

const PROGRESS_MS = 1_000;
export const IMPORTS = '/admin/v1/imports';
export const IMPORT = '/admin/v1/imports/{importId}';

/** What files are, by the end of their names. */
const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
};
export const ACCEPTED = Object.keys(TYPES)
  .map((end) => `.${end}`)
  .join(',');

/** The file with the type that the service knows; browsers know few of them. */
export function typed(file: File): File {
  const end = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return new File([file], file.name, { type: TYPES[end] ?? 'application/x-ndjson' });
}

/** What the column of passwords of another system has. */
export const HASH_KINDS = [
  'recognized',
  'plain',
  'md5-prefix',
  'md5-suffix',
  'sha1-prefix',
  'sha1-suffix',
  'sha256-prefix',
  'sha256-suffix',
  'sha512-prefix',
  'sha512-suffix',
] as const;
export type HashKind = (typeof HASH_KINDS)[number];

export interface ImportOptions {
  mode: 'create' | 'upsert';
  dryRun: boolean;
  invite: boolean;
  orgId?: string;
  /** `HEADER=MEMBER` each. */
  column?: string[];
  hash?: HashKind;
  separator?: Separator;
}

/** The document describes the JSON form; the file is sent as it is. */
export function importRequest(file: File, query: ImportOptions): ApiRequest<Import> {
  return apiRequest('post', IMPORTS, { query, body: file as unknown as { dataOrgs: object } });
}

/** The same for a terminal. */
export function importCommand(file: File, { mode, dryRun, invite, orgId, column = [], hash, separator }: ImportOptions): string {
  const words = [
    ...(mode === 'upsert' ? ['--mode', mode] : []),
    ...(dryRun ? ['--dry-run'] : []),
    ...(invite ? ['--invite'] : []),
    ...(orgId === undefined ? [] : ['--org', orgId]),
    ...(separator === undefined ? [] : ['--separator', separator]),
    ...(hash === undefined ? [] : ['--hash', hash]),
    ...column.flatMap((one) => ['--column', one]),
  ];
  return ['gatehouse users import', ...[file.name, ...words].map(quoted)].join(' ');
}

/** Whether there is something left to wait for. */
export const isRunning = ({ state }: Import): boolean => ['receiving', 'waiting', 'running'].includes(state);
/** Whether it stopped before its end. */
export const isResumable = ({ state }: Import): boolean => ['stopped', 'failed', 'canceled'].includes(state);

export interface ImportFault {
  line?: number;
  type?: string;
  kind?: string;
  id?: string;
  message?: string;
}

/** One import, read again while it runs. */
export function readingImport(importId: string) {
  return {
    ...reading(IMPORT, { path: { importId } }),
    refetchInterval: ({ state }: { state: { data?: Versioned<Import> | undefined } }) =>
      state.data && isRunning(state.data.data) ? PROGRESS_MS : (false as const),
  };
}

/** Shown of the faults of an import, of which there may be a million. */
export const MOST_FAULTS = 1_000;

/** The first faults of an import, in the order of its lines. The rest of the answer isn't read. */
export function readingFaults(importId: string, count: number) {
  return queryOptions({
    queryKey: [`${IMPORT}/errors`, importId, count] as const,
    queryFn: async ({ signal }): Promise<ImportFault[]> => {
      const request = apiRequest('get', `${IMPORT}/errors`, { path: { importId } });
      const { data } = await sendRequest(request, { signal, parseAs: 'stream' });
      return firstLines(data as unknown as ReadableStream<Uint8Array>);
    },
  });
}

async function firstLines(stream: ReadableStream<Uint8Array>): Promise<ImportFault[]> {
  const faults: ImportFault[] = [];
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let part = await reader.read(); faults.length < MOST_FAULTS; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: !part.done })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.slice(0, MOST_FAULTS - faults.length)) faults.push(JSON.parse(line) as ImportFault);
    if (part.done) return faults;
  }
  await reader.cancel();
  return faults;
}
