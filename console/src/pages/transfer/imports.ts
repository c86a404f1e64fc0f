import { queryOptions } from '@tanstack/react-query';
import { apiRequest, sendRequest, type ApiRequest } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';

export type Import = components['schemas']['Import'];

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

export interface ImportOptions {
  mode: 'create' | 'upsert';
  dryRun: boolean;
  invite: boolean;
}

/** The document describes the JSON form; the file is sent as it is. */
export function importRequest(file: File, query: ImportOptions): ApiRequest<Import> {
  return apiRequest('post', IMPORTS, { query, body: file as unknown as { dataOrgs: object } });
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

/** The faults of an import, one per line. */
export function readingFaults(importId: string, count: number) {
  return queryOptions({
    queryKey: [`${IMPORT}/errors`, importId, count] as const,
    queryFn: async ({ signal }): Promise<ImportFault[]> => {
      const request = apiRequest('get', `${IMPORT}/errors`, { path: { importId } });
      const text = String((await sendRequest(request, { signal, parseAs: 'text' })).data ?? '');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ImportFault);
    },
  });
}
