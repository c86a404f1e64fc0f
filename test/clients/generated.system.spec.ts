// Clients that generators of other languages make of the API document: each is generated, compiles, and makes its first calls. In the long check.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const DOCUMENT = resolve(import.meta.dirname, '../../src/admin/openapi/openapi.json');
/** Fetching and compiling take their time on a cold machine. */
const TIME_MS = 1_200_000;
const run = promisify(execFile);

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-clients-'));
  cpSync(join(import.meta.dirname, 'generated'), folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
});

/** Runs a program in the folder of a client, with what the client has to know. @returns what it printed */
async function inFolder(name: string, orgId: string, program: string, ...args: string[]): Promise<string> {
  const { clientId, clientSecret } = service.credentials.serviceUser;
  const env = { ...process.env, URL: service.url, ORG_ID: orgId, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const { stdout } = await run(program, args, { cwd: join(folder, name), env, maxBuffer: 2 ** 28 });
  return stdout.trim();
}

describe.skipIf(!process.env['LONG'])('a generated client', () => {
  it(
    'of @hey-api/openapi-ts compiles and makes its first calls',
    async () => {
      const orgId = await createOrganization(service);
      const inClient = (program: string, ...args: string[]) => inFolder('hey-api', orgId, program, ...args);
      await inClient('npm', 'install', '--no-audit', '--no-fund');
      await inClient('npx', 'openapi-ts', '-i', DOCUMENT, '-o', 'out');
      renameSync(join(folder, 'hey-api/first-calls.ts.txt'), join(folder, 'hey-api/first-calls.ts'));
      // As a bundler would resolve it: the generator leaves out the endings of files.
      const compilerOptions = { target: 'es2022', module: 'commonjs', moduleResolution: 'bundler', strict: true, skipLibCheck: true };
      const settings = {
        compilerOptions: { ...compilerOptions, lib: ['es2022', 'dom', 'dom.iterable'], types: ['node'], outDir: 'built' },
      };
      writeFileSync(join(folder, 'hey-api/tsconfig.json'), JSON.stringify({ ...settings, files: ['first-calls.ts'] }));
      await inClient('npx', 'tsc');
      writeFileSync(join(folder, 'hey-api/built/package.json'), '{ "type": "commonjs" }');
      expect(await inClient('node', 'built/first-calls.js')).toBe('heyday');
    },
    TIME_MS,
  );

  it(
    'of openapi-python-client compiles and makes its first calls',
    async () => {
      const orgId = await createOrganization(service);
      const inClient = (program: string, ...args: string[]) => inFolder('python', orgId, program, ...args);
      await inClient('python3', '-m', 'venv', 'venv');
      await inClient('venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt');
      await inClient(
        'venv/bin/openapi-python-client',
        'generate',
        '--path',
        DOCUMENT,
        '--meta',
        'none',
        '--output-path',
        'gatehouse_client',
      );
      await inClient('venv/bin/python', '-m', 'compileall', '-q', 'gatehouse_client');
      expect(await inClient('venv/bin/python', 'first_calls.py')).toBe('monty');
    },
    TIME_MS,
  );

  it(
    'of oapi-codegen, for Go, compiles and makes its first calls',
    async () => {
      const orgId = await createOrganization(service);
      const inClient = (program: string, ...args: string[]) => inFolder('go', orgId, program, ...args);
      await inClient('mkdir', 'api');
      await inClient('go', 'tool', 'oapi-codegen', '-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', DOCUMENT);
      expect(await inClient('go', 'run', '.')).toBe('gopher');
    },
    TIME_MS,
  );
});
