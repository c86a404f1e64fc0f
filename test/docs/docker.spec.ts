// The structure of Dockerfile and docker-compose.yml, and that they fit the code; their health checks are run. The images are not: that needs a
// Docker engine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadSettings, variableNames } from '../../src/common/settings/settings.js';
import { NODE_FLAGS } from '../support/processes.js';
import { freePort } from '../support/service.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** A tag that begins with a version; `latest`, or none, is whatever was pushed last. */
const VERSIONED = /^[\w./-]+:v?\d+(\.\d+)*(-[\w.]+)?$/;

/** What docs.docker.com/reference/compose-file/ knows of the members used here. */
const SERVICE_MEMBERS = {
  image: isText,
  build: isText,
  restart: (value: unknown) => ['no', 'always', 'on-failure', 'unless-stopped'].includes(String(value)),
  command: isTextList,
  depends_on: isRecord,
  environment: isRecord,
  secrets: isTextList,
  volumes: isTextList,
  ports: isTextList,
  healthcheck: isRecord,
  stop_grace_period: isDuration,
  read_only: (value: unknown) => typeof value === 'boolean',
  tmpfs: isTextList,
  cap_drop: isTextList,
  security_opt: isTextList,
  profiles: isTextList,
};

interface Service {
  image?: string;
  build?: string;
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  ports?: string[];
  healthcheck: { test: string[]; start_period: string; interval: string; timeout: string; retries: number };
  stop_grace_period?: string;
  profiles?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
}

interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml')) as Compose;
  const services = Object.entries(compose.services);

  it('has the members that Compose knows, with values of their types', () => {
    expect(Object.keys(compose).filter((member) => !['name', 'services', 'volumes', 'secrets'].includes(member))).toEqual([]);
    for (const [name, service] of services) {
      for (const [member, value] of Object.entries(service)) {
        const check = SERVICE_MEMBERS[member as keyof typeof SERVICE_MEMBERS] as ((value: unknown) => boolean) | undefined;
        expect([name, member, check?.(value)]).toEqual([name, member, true]);
      }
      expect([name, [service.image, service.build].filter(isText).length]).toEqual([name, 1]);
    }
  });

  it('names only volumes, secrets and services that are declared', () => {
    for (const [name, { volumes = [], secrets = [], depends_on = {} }] of services) {
      expect([name, volumes.filter((volume) => !Object.hasOwn(compose.volumes, volume.split(':')[0] ?? ''))]).toEqual([name, []]);
      expect([name, secrets.filter((secret) => !isText(compose.secrets[secret]?.file))]).toEqual([name, []]);
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect([other, Object.hasOwn(compose.services, other), condition]).toEqual([other, true, 'service_healthy']);
      }
    }
  });

  it('checks the health of every service', () => {
    for (const [name, { healthcheck }] of services) {
      const { test, start_period, interval, timeout, retries } = healthcheck;
      expect([name, test[0], [start_period, interval, timeout].every(isDuration), Number.isInteger(retries)]).toEqual([
        name,
        'CMD',
        true,
        true,
      ]);
    }
  });

  it('holds no secret, and reads each from a file that the service was given', () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
      expect([name, [...new Set(files.map(([, path]) => path))].sort()]).toEqual([
        name,
        secrets.map((secret) => `/run/secrets/${secret}`).sort(),
      ]);
      const clear = Object.keys(environment).filter(
        (variable) => /PASSWORD|SECRET|KEY|DATABASE_URL/.test(variable) && !variable.endsWith('_FILE'),
      );
      expect([name, clear]).toEqual([name, []]);
    }
  });

  it('lets root of the database sign in beside it alone, by a password that the log does not tell', () => {
    const environment = compose.services['database']?.environment ?? {};
    expect(environment).toMatchObject({ MARIADB_ROOT_HOST: 'localhost', MARIADB_ROOT_PASSWORD_FILE: expect.any(String) as string });
    expect(Object.keys(environment).filter((variable) => /RANDOM|EMPTY/.test(variable))).toEqual([]);
  });

  it('sets only what the service reads, and with its defaults the service has valid settings', () => {
    const environment = compose.services['gatehouse']?.environment ?? {};
    expect(Object.keys(environment).filter((variable) => !variableNames().includes(variable))).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'));
    try {
      const secrets = { database_url: 'mariadb://gatehouse:x@database/gatehouse', master_key: Buffer.alloc(32, 1).toString('base64') };
      for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), value);
      const byDefault = Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{\w+:-(.*?)\}/g, '$1').replace('/run/secrets', folder),
      ]);
      const settings = loadSettings({ ...imageVariables(), ...(Object.fromEntries(byDefault) as NodeJS.ProcessEnv) });
      expect(settings).toMatchObject({ host: '0.0.0.0', port: 8080, dataDir: '/data', database: { engine: 'mariadb' } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes from its own environment what depends on the place', () => {
    const environment = compose.services['gatehouse']?.environment ?? {};
    const taken = Object.entries(environment).flatMap(([name, value]) => (value.startsWith(`\${${name}:-`) ? [name] : []));
    expect(taken.sort()).toEqual(['DRAIN_SECONDS', 'MAIL_FROM', 'METRICS_PORT', 'PUBLIC_URL', 'SMTP_URL', 'TRUST_PROXY', 'WORKERS']);
    const guide = read('docs/operate.md');
    expect(taken.filter((name) => !(guide.split('### Docker')[1] ?? '').includes(`\`${name}`))).toEqual([]);
  });

  it.each(['gatehouse', 'mail'])('%s writes to its volumes alone, and gets no right that it has not', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('opens ports to this machine only, and the database to nobody', () => {
    expect(services.map(([name, { ports }]) => [name, ports])).toEqual([
      ['database', undefined],
      ['gatehouse', ['127.0.0.1:8080:8080']],
      ['mail', ['127.0.0.1:8025:8025']],
    ]);
  });

  it('catches mail where it is asked to', () => {
    expect(compose.services['mail']?.profiles).toEqual(['mail']);
    const [, line = ''] = /# With the profile mail: (.*); letters/.exec(read('docker-compose.yml')) ?? [];
    const variables = Object.fromEntries(
      line.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    );
    expect(Object.keys(variables).filter((name) => !variableNames().includes(name))).toEqual([]);
    expect(loadSettings(variables).mail.server).toMatchObject({ host: 'mail', port: 1025 });
  });

  it.each(services.flatMap(([name, { image }]) => (image ? [[name, image]] : [])))('%s is an image of a version: %s', (_name, image) => {
    expect(image).toMatch(VERSIONED);
  });

  it('uses the secrets that the guide makes', () => {
    const guide = read('docs/operate.md');
    for (const { file } of Object.values(compose.secrets)) expect(guide).toContain(`> ${file.replace('./', '')}`);
  });

  it('waits longer for the end than the service takes', () => {
    expect(parseInt(compose.services['gatehouse']?.stop_grace_period ?? '0', 10)).toBeGreaterThan(10);
  });
});

