// Sign-in with directories that are hostile, broken, slow, or that only exist elsewhere (Active Directory by its documented messages).
// On SQLite alone: no database takes part.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LdapUpstream } from '../../src/oidc/upstream/ldap/ldap-upstream.service.js';
import { HiddenRefusalError, UpstreamError, type OpenedProvider } from '../../src/oidc/upstream/upstream.js';
import { ACTIVE_DIRECTORY_DEFAULTS, type LdapConnection } from '../../src/users/authentication/identity-providers/ldap-connection.js';
import {
  BIND,
  bound,
  done,
  entry,
  EXTENDED,
  extended,
  reference,
  SEARCH,
  startLdapServer,
  UNBIND,
  type Answer,
  type LdapRequest,
  type LdapServer,
} from '../support/ldap-server.js';
import { admitsAll, ldapProvider, typed } from '../support/upstream-provider.js';
import { StillClock } from '../support/still-clock.js';

const DN = 'cn=Secret Name,ou=people,dc=example,dc=com';
const PASSWORD = 'Password-of-the-person-1';
const SERVICE_DN = 'cn=gatehouse,dc=example,dc=com';
/** The limit for servers that never answer, whatever it is. */
const SHORT_MS = 200;

const clock = new StillClock();
let upstream: LdapUpstream;
let servers: LdapServer[] = [];
beforeEach(() => {
  upstream = new LdapUpstream(clock, { backchannelAllowPrivate: true });
});
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

const isPerson = ({ dn }: LdapRequest) => dn !== SERVICE_DN;
const ada = (request: LdapRequest) => entry(request, DN, { entryUUID: ['uuid-1'], uid: ['ada'] });

/** A good directory with one person. */
const good: Answer = (request) => {
  if (request.operation === EXTENDED) return extended(request);
  if (request.operation === SEARCH) return Buffer.concat([ada(request), done(request)]);
  return bound(request, isPerson(request) && request.password !== PASSWORD ? 49 : 0);
};

/** The good directory, except for what `change` answers. */
async function start(change: Answer = () => undefined, host?: string): Promise<LdapServer> {
  const server = await startLdapServer((request, socket) => change(request, socket) ?? good(request, socket), host);
  servers.push(server);
  return server;
}

function signIn(server: LdapServer, change: Partial<LdapConnection> = {}, name = 'ada', password = PASSWORD, ip?: string) {
  return upstream.authenticate(ldapProvider({ urls: [server.url], ...change }), typed(name, password, ip), admitsAll);
}

/** The error, with everything that a log would show of it. */
async function failureOf(attempt: Promise<unknown>): Promise<UpstreamError> {
  const error = await attempt.then(
    (result) => new Error(`no failure, but ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof UpstreamError)) throw error;
  for (let shown: unknown = error; shown instanceof Error; shown = shown.cause)
    for (const secret of [PASSWORD, 'Secret Name', 'The-account-that-searches-7']) expect(shown.message).not.toContain(secret);
  return error;
}

const binds = ({ requests }: LdapServer) => requests.filter(({ operation }) => operation === BIND);

it('the person of the played directory signs in', async () => {
  const server = await start();
  expect(await signIn(server)).toMatchObject({ subject: 'uuid-1', loginName: 'ada' });
  expect(await signIn(server, {}, 'ada', 'wrong')).toBeUndefined();
  expect(binds(server)).toMatchObject([{ dn: SERVICE_DN }, { dn: DN }, { dn: SERVICE_DN }, { dn: DN, password: 'wrong' }]);
});

describe('nothing is sent', () => {
  it.each([
    ['an empty password, which would be an anonymous bind', 'ada', ''],
    ['a password that a directory in C would take for empty', 'ada', '\0'],
    ['a password with a NUL behind the right one', 'ada', `${PASSWORD}\0x`],
    ['a password that is too long', 'ada', 'x'.repeat(1_025)],
    ['a password that has no UTF-8', 'ada', '\ud800'],
    ['an empty name', '', PASSWORD],
    ['a name with a NUL', 'ada\0', PASSWORD],
    ['a name that is too long', 'x'.repeat(321), PASSWORD],
  ])('for %s', async (_, name, password) => {
    const server = await start(() => undefined);
    expect(await signIn(server, {}, name, password)).toBeUndefined();
    expect(server.connections()).toBe(0);
  });

  it('without the password of the account that searches', async () => {
    const server = await start();
    const error = await failureOf(upstream.authenticate(ldapProvider({ urls: [server.url] }, ''), typed('ada', PASSWORD), admitsAll));
    expect(error.fault).toBe('misconfigured');
    expect(server.connections()).toBe(0);
  });

  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '127.1', '2130706433'])(
    'to %s, unless private addresses are allowed',
    async (host) => {
      const server = await start();
      upstream = new LdapUpstream(clock, { backchannelAllowPrivate: false });
      const error = await failureOf(signIn(server, { urls: [`ldap://${host}:${server.port}`] }));
      expect(error).toMatchObject({ fault: 'misconfigured', message: expect.stringContaining('BACKCHANNEL_ALLOW_PRIVATE') });
      expect(error.message).toMatch(/^[^ ]+ is not at a public address/);
      expect(server.connections()).toBe(0);
    },
  );

  it('to a name in a private network, and the address of the name is not said', async () => {
    upstream = new LdapUpstream(clock, { backchannelAllowPrivate: false });
    const error = await failureOf(signIn(await start(), { urls: ['ldaps://localhost'] }));
    expect(error.message).not.toMatch(/127\.0\.0\.1|::1/);
    upstream = new LdapUpstream(clock, { backchannelAllowPrivate: true });
    const refused = await failureOf(signIn(await start(), { urls: ['ldaps://localhost:1'] }));
    expect(refused.message).toBe('ldaps://localhost:1: No connection: ECONNREFUSED.');
  });

  it('in clear to an address other than loopback, whatever the settings say', async () => {
    const server = await start(() => undefined, '0.0.0.0');
    const error = await failureOf(signIn(server, { urls: [`ldap://127.0.0.2:${server.port}`] }));
    expect(error).toMatchObject({ fault: 'misconfigured', message: expect.stringContaining('in clear') });
    expect(server.requests).toEqual([]);
  });
});

