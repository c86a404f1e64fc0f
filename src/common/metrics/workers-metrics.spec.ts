import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkersMetrics, type Metric } from './workers-metrics.js';

/** The part of a worker that the sum uses. */
class FakeWorker extends EventEmitter {
  isSilent = false;
  questions = 0;
  metrics: Metric[] | null = [];
  isDead = () => false;

  send(): void {
    this.questions++;
    if (!this.isSilent) queueMicrotask(() => this.answer());
  }

  answer(): void {
    this.emit('message', { metrics: this.metrics });
  }
}

const one = (name: string, type: string, aggregator: string, value: number): Metric => ({
  name,
  help: name,
  type,
  aggregator,
  values: [{ value, labels: {} }],
});
const counted = (value: number) => one('counted', 'counter', 'sum', value);
const load = (value: number) => one('load', 'gauge', 'sum', value);
const latest = (value: number) => one('latest', 'gauge', 'max', value);
const observed = (value: number): Metric => ({
  ...one('seconds', 'histogram', 'sum', 0),
  values: [
    { value, labels: { le: 1 }, metricName: 'seconds_bucket' },
    { value, labels: {}, metricName: 'seconds_count' },
  ],
});

let sum: WorkersMetrics;
let running: number;
beforeEach(() => {
  vi.useFakeTimers();
  running = 0;
  sum = new WorkersMetrics(() => running);
  return () => vi.useRealTimers();
});

function worker(...metrics: Metric[]): FakeWorker {
  const made = Object.assign(new FakeWorker(), { metrics });
  running++;
  sum.add(made as unknown as Worker);
  return made;
}

/** The served values, once all timeouts have passed. */
async function values(): Promise<Record<string, number>> {
  const text = sum.text();
  await vi.advanceTimersByTimeAsync(2_000);
  const lines = (await text).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

describe('the metrics of all workers', () => {
  it('are one, each in its own way', async () => {
    worker(counted(1), load(2), latest(3), observed(4));
    worker(counted(10), load(20), latest(30), observed(40));
    running++;
    expect(await values()).toEqual({
      'gatehouse_workers{state="answering"}': 2,
      'gatehouse_workers{state="silent"}': 0,
      'gatehouse_workers{state="starting"}': 1,
      counted: 11,
      load: 22,
      latest: 30,
      'seconds_bucket{le="1"}': 44,
      seconds_count: 44,
    });
  });

  it('do not wait for a silent one, ask it once, and keep what it had counted', async () => {
    worker(counted(1), load(2));
    const silent = worker(counted(10), load(20));
    await values();
    silent.isSilent = true;
    for (let i = 0; i < 3; i++) expect(await values()).toMatchObject({ counted: 11, load: 2, 'gatehouse_workers{state="silent"}': 1 });
    expect(silent.questions).toBe(2);
    silent.isSilent = false;
    silent.answer();
    expect(await values()).toMatchObject({ counted: 11, load: 22, 'gatehouse_workers{state="silent"}': 0 });
  });

  it('lack the gauges of a worker that cannot read them', async () => {
    const failing = worker(counted(1), load(2));
    await values();
    failing.metrics = null;
    const served = await values();
    expect([served['counted'], served['load']]).toEqual([1, undefined]);
  });

  it('have what those that ended had counted, and none of their gauges', async () => {
    for (let i = 0; i < 3; i++) {
      const ending = worker(counted(1), load(2), observed(1));
      await values();
      ending.emit('exit');
      running--;
      ending.answer();
    }
    worker(counted(10), load(20), observed(10));
    expect(await values()).toMatchObject({ counted: 13, load: 20, seconds_count: 13, 'seconds_bucket{le="1"}': 13 });
  });

  it('do not wait for a worker that ends meanwhile', async () => {
    const ending = worker();
    ending.isSilent = true;
    const text = sum.text();
    ending.emit('exit');
    await expect(text).resolves.toContain('gatehouse_workers{state="answering"} 0');
  });
});
