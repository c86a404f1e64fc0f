// Prints the names of the tests that one of vitest's JSON reports has as skipped, one to a line.
import { readFileSync } from 'node:fs';

/** @type {{ testResults: Array<{ assertionResults: Array<{ status: string, title: string }> }> }} */
const { testResults } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
for (const { status, title } of tests) if (status !== 'passed' && status !== 'failed') console.log(title);
