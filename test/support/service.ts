// Boots the real service for a test file: its own database, a free port, real HTTP.
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DataSource } from 'typeorm';
import { bootstrapFile, type BootstrapCredentials } from '../../src/bootstrap.js';
import { createService, type MakeApp, type Service } from '../../src/create-app.js';
import { WRITER } from '../../src/common/common.module.js';
import { loadSettings, type Settings } from '../../src/common/settings/settings.js';
import { Database } from '../../src/common/database/database.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { JsonLog } from '../../src/common/logging/log.js';
import { contractFault } from './api-contract.js';
import { freshDatabase, SERVER_URL, type FreshDatabase } from './database.js';
import { migratedDatabase } from './migrated-database.js';
import { harmfulPayloads } from './event-payloads.js';
import {
  isSearched,
  noteAddress,
  noteAnswered,
  noteAuthorization,
  noteFields,
  noteLine,
  noteSecret,
  noteSecretsIn,
  releaseFiles,
  secretsInFiles,
  secretsInLog,
  secretsInTables,
} from './secrets.js';

/** The cheapest bcrypt knows, a sixty-fourth of the least that the settings allow. Specs about how long a hash takes set PASSWORD_HASH_COST. */
const HASH_COST = 4;

export interface TestService {
  url: string;
  settings: Settings;
  credentials: BootstrapCredentials;
  service: Service;
  /** An injectable of the running application. */
  get<T>(type: abstract new (...args: never[]) => T): T;
  /** Sends a request as the bootstrap service user, or as whoever `token` belongs to (null: nobody). */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** @throws Error when an event holds a secret */
  assertEventsHarmless(): Promise<void>;
  /** @throws Error when a secret of this spec file lies in the log, the tables or the files of the service */
  assertNoSecret(): Promise<void>;
  close(): Promise<void>;
}

/** What speaking HTTP to a service takes, whether it runs in here or in a process of its own. */
export type HttpService = Pick<TestService, 'url' | 'call'>;

