import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { MailOutbox } from '../../src/common/mail/mail-outbox.service.js';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { Jobs } from '../../src/common/work/jobs.service.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let database: Database;
beforeAll(async () => {
  service = await startService();
  database = service.get(Database);
});
afterAll(() => service.close());

const mail = { to: 'ada@example.com', subject: 'Your code', text: 'The code is 271828.' };
const rows = (table: string) => database.query.rows(`SELECT * FROM ${table}`);

describe('a mail', () => {
  it('is sent once its unit of work is durable, and lies sealed until then', async () => {
    const outbox = service.get(MailOutbox);
    await database.write('decide', async (tx) => {
      await outbox.enqueueMail(tx, mail);
      expect(JSON.stringify(await tx.rows('SELECT * FROM mail_outbox'))).not.toContain('271828');
    });
    await outbox.deliverMail();
    await expect.poll(async () => (await rows('mail_outbox')).length).toBe(0);
    const folder = join(service.settings.dataDir, 'outbox');
    const files = readdirSync(folder);
    expect(files).toHaveLength(1);
    expect(readFileSync(join(folder, files[0] ?? ''), 'utf8')).toBe('To: ada@example.com\nSubject: Your code\n\nThe code is 271828.\n');
  });

  it('is not sent when its unit of work is undone', async () => {
    const outbox = service.get(MailOutbox);
    await database
      .write('decide otherwise', async (tx) => {
        await outbox.enqueueMail(tx, { ...mail, to: 'nobody@example.com' });
        throw new Error('no');
      })
      .catch(() => undefined);
    await outbox.deliverMail();
    const folder = join(service.settings.dataDir, 'outbox');
    const texts = existsSync(folder) ? readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')) : [];
    expect(texts.join()).not.toContain('nobody@example.com');
    expect(await rows('mail_outbox')).toEqual([]);
  });
});

it('mails that were sent leave nothing behind in memory', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => void warnings.push(warning);
  process.on('warning', listen);
  const outbox = service.get(MailOutbox);
  // One more than Node takes for a leak.
  for (let i = 0; i < 11; i++) await database.write('decide', (tx) => outbox.enqueueMail(tx, mail));
  await outbox.deliverMail();
  await expect.poll(async () => (await rows('mail_outbox')).length).toBe(0);
  process.off('warning', listen);
  expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
});

it('a job that is asked for while it is running runs once more, for what came too late', async () => {
  const [done, toDo] = [[] as string[], ['first']];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const runNow = service.get(Jobs).register({
    name: 'test',
    everyMs: 1_000_000,
    leaseMs: 10_000,
    async runUnderLease() {
      done.push(...toDo.splice(0), '.');
      await finished;
    },
  });
  const first = runNow();
  await expect.poll(() => done).toEqual(['first', '.']);
  toDo.push('late');
  const [late, later] = [runNow(), runNow()];
  finish();
  await first;
  expect(done).not.toContain('late');
  await Promise.all([late, later]);
  expect(done).toEqual(['first', '.', 'late', '.']);
});

describe('the purge', () => {
  it('removes what has ended, in steps, and keeps what has not', async () => {
    const now = service.get(Clock).nowUs();
    const long = now - 3_600_000_000;
    await database.write('fill', async (tx) => {
      for (let i = 0; i < 1_100; i++) await tx.run('INSERT INTO revoked_tokens (jti, until_us) VALUES (?, ?)', [`old-${i}`, long]);
      await tx.run('INSERT INTO revoked_tokens (jti, until_us) VALUES (?, ?)', ['new', now + 3_600_000_000]);
      for (const [id, expires] of [
        ['old', long],
        ['new', now + 3_600_000_000],
      ] as const) {
        await tx.run('INSERT INTO oidc_artifacts (kind, id, uid, payload, expires_us) VALUES (?, ?, NULL, ?, ?)', [
          'Session',
          id,
          '{}',
          expires,
        ]);
        await tx.run(
          "INSERT INTO grants (no, id, user_no, client_no, scope, payload, refresh_n, min_n, expires_us) VALUES (?, ?, 1, 1, '', '{}', 0, 0, ?)",
          [tx.nextNumber(), id, expires],
        );
      }
    });
    await service.get(ExpiredRows).purgeNow();
    for (const [table, column] of [
      ['revoked_tokens', 'jti'],
      ['oidc_artifacts', 'id'],
      ['grants', 'id'],
    ] as const) {
      expect(await database.query.rows(`SELECT ${column} AS kept FROM ${table}`), table).toEqual([{ kept: 'new' }]);
    }
  });
});
