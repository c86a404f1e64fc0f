import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairQueue, type Claim } from './fair-queue.js';

/** A queue whose tasks end one by one, the oldest first, and the order in which they began. */
function lineOf(concurrency: number, maxWaiting: number, maxWaitMs?: number) {
  const line = new FairQueue('work', concurrency, maxWaiting, maxWaitMs);
  const ran: string[] = [];
  const open: Array<() => void> = [];
  const add = (name: string, claim: Claim) =>
    line.runInTurn(claim, () => {
      ran.push(name);
      return new Promise<void>((resolve) => open.push(resolve));
    });
  const finish = async () => {
    open.shift()?.();
    for (let i = 0; i < 5; i++) await Promise.resolve();
  };
  const finishAll = async () => {
    while (open.length > 0) await finish();
  };
  return { add, ran, finish, finishAll, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}
const by = (address: string, rank = 0, account = address): Claim => ({ rank, shares: [address, account] });

/** Work open to anonymous callers. */
const openTo = (address: string): Claim => ({ ...by(address, 1), rests: true });

describe('a fair queue', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('gives a turn to each address before a second one to any', async () => {
    const { add, ran, finishAll } = lineOf(1, 100);
    for (let i = 0; i < 5; i++) void add(`a${i}`, by('a'));
    for (const name of ['b', 'c']) void add(name, by(name));
    await finishAll();
    expect(ran).toEqual(['a0', 'b', 'c', 'a1', 'a2', 'a3', 'a4']);
  });

  it('shares the turns of one address out by the next share', async () => {
    const { add, ran, finishAll } = lineOf(1, 100);
    for (let i = 0; i < 3; i++) void add(`x${i}`, by('a', 0, 'x'));
    void add('y', by('a', 0, 'y'));
    await finishAll();
    expect(ran).toEqual(['x0', 'y', 'x1', 'x2']);
  });

  it('serves lower ranks first, and keeps a place free for the first', async () => {
    const { add, ran, finish, finishAll } = lineOf(2, 100);
    for (const name of ['late1', 'late2']) void add(name, by(name, 2));
    void add('middle', by('m', 1));
    expect(ran).toEqual(['late1']);
    void add('first', by('f'));
    await Promise.resolve();
    expect(ran).toEqual(['late1', 'first']);
    await finish();
    expect(ran).toEqual(['late1', 'first', 'middle']);
    await finishAll();
    expect(ran.at(-1)).toBe('late2');
  });

  it('keeps one place free of a caller that would take all, for callers who came lately', async () => {
    const { add, ran, finish, finishAll, pass } = lineOf(2, 100);
    void add('b', by('b'));
    for (let i = 0; i < 4; i++) void add(`a${i}`, by('a'));
    await finish();
    expect(ran).toEqual(['b', 'a0']);
    // It starts at once, although other tasks wait.
    void add('c', by('c'));
    await Promise.resolve();
    expect(ran).toEqual(['b', 'a0', 'c']);
    await finishAll();
    expect(ran).toEqual(['b', 'a0', 'c', 'a1', 'a2', 'a3']);
    // No other owner is active any more, so the remaining one may use all slots.
    await pass(30_000);
    for (let i = 4; i < 7; i++) void add(`a${i}`, by('a'));
    expect(ran.slice(6)).toEqual(['a4', 'a5']);
    await finishAll();
  });

  it('starves no caller: now and then the one waiting longest is served', async () => {
    const { add, ran, finish } = lineOf(1, 100);
    void add('start', by('start'));
    void add('patient', by('p', 2));
    for (let i = 0; i < 20; i++) void add(`s${i}`, by(`s${i}`));
    for (let i = 0; i < 9; i++) await finish();
    expect(ran).toContain('patient');
    expect(ran.indexOf('patient')).toBeGreaterThan(5);
  });

  it('gives work that anybody may ask for one turn at a time, with a rest after it, while others are about', async () => {
    const { add, ran, finish, pass } = lineOf(4, 100);
    void add('person', by('p'));
    await finish();
    for (let i = 0; i < 3; i++) void add(`r${i}`, openTo('r'));
    expect(ran).toEqual(['person', 'r0']);
    await pass(50);
    await finish();
    await pass(149);
    expect(ran).toEqual(['person', 'r0']);
    await pass(1);
    expect(ran).toEqual(['person', 'r0', 'r1']);
    // No other owner is active any more: it may use all slots but one.
    await pass(30_000);
    await finish();
    void add('r3', openTo('r'));
    void add('r4', openTo('r'));
    await pass(90_000);
    expect(ran.slice(3)).toEqual(['r2', 'r3', 'r4']);
  });

  it('does not delay other callers by the rest of one, nor work that is open to few', async () => {
    const { add, ran, finish, pass } = lineOf(2, 100);
    void add('person', by('p'));
    await finish();
    void add('r0', openTo('r'));
    void add('r1', openTo('r'));
    await pass(50);
    await finish();
    void add('r signs in', by('r'));
    void add('another registers', openTo('other'));
    await Promise.resolve();
    expect(ran).toEqual(['person', 'r0', 'r signs in', 'another registers']);
  });

  it('does not slow down open work while there is no other', async () => {
    const { add, ran, finish } = lineOf(3, 100);
    for (let i = 0; i < 4; i++) void add(`r${i}`, openTo('r'));
    expect(ran).toEqual(['r0', 'r1']);
    await finish();
    await finish();
    expect(ran).toEqual(['r0', 'r1', 'r2', 'r3']);
  });

  it('serves the repeated work of a caller after others, and with rests', async () => {
    const { add, ran, finish, pass } = lineOf(2, 100);
    const again = { ...by('a'), repeats: 'a' };
    void add('person', by('p'));
    await finish();
    for (let i = 0; i < 9; i++) {
      void add(`a${i}`, again);
      await finish();
    }
    expect(ran.length).toBe(10);
    void add('a9', again);
    await pass(10);
    void add('a10', again);
    void add('p1', by('p'));
    void add('p2', by('q'));
    await finish();
    expect(ran.slice(10)).toEqual(['a9', 'p1', 'p2']);
    await finish();
    await finish();
    expect(ran.slice(13)).toEqual([]);
    await pass(30);
    expect(ran.slice(13)).toEqual(['a10']);
  });

  it('refuses, when it is full, the caller who would be served last', async () => {
    const { add, ran, finishAll } = lineOf(1, 2);
    void add('running', by('a'));
    const second = add('second of a', by('a'));
    const displaced = add('registration', by('r', 1)).catch((error: unknown) => error);
    const outcome = add('admin', by('z', 2)).catch((error: unknown) => error);
    expect(await outcome).toMatchObject({ kind: 'busy' });
    void add('sign-in', by('b'));
    expect(await displaced).toMatchObject({ kind: 'busy', code: 'work.busy' });
    await finishAll();
    await second;
    expect(ran).toEqual(['running', 'sign-in', 'second of a']);
  });

  it('refuses a task after its longest wait, and none that runs', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { add, ran, finish, finishAll, pass } = lineOf(1, 100, 1_000);
    const running = add('running', by('a'));
    const next = add('next', by('b'));
    const late = add('late', by('c')).catch((error: unknown) => error);
    await pass(999);
    await finish();
    expect(ran).toEqual(['running', 'next']);
    await pass(1);
    expect(await late).toMatchObject({ kind: 'busy', code: 'work.busy' });
    await pass(10_000);
    await finishAll();
    await Promise.all([running, next]);
    expect(ran).toEqual(['running', 'next']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('forgets turns with time', async () => {
    const { add, ran, finish, finishAll, pass } = lineOf(1, 100);
    for (let i = 0; i < 3; i++) {
      void add(`early${i}`, by('early'));
      await finish();
    }
    await pass(200_000);
    void add('hold', by('hold'));
    void add('late', by('late'));
    await finish();
    await finish();
    void add('hold2', by('hold2'));
    void add('early again', by('early'));
    void add('late again', by('late'));
    await finishAll();
    expect(ran.slice(-2)).toEqual(['early again', 'late again']);
  });
});
