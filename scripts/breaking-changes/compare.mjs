// Names what breaks clients between two API documents: `npm run breaking`, which compares the document as it is with that of the last release.
// oasdiff does the comparing. What CHANGELOG.md announces, as "METHOD /path what oasdiff says", is let through; anything else is a failure.
// Exit codes: 0 nothing breaks, 1 something does, 3 not compared, which is no pass.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @param {string} path from the root of the repository */
const inRepository = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Members and parameters that are not known are refused, so it breaks clients when one goes. */
const SEVERITY = inRepository('scripts/breaking-changes/severity.txt');
/** As this folder's go.mod says. */
const [NEEDED_MAJOR, NEEDED_MINOR] = [1, 26];

const [
  before = inRepository('scripts/breaking-changes/released.json'),
  now = inRepository('src/admin/openapi/openapi.json'),
  announced = inRepository('CHANGELOG.md'),
] = process.argv.slice(2);

const version = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).stdout ?? '';
const [major = 0, minor = 0] = [...version.matchAll(/\d+/g)].map(Number);
if (major < NEEDED_MAJOR || (major === NEEDED_MAJOR && minor < NEEDED_MINOR)) {
  console.log(
    `Not compared: that takes Go ${NEEDED_MAJOR}.${NEEDED_MINOR}, and ${version ? `this is ${version.trim()}` : 'there is none'}.`,
  );
  process.exit(3);
}
const options = [
  '--flatten-allof',
  '--fail-on',
  'ERR',
  '--severity-levels',
  SEVERITY,
  '--err-ignore',
  announced,
  '--format',
  'singleline',
  '--color',
  'never',
];
const { status } = spawnSync('go', ['tool', 'oasdiff', 'breaking', before, now, ...options], {
  cwd: inRepository('scripts/breaking-changes'),
  stdio: 'inherit',
});
process.exit(status ?? 1);
