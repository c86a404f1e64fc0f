import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { admit, type Controls } from './admit.js';
import type { DoorName } from './doors.js';

/** Passes a request through a door, and returns the controls in the order in which they were applied. */
async function pass(door: DoorName, { complete, fails }: { complete: boolean; fails?: string }): Promise<string[]> {
  const applied: string[] = [];
  const apply = (control: string) => {
    applied.push(control);
    if (control === fails) throw new Error(control);
  };
  const controls: Controls<object, void> = {
    door,
    readBody: () => apply('body'),
    identify: async () => (apply('caller'), {}),
    authorize: () => apply('role'),
    count: async () => apply('limit'),
  };
  await admit({ complete } as IncomingMessage, controls).catch((error: Error) => applied.push(`refused by ${error.message}`));
  return applied;
}

describe('the corridor', () => {
  it.each([
    ['scimShortWay', true, ['caller', 'role', 'limit', 'body']],
    ['scimShortWay', false, ['caller', 'role', 'limit', 'body', 'caller', 'role']],
    ['admin', false, ['body', 'caller', 'role', 'limit']],
    ['import', false, ['caller', 'role', 'limit', 'body']],
    ['oauth', false, ['body', 'caller', 'role', 'limit']],
  ] as const)('of the door %s, with the body there: %s', async (door, complete, order) => {
    expect(await pass(door, { complete })).toEqual(order);
  });

  it.each([
    ['caller', ['caller']],
    ['role', ['caller', 'role']],
    ['limit', ['caller', 'role', 'limit']],
    ['body', ['caller', 'role', 'limit', 'body']],
  ])('ends at the first refusal, that of the %s', async (fails, applied) => {
    expect(await pass('scimShortWay', { complete: false, fails })).toEqual([...applied, `refused by ${fails}`]);
  });
});
