// Mail through a real SMTP server on loopback.
// On SQLite alone: it is about conversations with mail servers; mail-once.spec.ts settles mails on both.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { MailOutbox } from '../../src/common/mail/mail-outbox.service.js';
import { MailTransport, type Mail } from '../../src/common/mail/mail-transport.service.js';
import { OutboxRepository } from '../../src/common/work/outbox.repository.js';
import { readMail, startMailServer, type MailServer } from '../support/mail-server.js';
import { freePort, startService, type TestService } from '../support/service.js';

const MAIL: Mail = { to: 'ada@example.com', subject: 'Your code', text: 'The code is 271828.', html: '<p>The code is 271828.</p>' };
const HOUR = 3_600_000;

let server: MailServer;
let service: TestService;
let log: string[];
const open: Array<{ close(): Promise<unknown> }> = [];
const write = process.stdout.write.bind(process.stdout);
beforeAll(async () => {
  log = [];
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: []) => {
    log.push(String(chunk));
    return String(chunk).startsWith('{') || write(chunk, ...rest);
  }) as typeof process.stdout.write;
  server = await startMailServer();
  service = await withServer(`smtp://127.0.0.1:${server.port}`);
});
afterEach(async () => {
  server.refuseWith(undefined);
  server.received.length = 0;
  for (const each of open.splice(0).toReversed()) await each.close();
});
afterAll(async () => {
  await service.close();
  await server.close();
  process.stdout.write = write;
});

function withServer(SMTP_URL: string, more: Record<string, string> = {}): Promise<TestService> {
  return startService({ SMTP_URL, MAIL_FROM: 'Gatehouse <no-reply@gatehouse.example>', LOG_LEVEL: 'info', ...more });
}
const enqueue = (mail: Partial<Mail> = {}, on = service) =>
  on.get(Database).write('decide', (tx) => on.get(MailOutbox).enqueueMail(tx, { ...MAIL, ...mail }));
const queued = (on = service) => on.get(Database).query.rows<{ no: number; tries: number }>('SELECT no, tries FROM mail_outbox');
const tries = async (on = service) => (await queued(on)).map((mail) => mail.tries);
const settled = (on = service) => expect.poll(async () => (await queued(on)).length).toBe(0);

