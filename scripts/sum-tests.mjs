// Sums the counts of vitest's JSON reports: prints "<passed> <failed> <skipped>". A report that is missing counts as one failure,
// and so does a file whose tests could not even be collected.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ status: string, assertionResults: Array<{ status: string }> }} FileResult */

let [passed, failed, skipped] = [0, 0, 0];
for (const report of process.argv.slice(2)) {
  if (!existsSync(report)) {
    failed++;
    continue;
  }
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { status, assertionResults } of testResults) {
    const count = (/** @type {string} */ wanted) => assertionResults.filter((test) => test.status === wanted).length;
    passed += count('passed');
    failed += status === 'failed' ? Math.max(1, count('failed')) : count('failed');
    skipped += assertionResults.length - count('passed') - count('failed');
  }
}
console.log(passed, failed, skipped);
