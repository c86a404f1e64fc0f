// Three Galera nodes, two services that know all three, and a load on both, while one thing after the other fails. When a fault is over everybody
// is there again, and every history has an order that explains it. The same seed brings the same faults in the same order to the same targets.
// CLUSTER_SEED, CLUSTER_SECONDS and CLUSTER_FAULTS choose; without seconds each fault comes once. With CLUSTER_PROXIES=1 both services know only
// the address of one HAProxy, with 2 each has its own. CLUSTER_GO_ON=1 counts what is wrong instead of ending with the first.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Ground } from '../support/processes.js';
import { freePort } from '../support/service.js';
import { FAULTS, roundOf, type Fault, type Strike, type Target } from './faults.js';
import { Galera, NODES, ABILITIES, type Ability, type Node, type Seat } from './galera.js';
import { Histories, type Verdict } from './histories.js';
import { Load } from './load.js';
import { Proxies } from './proxies.js';
import { Random } from './random.js';
import { tableOf, type Row } from './report.js';
import { makeScene } from './scene.js';
import { Side } from './side.js';
import { Silence } from './silence.js';

const LONG = process.env['LONG'] !== undefined;
const SECONDS = Number(process.env['CLUSTER_SECONDS'] ?? (LONG ? 3_600 : 0));
const SEED = Number(process.env['CLUSTER_SEED'] ?? Date.now() & 0xffff);
const ONLY = process.env['CLUSTER_FAULTS']?.split(',');
/** Where the proxies are, if there are any: each beside a service. */
const PROXY_SEATS = ([4, 5] as const).slice(0, Number(process.env['CLUSTER_PROXIES'] ?? 0));
const GO_ON = process.env['CLUSTER_GO_ON'] !== undefined;
/** What comes back has so long for it. */
const RECOVERY_MS = 180_000;
/** Both services have left a node that failed by then: longer than the cluster takes to part with it. */
const MOVE_MS = 20_000;
const LOOK_MS = 250;
const LINES = 60;
/** After this a further fault would say nothing. */
const NOT_BACK = 'not back: ';
/** Load before the fault and after it. */
const CALM_MS = 1_000;
/** Longest that one fault may take in all, as a limit for a round. */
const STRIKE_MS = 60_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let galera: Galera;
let proxies: Proxies | undefined;
let ground: Ground;
let sides: [Side, Side];
const commonSilence = new Silence();

beforeAll(async () => {
  galera = await Galera.start();
  if (PROXY_SEATS.length > 0) proxies = await Proxies.start(galera, PROXY_SEATS);
  ground = await Ground.make({ LOG_LEVEL: 'warn' });
  const folder = join(ground.dataDir, 'two');
  mkdirSync(folder);
  const allNodes = await galera.url();
  const make = async (name: string, seat: Seat, DATA_DIR: string) => {
    const { address: HOST, within } = await galera.seat(seat);
    const DATABASE_URL = proxies?.url(seat) ?? allNodes;
    const env = { DATABASE_URL, DATA_DIR, PUBLIC_URL: 'http://127.0.0.1:65000', HOST, PORT: String(await freePort()) };
    return new Side(name, seat, ground, env, within, commonSilence);
  };
  sides = [await make('one', 4, ground.dataDir), await make('two', 5, folder)];
  for (const side of sides) await side.start();
}, 300_000);
afterAll(async () => {
  await ground?.clear();
  await proxies?.stop();
  await galera?.stop();
}, 120_000);

