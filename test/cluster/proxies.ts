// HAProxy before the nodes, with the configuration of deploy/haproxy: one for both services, or one beside each of them.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/service.js';
import { NODES, type Galera, type Node, type Seat } from './galera.js';

const STARTED_MS = 10_000;
const LOOK_MS = 100;

interface Proxy {
  seat: Seat;
  address: string;
  socket: string;
  child: ChildProcess;
  log: string[];
}

export class Proxies {
  private constructor(
    private readonly folder: string,
    private readonly proxies: readonly Proxy[],
  ) {}

  /** Starts a proxy at each seat, and waits until it has found a node that takes writes. */
  static async start(galera: Galera, seats: readonly Seat[]): Promise<Proxies> {
    await galera.runSql(readFileSync('deploy/haproxy/check.sql', 'utf8').replaceAll('10.0.0.%', '%'));
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-haproxy-'));
    const proxies = await Promise.all(seats.map((seat) => startAt(galera, seat, folder)));
    const started = new Proxies(folder, proxies);
    for (const { seat } of proxies) await started.nodesOf(seat);
    return started;
  }

  /** The seat of the proxy that a service at `seat` uses. */
  seatFor(seat: Seat): Seat {
    return this.proxyFor(seat).seat;
  }

  url(seat: Seat): string {
    return `mariadb://gatehouse:gatehouse@${this.proxyFor(seat).address}/gatehouse`;
  }

  /** The nodes that connections lead to now, or the one that the next connection would. */
  async nodesOf(seat: Seat): Promise<Node[]> {
    const deadline = performance.now() + STARTED_MS;
    for (;;) {
      const servers = await this.servers(seat).catch(() => []);
      const used = servers.filter(({ sessions }) => sessions > 0);
      const nodes = used.length > 0 ? used : servers.filter(({ isUp }) => isUp).slice(0, 1);
      if (nodes.length > 0) return nodes.map(({ node }) => node);
      if (performance.now() > deadline) throw new Error(`The proxy at seat ${seat} has no node:${this.takeLog()}`);
      await pause(LOOK_MS);
    }
  }

  /** What the proxies still lack: a node that they take for down, or one node for all connections. The first node takes over again last. */
  async lacking(): Promise<string[]> {
    const servers = await Promise.all(this.proxies.map(({ seat }) => this.servers(seat).catch(() => [])));
    const down = servers.flat().flatMap(({ node, isUp }) => (isUp ? [] : [`a proxy takes node ${node} for down`]));
    const used = new Set(servers.flat().flatMap(({ node, sessions }) => (sessions > 0 ? [node] : [])));
    return [...down, ...(used.size > 1 ? [`the proxies lead to the nodes ${[...used].join(' and ')}`] : [])];
  }

  /** Which nodes were up and down, as the proxies logged it since the last call. */
  takeLog(): string {
    return this.proxies
      .map(({ seat, log }) => log.splice(0).map((line) => `\n  proxy at seat ${seat}: ${line}`))
      .flat()
      .join('');
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.proxies.map(async ({ child }) => {
        const ended = new Promise((resolve) => child.once('close', resolve));
        if (child.exitCode === null && child.kill('SIGKILL')) await ended;
      }),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }

  private proxyFor(seat: Seat): Proxy {
    return this.proxies.find((proxy) => proxy.seat === seat) ?? (this.proxies[0] as Proxy);
  }

  /** By the names of the configuration, in its order. */
  private async servers(seat: Seat): Promise<Array<{ node: Node; sessions: number; isUp: boolean }>> {
    const socket = connect(this.proxyFor(seat).socket);
    socket.write('show stat\n');
    const rows = (await text(socket)).split('\n').map((line) => line.split(','));
    return NODES.flatMap((node) => {
      const row = rows.find(([, name]) => name === `n${node}`);
      return row ? [{ node, sessions: Number(row[4]), isUp: row[17]?.startsWith('UP') === true }] : [];
    });
  }
}

async function startAt(galera: Galera, seat: Seat, folder: string): Promise<Proxy> {
  const { address: host, within } = await galera.seat(seat);
  const address = `${host}:${await freePort()}`;
  const socket = join(folder, `${seat}.sock`);
  const hosts = await Promise.all(NODES.map((node) => galera.host(node)));
  const configuration = NODES.reduce(
    (sum, node) => sum.replace(`10.0.0.${node}:3306`, hosts[node - 1] ?? ''),
    readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')
      .replace('127.0.0.1:3306', address)
      .replace('/run/haproxy/admin.sock', socket)
      .replace('/dev/log', 'stdout format raw')
      .replace(/^ *(user|group) haproxy\n/gm, ''),
  );
  const file = join(folder, `${seat}.cfg`);
  writeFileSync(file, configuration);
  const words = [...within, 'haproxy', '-db', '-f', file];
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  child.on('error', ({ message }) => log.push(message));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n'))
        if (/^(Backup )?Server .* is (UP|DOWN)/.test(line)) log.push(`${new Date().toISOString()} ${line}`);
    });
  return { seat, address, socket, child, log };
}
