// The documents hang together: links lead somewhere, lists are complete, and each command is tried or says that it is not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const under = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const GUIDES = ['README.md', ...under('docs'), ...under('docs/apps')];
const DECISIONS = under('docs/adr').filter((file) => /\/\d{4}-/.test(file));

describe('the documents', () => {
  it('link to files that exist', () => {
    const broken = [...GUIDES, ...under('docs/adr'), 'CONTRIBUTING.md', 'bench/README.md', 'test/security/README.md'].flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(ROOT, dirname(file), path)))
        .map((path) => `${file}: ${path}`),
    );
    expect(broken).toEqual([]);
  });

  it('are all named in the lists of the index, of which the sidebar of the site is made', () => {
    const index = read('docs/README.md')
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .join('\n');
    const pages = [...under('docs'), ...under('docs/apps')];
    expect(pages.filter((file) => !file.endsWith('README.md') && !index.includes(file.replace('docs/', '')))).toEqual([]);
  });

  it('have their commands tried by a test, or say that they are not run', () => {
    const silent = GUIDES.filter((file) => {
      const text = read(file);
      return /^```(sh|bash|console)$/m.test(text) && !/tried by test\/\S+\.spec\.ts/.test(text) && !/_not run_|\*not run\*/i.test(text);
    });
    expect(silent).toEqual([]);
    for (const file of GUIDES)
      for (const [, spec = ''] of read(file).matchAll(/tried by (test\/\S+\.spec\.ts)/g))
        expect([file, spec, existsSync(join(ROOT, spec))]).toEqual([file, spec, true]);
  });
});

/** The tests that a page names: files, and titles as “…” behind their file. */
const namedTests = (page: string) =>
  [...read(page).matchAll(/(test\/[\w./-]+\.ts)((?:[:,] “[^”]+”)*)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }));

describe('the tests that the documents name', () => {
  it.each([...GUIDES, ...DECISIONS, 'CONTRIBUTING.md', 'CHANGELOG.md'])('exist: %s', (page) => {
    const missing = namedTests(page).flatMap(({ file, titles }) =>
      existsSync(join(ROOT, file))
        ? titles.filter((title) => !read(file).includes(`'${title}'`)).map((title) => `${file}: ${title}`)
        : [file],
    );
    expect(missing).toEqual([]);
  });

  it('are found by file and by title', () => {
    const titles = namedTests('docs/databases.md').flatMap(({ titles }) => titles);
    expect(titles).toContain('adds up when fifty units change one row at once');
  });
});

describe('the architecture decisions', () => {
  const index = read('docs/adr/README.md');

  it('are all in the index, in their order and under their titles', () => {
    const rows = [...index.matchAll(/^\| \[(\d{4})\]\((\S+?)\)\s*\| (.*?)\s*\|$/gm)].map(
      ([, number, file, title]) => `${number} ${file} ${title}`,
    );
    const decisions = DECISIONS.map((file) => {
      const [, number, title] = /^# (\d{4}) (.*)$/m.exec(read(file)) ?? [];
      return `${number} ${file.replace('docs/adr/', '')} ${title}`;
    });
    expect(rows).toEqual(decisions);
  });

  it('have a status, a context, a decision and consequences', () => {
    for (const file of DECISIONS)
      for (const part of [/^Status: /m, /^## Context$/m, /^## Decision$/m, /^## Consequences$/m])
        expect([file, part.test(read(file))]).toEqual([file, true]);
  });
});

describe('the glossary', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| (\w[^|]*?) +\| `([^`]+)` +\| (.*?) +\| `([^`]+)` +\|$/gm)].map(
    ([, term = '', name = '', meaning = '', owner = '']) => ({ term, name, meaning, owner }),
  );

  it('has at most 20 terms, in alphabetical order, a sentence or two each', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(20);
    const terms = rows.map(({ term }) => term.toLowerCase());
    expect(terms).toEqual([...terms].sort());
    expect(rows.filter(({ meaning }) => !meaning.endsWith('.'))).toEqual([]);
  });

  it('names the file that owns each term, and only terms that other files use', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.spec\./.test(file),
    );
    const texts = new Map(sources.map((file) => [`src/${file}`, read(`src/${file}`)]));
    for (const { term, name, owner } of rows) {
      const word = new RegExp(`\\b${name}\\b`);
      expect([term, owner, word.test(texts.get(owner) ?? '')]).toEqual([term, owner, true]);
      const users = [...texts].filter(([file, text]) => file !== owner && word.test(text));
      expect([term, users.length > 0]).toEqual([term, true]);
    }
  });
});

it('CHANGELOG names fixes of vulnerabilities where SECURITY says', () => {
  const [, heading = ''] = /\[CHANGELOG\]\(CHANGELOG\.md\) under "(.+?)"/.exec(read('SECURITY.md')) ?? [];
  expect(heading).toBe('Security');
  expect(read('CHANGELOG.md')).toContain(`\n### ${heading}\n\n- `);
});

/** The names of the tables that a file defines, each with the text of its columns. */
function entitiesIn(source: string): Array<[table: string, columns: string]> {
  const parts = source.split(/@Entity\(|new EntitySchema\(\{\s*name: /).slice(1);
  return parts.map((columns) => [columns.split("'")[1] ?? '', columns]);
}

describe('the architecture', () => {
  const text = read('docs/architecture.md');

  it('lists the folders of each room in the order of their imports', () => {
    const rooms = JSON.parse(read('.dependency-cruiser.rooms.json')) as Record<string, string[]>;
    for (const [room, folders] of Object.entries(rooms)) {
      const table = text.split(new RegExp(`^\\| \`${room}\` .*$`, 'm'))[1]?.split('\n\n')[0] ?? '';
      expect([room, ...[...table.matchAll(/^\| `([^`]+)`/gm)].map(([, folder]) => folder)]).toEqual([room, ...folders]);
    }
  });

  it('draws only tables and columns that entities define', () => {
    const entities = new Map(
      readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.entity.ts'))
        .flatMap((file) => entitiesIn(read(`src/${file}`))),
    );
    for (const entity of entitiesIn(read('src/common/database/migrations/tables.ts'))) entities.set(...entity);
    const drawn = [...text.matchAll(/^  (\w+) \{ (.+) \}$/gm)].flatMap(([, table = '', columns = '']) =>
      [...columns.matchAll(/\b(?:bigint|int|text) (\w+)/g)].map(([, column = '']) => ({ table, column })),
    );
    expect(drawn.length).toBeGreaterThan(20);
    const isDefined = ({ table, column }: { table: string; column: string }) =>
      new RegExp(`name: '${column}'|\\b${column}: `).test(entities.get(table) ?? '');
    expect(drawn.filter((one) => !isDefined(one))).toEqual([]);
    const related = [...text.matchAll(/^  (\w+) [|}o]{2}--[|{o]{2} (\w+) :/gm)].flatMap(([, from = '', to = '']) => [from, to]);
    expect(related.filter((table) => !entities.has(table))).toEqual([]);
  });
});

describe.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s', (page) => {
  it('names only files and folders that exist', () => {
    const named = [...read(page).matchAll(/(?<![\w/.-])(?:src|test|docs|bench|tour|\.ci)\/[\w./-]*\w/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
