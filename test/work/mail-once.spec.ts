// Each mail is sent once, by several processes as well, and a run whose end could not be written down holds up no other mail.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { MailOutbox } from '../../src/common/mail/mail-outbox.service.js';
import { Jobs } from '../../src/common/work/jobs.service.js';
import { SERVER_URL } from '../support/database.js';
import { startMailedService, withTwin, type MailedService } from '../support/mailed-service.js';
import type { TestService } from '../support/service.js';

let service: MailedService;
beforeAll(async () => {
  service = await startMailedService();
});
beforeEach(() => {
  service.mailServer.received.length = 0;
});
afterAll(() => service.close());

const enqueue = (to: string, on: TestService = service) =>
  on
    .get(Database)
    .write('decide', (tx) => on.get(MailOutbox).enqueueMail(tx, { to, subject: 'Your code', text: '271828', html: '<p>271828</p>' }));
const tries = async () =>
  (await service.get(Database).query.rows<{ tries: number }>('SELECT tries FROM mail_outbox')).map((mail) => mail.tries);

it('many mails at once are sent once each, by two processes on a database server', async () => {
  const processes = await withTwin(service);
  try {
    const names = Array.from({ length: 60 }, (_, i) => `p${i}@example.com`);
    await Promise.all(names.map((to, i) => enqueue(to, processes[i % processes.length])));
    await expect
      .poll(async () => {
        await Promise.all(processes.map((one) => one.get(MailOutbox).deliverMail()));
        return tries();
      })
      .toEqual([]);
    expect(service.mailServer.received.flatMap(({ to }) => to).toSorted()).toEqual(names.toSorted());
  } finally {
    for (const twin of processes.slice(1)) await twin.close();
  }
});

it('a mail does not wait for the lease of a run before that could not be written down', async () => {
  const refusal = SERVER_URL ? "SIGNAL SQLSTATE '45000'" : "BEGIN SELECT RAISE(ABORT, 'refused'); END";
  const change = (sql: string) => service.get(Database).write('change', async (tx) => void (await tx.manager.query(sql)));
  await change(`CREATE TRIGGER refused BEFORE DELETE ON mail_outbox FOR EACH ROW ${refusal}`);
  await enqueue('sent-and-not-settled@example.com');
  const lastRun = async () => (await service.get(Jobs).listJobs()).find(({ name }) => name === 'mail')?.lastRun;
  await expect.poll(lastRun).toMatchObject({ failure: expect.any(String) });
  await change('DROP TRIGGER refused');
  await enqueue('ada@example.com');
  await expect.poll(() => service.mailServer.received.length).toBe(2);
  // The first one comes again at its own time; the second one is settled only after the server has it.
  await expect.poll(tries).toEqual([1]);
});
