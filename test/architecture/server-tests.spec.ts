// Which tests run on a database server (test/support/server-tests.ts): those that touch the engine, and nothing is lost by the way they are written.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forServer } from '../support/server-tests.js';

const SPEC = `// A spec.
const plain = () => 1;
const found = () => call('GET', '/Users?filter=userName eq "x"');
const indirectly = () => found();
beforeAll(async () => {
  database = service.get(Database);
});

describe('a group', () => {
  it('is plain 😀', () => plain());
  it('looks into a table', () => database.query.rows('SELECT 1'));
  it('compares', () => indirectly());
  it.each([1, 2])('meets %i', () => Promise.all([plain(), plain()]));
});
describe('another group', () => {
  it('is plain too', () => plain());
});
for (const one of [1, 2]) it(\`is \${one}\`, () => plain());
for (const one of [1, 2]) {
  it(\`is named so \${one}\`, () => {
    // On a server too: it is compared there.
    plain();
  });
}
describe.skipIf(!SERVER_URL)('of servers', () => {
  it('is one', () => plain());
});
describe('a group that says so', () => {
  // On a server too: names are compared there.
  it('is kept', () => plain());
});
`;
const titles = (text: string | undefined) =>
  [...(text ?? '').matchAll(/(?:it(?:\.each\(\[1, 2\]\))?)\(['`]([^'`]+)/g)].map(([, title]) => title);
const chosen = (text: string, file = 'test/scim/x.spec.ts', engine = 'mariadb') => forServer(engine, file, text);

describe('of a spec a server runs', () => {
  it('the tests that touch the engine, by a function of their file too, and those that say so', () => {
    expect(titles(chosen(SPEC))).toEqual(['compares', 'meets %i', 'is named so ${one}', 'is one', 'is kept']);
  });

  it('what is left in its line, so that a failure names the right one', () => {
    const lines = (text: string) => text.split('\n');
    const left = lines(chosen(SPEC) ?? '');
    expect(left).toHaveLength(lines(SPEC).length);
    expect(left.filter((line, at) => line.trim() !== '' && !/^\s*;\s*$/.test(line) && line !== lines(SPEC)[at])).toEqual([
      expect.stringMatching(/^for \(const one of \[1, 2\]\) ; +$/),
    ]);
  });

  it('all tests where what prepares them opens a unit of work, where the head says so, and of the engine itself', () => {
    const prepared = SPEC.replace('database = service.get(Database)', "await database.write('row', write)");
    const marked = `// On a server too: links are locked.\n${SPEC}`;
    expect(chosen(prepared)).toBe(prepared);
    expect(chosen(marked)).toBe(marked);
    expect(chosen(SPEC, 'test/database/x.spec.ts')).toBe(SPEC);
    expect(chosen(SPEC, 'test/database/x.spec.ts', 'mysql')).toBe(SPEC);
    expect(chosen(SPEC, 'test/scim/x-plans.spec.ts')).toBe(SPEC);
    expect(chosen("it('asks', () => database.query.rows('SELECT 1'));\n", 'test/work/x.spec.ts')).toBeDefined();
  });

  it('nothing where no test touches the engine, where the head says so, of documents, and on MySQL of what is not about the engine itself', () => {
    expect(chosen("it('is plain', () => 1);\n")).toBeUndefined();
    expect(chosen(`// On SQLite alone: it is about texts.\n${SPEC}`)).toBeUndefined();
    expect(chosen(SPEC, 'test/docs/x.spec.ts')).toBeUndefined();
    for (const file of ['test/scim/x.spec.ts', 'test/scim/x-plans.spec.ts']) expect(chosen(SPEC, file, 'mysql')).toBeUndefined();
  });
});

it('no spec says that it runs on SQLite alone if it would anyway', () => {
  const said = /^\/\/ On SQLite alone: .+$/m;
  const specs = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => `test/${name}`);
  const needless = specs.filter((file) => {
    if (!file.endsWith('.spec.ts') || file.startsWith('test/architecture/')) return false;
    const text = readFileSync(file, 'utf8');
    return said.test(text) && chosen(text.replace(said, ''), file) === undefined;
  });
  expect(needless).toEqual([]);
});