describe('a mail', () => {
  it('reaches the server as text and HTML, from the configured sender, marked as written by a machine', async () => {
    await enqueue({ subject: 'Prüfung für Ada' });
    await settled();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    if (!mail) throw new Error('no mail');
    expect(mail).toMatchObject({ from: 'no-reply@gatehouse.example', to: ['ada@example.com'] });
    const { headers, text, html } = readMail(mail);
    expect(headers).toMatchObject({
      from: 'Gatehouse <no-reply@gatehouse.example>',
      to: 'ada@example.com',
      subject: expect.stringMatching(/^=\?UTF-8\?/),
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<mail-\d+@127\.0\.0\.1>$/),
    });
    expect(text).toContain('The code is 271828.');
    expect(html).toContain('<p>The code is 271828.</p>');
  });

  it.each([
    { to: 'ada@example.com\r\nBcc: eve@example.com' },
    { to: 'ada@example.com, eve@example.com' },
    { to: 'Ada <ada@example.com>' },
    { to: '"ada@example.com"@example.org' },
    { to: '' },
    { subject: 'Hello\r\nBcc: eve@example.com' },
    { subject: 'Hello\nworld' },
  ])('with more than one line or mailbox where one belongs is refused before it is queued: %j', async (fault) => {
    await expect(enqueue(fault)).rejects.toThrow('of this mail is invalid');
    expect(await queued()).toEqual([]);
  });

  it('is tried again after a pause when the server says "later", and is sent once', async () => {
    server.refuseWith(451);
    const before = server.attempts();
    await enqueue();
    await expect.poll(() => server.attempts()).toBe(before + 1);
    await service.get(MailOutbox).deliverMail();
    await service.get(MailOutbox).deliverMail();
    expect(server.attempts()).toBe(before + 1);
    expect(await tries()).toEqual([1]);
    server.refuseWith(undefined);
    service.get(Clock).advance(61_000);
    await service.get(MailOutbox).deliverMail();
    await settled();
    expect(server.received).toHaveLength(1);
  });

  it('is not tried again when the server will never have it, and the log names neither address nor text', async () => {
    server.refuseWith(550);
    const before = server.attempts();
    await enqueue({ to: 'gone@example.com' });
    await settled();
    expect(server.attempts()).toBe(before + 1);
    expect(log.join('')).toContain('EENVELOPE 550');
    expect(log.join('')).not.toMatch(/gone@example|271828|will not have it/);
  });

  it('is given up after five hours or so of a server that is never ready', async () => {
    server.refuseWith(421);
    await enqueue();
    for (let round = 0; round < 15; round++) {
      await service.get(MailOutbox).deliverMail();
      service.get(Clock).advance(HOUR + 1_000);
    }
    expect(await queued()).toEqual([]);
    expect(log.join('')).toContain('giving up');
  });

  it('waits while the server is down', async () => {
    const port = await freePort();
    const own = await withServer(`smtp://127.0.0.1:${port}`);
    open.push(own);
    await enqueue({}, own);
    await expect.poll(() => tries(own)).toEqual([1]);
    const late = await startMailServer({ port });
    open.push(late);
    own.get(Clock).advance(61_000);
    await own.get(MailOutbox).deliverMail();
    await settled(own);
    expect(late.received).toHaveLength(1);
  });

  it('goes to a server that wants a name and a password; a refused login is tried again', async () => {
    const guarded = await startMailServer({ user: { name: 'gate@house', password: 'p:a/ss' } });
    open.push(guarded);
    const url = (password: string) => `smtp://gate%40house:${encodeURIComponent(password)}@127.0.0.1:${guarded.port}`;
    const [right, wrong] = [await withServer(url('p:a/ss')), await withServer(url('wrong-word'))];
    open.push(right, wrong);
    await enqueue({}, wrong);
    await expect.poll(() => tries(wrong)).toEqual([1]);
    await enqueue({}, right);
    await settled(right);
    expect(await tries(wrong)).toEqual([1]);
    expect(guarded.received).toHaveLength(1);
    expect(log.join('')).not.toMatch(/p:a\/ss|wrong-word/);
  });

  it('does not hold up the stop when the server falls silent, and is still there afterwards', async () => {
    const silent = await startMailServer({ silent: true });
    open.push(silent);
    const own = await withServer(`smtp://127.0.0.1:${silent.port}`);
    // Nothing that becomes of the conversation, at a time limit of its own for instance, lets the stop go on.
    const transport = own.get(MailTransport);
    const send = transport.sendMail.bind(transport);
    vi.spyOn(transport, 'sendMail').mockImplementation(async (no, mail) => {
      await send(no, mail).catch(() => undefined);
      return new Promise(() => undefined);
    });
    const removed = vi.spyOn(own.get(OutboxRepository), 'removeMessage');
    await enqueue({}, own);
    await expect.poll(() => silent.attempts()).toBe(1);
    await own.close();
    expect(removed).not.toHaveBeenCalled();
  });
});

describe('TLS', () => {
  it('is required of any server but one on this machine, with a certificate that is known', async () => {
    const tls = await startMailServer({ tls: true });
    const plain = await startMailServer();
    open.push(tls, plain);
    // 0.0.0.0 leads to this machine as well, but is not one of its names.
    for (const [url, sent] of [
      [`smtp://0.0.0.0:${plain.port}`, false],
      [`smtp://0.0.0.0:${plain.port}?tls=none`, true],
      [`smtp://0.0.0.0:${tls.port}`, false],
      [`smtp://0.0.0.0:${tls.port}?tls=unverified`, true],
    ] as const) {
      const own = await withServer(url);
      await enqueue({}, own);
      if (sent) await settled(own);
      else await expect.poll(() => tries(own)).toEqual([1]);
      await own.close();
    }
    expect([plain.received.length, tls.received.length]).toEqual([1, 1]);
  });
});
