// CI names the changes of the API document that break clients; each kind is planted here.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const HAS_GO = / go1\.(2[6-9]|[3-9]\d)/.test(spawnSync('go', ['version'], { encoding: 'utf8' }).stdout ?? '');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-breaking-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** The API document with the paths that are changed here alone: all of them take a second to compare. */
const DOCUMENT = join(folder, 'before.json');
const CHANGED = ['/admin/v1/keys', '/admin/v1/organizations', '/admin/v1/organizations/{orgId}'];
beforeAll(() => {
  const whole = JSON.parse(readFileSync(join(ROOT, 'src/admin/openapi/openapi.json'), 'utf8')) as Document;
  const paths = Object.fromEntries(CHANGED.map((path) => [path, partOf(whole.paths[path])]));
  writeFileSync(DOCUMENT, JSON.stringify({ ...whole, paths }));
});

interface Schema {
  required: string[];
  properties: Record<string, { type?: string; enum?: string[] } | undefined>;
}
interface Document {
  paths: Record<string, Record<string, { parameters: Array<{ name?: string; required?: boolean }> }>>;
  components: { schemas: Record<string, Schema> };
}

/** What is said of a document that was changed. */
function compared(change: (document: Document) => void, announced = ''): { status: number | null; said: string } {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;
  change(document);
  const [now, changes] = [join(folder, 'now.json'), join(folder, 'CHANGELOG.md')];
  writeFileSync(now, JSON.stringify(document));
  writeFileSync(changes, announced);
  const { status, stdout } = spawnSync('node', ['scripts/breaking-changes/compare.mjs', DOCUMENT, now, changes], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, said: stdout };
}

/** A part of the document, which this test would not hold without. */
function partOf<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The API document is another one; choose another part.');
  return part;
}
const schemaOf = ({ components }: Document, name: string) => partOf(components.schemas[name]);

it('is no pass where there is no Go', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/breaking-changes/compare.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: folder },
  });
  expect([status, stdout]).toEqual([3, expect.stringContaining('Not compared')]);
});

describe.skipIf(!HAS_GO)('the comparison of two API documents', () => {
  // The first use of the tool compiles it, on a new machine for minutes.
  beforeAll(() => void spawnSync('go', ['tool', 'oasdiff', '--version'], { cwd: join(ROOT, 'scripts/breaking-changes') }), 600_000);

  it.each<[kind: string, said: RegExp, change: (document: Document) => void]>([
    ['a path that is gone', /GET \/admin\/v1\/keys api path removed/, ({ paths }) => delete paths['/admin/v1/keys']],
    [
      'a method that is gone',
      /DELETE \/admin\/v1\/organizations\/\{orgId\} api removed/,
      ({ paths }) => delete partOf(paths['/admin/v1/organizations/{orgId}'])['delete'],
    ],
    [
      'a member of a body that is required now',
      /request property `primaryDomain` became required/,
      (document) => schemaOf(document, 'NewOrganizationBody').required.push('primaryDomain'),
    ],
    [
      'a member of a body that is gone',
      /removed the request property `primaryDomain`/,
      (document) => delete schemaOf(document, 'NewOrganizationBody').properties['primaryDomain'],
    ],
    [
      'a member of an answer that is gone',
      /removed the required property `name`/,
      (document) => delete schemaOf(document, 'Organization').properties['name'],
    ],
    [
      'a member of an answer of another type',
      /the `name` response's property `type` changed from `string` to `integer`/,
      (document) => (partOf(schemaOf(document, 'Organization').properties['name']).type = 'integer'),
    ],
    [
      'a parameter that is required now',
      /the `query` request parameter `limit` became required/,
      ({ paths }) =>
        (partOf(partOf(paths['/admin/v1/organizations']?.['get']).parameters.find(({ name }) => name === 'limit')).required = true),
    ],
  ])('names %s', (_, said, change) => {
    const told = compared(change);
    expect(told).toEqual({ status: 1, said: expect.stringMatching(said) });
  });

  it('says nothing of additions', () => {
    const told = compared((document) => {
      const { properties } = schemaOf(document, 'NewOrganizationBody');
      properties['colour'] = { type: 'string' };
      document.paths['/admin/v1/colours'] = partOf(document.paths['/admin/v1/keys']);
    });
    expect(told.status).toBe(0);
    expect(told.said).not.toMatch(/error at/);
  });

  it('lets through what is announced', () => {
    const gone = ({ paths }: Document) => delete paths['/admin/v1/keys'];
    expect(compared(gone, '- `/admin/v1/keys` goes').status).toBe(1);
    expect(compared(gone, '- GET /admin/v1/keys api path removed without deprecation').status).toBe(0);
  });
});
