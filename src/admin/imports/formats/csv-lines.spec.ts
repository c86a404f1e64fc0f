import { expect, it } from 'vitest';
import { csvLines } from './csv-lines.js';

const PIECES = 50;

it('hands on what is wrong as it comes, and keeps none of it', async () => {
  let pieces = 0;
  async function* file() {
    yield Buffer.from('orgId,userId\n');
    for (; pieces < PIECES; pieces++) yield Buffer.from('o\n'.repeat(1_000));
  }
  let lines = 0;
  for await (const { line, fault } of csvLines(file())) {
    lines++;
    if (line !== lines + 1 || fault?.kind !== 'record.malformed' || pieces !== Math.floor((lines - 1) / 1_000))
      expect.fail(`line ${line}: ${fault?.kind} after ${pieces} pieces`);
  }
  expect(lines).toBe(PIECES * 1_000);
});

it.each(['shoe_size', '__proto__'])('names an unknown column %s as it was sent', async (name) => {
  async function* file() {
    yield Buffer.from(`org_id,${name}\n`);
  }
  await expect(csvLines(file()).next()).rejects.toThrow(`the column "${name}" is unknown`);
});