describe('Dockerfile', () => {
  const instructions = dockerfile(read('Dockerfile'));
  const stages = splitStages(instructions);
  const last = stages.at(-1) ?? [];
  const argument = (stage: Instruction[], word: string) => stage.filter((one) => one.word === word).map((one) => one.argument);

  it('has only instructions that exist', () => {
    const words = 'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(
      ' ',
    );
    expect(instructions.map(({ word }) => word).filter((word) => !words.includes(word))).toEqual([]);
  });

  it('builds in one stage and runs in another', () => {
    expect(stages.length).toBeGreaterThan(1);
    expect(argument(stages[0] ?? [], 'RUN').join(' ')).toMatch(/npm ci\b.*npm run build.*npm prune --omit=dev/);
    expect(argument(last, 'RUN').join(' ')).not.toContain('npm');
  });

  it('runs on a long-term version of Node that the service supports, the one it is built on', () => {
    expect(argument(last, 'FROM')).toEqual(['node:24-slim']);
    expect(argument(instructions, 'FROM').map((line) => line.replace(/ AS \w+$/, ''))).toEqual(['node:24-slim', 'node:24-slim']);
    expect((JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node).toContain('>=24');
  });

  it('runs on the Node that the gate runs the specs on', () => {
    const [, image] = /^node:(\d+)-slim$/.exec(argument(last, 'FROM')[0] ?? '') ?? [];
    const versions = Object.values(
      (JSON.parse(read('.ci/node/package.json')) as { optionalDependencies: Record<string, string> }).optionalDependencies,
    );
    expect(versions.map((version) => version.split('.')[0])).toEqual([image, image]);
    expect(new Set(versions).size).toBe(1);
  });

  it('runs as somebody without rights, after everything was prepared', () => {
    expect(argument(last, 'USER')).toEqual(['node']);
    const user = last.findIndex(({ word }) => word === 'USER');
    expect(last.slice(user).map(({ word }) => word)).not.toContain('RUN');
  });

  it('keeps the data in a volume, checks its health and starts the build', () => {
    expect(argument(last, 'VOLUME')).toEqual(['/data']);
    expect(argument(last, 'ENV').join(' ')).toContain('DATA_DIR=/data');
    expect(argument(last, 'HEALTHCHECK').join(' ')).toContain('/healthz');
    expect(argument(last, 'CMD').map((command) => JSON.parse(command) as unknown)).toEqual([['node', ...NODE_FLAGS, 'dist/src/main.js']]);
  });

  it('starts Node with the flags that a clone, systemd, `gatehouse setup`, the guide and the benchmark have', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const [flag = ''] = NODE_FLAGS;
    expect(NODE_FLAGS).toHaveLength(1);
    expect(scripts['start']).toBe(`exec node ${flag} scripts/start.mjs`);
    expect(read('deploy/systemd/gatehouse.service')).toContain(`ExecStart=/usr/bin/node ${flag} dist/src/main.js\n`);
    expect(read('src/cli/host/setup.ts')).toContain(`node ${flag} --env-file=`);
    expect(read('docs/command-line.md')).toContain(`\nnode ${flag} --env-file=.env dist/src/main.js\n`);
    expect(read('bench/harness/service.mjs')).toContain(`'${flag}'`);
  });

  it('sets only what the service and Node read', () => {
    const names = Object.keys(imageVariables());
    expect(names).toContain('DATA_DIR');
    expect(names.filter((name) => name !== 'NODE_ENV' && !variableNames().includes(name))).toEqual([]);
  });

  it('copies only what exists and what .dockerignore lets through', () => {
    const letThrough = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = argument(stages[0] ?? [], 'COPY').flatMap((line) => line.split(/\s+/).slice(0, -1));
    expect(copied.length).toBeGreaterThan(0);
    for (const file of copied) expect([file, existsSync(join(ROOT, file)), letThrough.includes(file)]).toEqual([file, true, true]);
  });
});

