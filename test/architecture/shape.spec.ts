// The fixed shape of the house: files, folders, named packages really used, conventions of the code, and who may import whom.
// On SQLite alone: it reads source files.
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FIXED = [
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'src/scim',
  'src/oidc',
  'src/admin',
  'src/users',
  'src/common',
  'test',
  'ormconfig.ts',
  'docker-compose.yml',
];

const PACKAGES = [
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/typeorm',
  'typeorm',
  'mysql2',
  'oidc-provider',
  'class-validator',
  'passport',
  'bcrypt',
  '@nestjs/testing',
];

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const imports = [...sources('src'), ...sources('test')].flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/from '([^'.][^']*)'/g)].map(([, name]) => name ?? ''),
);

describe('the house', () => {
  it.each(FIXED)('has %s', (path) => expect(existsSync(path)).toBe(true));

  // mysql2 is the driver that TypeORM loads by the scheme of DATABASE_URL; our code names it where tests make their databases.
  it.each(PACKAGES)('uses %s', (name) => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    expect({ ...manifest.dependencies, ...manifest.devDependencies }).toHaveProperty([name]);
    expect(imports.some((imported) => imported === name || imported.startsWith(`${name}/`))).toBe(true);
  });

  it('pins every dependency exactly', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(manifest.dependencies)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('asks which engine it talks to in dialect.ts only', () => {
    const asking = sources('src').filter((file) => /better-sqlite3|libsql|'(sqlite|mysql|mariadb)'/i.test(readFileSync(file, 'utf8')));
    // The settings parse the address, so they know the schemes.
    expect(asking.sort()).toEqual(['src/common/database/dialect.ts', 'src/common/settings/settings.ts', 'src/common/settings/values.ts']);
  });
});

/** Where SQL stands besides repositories and common/database, and why. Nothing is added here that could be a repository. */
const SQL_ELSEWHERE: Readonly<Record<string, string>> = {
  'src/storage.ts': 'composition: looks for data keys before there is an application',
  'src/oidc/provider/adapters/artifact.adapter.ts': "the repository of the library's artifacts, called an adapter by the library",
  'src/users/directory/people/search/search-plan.ts': 'the planner: SQL is what it makes',
  'src/users/directory/people/search/criteria-to-sql.ts': 'the planner as well: a filter becomes SQL',
  'src/users/directory/people/search/people-search.service.ts': 'puts the plans of the planner together',
};
const MAX_PARAMETERS = 8;

