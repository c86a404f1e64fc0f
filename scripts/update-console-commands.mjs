// Writes which command sends which change, for the console (`npm run docs`); test/console/structure.spec.ts compares. Reads the rows from dist.
import { writeFileSync } from 'node:fs';

const { ROWS } = await import(new URL('../dist/src/cli/rows/rows.js', import.meta.url).href);
/** @type {Map<string, string>} */
const commands = new Map();
// The first command of a request is the usual one.
for (const { route, command } of ROWS) if (!route.startsWith('GET ') && !commands.has(route)) commands.set(route, command);
const sorted = Object.fromEntries([...commands].toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(new URL('../console/src/api/commands.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`);