describe('without encryption nothing is bound', () => {
  it.each<[string, Answer, string]>([
    ['the directory, or an attacker on the way, refuses StartTLS', (request) => extended(request, 2), 'misconfigured'],
    ['the answer to StartTLS is one to something else', (request) => bound(request), 'invalid'],
    [
      'bytes come along with the answer to StartTLS',
      (request) => Buffer.concat([extended(request), bound({ ...request, id: 2 })]),
      'invalid',
    ],
    [
      'StartTLS is followed by LDAP in clear',
      (request, socket) => (socket.write(extended(request)), bound({ ...request, id: 2 })),
      'invalid',
    ],
  ])('when %s', async (_, answer, fault) => {
    const server = await start((request, socket) => (request.operation === EXTENDED ? answer(request, socket) : undefined));
    expect((await failureOf(signIn(server, { startTls: true }))).fault).toBe(fault);
    expect(server.requests.map(({ operation }) => operation)).toEqual([EXTENDED]);
  });
});

describe('what people type', () => {
  it.each(['*', 'a*', ')(uid=*', 'ada)(|(uid=*', '\\2a', '\\', 'é', '(', '&', 'ada\n', ' ', 'uid=ada,ou=people', '#1', '"ada"', '😀'])(
    '%j is the value of an equality, byte by byte',
    async (name) => {
      const server = await start();
      await signIn(server, { personFilter: '(&(objectClass=person)(!(st=off)))' }, name);
      const [filter] = server.requests.flatMap((request) => request.filter ?? []);
      expect(JSON.parse(JSON.stringify(filter))).toMatchObject({
        filters: [
          {
            filters: [
              { attribute: 'uid', value: name },
              { attribute: 'mail', value: name },
            ],
          },
          { filters: [{ attribute: 'objectclass' }, { filter: { attribute: 'st' } }] },
        ],
      });
    },
  );
});

it('an unknown name takes as many requests as a wrong password, and is refused even where the directory accepts anything', async () => {
  const server = await start((request) =>
    request.operation === SEARCH && !JSON.stringify(request.filter).includes('ada')
      ? done(request)
      : request.operation === BIND
        ? bound(request)
        : undefined,
  );
  expect(await signIn(server, {}, 'nobody')).toBeUndefined();
  const unknown = server.requests.splice(0);
  await signIn(server);
  const outline = (requests: LdapRequest[]) =>
    requests.filter(({ operation }) => operation !== UNBIND).map(({ connection, operation }) => [connection % 2, operation]);
  expect(outline(server.requests)).toEqual(outline(unknown));
  expect(unknown.filter(({ operation }) => operation === BIND).map(({ password }) => password)).toContain(PASSWORD);
});

