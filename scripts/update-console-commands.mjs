// Writes what the console knows of the service (`npm run docs`): which command sends which change, which changes compare `If-Match`, and the members of
// an import. Specs in test/console compare. Reads commands and members from dist.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.mjs';

/** @param {string} path below the folder of the console's sources @param {object} content */
async function write(path, content) {
  const file = fileURLToPath(new URL(`../console/src/${path}`, import.meta.url));
  writeFileSync(file, await formatted(file, JSON.stringify(content)));
}

const { ROWS } = await import(new URL('../dist/src/cli/rows/rows.js', import.meta.url).href);
/** @type {Map<string, string>} */
const commands = new Map();
// The first command of a request is the usual one.
for (const { route, command } of ROWS) if (!route.startsWith('GET ') && !commands.has(route)) commands.set(route, command);
const sorted = Object.fromEntries([...commands].toSorted(([a], [b]) => (a < b ? -1 : 1)));
await write('api/commands.json', sorted);

// Changes that compare the version they are sent with; the service refuses `If-Match` on all others.
const { paths } = JSON.parse(readFileSync(new URL('../src/admin/openapi/openapi.json', import.meta.url), 'utf8'));
const comparing = Object.entries(paths).flatMap(([route, operations]) =>
  Object.entries(operations)
    .filter(([, { parameters = [] }]) => parameters.some((/** @type {{ name?: string }} */ { name }) => name === 'If-Match'))
    .map(([method]) => `${method.toUpperCase()} ${route}`),
);
await write('api/comparing.json', comparing.toSorted());

// What a column of an import may be, with its usual names.
const { COLUMN_MEMBERS } = await import(new URL('../dist/src/admin/imports/formats/foreign-columns.js', import.meta.url).href);
await write('pages/transfer/members.json', COLUMN_MEMBERS);
