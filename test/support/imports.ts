// People to import, and imports that run in the background.
import { expect, vi } from 'vitest';
import { RecordWriter } from '../../src/admin/imports/writing/record-writer.service.js';
import { latch } from './committed-reads.js';
import { openData } from './open-database.js';
import type { HttpService, TestService } from './service.js';

/** Well formed; nobody signs in with it. */
export const HASH = `$2b$10$${'a'.repeat(53)}`;

/** Somebody to import, called like the id. `more` replaces members of the user; undefined takes them away. */
export function human(userId: string, more: object = {}) {
  return {
    userId,
    user: {
      userName: userId,
      profile: { firstName: 'Ada', lastName: 'Lovelace' },
      email: { email: `${userId}@example.com`, isEmailVerified: true },
      hashedPassword: { value: HASH },
      ...more,
    },
  };
}

/** An entry that was refused, or a remark about one. */
export interface Fault {
  line: number;
  type: string;
  kind: string;
  id: string;
  message: string;
}

/** The faults of a job, in the order of lines. */
export async function faultsOf(service: HttpService, id: string): Promise<Fault[]> {
  const { text } = await service.call('GET', `/admin/v1/imports/${id}/errors`);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Fault);
}

/** Lets the imports of a service write so many records, and holds each unit of work after them until it is released. */
export function holdImports(service: TestService, records: number): { reached: Promise<void>; release: () => void } {
  const writer = service.get(RecordWriter);
  const write = writer.writeRecords.bind(writer);
  const [reached, released] = [latch(), latch()];
  let written = 0;
  const spy = vi.spyOn(writer, 'writeRecords').mockImplementation(async (some, context) => {
    if (written >= records) {
      reached.open();
      await released.opened;
    }
    await write(some, context);
    written += some.length;
  });
  return {
    reached: reached.opened,
    release: () => {
      spy.mockRestore();
      released.open();
    },
  };
}

/** States of a job that nobody works on. */
export const ENDS = new Set(['done', 'failed', 'stopped', 'canceled']);

/** Waits until a job has come to an end, good or bad. */
export async function ended(service: HttpService, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { status, body } = await service.call('GET', `/admin/v1/imports/${id}`);
    if (status !== 200) throw new Error(`The import cannot be read: ${status}`);
    if (ENDS.has(body.state)) return body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Everybody whose id begins with `k-` is there once, with one event, one password and one searchable address, and no job has anything left. */
export async function expectOnce(env: Record<string, string>, people: number): Promise<void> {
  const { database, close } = await openData(env);
  try {
    for (const [table, column, where] of [
      ['users', 'id', "id LIKE 'k-%'"],
      ['events', 'aggregate_id', "aggregate_id LIKE 'k-%'"],
      ['passwords p JOIN users u ON u.no = p.user_no', 'u.id', "u.id LIKE 'k-%'"],
      ['user_values v JOIN users u ON u.no = v.user_no', 'u.id', "u.id LIKE 'k-%'"],
    ] as const) {
      const row = await database.query.row<{ n: number; d: number }>(
        `SELECT COUNT(*) AS n, COUNT(DISTINCT ${column}) AS d FROM ${table} WHERE ${where}`,
      );
      expect([Number(row?.n), Number(row?.d)], table).toEqual([people, people]);
    }
    expect(await database.query.row('SELECT COUNT(*) AS n FROM import_chunks')).toEqual({ n: 0 });
  } finally {
    await close();
  }
}