describe('entries', () => {
  const found =
    (answer: (request: LdapRequest) => Buffer[]): Answer =>
    (request) =>
      request.operation === SEARCH ? Buffer.concat([...answer(request), done(request)]) : undefined;

  it('two are refused', async () => {
    const server = await start(found((request) => [ada(request), ada(request)]));
    expect((await failureOf(signIn(server))).fault).toBe('misconfigured');
    expect(binds(server)).toHaveLength(1);
  });

  it('two are refused also where the directory says that there are more', async () => {
    const server = await start((request) =>
      request.operation === SEARCH ? Buffer.concat([ada(request), ada(request), done(request, 4)]) : undefined,
    );
    expect((await failureOf(signIn(server))).fault).toBe('misconfigured');
  });

  it('more than were requested are not read', async () => {
    const server = await start((request, socket) => {
      if (request.operation !== SEARCH) return undefined;
      for (let sent = 0; sent < 3; sent++) socket.write(ada(request));
      return Buffer.alloc(0);
    });
    expect(await failureOf(signIn(server))).toMatchObject({ fault: 'invalid', message: expect.stringContaining('more entries') });
  });

  it('without a DN none is bound, as that would be an anonymous bind', async () => {
    const server = await start(found((request) => [entry(request, '', { entryUUID: ['uuid-1'] })]));
    expect((await failureOf(signIn(server))).fault).toBe('misconfigured');
    expect(binds(server)).toHaveLength(1);
  });

  it.each<[string, Record<string, Array<string | Buffer>>]>([
    ['no subject', { uid: ['ada'] }],
    ['two subjects', { entryUUID: ['1', '2'] }],
    ['a subject that is too long', { entryUUID: ['1'.repeat(257)] }],
    ['a subject that is not text', { entryUUID: [Buffer.from([0xff, 0xfe])] }],
    ['a subject with a space at its end', { entryUUID: ['1 '] }],
    ['a subject without a character', { entryUUID: [''] }],
  ])('with %s say what to do', async (_, attributes) => {
    const server = await start(found((request) => [entry(request, DN, attributes)]));
    expect(await failureOf(signIn(server))).toMatchObject({ fault: 'misconfigured', message: expect.stringContaining('entryUUID') });
  });

  it('unusable values are left out', async () => {
    const attributes = {
      entryUUID: ['uuid-1'],
      UID: ['ada'],
      mail: ['nobody', 'ada@example.com'],
      givenName: [Buffer.from([0xff])],
      sn: ['x'.repeat(201)],
      cn: ['Ada\u0007'],
      preferredLanguage: ['no language'],
    };
    const server = await start(found((request) => [entry(request, DN, attributes)]));
    expect(await signIn(server)).toEqual({
      subject: 'uuid-1',
      externalId: 'uuid-1',
      loginName: 'ada',
      authentication: [],
    });
  });

  it('on other servers are not followed, neither from a search nor from a bind', async () => {
    const elsewhere = await start();
    const server = await start(found((request) => [reference(request, `${elsewhere.url}/${DN}`)]));
    expect(await signIn(server)).toBeUndefined();
    const referring = await start((request) => (request.operation === BIND && isPerson(request) ? bound(request, 10) : undefined));
    expect((await failureOf(signIn(referring))).fault).toBe('misconfigured');
    expect(elsewhere.connections()).toBe(0);
  });

  it('beside references count', async () => {
    const server = await start(found((request) => [reference(request, 'ldap://dns.example.com'), ada(request)]));
    expect(await signIn(server)).toMatchObject({ subject: 'uuid-1' });
  });
});

