// Writes the table of docs/settings.md from the code: `npm run docs`. With --check it only says whether the table is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { formatted } from './formatted.mjs';

const GUIDE = new URL('../docs/settings.md', import.meta.url);
const SETTINGS = new URL('../dist/src/common/settings/settings.js', import.meta.url);
const SECTION = /(<!-- settings: [^>]*-->)[\s\S]*?(<!-- \/settings -->)/;

const { settingsAsMarkdown } = await import(SETTINGS.href);
const before = readFileSync(GUIDE, 'utf8');
if (!SECTION.test(before)) fail('docs/settings.md has lost the marks around its table.');
const table = settingsAsMarkdown();
const after = await formatted(
  'settings.md',
  before.replace(SECTION, (_, start, end) => `${start}\n\n${table}\n\n${end}`),
);

if (after === before) process.exit(0);
if (process.argv.includes('--check')) fail('The table of docs/settings.md is not current; run: npm run docs');
writeFileSync(GUIDE, after);
console.log('docs/settings.md has been brought up to date.');

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}
