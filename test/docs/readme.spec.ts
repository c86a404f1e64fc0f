// What the README says is so: its settings, links and scripts. Its commands are tried in readme.system.spec.ts.
// On SQLite alone: it is about documents.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SERVER_URL } from '../support/database.js';

const ROOT = resolve(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const run = promisify(execFile);

// The README starts the embedded database; a second engine would repeat the same.
describe.skipIf(SERVER_URL)('the README', () => {
  it('shows the settings as the code has them', async () => {
    const { stdout } = await run(process.execPath, ['scripts/update-readme.mjs', '--check'], { cwd: ROOT });
    expect(stdout).toBe('');
  });

  it('links to files that exist', () => {
    const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('leaves migrations to the start of the service, which alone has their lock', () => {
    expect(README).not.toContain('migration:');
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const text = README + readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const named = [...text.matchAll(/npm (?:run )?([a-z][\w:]*)/g)].map(([, name = '']) => name).filter((name) => name !== 'ci');
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