/** A stretch of load with one fault in it. */
async function suffer(
  { name, fault, nodeAfter }: Strike,
  target: Target,
  load: Load,
  histories: Histories,
): Promise<{ row: Row; verdict: Verdict }> {
  const [silences, readSilences] = [sides.map(({ silence }) => silence), sides.map(({ readSilence }) => readSilence)];
  const longest = (of: readonly Silence[]) => Math.max(...of.map(({ ms }) => ms));
  let [endedSignIns, silenceMs, commonSilenceMs, readSilenceMs] = [0, 0, 0, 0];
  let stayed: string[] = [];
  const over = new AbortController();
  const reading = sides.map((side) => side.readAlong(`/scim/v2/${ground.credentials.orgId}/Users?count=1`, over.signal));
  load.start();
  try {
    await pause(CALM_MS);
    for (const silence of [...silences, ...readSilences, commonSilence]) silence.begin();
    await fault.begin(target);
    await pause(fault.holdMs);
    await fault.end(target);
    // Behind a proxy no service knows its node.
    if (fault.hits === 'node' && nodeAfter === 0 && !proxies) stayed = await notMoved(await galera.host(target.node));
    for (const missing of await lackingInTheEnd()) histories.surprise(`${NOT_BACK}${missing}`);
    await pause(CALM_MS);
    [silenceMs, commonSilenceMs, readSilenceMs] = [longest(silences), commonSilence.ms, longest(readSilences)];
  } finally {
    over.abort();
    endedSignIns = await load.stop();
    await Promise.all(reading);
  }
  const verdict = await histories.close();
  const { refused, unknown } = verdict.tally;
  if (!fault.mayPass || refused + unknown > 0) verdict.surprises.push(...stayed);
  const count = (sort: string) => verdict.violations.filter((one) => one.sort === sort).length;
  const row: Row = {
    fault: name,
    times: 1,
    ...verdict.tally,
    lost: count('lost'),
    doubled: count('doubled'),
    stale: count('stale'),
    endedSignIns,
    silenceMs,
    commonSilenceMs,
    readSilenceMs,
  };
  return { row, verdict };
}

/** Waits until both services work with one other node: nobody goes back by himself. @returns what each works with, if they do not */
async function notMoved(from: string): Promise<string[]> {
  const deadline = performance.now() + MOVE_MS;
  for (;;) {
    const hosts = await Promise.all(sides.map((side) => side.hostInUse()));
    if (hosts.every((host) => host !== undefined && host !== from && host === hosts[0])) return [];
    if (performance.now() > deadline)
      return sides.map(({ name }, at) => `service ${name} works with ${hosts[at] ?? 'no node'} after ${from}`);
    await pause(LOOK_MS);
  }
}

/** Waits until all nodes and services work. @returns what still does not */
async function lackingInTheEnd(): Promise<string[]> {
  const deadline = performance.now() + RECOVERY_MS;
  let left = await lacking();
  // A service that ended by itself does not come back.
  while (left.length > 0 && sides.every(({ runs }) => runs) && performance.now() < deadline) {
    await pause(LOOK_MS);
    left = await lacking();
  }
  return left;
}

/** Whatever does not work yet. A node that left the others for good is started again, as its process manager or its operator would. */
async function lacking(): Promise<string[]> {
  const states = await Promise.all(NODES.map(async (node) => ({ node, state: await galera.state(node) })));
  // Together, or the next fault would meet a cluster that lacks a node already, and may leave it without a majority.
  const views = await Promise.all(NODES.map((node) => galera.view(node)));
  for (const { node } of states.filter(({ state }) => state === 'down' || state.endsWith('Disconnected'))) {
    await galera.do('end', node);
    await galera.do('run', node);
  }
  const ready = await Promise.all(sides.map(async (side) => ({ side, is: side.runs && (await side.isReady()) })));
  return [
    ...states.filter(({ state }) => state !== 'Synced Primary').map(({ node, state }) => `node ${node}: ${state}`),
    ...(new Set(views).size > 1 ? [`the nodes see different clusters: ${views.join(', ')}`] : []),
    ...((await proxies?.lacking()) ?? []),
    ...ready.filter(({ is }) => !is).map(({ side }) => `service ${side.name}: ${side.runs ? 'not ready' : 'ended by itself'}`),
  ];
}

