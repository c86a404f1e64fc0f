// Anybody can start a sign-in, which is stored, and send forms: strangers who do so very often fill neither the database nor keep others from
// signing in.
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { PendingSignInsRepository } from '../../src/oidc/provider/adapters/pending-sign-ins.repository.js';
import { Browser, fill, type Page } from '../support/browser.js';
import { addClient, type Credentials } from '../support/clients.js';
import { authorizeUrl } from '../support/oauth.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let client: Credentials;
let pending: PendingSignInsRepository;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1' });
  world = await makeWorld(service);
  client = await addClient(world);
  pending = service.get(PendingSignInsRepository);
});
afterEach(() => Object.assign(pending, { mostOfNetwork: 1_000, mostInSlot: 500 }));
afterAll(() => service.close());

const from = (address: string) => new Browser(service.url, { 'x-forwarded-for': address });
const start = (browser: Browser) => browser.open(authorizeUrl(service.url, client.clientId, 'openid', { state: 'x'.repeat(2_000) }));
const signIn = (browser: Browser, page: Page) => fill(browser, page, { loginName: world.loginName, password: PASSWORD });
const isSignedIn = ({ url }: Page) => new URL(url).searchParams.has('code');
const rows = async (table: string) =>
  Number((await service.get(Database).query.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n);

const AT_ONCE = 20;

async function flood(times: number, addressOf: (i: number) => string): Promise<void> {
  for (let at = 0; at < times; at += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, times - at) }, (_, i) => start(from(addressOf(at + i)))));
}

describe('sign-ins that a stranger starts', () => {
  it('stay few, whatever one network sends, and push out nobody else’s', async () => {
    pending.mostOfNetwork = 10;
    const ada = from('198.51.100.7');
    const page = await start(ada);
    await flood(100, () => '203.0.113.9');
    // Addresses of one customer's IPv6 network count together.
    await flood(60, (i) => `2001:db8:1:2::${i.toString(16)}`);
    // Those that come at the same moment do not see each other.
    expect(await rows('pending_sign_ins')).toBeLessThanOrEqual(1 + 2 * (10 + AT_ONCE));
    expect(await rows("oidc_artifacts WHERE kind = 'Interaction'")).toBeLessThanOrEqual(1 + 2 * (10 + AT_ONCE));
    expect(isSignedIn(await signIn(ada, page))).toBe(true);
    // Somebody behind the same address still signs in.
    const neighbour = from('203.0.113.9');
    expect(isSignedIn(await signIn(neighbour, await start(neighbour)))).toBe(true);
  });

  it('stay few in total, however many networks send them; whose sign-in was pushed out starts it again', async () => {
    pending.mostInSlot = 1;
    const ada = from('198.51.100.8');
    const page = await start(ada);
    await flood(500, (i) => `203.0.${Math.floor(i / 250)}.${i % 250}`);
    expect(await rows('pending_sign_ins')).toBeLessThanOrEqual(64 + AT_ONCE);
    const late = await signIn(ada, page);
    const again = isSignedIn(late) ? late : await signIn(ada, await start(ada));
    expect(isSignedIn(again)).toBe(true);
  });

  it('leave nothing behind when they are finished', async () => {
    const before = await rows('pending_sign_ins');
    const ada = from('198.51.100.9');
    expect(isSignedIn(await signIn(ada, await start(ada)))).toBe(true);
    expect(await rows('pending_sign_ins')).toBe(before);
  });
});

describe('forms that one network sends at once', () => {
  const FLOOD = 100;
  const [attacker, other] = ['203.0.113.10', '198.51.100.8'];
  const post = (address: string) =>
    ['POST /sign-in/unknown HTTP/1.1', 'Host: localhost', `X-Forwarded-For: ${address}`, 'Content-Length: 0', '', ''].join('\r\n');
  const answered = (socket: Socket) => new Promise<void>((resolve) => socket.once('data', () => resolve()));

  /** A connection that the service has accepted; it accepts one in each turn of the event loop. */
  async function open(): Promise<Socket> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await answered(socket);
    return socket;
  }

  it('are worked on one by one, and the form of somebody else comes in between', async () => {
    const connections = await Promise.all(
      [...Array<string>(FLOOD).fill(attacker), other].map(async (address) => ({ address, socket: await open() })),
    );
    const order: string[] = [];
    const all = connections.map(({ address, socket }) => answered(socket).then(() => order.push(address)));
    for (const { address, socket } of connections) socket.write(post(address));
    await Promise.all(all);
    for (const { socket } of connections) socket.destroy();
    expect(order).toHaveLength(FLOOD + 1);
    expect(order.indexOf(other)).toBeLessThan(FLOOD / 4);
  });
});
