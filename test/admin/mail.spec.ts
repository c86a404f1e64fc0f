// The mail server of the service by API, with real mail servers behind it.
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { MailOutbox } from '../../src/common/mail/mail-outbox.service.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { SERVER_URL } from '../support/database.js';
import { readMail, startMailServer, type MailServer } from '../support/mail-server.js';
import { eventsOf } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const PASSWORD = 'Ship-to-sh0re';
const MAIL = '/admin/v1/mail';
const USER = { name: 'gate@house', password: PASSWORD };
let environments: MailServer;
let service: TestService;
const open: Array<{ close(): Promise<unknown> }> = [];
beforeAll(async () => {
  environments = await startMailServer();
  service = await startService({ SMTP_URL: `smtp://127.0.0.1:${environments.port}`, MAIL_FROM: 'Gatehouse <no-reply@gatehouse.example>' });
});
afterEach(async () => {
  await service.call('DELETE', MAIL);
  environments.received.length = 0;
  for (const each of open.splice(0).toReversed()) await each.close();
});
afterAll(async () => {
  await service.close();
  await environments.close();
});

const patch = (body: object, headers = {}) => service.call('PATCH', MAIL, body, { headers });
const get = async () => (await service.call('GET', MAIL)).body;
const test = async (to = 'ada@example.com') => (await service.call('POST', `${MAIL}/_test`, { to })).body;
const server = async (facts: Parameters<typeof startMailServer>[0] = {}) => {
  const started = await startMailServer(facts);
  open.push(started);
  return started;
};
const clearText = ({ port }: MailServer) => ({ host: '127.0.0.1', port, tls: 'none' });
const events = async () => (await eventsOf(service, 'instance')).filter(({ type }) => type.startsWith('instance.mail.'));
const enqueue = (on: TestService) =>
  on.get(Database).write('decide', (tx) => on.get(MailOutbox).enqueueMail(tx, { to: 'ada@example.com', subject: 'Hello', text: 'Hello.' }));

