// Compares a password with its bcrypt hash, as often as it goes, as many at once as there are cores. Nothing else.
import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { answer } from '../harness/processes.mjs';
import { summary } from '../harness/samples.mjs';

const PASSWORD = 'Correct-Horse-7';
let hash = '';

answer({ prepare, run });

/** @param {{ cost: number }} job */
async function prepare({ cost }) {
  hash = await bcrypt.hash(PASSWORD, cost);
}

/** @param {{ seconds: number }} job */
async function run({ seconds }) {
  /** @type {number[]} */
  const latencies = [];
  const started = performance.now();
  const deadline = started + seconds * 1000;
  const compareOnAndOn = async () => {
    for (let from = performance.now(); from < deadline;) {
      if (!(await bcrypt.compare(PASSWORD, hash))) throw new Error('The password does not fit its hash.');
      const now = performance.now();
      latencies.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compareOnAndOn));
  return summary(latencies, latencies.length, performance.now() - started);
}