describe('a directory that breaks the protocol', () => {
  const searched =
    (bytes: (request: LdapRequest) => Buffer): Answer =>
    (request) =>
      request.operation === SEARCH ? bytes(request) : undefined;
  const inEntry =
    (...content: number[]) =>
    (request: LdapRequest) =>
      Buffer.from([0x30, content.length + 5, 2, 1, request.id, 0x64, content.length, ...content]);

  it.each<[string, (request: LdapRequest) => Buffer]>([
    ['a length that is longer than what is around it', inEntry(4, 0, 0x30, 10, 0x30, 8, 4, 2, 99, 110, 0x31, 2, 4, 0x7f)],
    ['a sequence where a set should be', inEntry(4, 0, 0x30, 10, 0x30, 8, 4, 1, 97, 0x30, 3, 4, 1, 97)],
    ['text where a sequence should be, with a length that fits nothing', inEntry(4, 0, 0x30, 10, 4, 8, 4, 1, 97, 0x31, 3, 4, 0x7f, 0)],
    ['the indefinite form of a length', () => Buffer.from([0x30, 0x80, 2, 1, 3, 0, 0])],
    ['a length of five bytes', () => Buffer.from([0x30, 0x85, 1, 1, 1, 1, 1, 0])],
    ['a message of 4 GB', () => Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])],
    ['a message of 64 KB and some', () => Buffer.concat([Buffer.from([0x30, 0x83, 1, 0, 1]), Buffer.alloc(70_000)])],
    ['what is not LDAP', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['an answer to another request', (request) => done({ ...request, id: request.id + 1 })],
    ['an answer of another kind', (request) => extended(request)],
    ['an empty message', () => Buffer.from([0x30, 0])],
    ['a result without a code', (request) => Buffer.from([0x30, 5, 2, 1, request.id, 0x65, 0])],
  ])('by %s is invalid at once', async (_, bytes) => {
    const server = await start(searched(bytes));
    expect((await failureOf(signIn(server))).fault).toBe('invalid');
  });

  it('by endless messages is cut off', async () => {
    const flood = Buffer.concat(Array.from({ length: 1_000 }, () => reference({ id: 3 } as LdapRequest, 'ldap://x')));
    const server = await start((request, socket) => {
      if (request.operation !== SEARCH) return undefined;
      const send = () => void (socket.writable && socket.write(flood, send));
      send();
      return Buffer.alloc(0);
    });
    expect(await failureOf(signIn(server))).toMatchObject({ fault: 'invalid', message: 'The directory sends more than is read of it.' });
  });

  it('by many small messages in one packet harms nothing', async () => {
    const small = (request: LdapRequest) => Buffer.concat(Array.from({ length: 20_000 }, () => reference(request, 'ldap://x')));
    const server = await start(searched((request) => Buffer.concat([small(request), ada(request), done(request)])));
    expect(await signIn(server)).toMatchObject({ subject: 'uuid-1' });
  });

  it('into single bytes is read', async () => {
    const server = await start((request, socket) => {
      if (request.operation !== SEARCH) return undefined;
      socket.setNoDelay(true);
      const bytes = Array.from(Buffer.concat([ada(request), done(request)]));
      const send = () => void (bytes.length > 0 && socket.write(Buffer.from(bytes.splice(0, 1)), () => setImmediate(send)));
      send();
      return Buffer.alloc(0);
    });
    expect(await signIn(server)).toMatchObject({ subject: 'uuid-1' });
  });

  it('by a notice that it ends the connection is unreachable', async () => {
    const server = await start(searched((request) => extended({ ...request, id: 0 }, 52)));
    expect((await failureOf(signIn(server))).fault).toBe('unreachable');
  });
});

