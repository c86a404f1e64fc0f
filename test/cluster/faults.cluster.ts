// Three Galera nodes, two services and a load on both, while one thing after the other fails. When a fault is over everybody is there again,
// and every history has an order that explains it. The same seed brings the same faults; CLUSTER_SEED, CLUSTER_SECONDS and CLUSTER_FAULTS choose.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Ground } from '../support/processes.js';
import { freePort } from '../support/service.js';
import { FAULTS, type Fault, type Target } from './faults.js';
import { Galera, NODES, type Node } from './galera.js';
import { Histories, type Verdict } from './histories.js';
import { Load } from './load.js';
import { Random } from './random.js';
import { tableOf, type Row } from './report.js';
import { makeScene } from './scene.js';
import { Side } from './side.js';
import { Silence } from './silence.js';

const LONG = process.env['LONG'] !== undefined;
const SECONDS = Number(process.env['CLUSTER_SECONDS'] ?? (LONG ? 3_600 : 40));
const SEED = Number(process.env['CLUSTER_SEED'] ?? Date.now() & 0xffff);
const ONLY = process.env['CLUSTER_FAULTS']?.split(',');
/** What comes back has so long for it. */
const RECOVERY_MS = 180_000;
const LOOK_MS = 250;
const LINES = 20;
/** Load before the fault and after it. */
const CALM_MS = 1_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let galera: Galera;
let ground: Ground;
let sides: [Side, Side];
const commonSilence = new Silence();

beforeAll(async () => {
  galera = await Galera.start();
  ground = await Ground.make({ PUBLIC_URL: 'http://127.0.0.1:65000', LOG_LEVEL: 'warn' });
  const folder = join(ground.dataDir, 'two');
  mkdirSync(folder);
  const make = async (name: string, node: Node, DATA_DIR: string) =>
    new Side(name, ground, await freePort(), { DATABASE_URL: await galera.url(node), DATA_DIR }, commonSilence);
  sides = [await make('one', 1, ground.dataDir), await make('two', 2, folder)];
  for (const side of sides) await side.start();
}, 300_000);
afterAll(async () => {
  await ground?.clear();
  await galera?.stop();
}, 120_000);

/** A stretch of load with one fault in it. */
async function strike(fault: Fault, target: Target, load: Load, histories: Histories): Promise<{ row: Row; verdict: Verdict }> {
  load.start();
  await pause(CALM_MS);
  const silences = sides.map(({ silence }) => silence);
  for (const silence of [...silences, commonSilence]) silence.begin();
  await fault.begin(target);
  await pause(fault.holdMs);
  await fault.end(target);
  await recovery(fault);
  await pause(CALM_MS);
  const [silenceMs, commonSilenceMs] = [Math.max(...silences.map(({ ms }) => ms)), commonSilence.ms];
  const endedSignIns = await load.stop();
  const verdict = await histories.close();
  const count = (sort: string) => verdict.violations.filter((one) => one.sort === sort).length;
  const row: Row = {
    fault: fault.name,
    times: 1,
    ...verdict.tally,
    lost: count('lost'),
    doubled: count('doubled'),
    stale: verdict.stale,
    endedSignIns,
    silenceMs,
    commonSilenceMs,
  };
  return { row, verdict };
}

/** Waits until all nodes and services work. */
async function recovery(fault: Fault): Promise<void> {
  const deadline = performance.now() + RECOVERY_MS;
  for (let left = await lacking(); left.length > 0; left = await lacking()) {
    if (performance.now() > deadline) throw new Error(`After "${fault.name}" not all came back: ${left.join(', ')}`);
    await pause(LOOK_MS);
  }
}

/** Whatever does not work yet. A node that left the others for good is started again, as its process manager or its operator would. */
async function lacking(): Promise<string[]> {
  const states = await Promise.all(NODES.map(async (node) => ({ node, state: await galera.state(node) })));
  for (const { node } of states.filter(({ state }) => state === 'down' || state.endsWith('Disconnected'))) {
    await galera.do('end', node);
    await galera.do('run', node);
  }
  const ready = await Promise.all(sides.map(async (side) => ({ side, is: side.runs && (await side.isReady()) })));
  return [
    ...states.filter(({ state }) => state !== 'Synced Primary').map(({ node, state }) => `node ${node}: ${state}`),
    ...ready.filter(({ is }) => !is).map(({ side }) => `service ${side.name}: ${side.runs ? 'not ready' : 'ended by itself'}`),
  ];
}

/** What a service logged about its own failures; that its database was away is no wonder. */
function logOf({ name, output }: Side): string {
  const lines = output.split('\n').filter((line) => line.includes('"status":500') || /"level":"(error|fatal)"/.test(line));
  return [`Service ${name}:`, ...lines.filter((line) => !line.includes('"status":503')).slice(-LINES)].join('\n');
}

it(
  'whatever fails, nothing acknowledged is lost, nothing happens twice, and everybody comes back',
  async () => {
    console.log(`CLUSTER_SEED=${SEED} CLUSTER_SECONDS=${SECONDS}`);
    const random = new Random(SEED);
    const possible = FAULTS.filter(({ needs }) => needs === undefined || galera.can(needs));
    for (const { name } of FAULTS.filter((fault) => !possible.includes(fault))) console.log(`NOT RUN: ${name} (not allowed here)`);
    const faults = possible.filter(({ name, isShort }) => (ONLY === undefined ? LONG || isShort : ONLY.includes(name)));
    const histories = new Histories();
    const { orgId, serviceUser } = ground.credentials;
    const load = new Load(sides, await makeScene(sides[0], orgId, serviceUser), histories, new Random(SEED + 1));
    const rows: Row[] = [];
    const found: string[] = [];
    const until = performance.now() + SECONDS * 1000;
    let queue: Fault[] = [];
    while (performance.now() < until && found.length === 0) {
      if (queue.length === 0) queue = random.shuffled(faults);
      const fault = queue.shift() as Fault;
      const target: Target = { galera, node: random.one(NODES), side: random.one(sides) };
      const { row, verdict } = await strike(fault, target, load, histories).catch(async (error: unknown) => {
        await load.stop();
        throw error;
      });
      rows.push(row);
      console.log(`${fault.name} (node ${target.node}, service ${target.side.name}): ${JSON.stringify(row)}`);
      for (const { kind, key, sort, history } of verdict.violations) found.push(`${fault.name}: ${sort}, ${kind} ${key}\n${history}`);
      found.push(...verdict.surprises.map((surprise) => `${fault.name}: ${surprise}`));
    }
    console.log(`\n${tableOf(rows)}\n`);
    if (found.length > 0) console.log(sides.map(logOf).join('\n'));
    expect(found, `CLUSTER_SEED=${SEED}`).toEqual([]);
  },
  SECONDS * 1000 + 300_000,
);
