// Writes what the console knows of the service (`npm run docs`): which command sends which change, and the members of an import. Specs in test/console
// compare. Reads both from dist.
import { writeFileSync } from 'node:fs';

const { ROWS } = await import(new URL('../dist/src/cli/rows/rows.js', import.meta.url).href);
/** @type {Map<string, string>} */
const commands = new Map();
// The first command of a request is the usual one.
for (const { route, command } of ROWS) if (!route.startsWith('GET ') && !commands.has(route)) commands.set(route, command);
const sorted = Object.fromEntries([...commands].toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(new URL('../console/src/api/commands.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`);

// What a column of an import may be, with its usual names.
const { COLUMN_MEMBERS } = await import(new URL('../dist/src/admin/imports/formats/foreign-columns.js', import.meta.url).href);
writeFileSync(new URL('../console/src/pages/transfer/members.json', import.meta.url), `${JSON.stringify(COLUMN_MEMBERS, null, 2)}\n`);