describe('a directory that does not answer', () => {
  const silent: Answer = () => Buffer.alloc(0);
  const searches = ({ requests }: LdapServer) => requests.filter(({ operation }) => operation === SEARCH);

  it.each<[string, Partial<LdapConnection>]>([
    ['in clear', {}],
    ['with StartTLS', { startTls: true }],
  ])('costs a sign-in %s its limit, and for a while no other one anything', async (_, change) => {
    const server = await start(silent);
    upstream.limits.connectMs = SHORT_MS;
    expect(await failureOf(signIn(server, change))).toMatchObject({ fault: 'unreachable', message: expect.stringContaining(server.url) });
    await expect.poll(() => server.connections()).toBe(1);
    const { length } = server.requests;
    clock.advance(upstream.limits.rememberMs - 1_000);
    expect(await failureOf(signIn(server, change))).toMatchObject({ fault: 'unreachable', message: expect.stringContaining(server.url) });
    expect([server.connections(), server.requests.length]).toEqual([1, length]);
    clock.advance(1_000);
    await failureOf(signIn(server, change));
    await expect.poll(() => server.connections()).toBe(2);
  });

  it('over TLS is unreachable, and its certificate is not blamed', async () => {
    const server = await start(silent);
    upstream.limits.connectMs = SHORT_MS;
    expect((await failureOf(signIn(server, { urls: [server.url.replace('ldap:', 'ldaps:')] }))).fault).toBe('unreachable');
  });

  it('is tried again at once after its settings were changed', async () => {
    const [gone, server] = [await start(), await start()];
    await gone.close();
    await failureOf(signIn(gone));
    expect(
      await upstream.authenticate({ ...ldapProvider({ urls: [server.url] }), modifiedUs: 2 }, typed('ada', PASSWORD), admitsAll),
    ).toBeDefined();
  });

  it('leaves the sign-in to the next URL, and is left out for a while', async () => {
    const [dead, server] = [await start((_, socket) => void socket.destroy()), await start()];
    const urls = [dead.url, server.url];
    for (const expected of [1, 1]) {
      expect(await signIn(server, { urls })).toMatchObject({ subject: 'uuid-1' });
      expect(dead.connections()).toBe(expected);
    }
    clock.advance(upstream.limits.rememberMs);
    expect(await signIn(server, { urls })).toMatchObject({ subject: 'uuid-1' });
    expect(dead.connections()).toBe(2);
  });

  it('within the time of one sign-in is asked again by the next one', async () => {
    let isSlow = true;
    const server = await start((request) => (request.operation === SEARCH && isSlow ? Buffer.alloc(0) : undefined));
    const { totalMs } = upstream.limits;
    upstream.limits.totalMs = SHORT_MS;
    expect(await failureOf(signIn(server))).toMatchObject({ fault: 'unreachable', message: expect.stringContaining(server.url) });
    isSlow = false;
    upstream.limits.totalMs = totalMs;
    expect(await signIn(server)).toMatchObject({ subject: 'uuid-1' });
  });

  it('at once is busy: the time of a sign-in begins with its turn', async () => {
    const held: Array<() => void> = [];
    const server = await start((request, socket) => {
      if (request.password !== 'wrong') return undefined;
      held.push(() => void socket.write(bound(request, 49)));
      return Buffer.alloc(0);
    });
    upstream.limits.concurrency = 1;
    const { totalMs } = upstream.limits;
    const slow = signIn(server, {}, 'ada', 'wrong');
    await expect.poll(() => held.length).toBe(1);
    upstream.limits.totalMs = SHORT_MS;
    const waiting = signIn(server);
    await new Promise((resolve) => setTimeout(resolve, SHORT_MS * 2));
    upstream.limits.totalMs = totalMs;
    held[0]?.();
    expect(await slow).toBeUndefined();
    expect(await waiting).toMatchObject({ subject: 'uuid-1' });
  });

  it('to one password leaves all others alone', async () => {
    const server = await start((request, socket) => (request.password === 'wrong' ? void socket.destroy() : undefined));
    expect((await failureOf(signIn(server, {}, 'ada', 'wrong'))).fault).toBe('unreachable');
    expect(await signIn(server)).toMatchObject({ subject: 'uuid-1' });
  });

  it('has a few sign-ins at once, and holds up no other directory', async () => {
    const held: Array<() => void> = [];
    const slow = await start((request, socket) => {
      if (request.operation !== SEARCH) return undefined;
      held.push(() => void socket.write(Buffer.concat([ada(request), done(request)])));
      return Buffer.alloc(0);
    });
    const server = await start();
    const { concurrency } = upstream.limits;
    const waiting = Array.from({ length: concurrency + 1 }, () => signIn(slow));
    await expect.poll(() => searches(slow).length).toBe(concurrency);
    expect(
      await upstream.authenticate({ ...ldapProvider({ urls: [server.url] }), id: 'other' }, typed('ada', PASSWORD), admitsAll),
    ).toBeDefined();
    expect(slow.connections()).toBe(concurrency);
    held.shift()?.();
    await expect.poll(() => searches(slow).length).toBe(concurrency + 1);
    for (const release of held) release();
    expect(await Promise.all(waiting)).toHaveLength(concurrency + 1);
  });

  it('gives each network its share: one that fills the queue is refused its surplus, and the next turn is that of another', async () => {
    let isHeld = true;
    const held: Array<() => void> = [];
    const names: string[] = [];
    const onCommand = await start((request, socket) => {
      if (request.operation !== SEARCH) return undefined;
      names.push(/(flood|other)\d+/.exec(JSON.stringify(request.filter))?.[0] ?? '');
      if (!isHeld) return undefined;
      held.push(() => void socket.write(Buffer.concat([ada(request), done(request)])));
      return Buffer.alloc(0);
    });
    // No time of a sign-in ends while the directory waits for this test.
    Object.assign(upstream.limits, { connectMs: 60_000, waitMs: 60_000, totalMs: 60_000 });
    const { concurrency, maxWaiting } = upstream.limits;
    const outcomeOf = (name: string, ip: string) =>
      signIn(onCommand, {}, name, PASSWORD, ip).then(
        (identity) => identity?.subject,
        (error: unknown) => (error as Error).message,
      );
    // Two networks are those of addresses in different /64.
    const flood = Array.from({ length: concurrency + maxWaiting + 2 }, (_, at) => outcomeOf(`flood${at}`, `2001:db8:0:1::${at + 1}`));
    await expect.poll(() => names.length).toBe(concurrency);
    const other = outcomeOf('other0', '2001:db8:0:2::1');
    held.shift()?.();
    await expect.poll(() => names.length).toBe(concurrency + 1);
    expect(names.at(-1)).toBe('other0');
    held.pop()?.();
    expect(await other).toBe('uuid-1');
    isHeld = false;
    for (const release of held) release();
    const outcomes = await Promise.all(flood);
    const refused = [...outcomes.keys()].filter((at) => outcomes[at] !== 'uuid-1');
    // Two are beyond the queue, and one has made room for the other network.
    expect(refused).toEqual([-1, 0, 1].map((more) => concurrency + maxWaiting + more));
    expect(new Set(refused.map((at) => outcomes[at]))).toEqual(new Set([expect.stringContaining('More people sign in')]));
  });

  it('refuses sign-ins beyond those that may wait', async () => {
    const server = await start(silent);
    Object.assign(upstream.limits, { concurrency: 1, maxWaiting: 1, waitMs: SHORT_MS, totalMs: SHORT_MS });
    const failures = await Promise.all([1, 2, 3].map(() => failureOf(signIn(server))));
    expect(failures.map(({ fault }) => fault)).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(failures[2]?.message).toContain('More people sign in');
    expect(server.connections()).toBeLessThan(3);
  });

  it.each([51, 52])('but result %d is unreachable too', async (code) => {
    const server = await start((request) => (request.operation === SEARCH ? done(request, code) : undefined));
    expect((await failureOf(signIn(server))).fault).toBe('unreachable');
  });
});