describe('the mail settings', () => {
  it('are those of the environment until somebody decides, and again after DELETE', async () => {
    const environment = await get();
    expect(environment).toEqual({
      ...clearText(environments),
      verifyCertificate: true,
      user: null,
      passwordSet: false,
      fromAddress: 'no-reply@gatehouse.example',
      fromName: 'Gatehouse',
      replyTo: null,
      sources: { server: 'environment', from: 'environment', replyTo: 'none' },
    });
    const { status, body } = await patch({ host: 'smtp.example.com', user: 'gate', password: PASSWORD, fromAddress: 'a@example.com' });
    expect(status).toBe(200);
    expect(body).toEqual({
      host: 'smtp.example.com',
      port: 587,
      tls: 'required',
      verifyCertificate: true,
      user: 'gate',
      passwordSet: true,
      fromAddress: 'a@example.com',
      fromName: null,
      replyTo: null,
      sources: { server: 'api', from: 'api', replyTo: 'none' },
    });
    expect(await get()).toEqual(body);
    expect((await patch({ host: null, fromAddress: null, replyTo: 'help@example.com' })).body).toEqual({
      ...environment,
      replyTo: 'help@example.com',
      sources: { ...environment.sources, replyTo: 'api' },
    });
    expect((await service.call('DELETE', MAIL)).body).toEqual(environment);
  });

  it('are written to the log of events without the password, which no answer and no row shows', async () => {
    const count = (await events()).length;
    const { text } = await patch({ host: 'smtp.example.com', user: 'gate', password: PASSWORD });
    await patch({ host: 'smtp.example.com' });
    const added = (await events()).slice(count);
    expect(added.map(({ type, payload }) => [type, payload])).toEqual([
      ['instance.mail.set', { host: 'smtp.example.com', user: 'gate', credentialsChanged: true }],
    ]);
    const rows = await service.get(Database).query.rows('SELECT * FROM mail_settings');
    for (const shown of [text, JSON.stringify(added), JSON.stringify(rows), (await service.call('GET', MAIL)).text])
      expect(shown).not.toContain(PASSWORD);
  });

  it.each([
    [{ port: 25, user: 'gate' }, ['/port', '/user']],
    [{ host: 'smtp.example.com', user: 'gate' }, ['/password']],
    [{ host: 'smtp.example.com', password: PASSWORD }, ['/user']],
    [{ fromName: 'Example' }, ['/fromAddress']],
    [{ host: 'smtp.example.com:25', replyTo: 'nobody' }, ['/host', '/replyTo']],
    [{ fromName: 'Example\r\nBcc: eve@example.com' }, ['/fromName']],
    [{ fromAddress: 'ada@example.com\r\nBcc: eve@example.com' }, ['/fromAddress']],
    [{ fromAddress: 'ada@example.com, eve@example.com' }, ['/fromAddress']],
    [{ host: 'http://169.254.169.254/latest' }, ['/host']],
    [{ tls: 'sometimes', port: 0 }, ['/port', '/tls']],
  ])('that are incomplete or no settings are refused with every fault: %j', async (body, pointers) => {
    const before = await get();
    const { status, body: problem } = await patch(body);
    expect(status).toBe(400);
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(pointers);
    expect(await get()).toEqual(before);
  });

  it.each([{ host: 'mail.evil.example' }, { port: 2_525 }, { tls: 'none' }, { verifyCertificate: false }])(
    'do not take a stored password to where it was not given for: %j',
    async (elsewhere) => {
      await patch({ host: 'smtp.example.com', user: 'gate', password: PASSWORD });
      expect(await patch(elsewhere)).toMatchObject({ status: 400, body: { field: 'password' } });
      expect((await patch({ ...elsewhere, password: 'Another-0ne' })).status).toBe(200);
      expect((await patch({ ...elsewhere, host: 'x.example', user: null })).body).toMatchObject({ user: null, passwordSet: false });
    },
  );

  it('are changed with the tag that was read, and with no other', async () => {
    const { headers } = await service.call('GET', MAIL);
    expect((await patch({ replyTo: 'help@example.com' }, { 'if-match': headers.get('etag') })).status).toBe(200);
    expect((await patch({ replyTo: null }, { 'if-match': headers.get('etag') })).status).toBe(412);
  });

  it('of a service without MAIL_FROM need a sender with a server', async () => {
    const own = await startService();
    open.push(own);
    expect((await own.call('GET', MAIL)).body).toMatchObject({ host: null, sources: { server: 'none', from: 'default' } });
    const refused = await own.call('PATCH', MAIL, { host: 'smtp.example.com' });
    expect([refused.status, refused.body.field]).toEqual([400, 'fromAddress']);
    expect((await own.call('PATCH', MAIL, { host: 'smtp.example.com', fromAddress: 'a@example.com' })).status).toBe(200);
  });
});

