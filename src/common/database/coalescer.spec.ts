import { expect, it } from 'vitest';
import { Coalescer } from './coalescer.js';

/** A query that stays in flight until the test lands it. */
function slowQuery() {
  const flights: Array<{ asks: readonly string[]; land: (answer?: Error) => void }> = [];
  const query = (asks: readonly string[]) =>
    new Promise<string[]>((resolve, reject) =>
      flights.push({ asks, land: (error) => (error ? reject(error) : resolve(asks.map((ask) => `${ask}!`))) }),
    );
  return { flights, query };
}

it('never joins a query that was sent', async () => {
  const { flights, query } = slowQuery();
  const batch = new Coalescer(query, 1, 8);
  const first = batch.load('a');
  await new Promise(setImmediate);
  const later = [batch.load('b'), batch.load('c')];
  expect(flights.map(({ asks }) => asks)).toEqual([['a']]);
  flights[0]?.land();
  expect(await first).toBe('a!');
  await new Promise(setImmediate);
  expect(flights[1]?.asks).toEqual(['b', 'c']);
  flights[1]?.land();
  expect(await Promise.all(later)).toEqual(['b!', 'c!']);
});

it('keeps to its number of flights and its size, and goes on after a failure', async () => {
  const { flights, query } = slowQuery();
  const batch = new Coalescer(query, 2, 2);
  const ask = (name: string) => batch.load(name).catch((error: Error) => error.message);
  const answers = [ask('a'), ask('b')];
  await new Promise(setImmediate);
  answers.push(ask('c'));
  await new Promise(setImmediate);
  answers.push(ask('d'), ask('e'), ask('f'));
  await new Promise(setImmediate);
  expect(flights.map(({ asks }) => asks)).toEqual([['a', 'b'], ['c']]);
  flights[0]?.land(new Error('lost'));
  flights[1]?.land();
  await new Promise(setImmediate);
  expect(flights.slice(2).map(({ asks }) => asks)).toEqual([['d', 'e'], ['f']]);
  flights[2]?.land();
  flights[3]?.land();
  expect(await Promise.all(answers)).toEqual(['lost', 'lost', 'c!', 'd!', 'e!', 'f!']);
});

it('waits, where it gathers, while each turn of the event loop brings more keys, up to its size', async () => {
  const { flights, query } = slowQuery();
  const batch = new Coalescer(query, 1, 3, true);
  const answers = [batch.load('a')];
  await new Promise(setImmediate);
  answers.push(batch.load('b'));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(flights.map(({ asks }) => asks)).toEqual([['a', 'b']]);
  flights[0]?.land();
  await Promise.all(answers);
  answers.push(...['c', 'd', 'e'].map((name) => batch.load(name)));
  await new Promise(setImmediate);
  expect(flights[1]?.asks).toEqual(['c', 'd', 'e']);
  flights[1]?.land();
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!']);
});

it('refuses at once when too many wait', async () => {
  const { flights, query } = slowQuery();
  const batch = new Coalescer(query, 1, 8);
  const answers = Array.from({ length: 5_000 }, (_, index) => batch.load(String(index)));
  await expect(batch.load('one too many')).rejects.toMatchObject({ kind: 'busy' });
  await new Promise(setImmediate);
  answers.push(batch.load('instead of a canceled one'));
  for (let at = 0; at < Math.ceil(5_001 / 8); at++) {
    flights[at]?.land();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(answers)).toHaveLength(5_001);
});