/** What is wrong with a file of src, by the conventions that imports alone do not show. */
function conventionFaults(file: string, text: string): string[] {
  const faults: string[] = [];
  const inRepository = file.startsWith('src/common/database/') || file.endsWith('.repository.ts');
  if (!inRepository && /['"`]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM) [\w*($]/.test(text)) faults.push('SQL outside of a repository');
  if (file.endsWith('.controller.ts') && /\bdatabase\.write\(|common\/database\/database\.js/.test(text))
    faults.push('a unit of work in a controller');
  // Nodes 20 and 22: wrong for letters such as "ü" once it is optimized. `parsedUrl` (src/common/primitives) is right.
  if (text.includes('URL.canParse(')) faults.push('URL.canParse');
  const visit = (node: ts.Node): void => {
    if (ts.isConstructorDeclaration(node) && node.parameters.length > MAX_PARAMETERS)
      faults.push(`a constructor with ${node.parameters.length} parameters`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return faults;
}

describe('the conventions', () => {
  const production = sources('src').filter((file) => !file.endsWith('.spec.ts'));

  it('hold everywhere: SQL in repositories, units of work in services, constructors of at most eight parameters', () => {
    const found = production.flatMap((file) => conventionFaults(file, readFileSync(file, 'utf8')).map((fault) => `${file}: ${fault}`));
    const excused = Object.keys(SQL_ELSEWHERE).map((file) => `${file}: SQL outside of a repository`);
    expect(found.toSorted()).toEqual(excused.toSorted());
  });

  it.each([
    ['src/users/x.service.ts', "tx.run('DELETE FROM users WHERE no = ?', [1]);", 'SQL outside of a repository'],
    ['src/users/x.service.ts', 'query.rows(`\n  SELECT no FROM users`);', 'SQL outside of a repository'],
    ['src/admin/x.controller.ts', "this.database.write('x', () => 1);", 'a unit of work in a controller'],
    ['src/admin/x.controller.ts', "import { Database } from '../common/database/database.js';", 'a unit of work in a controller'],
    ['src/users/x.ts', 'const isUrl = URL.canParse(text);', 'URL.canParse'],
    ['src/admin/x.service.ts', 'class X { constructor(a, b, c, d, e, f, g, h, i) {} }', 'a constructor with 9 parameters'],
  ])('catch in %s: %s', (file, text, fault) => {
    expect(conventionFaults(file, text)).toEqual([fault]);
  });
});

/** The files and folders that `npm run boundaries` checks. */
const [, ...CHECKED] = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { boundaries: string } }).scripts.boundaries.split(
  ' ',
);

const run = promisify(execFile);
const cruise = (root: string) =>
  run(process.execPath, [resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs'), ...CHECKED, '--output-type', 'json'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  })
    .catch((error: { stdout: string }) => error)
    .then(({ stdout }) => JSON.parse(stdout) as Cruised);

/** What the checker tells: which file imports which, types included, and what breaks a rule. */
interface Cruised {
  modules: Array<{ source: string; dependencies: Array<{ resolved: string }> }>;
  summary: { violations: Violation[] };
}

interface Violation {
  from: string;
  to: string;
  cycle?: Array<{ name: string }>;
  rule: { name: string };
}

/**
 * What imports lead back to, and what lies between two such circles: all that is left once what imports nothing of the rest, or is imported by
 * nothing of it, is taken away, again and again.
 */
function inCircles(imports: ReadonlyArray<readonly [from: string, to: string]>): string[] {
  let left = imports.filter(([from, to]) => from !== to);
  for (let before = -1; before !== left.length;) {
    before = left.length;
    const [importing, imported] = [0, 1].map((end) => new Set(left.map((edge) => edge[end])));
    left = left.filter(([from, to]) => importing?.has(to) && imported?.has(from));
  }
  return [...new Set(left.map(([from]) => from))].sort();
}

/** Types included: the type of a record stands in its repository. Files that import each other in a ring can't be read, loaded or tested one at a time. */
const filesInCircles = (modules: Cruised['modules']) =>
  inCircles(modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved] as const)));

/** Of `src`. */
const foldersInCircles = (modules: Cruised['modules']) => {
  const isOwn = (file: string) => file.startsWith('src/') && !file.includes('.spec.');
  return inCircles(
    modules
      .filter(({ source }) => isOwn(source))
      .flatMap(({ source, dependencies }) =>
        dependencies.filter(({ resolved }) => isOwn(resolved)).map(({ resolved }) => [dirname(source), dirname(resolved)] as const),
      ),
  );
};

const rooms = JSON.parse(readFileSync('.dependency-cruiser.rooms.json', 'utf8')) as Record<string, string[]>;

/** A folder with more has more than one subject. */
const MAX_FILES = 25;

it('has no folder with more than 25 files', () => {
  const folders = sources('src').map(dirname);
  const crowded = [...new Set(folders)].filter((folder) => folders.filter((other) => other === folder).length > MAX_FILES);
  expect(crowded).toEqual([]);
});

describe('the import boundaries', () => {
  it.each(Object.entries(rooms))('name every folder of %s that has code', (room, named) => {
    const folders = sources(room).map((file) => dirname(relative(room, file)));
    expect(named.toSorted()).toEqual([...new Set(folders)].filter((folder) => folder !== '.').sort());
  });

  it('catch a circle of files, and of folders', () => {
    const imports = (source: string, resolved: string) => ({ source, dependencies: [{ resolved }] });
    const circle = [imports('src/a/x.ts', 'src/b/y.ts'), imports('src/b/z.ts', 'src/c/y.ts'), imports('src/c/z.ts', 'src/a/y.ts')];
    expect(foldersInCircles([...circle, imports('src/d/x.ts', 'src/a/x.ts')])).toEqual(['src/a', 'src/b', 'src/c']);
    expect(foldersInCircles(circle.slice(1))).toEqual([]);
    // Of its folders, none of its files.
    expect(filesInCircles(circle)).toEqual([]);
    const ring = [imports('test/a.ts', 'test/b.ts'), imports('test/b.ts', 'test/a.ts'), imports('test/b.ts', 'node_modules/x/x.js')];
    expect(filesInCircles(ring)).toEqual(['test/a.ts', 'test/b.ts']);
    expect(filesInCircles(ring.slice(1))).toEqual([]);
  });

  const PLANTED: ReadonlyArray<[file: string, line: string]> = [
    ['src/scim/planted.ts', "import '../oidc/protocol/scopes.js';"],
    ['src/oidc/planted.ts', "import '../scim/protocol/wire/limits.js';"],
    ['src/users/planted.ts', "import '../admin/openapi/api-document.js';"],
    ['src/common/planted.ts', "import '../users/events/events.service.js';"],
    ['src/scim/protocol/planted.ts', "import '@nestjs/common';"],
    ['src/admin/planted.ts', "import '../create-app.js';"],
    ['src/oidc/tokens/planted.ts', "import 'oidc-provider';"],
    ['src/oidc/pages/layout/planted.ts', "import '../../provider/oidc-entry.js';"],
    ['src/oidc/tokens/planted.ts', "import type { Browser } from '../sessions/browser-cookie.js';"],
    ['src/users/directory/people/planted.ts', "import type { PeopleSearch } from './search/people-search.service.js';"],
    ['src/users/organizations/planted.ts', "import '../directory/people/people.service.js';"],
    ['src/common/primitives/planted.ts', "import type { Settings } from '../settings/settings.js';"],
    ['src/admin/imports/records/planted.ts', "import '../jobs/import-jobs.repository.js';"],
    ['src/scim/protocol/planted.ts', "import './schema/user.schema.js';"],
    ['src/scim/resources/planted.ts', "import '../../users/directory/people/people.service.js';"],
    ['src/scim/users/planted.ts', "import '../bulk/bulk-operations.service.js';"],
    ['src/cli/rows/planted.ts', "import '../converters/keycloak.js';"],
    ['src/users/roles/memberships/planted.repository.ts', "import type { Memberships } from './memberships.service.js';"],
  ];

  /** The file that a planted line imports, or the folder of its package. */
  const plantedTarget = (file: string, line: string) => {
    const imported = /'([^']+)'/.exec(line)?.[1] ?? '';
    return imported.startsWith('.') ? join(dirname(file), imported.replace(/\.js$/, '.ts')) : `node_modules/${imported}/`;
  };

  // In a copy, so that a run that is cut off leaves nothing behind, and all in one run of the checker, which takes seconds.
  describe('of everything that `npm run boundaries` checks, with faults planted', () => {
    const copy = mkdtempSync(join(tmpdir(), 'gatehouse-shape-'));
    let cruised: Cruised;
    beforeAll(async () => {
      const isSource = (path: string) => !/(^|\/)(node_modules|dist|cache)$/.test(path);
      for (const name of [...CHECKED, 'docs', 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs', '.dependency-cruiser.rooms.json'])
        cpSync(name, join(copy, name), { recursive: true, filter: isSource });
      symlinkSync(realpathSync('node_modules'), join(copy, 'node_modules'));
      for (const [file, line] of PLANTED) appendFileSync(join(copy, file), `${line}\n`);
      cruised = await cruise(copy);
    });
    afterAll(() => rmSync(copy, { recursive: true }));

    it.each(PLANTED)('catch %s with %s', (file, line) => {
      const { violations } = cruised.summary;
      expect(violations.filter(({ from, to }) => from === file && to.includes(plantedTarget(file, line)))).not.toEqual([]);
    });

    it('hold but for what is planted', () => {
      const planted = new Set(PLANTED.map(([file]) => file));
      const left = cruised.summary.violations.filter(
        ({ from, to, cycle = [] }) => ![from, to, ...cycle.map(({ name }) => name)].some((file) => planted.has(file)),
      );
      expect(left.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)).toEqual([]);
      const files = new Set(cruised.modules.map(({ source }) => source));
      expect(CHECKED.filter((name) => ![...files].some((file) => file === name || file.startsWith(`${name}/`)))).toEqual([]);
    });

    it('no circle of files or folders but for what is planted, types included', () => {
      const planted = new Set(PLANTED.map(([file, line]) => `${file} ${plantedTarget(file, line)}`));
      const modules = cruised.modules.map(({ source, dependencies }) => ({
        source,
        dependencies: dependencies.filter(({ resolved }) => !planted.has(`${source} ${resolved}`)),
      }));
      expect(modules.length).toBeGreaterThan(1_000);
      expect(filesInCircles(modules)).toEqual([]);
      expect(foldersInCircles(modules)).toEqual([]);
      expect(foldersInCircles(cruised.modules)).not.toEqual([]);
    });
  });
});
