// The structure of Dockerfile and docker-compose.yml, and that they fit the code. Not run: that needs a Docker engine.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { variableNames } from '../../src/common/settings/settings.js';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

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
      expect([name, files.map(([, path]) => path).sort()]).toEqual([name, secrets.map((secret) => `/run/secrets/${secret}`).sort()]);
      const clear = Object.keys(environment).filter(
        (variable) => /PASSWORD|SECRET|KEY|DATABASE_URL/.test(variable) && !/_FILE$|RANDOM/.test(variable),
      );
      expect([name, clear]).toEqual([name, []]);
    }
  });

  it('sets only what the service reads', () => {
    const known = variableNames();
    expect(Object.keys(compose.services['gatehouse']?.environment ?? {}).filter((variable) => !known.includes(variable))).toEqual([]);
  });

  it('uses the secrets that the README makes', () => {
    const readme = read('README.md');
    for (const { file } of Object.values(compose.secrets)) expect(readme).toContain(`> ${file.replace('./', '')}`);
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

  it('runs on a long-term version of Node that the service supports', () => {
    expect(argument(last, 'FROM')).toEqual(['node:24-slim']);
    expect((JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node).toContain('>=24');
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
    expect(argument(last, 'CMD').map((command) => JSON.parse(command) as unknown)).toEqual([['node', 'dist/src/main.js']]);
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
