// `npm test` needs Node alone: whatever starts another program is a `*.system.spec.ts`, or runs only against a database server.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** These start a database server of their own, in the tests of that server only. */
const WITH_SERVER = ['test/process/import-database.long.spec.ts'];

/** Starts the browser of whoever sits at a terminal, and no test sits at one. */
const ON_A_TERMINAL = 'src/cli/sign-in/open-browser.ts';

const files = ['test', 'src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .map((file) => relative(ROOT, join(ROOT, folder, file))),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]));
const textOf = (file: string) => texts.get(file) ?? '';
/** Read once: many specs load the same files. */
const imports = new Map(
  files.map((file) => [file, [...textOf(file).matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name = '']) => name)]),
);
const importsOf = (file: string) => imports.get(file) ?? [];
const loaded = new Map<string, string[]>();
const isSpec = (file: string) => file.endsWith('.spec.ts');
const isSystem = (file: string) => file.endsWith('.system.spec.ts');

/** The files that one names in its imports. */
function loadedBy(file: string): string[] {
  const found = loaded.get(file) ?? importsOf(file).flatMap((name) => (name.startsWith('.') ? targetOf(file, name) : []));
  loaded.set(file, found);
  return found;
}

function targetOf(file: string, name: string): string[] {
  const target = relative(ROOT, join(ROOT, file, '..', name));
  return [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')].filter((one) => texts.has(one)).slice(0, 1);
}

/** The files that a spec loads, itself first. */
function closure(spec: string): string[] {
  const seen = new Set([spec]);
  for (const file of seen) for (const one of loadedBy(file)) seen.add(one);
  return [...seen];
}

/** What is started: the first argument of each function that starts a process. */
function startedBy(file: string): string[] {
  if (!importsOf(file).some((name) => /^(node:)?child_process$/.test(name))) return [];
  const names = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork'];
  const text = textOf(file);
  const aliases = [...text.matchAll(/const (\w+) = promisify\((?:execFile|exec)\)/g)].map(([, alias = '']) => alias);
  const calls = new RegExp(String.raw`(?<![.\w]|private )(?:${[...names, ...aliases].join('|')})\(\s*([^,)]+)`, 'g');
  return [...text.matchAll(calls)].map(([, program = '']) => program.trim()).filter((program) => !/^execFile$|^exec$/.test(program));
}

describe('the tests that need no server', () => {
  const plain = files.filter((file) => isSpec(file) && !isSystem(file) && !WITH_SERVER.includes(file));

  it('are most of them', () => expect(plain.length).toBeGreaterThan(150));

  it('start no program but Node', () => {
    const loaded = [...new Set(plain.flatMap(closure))].filter((file) => file !== ON_A_TERMINAL);
    const started = loaded.flatMap((file) => startedBy(file).map((program) => `${file}: ${program}`));
    expect(started.length).toBeGreaterThan(0);
    expect(started.filter((line) => !/: (process\.execPath|new URL\(.*|CHILD)$/.test(line))).toEqual([]);
  });

  it('load no browser', () => {
    expect(plain.filter((spec) => closure(spec).some((file) => importsOf(file).includes('playwright-core')))).toEqual([]);
  });
});

it('no spec runs on SQLite alone that has tests for servers, which the gate would run on no engine', () => {
  const forServers = /skipIf\(!SERVER_URL\)|runIf\(SERVER_URL/;
  const alone = files.filter((file) => isSpec(file) && /^\/\/ On SQLite alone: /m.test(textOf(file)));
  expect(alone.length).toBeGreaterThan(10);
  expect(alone.filter((file) => forServers.test(textOf(file)))).toEqual([]);
});