describe('the account that searches', () => {
  it.each([
    [49, 'bindDn or its password'],
    [48, 'bindDn or its password'],
    [32, 'bindDn or its password'],
    [8, 'TLS'],
    [13, 'TLS'],
    [53, 'bindDn'],
    [34, 'not a DN'],
    [80, 'result 80'],
  ])('is refused with result %d: says so', async (code, words) => {
    const server = await start((request) => (request.operation === BIND ? bound(request, code, `${DN} ${PASSWORD}`) : undefined));
    expect(await failureOf(signIn(server))).toMatchObject({ fault: 'misconfigured', message: expect.stringContaining(words) });
  });

  it.each([
    [32, 'baseDn'],
    [10, 'another server'],
    [50, 'may not search'],
    [3, 'index'],
    [11, 'index'],
    [1, 'result 1'],
  ])('has a search refused with result %d: says so', async (code, words) => {
    const server = await start((request) => (request.operation === SEARCH ? done(request, code, DN) : undefined));
    expect(await failureOf(signIn(server))).toMatchObject({ fault: 'misconfigured', message: expect.stringContaining(words) });
  });
});

describe('an account that may not sign in', () => {
  const refusing =
    (code: number, policyError?: number): Answer =>
    (request) =>
      request.operation === BIND && isPerson(request) ? bound(request, code, DN, policyError) : undefined;

  it.each([
    [49, 0, 'The password has expired.', true],
    [49, 1, 'The account is locked.', false],
    [0, 2, 'The password must be changed first.', true],
    [19, undefined, 'The directory does not let the account sign in (result 19).', false],
    [53, undefined, 'The directory does not let the account sign in (result 53).', false],
  ])('by result %d and error %s of the password policy is refused', async (code, policyError, message, isCompared) => {
    const error = await failureOf(signIn(await start(refusing(code, policyError))));
    expect(error).toMatchObject({ fault: 'notAllowed', message });
    expect(error instanceof HiddenRefusalError).toBe(!isCompared);
  });

  it.each([
    [8, 'misconfigured'],
    [13, 'misconfigured'],
    [51, 'unreachable'],
    [80, 'misconfigured'],
  ])('by result %d is no wrong password, and the message of the directory is not repeated', async (code, fault) => {
    const server = await start((request) =>
      request.operation === BIND && isPerson(request) ? bound(request, code, `${DN} ${PASSWORD}`) : undefined,
    );
    expect((await failureOf(signIn(server))).fault).toBe(fault);
  });

  it.each([32, 48, 49])('by result %d has a wrong password', async (code) => {
    const server = await start(refusing(code));
    expect(await signIn(server)).toBeUndefined();
  });
});

