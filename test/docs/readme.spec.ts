// What the README says is so: its links and scripts; and the table of settings. The commands of the README are tried in readme.system.spec.ts.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SERVER_URL } from '../support/database.js';

const ROOT = resolve(import.meta.dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const run = promisify(execFile);

// Documents are the same on a second engine.
it.skipIf(SERVER_URL)('the table of settings is that of the code', async () => {
  const { stdout } = await run(process.execPath, ['scripts/update-settings.mjs', '--check'], { cwd: ROOT });
  expect(stdout).toBe('');
});

describe.skipIf(SERVER_URL)('the README', () => {
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