export interface CallOptions {
  token?: string | null;
  type?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // What an API answers is looked at member by member; a type would only repeat what the test asserts.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** What a test adds to the service or puts in the place of a part of it. */
export interface Additions {
  modules?: readonly (new () => object)[];
  override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
}

const makeTestApp = async (
  { modules = [], override = (builder) => builder }: Additions,
  [module, adapter, log]: Parameters<MakeApp>,
): Promise<NestExpressApplication> => {
  const compiled = await override(Test.createTestingModule({ imports: [module, ...modules] }).setLogger(log)).compile();
  return compiled.createNestApplication<NestExpressApplication>(adapter, { bodyParser: false, logger: log });
};

/** Starts a service of its own; `env` overrides settings. Its port is open until {@link TestService.close}. */
export async function startService(
  env: Record<string, string> = {},
  additions: Additions = {},
  log = isSearched() ? testLog() : undefined,
): Promise<TestService> {
  const dataDir = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-test-'));
  const database = await (env['DATABASE_URL'] === undefined ? migratedDatabase : freshDatabase)(dataDir);
  const port = await freePort();
  const loaded = loadSettings({ ...serviceEnv(dataDir, database, port), ...env });
  const settings = env['PASSWORD_HASH_COST'] === undefined ? { ...loaded, passwordHashCost: HASH_COST } : loaded;
  const wanted = settings.logLevel === 'silent' ? log : undefined;
  const service = await createService(settings, (...parts) => makeTestApp(additions, parts), wanted);
  await service.listen();
  const url = settings.publicUrl;
  // One that shares the database of another has none of its own.
  const credentials = (service.bootstrapped ? JSON.parse(readFileSync(bootstrapFile(dataDir), 'utf8')) : {}) as BootstrapCredentials;
  const assertEventsHarmless = async () => {
    const harmful = await harmfulPayloads(service.app.get(Database).query, secretsOf(credentials)).catch(() => []);
    if (harmful.length > 0) throw new Error(`Events hold secrets: ${harmful.join(', ')}`);
  };
  const assertNoSecret = async () => {
    if (!isSearched()) return;
    noteSecretsIn(credentials);
    noteSecret('master key', settings.masterKey?.toString('base64'));
    const tables = service.app.get<DataSource>(getDataSourceToken(WRITER) as never).entityMetadatas.map(({ tableName }) => tableName);
    // Where the database was taken away, there is nothing in it.
    const inTables = await secretsInTables(service.app.get(Database).query, tables).catch(() => []);
    const faults = [...secretsInLog(), ...inTables, ...secretsInFiles(dataDir)];
    if (faults.length > 0) throw new Error(`Secrets lie in clear:\n${faults.join('\n')}`);
  };
  return {
    url,
    settings,
    credentials,
    service,
    assertEventsHarmless,
    assertNoSecret,
    get: (type) => service.app.get(type as never),
    call: (method, path, body, { token = credentials.serviceUser.personalAccessToken, type, headers = {} } = {}) =>
      send(url + path, method, body, { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }, type),
    async close() {
      try {
        await assertEventsHarmless();
        await assertNoSecret();
      } finally {
        // Of clients that keep them for requests which no test will send: the service would wait two seconds for those.
        service.app.getHttpServer().closeIdleConnections();
        await service.close();
        releaseFiles(dataDir);
      }
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A log at its loudest that is silent to whoever runs the tests, and searched for secrets. */
export const testLog = (): JsonLog => new JsonLog('trace', { write: noteLine });

/** Another process of the same service, as far as one process can be two: on a database server. @returns undefined with SQLite, which has one */
export async function startTwin({ settings }: TestService, env: Record<string, string> = {}): Promise<TestService | undefined> {
  const { database, masterKey, publicUrl } = settings;
  if (SERVER_URL === undefined || database.engine === 'sqlite' || !masterKey) return undefined;
  return startService({ PUBLIC_URL: publicUrl, DATABASE_URL: database.url, MASTER_KEY: masterKey.toString('base64'), ...env });
}

/** Moves the time of every process of a test: of two whose clocks were days apart, the one behind would find that what the other noted lies ahead. */
export function advanceClocks(services: readonly TestService[], ms: number): void {
  for (const service of services) service.get(Clock).advance(ms);
}

/** Of one that shares the database of another there are none. */
function secretsOf({ serviceUser, admin }: Partial<BootstrapCredentials>): string[] {
  return serviceUser && admin ? [serviceUser.personalAccessToken, serviceUser.clientSecret, admin.password] : [];
}

/** The environment a service needs to run beside others. */
export function serviceEnv(dataDir: string, database: FreshDatabase, port: number): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PASSWORD_HASH_COST: '10',
    // Its specs set it: the files it serves are there only once they are built.
    CONSOLE: 'false',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  };
}

/** Sends one request; a SCIM path gets SCIM's media type. */
export async function send(url: string, method: string, body: unknown, headers: Record<string, string>, type?: string): Promise<Answer> {
  const scim = new URL(url).pathname.startsWith('/scim/');
  const contentType = type ?? (scim ? 'application/scim+json' : 'application/json');
  noteRequest(url, body, headers, contentType);
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': contentType }), ...headers },
    ...(body === undefined
      ? {}
      : { body: typeof body === 'string' || body instanceof URLSearchParams || body instanceof Blob ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answerType = response.headers.get('content-type');
  const json = /[/+]json/.test(answerType ?? '') && text !== '';
  const answered: unknown = json ? JSON.parse(text) : undefined;
  noteAnswered(response.headers);
  noteSecretsIn(answered);
  const fault = contractFault(method, new URL(url).pathname, response.status, response.headers, answered);
  if (fault !== undefined) throw new Error(`${fault} (npm run docs writes it anew)`);
  return { status: response.status, headers: response.headers, text, body: answered };
}

function noteRequest(url: string, body: unknown, headers: Record<string, string>, type: string): void {
  noteAddress(url);
  noteAuthorization(headers['authorization']);
  if (body instanceof URLSearchParams || (typeof body === 'string' && type.endsWith('x-www-form-urlencoded'))) noteFields(body);
  else noteSecretsIn(typeof body === 'string' ? parsed(body) : body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Below the ports that the system hands out by itself (`net.ipv4.ip_local_port_range`): between the choice and its use no connection and no
 * other server gets one of them. Each worker of a run has its own share, and begins anywhere in it, because other runs have the same;
 * `TEST_PORT_SHARES_FROM` gives a run others.
 */
const [FIRST_PORT, SHARE, SHARES] = [20_000, 1_500, 8];
const shareNo = Number(process.env['VITEST_POOL_ID'] ?? 0) + Number(process.env['TEST_PORT_SHARES_FROM'] ?? 0);
const firstOfWorker = FIRST_PORT + (shareNo % SHARES) * SHARE;
let chosen = randomInt(SHARE);

/** A port nobody listens on now, other than those before. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstOfWorker + (chosen++ % SHARE);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
