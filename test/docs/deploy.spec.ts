// The files in deploy/ fit the code: they set only what the service reads, and their paths and limits are those of the service. Not run: that takes a cluster.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variableNames } from '../../src/common/settings/settings.js';

const CHART = 'deploy/helm/gatehouse';
const read = (file: string) => readFileSync(file, 'utf8');

interface Container {
  env: Array<{ name: string; value: unknown }>;
  readinessProbe: { httpGet: { path: string } };
  livenessProbe: { httpGet: { path: string } };
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
}

/** What the templates of this chart use of Helm's language: values, the name of the release, and lists that may be empty. */
function render(template: string): Array<Record<string, unknown>> {
  const values = parse(read(`${CHART}/values.yaml`)) as Record<string, unknown>;
  const valueOf = (path: string) => path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], values);
  const text = read(`${CHART}/templates/${template}`)
    .replace(/^ *\{\{-? (?:range|with|if|end).*\}\}\n/gm, '')
    .replace(/^.*\$name.*\n/gm, '')
    .replace(/^ *ingressClassName.*\n/gm, '')
    .replace(/\{\{- toYaml \.Values\.(\S+) \| nindent \d+ \}\}/g, (_, path: string) => JSON.stringify(valueOf(path)))
    .replace(/\{\{ add \.Values\.(\S+) (\d+) \}\}/g, (_, path: string, more: string) => String(Number(valueOf(path)) + Number(more)))
    .replace(/\{\{ \.Release\.Name(?: \| quote)? \}\}/g, 'release')
    .replace(/\{\{ \.Values\.(\S+) \| quote \}\}/g, (_, path: string) => JSON.stringify(String(valueOf(path))))
    .replace(/\{\{ \.Values\.(\S+) \}\}/g, (_, path: string) => {
      expect(valueOf(path), path).toBeDefined();
      return String(valueOf(path));
    });
  expect(text).not.toContain('{{');
  const documents = parseAllDocuments(text);
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS() as Record<string, unknown>);
}

describe('the chart', () => {
  it.each(['deployment.yaml', 'service.yaml', 'ingress.yaml'])('%s is well-formed, and takes only values that exist', (template) => {
    for (const { apiVersion, kind, metadata } of render(template))
      expect([typeof apiVersion, typeof kind, typeof metadata]).toEqual(['string', 'string', 'object']);
  });

  it('sets only what the service reads, asks where it answers, and leaves it time to stop', () => {
    const [deployment] = render('deployment.yaml');
    const { spec } = (deployment as { spec: { template: { spec: { containers: Container[]; terminationGracePeriodSeconds: number } } } })
      .spec.template;
    const [container] = spec.containers as [Container];
    const known = variableNames();
    expect(container.env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    expect([container.readinessProbe.httpGet.path, container.livenessProbe.httpGet.path]).toEqual(['/readyz', '/healthz']);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    const drain = Number(container.env.find(({ name }) => name === 'DRAIN_SECONDS')?.value);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 10);
  });
});

it('the unit of systemd sets only what the service reads', () => {
  const unit = read('deploy/systemd/gatehouse.service');
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((part) => part.split('=')[0] ?? ''),
  );
  expect(names.filter((name) => name !== 'NODE_ENV' && !variableNames().includes(name))).toEqual([]);
});

it('an audit without an answer of the registry is not passed', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/audit.mjs'], { encoding: 'utf8', env: { PATH: '/nowhere' } });
  expect([status, stdout]).toEqual([3, expect.stringContaining('NOT CHECKED')]);
});
