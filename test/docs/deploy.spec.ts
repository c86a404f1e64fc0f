// The files in deploy/ fit the code: they set only what the service reads, and their paths and limits are those of the service. Not run: that takes a cluster.
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadSettings, variableNames } from '../../src/common/settings/settings.js';

const CHART = 'deploy/helm/gatehouse';
const read = (file: string) => readFileSync(file, 'utf8');

interface Container {
  env: Array<{ name: string; value: unknown }>;
  startupProbe: { httpGet: { path: string }; periodSeconds: number; failureThreshold: number };
  readinessProbe: { httpGet: { path: string } };
  livenessProbe: { httpGet: { path: string } };
  securityContext: Record<string, unknown>;
  volumeMounts: Array<{ name: string; mountPath: string }>;
}

interface Pod {
  containers: [Container];
  terminationGracePeriodSeconds: number;
  automountServiceAccountToken: boolean;
  securityContext: Record<string, unknown>;
  volumes: Array<{ name: string }>;
}

const valuesOf = () => parse(read(`${CHART}/values.yaml`)) as Record<string, unknown>;

/** Every path of an object that leads to something else, with dots. */
function leaves(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [path.join('.')];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}

/** What the templates of this chart use of Helm's language: values, the name of the release, and lists that may be empty. */
function render(template: string, values = valuesOf()): Array<Record<string, unknown>> {
  const valueOf = (path: string) => path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], values);
  const text = read(`${CHART}/templates/${template}`)
    .replace(/\{\{- with \.Values\.(\S+) \}\}\n(.*)\{\{- toYaml \. \|/g, '\n$2{{- toYaml .Values.$1 |')
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
  const templates = readdirSync(`${CHART}/templates`);

  it.each(templates)('%s is well-formed, and takes only values that exist', (template) => {
    for (const { apiVersion, kind, metadata } of render(template))
      expect([typeof apiVersion, typeof kind, typeof metadata]).toEqual(['string', 'string', 'object']);
  });

  it('has no value that no template takes, and takes none that is not there, also where nothing is rendered by default', () => {
    const taken = templates.flatMap((template) =>
      [...read(`${CHART}/templates/${template}`).matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path),
    );
    const known = leaves(valuesOf());
    expect(taken.filter((path) => !known.some((leaf) => leaf === path || leaf.startsWith(`${path}.`)))).toEqual([]);
    expect(known.filter((leaf) => !taken.some((path) => leaf === path || leaf.startsWith(`${path}.`)))).toEqual([]);
  });

  describe('has a schema of its values', () => {
    const accepts = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(JSON.parse(read(`${CHART}/values.schema.json`)) as object);
    const faults = (change: Record<string, unknown>) => {
      accepts({ ...valuesOf(), ...change });
      return accepts.errors ?? [];
    };

    it('that its own values keep', () => {
      expect(faults({})).toEqual([]);
      expect(
        faults({ settings: { LOG_LEVEL: 'warn', SLOW_STATEMENT_MS: 100, IMPORT_MAX_BYTES: '1073741824' }, trustProxy: '10.0.0.0/8' }),
      ).toEqual([]);
    });

    it.each([
      ['a value that is misspelt', { replica: 3 }],
      ['no process at all', { replicas: 0 }],
      ['an address with a path', { publicUrl: 'https://id.example.com/path' }],
      ['a drain that the service refuses', { drainSeconds: 301 }],
      ['an image without a version', { image: { repository: 'gatehouse', tag: 'latest' } }],
      ['metrics on the port of the service', { metrics: { port: 8080 } }],
      ['a setting in lower case', { settings: { log_level: 'warn' } }],
      ['a secret in clear', { settings: { MASTER_KEY: 'x' } }],
      ['a number that Helm hands over as 1e+06', { settings: { IMPORT_MAX_BYTES: 1_000_000 } }],
      ['a number with a fraction', { settings: { SLOW_STATEMENT_MS: 0.00001 } }],
      ['an annotation that is no text', { ingress: { ...(valuesOf()['ingress'] as object), annotations: { 'proxy-body-size': 0 } } }],
      ['a setting that the chart makes by itself', { settings: { DRAIN_SECONDS: '20' } }],
    ])('that refuses %s', (_what, change) => expect(faults(change)).not.toEqual([]));
  });

  it('gives the ingress the annotations of its values, such as those that they show', () => {
    const [, shown = ''] = /^ {2}# ingress-nginx by itself.*\n((?: {2}# {3}.*\n)+)/m.exec(read(`${CHART}/values.yaml`)) ?? [];
    const annotations = parse(shown.replaceAll(/^ {2}# {3}/gm, '')) as Record<string, unknown>;
    expect(Object.keys(annotations)).toContain('nginx.ingress.kubernetes.io/proxy-body-size');
    const values = valuesOf();
    const [ingress] = render('ingress.yaml', { ...values, ingress: { ...(values['ingress'] as object), annotations } });
    expect(ingress?.['metadata']).toEqual({ name: 'release', annotations });
  });

  it('sets only what the service reads, with values that it takes, asks where it answers, and leaves it time to stop', () => {
    const [deployment] = render('deployment.yaml');
    const pod = (deployment as { spec: { template: { spec: Pod } } }).spec.template.spec;
    const [container] = pod.containers;
    const known = variableNames();
    expect(container.env.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    const plain = container.env.filter(({ name }) => !name.endsWith('_FILE'));
    expect(() => loadSettings(Object.fromEntries(plain.map(({ name, value }) => [name, String(value)])))).not.toThrow();
    expect([container.readinessProbe.httpGet.path, container.livenessProbe.httpGet.path]).toEqual(['/readyz', '/healthz']);
    const drain = Number(container.env.find(({ name }) => name === 'DRAIN_SECONDS')?.value);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drain + 10);
  });

  it('gives the migrations of a start an hour before it is killed', () => {
    const [deployment] = render('deployment.yaml');
    const { startupProbe } = (deployment as { spec: { template: { spec: Pod } } }).spec.template.spec.containers[0];
    expect(startupProbe.httpGet.path).toBe('/readyz');
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(3_600);
  });

  it('runs as somebody without rights, who writes to volumes alone', () => {
    const [deployment] = render('deployment.yaml');
    const pod = (deployment as { spec: { template: { spec: Pod } } }).spec.template.spec;
    const [container] = pod.containers;
    expect(container.securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(pod.volumes.map(({ name }) => name).toSorted());
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(expect.arrayContaining(['/data', '/tmp']));
  });
});

describe('the alerts', () => {
  const { groups } = parse(read('deploy/prometheus-alerts.yaml')) as { groups: Array<{ rules: Array<{ alert: string; expr: string }> }> };
  const rules = groups.flatMap((group) => group.rules);

  it('hold whatever the job is called, since the chart leaves its name to Prometheus', () => {
    expect(rules.filter(({ expr }) => /\bjob *(=|!)/.test(expr))).toEqual([]);
  });

  it('fire without any target as well', () => {
    expect(rules.filter(({ expr }) => expr.startsWith('absent(')).map(({ alert }) => alert)).toEqual(['GatehouseAbsent']);
  });
});

describe('the unit of systemd', () => {
  const unit = read('deploy/systemd/gatehouse.service');
  const entries = [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
  const valuesOfEntry = (wanted: string) => entries.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const environment = Object.fromEntries(
    valuesOfEntry('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
  );

  it('sets only what the service reads', () => {
    const names = Object.keys(environment);
    expect(names).toContain('DATA_DIR');
    expect(names.filter((name) => name !== 'NODE_ENV' && !variableNames().includes(name))).toEqual([]);
  });

  it('hands over the credentials that the settings name, and keeps the data where the service looks', () => {
    const credentials = valuesOfEntry('LoadCredential').map((line) => `%d/${line.split(':')[0]}`);
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([, file]) => file).toSorted()).toEqual(credentials.toSorted());
    expect(environment['DATA_DIR']).toBe(`/var/lib/${valuesOfEntry('StateDirectory').join()}`);
  });

  it('has a command line on its host: as its user, with its settings, and with every variable that it sets itself', () => {
    const [command = ''] = /^alias gatehouse=.*\/opt\/.*$/m.exec(read('docs/command-line.md')) ?? [];
    const given = Object.fromEntries([...command.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
    const credentials = Object.fromEntries(valuesOfEntry('LoadCredential').map((line) => line.split(':') as [string, string]));
    const set = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/^%d\/(.*)/, (_, credential: string) => credentials[credential] ?? ''),
    ]);
    expect(given).toEqual(Object.fromEntries(set.filter(([name]) => name !== 'NODE_ENV')));
    expect(command).toContain(`sudo -u ${valuesOfEntry('User').join()} env `);
    expect(command).toContain(` --env-file=${valuesOfEntry('EnvironmentFile').join()} `);
    expect(command).toContain(` ${valuesOfEntry('WorkingDirectory').join()}/dist/src/cli/gatehouse.js`);
  });

  it('runs as a user that the guide makes, and waits longer than the service takes to end', () => {
    expect(read('docs/operate.md')).toContain(`/nologin ${valuesOfEntry('User').join()}\n`);
    expect(Object.fromEntries(entries)).toMatchObject({
      User: 'gatehouse',
      Group: 'gatehouse',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      CapabilityBoundingSet: '',
      ExecStart: '/usr/bin/node --max-semi-space-size=16 dist/src/main.js',
    });
    expect(Number(valuesOfEntry('TimeoutStopSec').join())).toBeGreaterThan(10);
  });

  it('allows the calls for memory protection that Node makes when it starts, and says why', () => {
    expect(valuesOfEntry('SystemCallFilter')).toEqual(['@system-service @pkey']);
    expect(unit).toMatch(/^# .*pkey_alloc.*SIGSYS.*\nSystemCallFilter=/m);
  });
});
