// Sums the counts of vitest's JSON reports: prints "<passed> <failed> <skipped>"; with `--failed` which tests failed, and why, instead.
// A report that is missing counts as one failure, and so does a file whose tests could not even be collected.
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: TestResult[] }} FileResult */

/** Of a message that may hold whole pages. */
const LINES = 12;

const reports = process.argv.slice(2).filter((argument) => argument !== '--failed');
/** @param {string} report @returns {FileResult[]} */
const filesOf = (report) => /** @type {{ testResults: FileResult[] }} */ (JSON.parse(readFileSync(report, 'utf8'))).testResults;

if (process.argv.includes('--failed')) for (const report of reports) tellFailed(report);
else console.log(sum().join(' '));

function sum() {
  let [passed, failed, skipped] = [0, 0, 0];
  for (const report of reports) {
    if (!existsSync(report)) {
      failed++;
      continue;
    }
    for (const { status, assertionResults } of filesOf(report)) {
      const count = (/** @type {string} */ wanted) => assertionResults.filter((test) => test.status === wanted).length;
      passed += count('passed');
      failed += status === 'failed' ? Math.max(1, count('failed')) : count('failed');
      skipped += assertionResults.length - count('passed') - count('failed');
    }
  }
  return [passed, failed, skipped];
}

/** @param {string} report */
function tellFailed(report) {
  const suite = basename(report, '.json');
  const tell = (/** @type {string} */ what, /** @type {string} */ why) =>
    console.log([`FAILED TEST (${suite}): ${what}`, ...why.split('\n').slice(0, LINES)].join('\n    '));
  if (!existsSync(report)) return tell('no report', '');
  for (const { name, status, message = '', assertionResults } of filesOf(report)) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages = [] } of failed) tell(`${relative('', name)} > ${fullName}`, failureMessages.join('\n'));
    if (status === 'failed' && failed.length === 0) tell(relative('', name), message);
  }
}