// Its documented messages and values: Active Directory itself is not run.
describe('Active Directory', () => {
  const GUID = Buffer.from('33221100554477668899aabbccddeeff', 'hex');
  const NAMES = {
    objectGUID: [GUID],
    sAMAccountName: ['ada'],
    userPrincipalName: ['ada@corp.example'],
    displayName: ['Lovelace, Ada'],
    mail: ['ada@example.com'],
  };
  const settings = { ...ACTIVE_DIRECTORY_DEFAULTS, loginAttributes: [...ACTIVE_DIRECTORY_DEFAULTS.loginAttributes] };
  const directory =
    (control: string, more: Answer = () => undefined): Answer =>
    (request, socket) =>
      more(request, socket) ??
      (request.operation === SEARCH
        ? Buffer.concat([entry(request, DN, { ...NAMES, userAccountControl: [control] }), done(request)])
        : undefined);

  it('people have the GUID that Microsoft shows', async () => {
    const server = await start(directory('512'));
    expect(await signIn(server, settings)).toEqual({
      subject: '00112233-4455-6677-8899-aabbccddeeff',
      externalId: '00112233-4455-6677-8899-aabbccddeeff',
      loginName: 'ada',
      displayName: 'Lovelace, Ada',
      email: 'ada@example.com',
      authentication: [],
    });
  });

  it.each(['514', '66050', '2'])('userAccountControl %s is a disabled account, whatever a bind says', async (control) => {
    const server = await start(directory(control));
    expect(await failureOf(signIn(server, settings))).toMatchObject({ fault: 'notAllowed', message: 'The account is disabled.' });
    expect(await signIn(server, settings, 'ada', 'wrong')).toBeUndefined();
  });

  it.each([
    ['530', 'The account may not sign in at this time.'],
    ['531', 'The account may not sign in from this computer.'],
    ['532', 'The password has expired.'],
    ['533', 'The account is disabled.'],
    ['701', 'The account has expired.'],
    ['773', 'The password must be changed first.'],
    ['775', 'The account is locked.'],
  ])('sub-code %s: %s', async (code, message) => {
    const diagnostic = `80090308: LdapErr: DSID-0C090447, comment: AcceptSecurityContext error, data ${code}, v3839\0`;
    const refuse: Answer = (request) => (request.operation === BIND && isPerson(request) ? bound(request, 49, diagnostic) : undefined);
    const server = await start(directory('512', refuse));
    const error = await failureOf(signIn(server, settings));
    expect(error).toMatchObject({ fault: 'notAllowed', message });
    // Active Directory says this one whatever the password is.
    expect(error instanceof HiddenRefusalError).toBe(code === '775');
    expect(await signIn(server, { ...settings, activeDirectory: false })).toBeUndefined();
  });

  it.each(['525', '52e', 'ffff', ''])('sub-code %j is a wrong name or password', async (code) => {
    const refuse: Answer = (request) =>
      request.operation === BIND && isPerson(request) ? bound(request, 49, `80090308: LdapErr: error, data ${code}, v3839`) : undefined;
    expect(await signIn(await start(directory('512', refuse)), settings)).toBeUndefined();
  });
});

