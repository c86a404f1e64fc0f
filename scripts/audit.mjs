// Asks the registry for known vulnerabilities of what the service ships with. Exit codes: 0 none that is high, 1 there are, 3 no answer, which is no pass.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
// Without npm there is no output at all.
process.exitCode = judge(stdout ?? '');

/**
 * @param {string} answer what npm wrote
 * @returns {number} the exit code
 */
function judge(answer) {
  /** @type {{ metadata?: { vulnerabilities?: Record<string, number> }, vulnerabilities?: Record<string, { severity: string }> }} */
  let report = {};
  try {
    report = JSON.parse(answer);
  } catch {
    // npm could not even say what went wrong.
  }
  const counts = report.metadata?.vulnerabilities;
  if (!counts) {
    console.log('NOT CHECKED: the registry gave no answer about known vulnerabilities.');
    return 3;
  }
  for (const [name, { severity }] of Object.entries(report.vulnerabilities ?? {})) console.log(`${severity}: ${name}`);
  console.log(
    Object.entries(counts)
      .map(([severity, count]) => `${severity} ${count}`)
      .join(', '),
  );
  return (counts['high'] ?? 0) + (counts['critical'] ?? 0) > 0 ? 1 : 0;
}