describe('mail', () => {
  it('goes to the server that was decided, from the next mail on, and names the sender and where replies go', async () => {
    const decided = await server({ user: USER });
    await enqueue(service);
    await expect.poll(() => environments.received.length).toBe(1);
    const sender = { fromAddress: 'hello@example.com', fromName: 'Example', replyTo: 'help@example.com' };
    await patch({ ...clearText(decided), user: USER.name, password: PASSWORD, ...sender });
    await enqueue(service);
    await expect.poll(() => decided.received.length).toBe(1);
    const [mail] = decided.received;
    if (!mail) throw new Error('no mail');
    expect(readMail(mail).headers).toMatchObject({ from: 'Example <hello@example.com>', 'reply-to': 'help@example.com' });
    await service.call('DELETE', MAIL);
    await enqueue(service);
    await expect.poll(() => environments.received.length).toBe(2);
    expect(decided.received).toHaveLength(1);
  });

  it('that waits for a server that is down goes to the one that is decided meanwhile', async () => {
    const down = await startMailServer();
    await down.close();
    await patch(clearText(down));
    await enqueue(service);
    const waiting = () => service.get(Database).query.rows<{ tries: number }>('SELECT tries FROM mail_outbox');
    await expect.poll(waiting).toEqual([{ tries: 1 }]);
    const decided = await server();
    await patch(clearText(decided));
    service.get(Clock).advance(61_000);
    await service.get(MailOutbox).deliverMail();
    await expect.poll(() => decided.received.length).toBe(1);
  });

  it.skipIf(!SERVER_URL)('of another process goes to the decided server at once', async () => {
    const { database, masterKey } = service.settings;
    if (database.engine === 'sqlite' || !masterKey) throw new Error('This needs a database server.');
    const second = await startService({ DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64') });
    open.push(second);
    const decided = await server({ user: USER });
    await patch({ ...clearText(decided), user: USER.name, password: PASSWORD, fromAddress: 'a@example.com' });
    for (const _ of Array.from({ length: 5 })) await enqueue(second);
    await expect.poll(() => decided.received.length).toBe(5);
  });
});

describe('a test mail', () => {
  it('is sent at once, and the answer says what the server said', async () => {
    const decided = await server({ user: USER });
    await patch({ ...clearText(decided), user: USER.name, password: PASSWORD });
    expect(await test('grace@example.com')).toEqual({ accepted: true, reply: expect.stringMatching(/^250 /), failure: null });
    expect(decided.received.map(({ to }) => to)).toEqual([['grace@example.com']]);
    expect((await events()).at(-1)).toMatchObject({ type: 'instance.mail.tested', payload: {} });
  });

  it('that is refused says why: the login, the recipient, or that nobody listens', async () => {
    const decided = await server({ user: USER });
    await patch({ ...clearText(decided), user: USER.name, password: 'wrong-word' });
    expect(await test()).toMatchObject({ accepted: false, failure: 'EAUTH 535', reply: expect.stringContaining('Invalid login') });
    await patch({ password: PASSWORD });
    decided.refuseWith(550);
    expect(await test()).toMatchObject({ accepted: false, failure: 'EENVELOPE 550', reply: expect.stringContaining('will not have it') });
    const down = await startMailServer();
    await down.close();
    await patch({ ...clearText(down), user: null });
    expect(await test()).toMatchObject({ accepted: false, failure: 'ESOCKET', reply: expect.stringContaining('ECONNREFUSED') });
  });

  it('to a server that falls silent is answered in bounded time', async () => {
    const silent = await server({ silent: true });
    await patch(clearText(silent));
    const limits = vi.spyOn(Socket.prototype, 'setTimeout');
    const answer = test();
    await expect.poll(() => silent.attempts()).toBe(1);
    // What Node says of the connection once no byte has come for ten seconds.
    const conversation = (limits.mock.contexts as Socket[]).find(
      ({ remotePort, timeout }) => remotePort === silent.port && timeout === 10_000,
    );
    limits.mockRestore();
    conversation?.emit('timeout');
    expect(await answer).toMatchObject({ accepted: false, failure: 'ETIMEDOUT' });
  });

  it('of a dry run is not sent', async () => {
    const { status } = await service.call('POST', `${MAIL}/_test?dryRun=true`, { to: 'ada@example.com' });
    expect([status, environments.received.length]).toEqual([200, 0]);
  });

  it('is refused after many within an hour', async () => {
    service.get(Clock).advance(3_700_000);
    const answers = [];
    for (let sent = 0; sent < 31; sent++) answers.push(await service.call('POST', `${MAIL}/_test`, { to: 'ada@example.com' }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const last = answers.at(-1);
    const wait = Number(last?.headers.get('retry-after'));
    expect([last?.status, wait > 3_500, wait <= 3_600]).toEqual([429, true, true]);
  });

  it('is refused to more than one recipient', async () => {
    for (const to of ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', ''])
      expect((await service.call('POST', `${MAIL}/_test`, { to })).status).toBe(400);
  });
});