/** What a service logged about its own failures, that its database was away being none; and what it said last, if it ended by itself. */
function logOf({ name, output, runs }: Side): string {
  const lines = output.split('\n').filter((line) => line !== '');
  const failures = lines.filter((line) => line.includes('"status":500') || /"level":"(error|fatal)"/.test(line));
  const telling = runs ? failures.filter((line) => !line.includes('"status":503')) : lines;
  return [`Service ${name}:`, ...telling.slice(-LINES)].join('\n');
}

/** The faults that are asked for and can be done here. */
function chosen(): Fault[] {
  for (const name of ONLY ?? []) if (!FAULTS.some((fault) => fault.name === name)) throw new Error(`There is no fault "${name}".`);
  const wanted = FAULTS.filter(({ name, isShort }) => (ONLY === undefined ? LONG || isShort : ONLY.includes(name)));
  return wanted.filter(({ needs }) => needs === undefined || galera.can(needs));
}

/** One round, or as many as the time allows. */
function* strikesOf(faults: readonly Fault[], random: Random): Generator<Strike> {
  const until = performance.now() + SECONDS * 1000;
  do {
    for (const strike of roundOf(faults, random, LONG)) {
      yield strike;
      if (SECONDS > 0 && performance.now() > until) return;
    }
  } while (SECONDS > 0);
}

/** The node in use, or one that follows it. */
async function targetOf({ nodeAfter, service }: Strike): Promise<Target> {
  const side = sides[service] as Side;
  const inUse = proxies ? ((await proxies.nodesOf(side.seat))[0] as Node) : await galera.inUse();
  const node = NODES[(inUse - 1 + nodeAfter) % NODES.length] as Node;
  return { galera, node, side, seat: proxies?.seatFor(side.seat) ?? side.seat };
}

// What cannot be done here is skipped by name, so that nobody takes it for done.
it.for(Object.entries(ABILITIES) as Array<[Ability, string]>)('%s: %s', ([ability, what], { skip }) => {
  if (galera.can(ability)) return;
  console.log(`NOT RUN: ${what}`);
  skip();
});

it(
  'whatever fails, nothing acknowledged is lost, nothing happens twice, no read is behind, and everybody comes back',
  async () => {
    const chosenBy = { CLUSTER_SEED: SEED, CLUSTER_SECONDS: SECONDS, CLUSTER_PROXIES: PROXY_SEATS.length };
    console.log(
      Object.entries(chosenBy)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    );
    const random = new Random(SEED);
    const faults = chosen();
    const histories = new Histories();
    const { orgId, serviceUser } = ground.credentials;
    const load = new Load(sides, await makeScene(sides[0], orgId, serviceUser), histories, SEED + 1);
    const rows: Row[] = [];
    const found: string[] = [];
    for (const strike of strikesOf(faults, random)) {
      const target = await targetOf(strike);
      const { row, verdict } = await suffer(strike, target, load, histories);
      rows.push(row);
      const reasons = [...verdict.reasons].map(([reason, times]) => `\n  ${times} × ${reason}`).join('');
      console.log(
        `${strike.name} (node ${target.node}, service ${target.side.name}): ${JSON.stringify(row)}${reasons}${proxies?.takeLog() ?? ''}`,
      );
      for (const { kind, key, sort, history } of verdict.violations) found.push(`${strike.name}: ${sort}, ${kind} ${key}\n${history}`);
      found.push(...verdict.surprises.map((surprise) => `${strike.name}: ${surprise}`));
      if (found.length > 0 && !GO_ON) break;
      if (verdict.surprises.some((surprise) => surprise.startsWith(NOT_BACK))) break;
    }
    console.log(`\n${tableOf(rows)}\n`);
    if (found.length > 0) console.log(sides.map(logOf).join('\n'));
    expect(found, `CLUSTER_SEED=${SEED}`).toEqual([]);
    expect(rows).not.toEqual([]);
  },
  SECONDS * 1000 + FAULTS.length * STRIKE_MS + RECOVERY_MS,
);
