// What the service ships with: its bill of materials, and what an audit says without an answer of the registry.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Component {
  type: string;
  name: string;
  version: string;
  purl: string;
  'bom-ref': string;
}

interface Bill {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: Array<{ ref: string; dependsOn: string[] }>;
}

interface Lock {
  packages: Record<string, { name?: string; version: string; dev?: boolean; link?: boolean }>;
}

const json = <Content>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Content;
const manifest = json<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>('package.json');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-supply-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the bill of materials', () => {
  let bill: Bill;
  beforeAll(() => {
    for (const file of ['package.json', 'package-lock.json', '.npmrc', 'scripts/sbom.mjs']) cpSync(file, join(folder, file));
    const env = { ...process.env, npm_config_offline: 'true', npm_config_update_notifier: 'false' };
    const { status, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: folder, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    bill = json(join(folder, 'sbom.json'));
  });

  // cyclonedx.org/docs/1.5/json: what it requires.
  it('is a document of CycloneDX', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[4-7]$/), version: 1 });
    expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(Date.parse(bill.metadata.timestamp)).not.toBeNaN();
    for (const { type, name, version, purl } of bill.components)
      expect([name, type, purl]).toEqual([name, 'library', `pkg:npm/${name.replace('@', '%40')}@${version}`]);
    const refs = [bill.metadata.component, ...bill.components].map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    expect(bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.includes(ref))).toEqual([]);
  });

  it('is about this service, and names each of its dependencies with its version', () => {
    const { name, version } = json<{ name: string; version: string }>('package.json');
    expect(bill.metadata.component).toMatchObject({ type: 'application', name, version });
    const listed = new Map(bill.components.map((component) => [component.name, component.version]));
    for (const [dependency, pinned] of Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies }))
      expect([dependency, listed.get(dependency)]).toEqual([dependency, pinned]);
    const own = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref']);
    expect(own?.dependsOn.filter((ref) => !/^gatehouse-(console|explorer)@/.test(ref)).length).toBe(
      Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }).length,
    );
  });

  it('has all that is installed for production, and nothing that only development needs', () => {
    const { packages } = json<Lock>('package-lock.json');
    const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const installed = Object.entries(packages).flatMap(([path, { dev, link, version, name = nameOf(path) }]) =>
      path === '' || dev || link ? [] : [`${name}@${version}`],
    );
    expect(bill.components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual([...new Set(installed)].toSorted());
    const names = bill.components.map(({ name }) => name);
    expect(names).not.toContain('vitest');
    // In the built files of the console.
    expect(names).toEqual(expect.arrayContaining(['gatehouse-console', 'react', '@mantine/core']));
  });
});

describe('an audit', () => {
  const audit = (path: string) => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/audit.mjs'], { encoding: 'utf8', env: { PATH: path } });
    return [status, stdout.trim().split('\n')];
  };
  /** An npm that says what a registry answered. */
  const answering = (report: unknown) => {
    const npm = join(folder, 'npm');
    writeFileSync(npm, `#!${process.execPath}\nprocess.stdout.write(${JSON.stringify(JSON.stringify(report))});\n`);
    chmodSync(npm, 0o755);
    return audit([folder, dirname(process.execPath)].join(delimiter));
  };
  const found = (counts: Record<string, number>, vulnerabilities = {}) => ({ metadata: { vulnerabilities: counts }, vulnerabilities });

  it('without an answer of the registry is not passed', () => {
    expect(audit('/nowhere')).toEqual([3, [expect.stringContaining('NOT CHECKED')]]);
    expect(answering({ message: 'request to the registry failed' })).toEqual([3, [expect.stringContaining('NOT CHECKED')]]);
  });

  it('fails when a vulnerability is high, and names it', () => {
    expect(answering(found({ low: 0, high: 1 }, { left: { severity: 'high' } }))).toEqual([1, ['high: left', 'low 0, high 1']]);
    expect(answering(found({ critical: 1 }, { right: { severity: 'critical' } }))[0]).toBe(1);
  });

  it('passes when there is none, or none that is high', () => {
    expect(answering(found({ low: 0, high: 0, critical: 0 }))).toEqual([0, ['low 0, high 0, critical 0']]);
    expect(answering(found({ low: 1 }, { left: { severity: 'low' } }))[0]).toBe(0);
  });
});