describe('groups in groups', () => {
  const GROUPS = 'ou=groups,dc=corp,dc=example,dc=com';
  const [STAFF, ENGINEERING] = [`CN=Staff,${GROUPS}`, `CN=Engineering \\(all\\),${GROUPS}`];
  /** Only once they are named here are groups requested. */
  const naming = (server: LdapServer, change: Partial<LdapConnection>, values = [STAFF, ENGINEERING]): OpenedProvider => {
    const provider = ldapProvider({ urls: [server.url], nestedGroups: true, ...change });
    return { ...provider, rules: { ...provider.rules, groups: values.map((value, at) => ({ value, groupId: `${at}`, groupNo: at + 1 })) } };
  };
  const groupsOf = async (provider: OpenedProvider, password = PASSWORD) =>
    (await upstream.authenticate(provider, typed('ada', password), admitsAll))?.groups;
  const searches = ({ requests }: LdapServer) => requests.filter(({ operation }) => operation === SEARCH);

  describe('of Active Directory', () => {
    const settings = { activeDirectory: true, baseDn: 'OU=people,DC=corp, DC=example,DC=com' };
    const isForGroups = ({ operation, filter }: LdapRequest) => operation === SEARCH && String(filter).includes('1.2.840.113556.1.4.1941');

    // Recorded, because slapd has no such rule and no Active Directory takes part.
    it('are one search among the groups that are named here, once the password is right', async () => {
      const server = await start((request) =>
        isForGroups(request) ? Buffer.concat([entry(request, STAFF, {}), done(request)]) : undefined,
      );
      expect(await groupsOf(naming(server, settings))).toEqual({ values: [STAFF] });
      const [, chain, ...more] = searches(server);
      expect(more).toEqual([]);
      expect(chain).toMatchObject({ connection: 3, baseDn: 'DC=corp, DC=example,DC=com', scope: 2 });
      expect(String(chain?.filter)).toBe(
        `(&(member:1.2.840.113556.1.4.1941:=${DN})(|(distinguishedname=${STAFF})(distinguishedname=CN=Engineering \\5c\\28all\\5c\\29,${GROUPS})))`,
      );
      server.requests.length = 0;
      expect(await groupsOf(naming(server, settings), 'wrong')).toBeUndefined();
      expect(searches(server)).toHaveLength(1);
    });

    it.each<[string, Partial<LdapConnection>, string[]]>([
      ['unless the provider says so', { nestedGroups: false }, [STAFF]],
      ['unless a group is named', {}, []],
      ['for a value that is no DN', {}, ['Staff']],
    ])('are not searched %s', async (_, change, values) => {
      const server = await start();
      await groupsOf(naming(server, { ...settings, ...change }, values));
      expect(searches(server)).toHaveLength(1);
    });

    it.each<[string, Answer, string]>([
      ['refuses the search', (request) => done(request, 53), 'Groups in groups: The directory refuses the request (result 53'],
      [
        'sends more groups than were named',
        (request) => Buffer.concat([...[1, 2, 3].map((at) => entry(request, `cn=${at}`, {})), done(request)]),
        'Groups in groups: The directory sends more entries than were requested.',
      ],
    ])('stay as they are where the directory %s, and the person is signed in', async (_, answer, why) => {
      const server = await start((request) => (isForGroups(request) ? answer(request, null as never) : undefined));
      expect(await groupsOf(naming(server, settings))).toEqual({ missing: expect.stringContaining(why) });
    });
  });

  describe('of other directories', () => {
    const at = (name: string) => `cn=${name},${GROUPS}`;
    /** By the DN of a group, the groups around it. */
    const directory =
      (around: Readonly<Record<string, readonly string[]>>, refused?: string): Answer =>
      (request) => {
        if (request.operation !== SEARCH) return undefined;
        if (request.scope !== 0) {
          const person = entry(request, DN, { entryUUID: ['uuid-1'], uid: ['ada'], memberOf: around['ada'] ?? [] });
          return Buffer.concat([person, done(request)]);
        }
        const memberOf = around[request.baseDn ?? ''];
        if (request.baseDn === refused) return done(request, 50);
        return memberOf ? Buffer.concat([entry(request, request.baseDn ?? '', { memberOf }), done(request)]) : done(request, 32);
      };
    const naming1 = (server: LdapServer) => naming(server, {}, [at('1')]);

    it('are read one by one, each once, also in a circle', async () => {
      const server = await start(
        directory({ ada: [at('1'), at('gone')], [at('1')]: [at('2'), at('3')], [at('2')]: [at('1')], [at('3')]: [at('2')] }),
      );
      expect(await groupsOf(naming1(server))).toEqual({ values: [at('1'), at('gone'), at('2'), at('3')] });
      expect(searches(server).slice(1)).toHaveLength(4);
    });

    const LARGE = Array.from({ length: 2_000 }, (_, number) => at(`${'x'.repeat(50)}${number}`));
    it.each<[string, Readonly<Record<string, readonly string[]>>, string, string, string]>([
      [
        'that are more than 10 inside each other',
        { ada: [at('0')], ...Object.fromEntries(Array.from({ length: 12 }, (_, deep) => [at(`${deep}`), [at(`${deep + 1}`)]])) },
        'more than 10 deep',
        at('10'),
        at('11'),
      ],
      [
        'that are more than 100',
        { ada: Array.from({ length: 101 }, (_, number) => at(`${number}`)), [at('99')]: [at('near')], [at('100')]: [at('far')] },
        'more than 100 groups',
        at('near'),
        at('far'),
      ],
      [
        'of which more is sent than is read',
        {
          ada: Array.from({ length: 10 }, (_, number) => at(`${number}`)),
          [at('0')]: [at('near')],
          ...Object.fromEntries(Array.from({ length: 9 }, (_, number) => [at(`${number + 1}`), LARGE])),
        },
        'sends more than is read of it',
        at('9'),
        at('far'),
      ],
    ])('%s count as far as they are read', async (_, around, why, near, far) => {
      const server = await start(directory(around));
      const groups = await groupsOf(naming1(server));
      expect(groups).toEqual({ values: expect.arrayContaining([near]), incomplete: expect.stringContaining(why) });
      expect(groups).toEqual({ values: expect.not.arrayContaining([far]), incomplete: expect.anything() });
    });

    it('of which bindDn may not read one stay as they are, and the person is signed in', async () => {
      const server = await start(directory({ ada: [at('refused')] }, at('refused')));
      expect(await groupsOf(naming1(server))).toEqual({ missing: expect.stringContaining('Groups in groups: bindDn may not search') });
    });

    it('of which the directory sends a part of the values count as far as they are sent', async () => {
      const server = await start((request) =>
        request.operation === SEARCH
          ? Buffer.concat([
              entry(request, DN, { entryUUID: ['uuid-1'], uid: ['ada'], 'memberOf;range=0-1': [at('1'), at('2')] }),
              done(request),
            ])
          : undefined,
      );
      expect(await groupsOf(naming(server, { nestedGroups: false }))).toEqual({
        values: [at('1'), at('2')],
        incomplete: expect.stringContaining('sends only a part of memberOf'),
      });
    });
  });
});
