import { describe, expect, it, vi } from 'vitest';
import { Semaphore } from './semaphore.js';

const tick = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('a gate', () => {
  it('lets only so many run at once, in the order they came', async () => {
    const gate = new Semaphore('test', 2, 100);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        gate.run(async () => {
          started.push(i);
          most = Math.max(most, ++running);
          await tick();
          running--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(started).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('refuses only callers who would make the queue too long', async () => {
    const gate = new Semaphore('test', 1, 2);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => gate.run(tick)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((outcomes[4] as PromiseRejectedResult).reason).toMatchObject({ kind: 'busy', code: 'work.busy' });
    await gate.run(tick);
  });

  it('lets the event loop turn between two tasks, also when none of them waits for anything', async () => {
    const gate = new Semaphore('test', 1, 100);
    const order: string[] = [];
    setImmediate(() => order.push('another'));
    await Promise.all(['first', 'second', 'third'].map((name) => gate.run(async () => void order.push(name))));
    expect(order).toEqual(['first', 'another', 'second', 'third']);
  });

  it('stays open after a task that fails', async () => {
    const gate = new Semaphore('test', 1, 1);
    await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.run(async () => 'next')).toBe('next');
  });

  it('loses no place to a caller whose time runs out while it is handed over, as after the process stood still', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const gate = new Semaphore('test', 1, 10, 'work.busy', 1_000);
      let finish = (): void => undefined;
      const first = gate.run(() => new Promise<void>((resolve) => (finish = resolve)));
      const second = gate.run(async () => 'second');
      finish();
      await first;
      vi.advanceTimersByTime(1_000);
      expect(await second).toBe('second');
      expect(gate.load).toEqual({ running: 0, waiting: 0 });
    } finally {
      vi.useRealTimers();
    }
  });
});
