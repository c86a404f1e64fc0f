import { describe, expect, it, vi } from 'vitest';
import { SearchQueue } from './search-queue.js';

/** A search that ends on request. */
function held() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const search = vi.fn(() => ended);
  return { search, end };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the line for slow searches', () => {
  it('lets two run at once, one of an organization', async () => {
    const lines = new SearchQueue(2);
    const [a, again, b, c] = [held(), held(), held(), held()];
    const all = [
      lines.enqueueSearch(1, a.search),
      lines.enqueueSearch(1, again.search),
      lines.enqueueSearch(2, b.search),
      lines.enqueueSearch(3, c.search),
    ];
    await turn();
    expect([a, again, b, c].map(({ search }) => search.mock.calls.length)).toEqual([1, 0, 1, 0]);
    b.end();
    await turn();
    // The organization of the first entry is being served, so the next entry runs.
    expect([again, c].map(({ search }) => search.mock.calls.length)).toEqual([0, 1]);
    a.end();
    await turn();
    expect(again.search).toHaveBeenCalledOnce();
    for (const { end } of [again, c]) end();
    await Promise.all(all);
  });

  it('refuses as tooMany when the line is full or the wait too long', async () => {
    vi.useFakeTimers();
    try {
      const lines = new SearchQueue(1);
      const first = held();
      const running = lines.enqueueSearch(1, first.search);
      const waiting = Array.from({ length: 64 }, () =>
        lines.enqueueSearch(2, async () => undefined).catch((error: { kind: string }) => error.kind),
      );
      await expect(lines.enqueueSearch(3, async () => undefined)).rejects.toMatchObject({ kind: 'tooMany' });
      await vi.advanceTimersByTimeAsync(5_000);
      expect(new Set(await Promise.all(waiting))).toEqual(new Set(['tooMany']));
      first.end();
      await running;
      expect(await lines.enqueueSearch(2, async () => 'free')).toBe('free');
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes on after a search that failed', async () => {
    const lines = new SearchQueue(1);
    await expect(lines.enqueueSearch(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await lines.enqueueSearch(1, async () => 'next')).toBe('next');
  });
});