describe('the health check', () => {
  const ofImage = () => {
    const [line = ''] = dockerfile(read('Dockerfile')).flatMap(({ word, argument }) => (word === 'HEALTHCHECK' ? [argument] : []));
    return JSON.parse(line.slice(line.indexOf('CMD') + 'CMD'.length)) as string[];
  };
  const ofCompose = () => (parse(read('docker-compose.yml')) as Compose).services['gatehouse']?.healthcheck.test.slice(1) ?? [];

  it.each([
    ['the image', ofImage, '/healthz'],
    ['Compose', ofCompose, '/readyz'],
  ])('of %s says whether the service answers well', async (_of, command, path) => {
    const port = await freePort();
    let status = 200;
    const server = createServer((request, response) => response.writeHead(request.url === path ? status : 404).end());
    const [, ...args] = command();
    const check = async () => {
      const child = spawn(
        process.execPath,
        args.map((arg) => arg.replace(':8080/', `:${port}/`)),
        { env: { PORT: String(port) } },
      );
      const [code] = (await once(child, 'close')) as [number | null];
      return code;
    };
    expect(command()[0]).toBe('node');
    expect(await check()).toBe(1);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
    server.close();
  });
});

/** What the image sets. */
function imageVariables(): Record<string, string> {
  const last = splitStages(dockerfile(read('Dockerfile'))).at(-1) ?? [];
  const pairs = last.flatMap(({ word, argument }) => (word === 'ENV' ? argument.split(' ') : []));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

interface Instruction {
  word: string;
  argument: string;
}

/** Comments left out, continued lines joined. */
function dockerfile(text: string): Instruction[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [word = '', ...rest] = line.split(' ');
      return { word, argument: rest.join(' ').trim() };
    });
}

function splitStages(instructions: Instruction[]): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const instruction of instructions) {
    if (instruction.word === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDuration(value: unknown): boolean {
  return typeof value === 'string' && /^\d+(s|m)$/.test(value);
}
