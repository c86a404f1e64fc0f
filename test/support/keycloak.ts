// A real Keycloak: its distribution from Maven Central, in development mode on this machine, with a realm that is imported at the start.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePrograms } from './programs.js';
import { freePort } from './service.js';

/** `sha512sum` of the archive in Maven Central. It runs on Java 17. */
const RELEASE = {
  version: '26.7.3',
  sha512:
    '15c764765576eef267cf15cc5225a5826b5394a25a83d9bfa5b8544e4bbba690cb743c9d384200b93bb71ee4c4a328e1dd8c0a00f822fd3e6e154f14b1e47216',
};
/** The client of Maven asks the repository that its own settings name, and keeps what it has loaded. */
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
/** It builds itself at the first start, which takes a minute on a core of its own. */
const START_MS = 600_000;
const POLL_MS = 500;
const REALM = 'example';
const ADMIN = { name: 'admin', password: 'The-owner-of-the-realms-7' };

export interface Keycloak {
  /** The issuer of the realm's tokens, and its entity ID in SAML. */
  realmUrl: string;
  /** Sends a request to the admin API, below the realm. @returns the answer; of a new resource its id */
  admin(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Stops the server and runs a command of its distribution that writes the realm. @returns what it has written to `keycloak-realm.json` */
  exported(command: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param realm of the name `example`, as the server exports one */
export async function startKeycloak(realm: object): Promise<Keycloak> {
  requirePrograms('java', 'mvn', 'unzip');
  const folder = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-keycloak-'));
  const home = unpacked(folder);
  mkdirSync(join(home, 'data/import'), { recursive: true });
  writeFileSync(join(home, 'data/import/realm.json'), JSON.stringify({ realm: REALM, enabled: true, ...realm }));
  const [port, managementPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const hosts = ['--http-host', '127.0.0.1', '--http-port', String(port), '--http-management-port', String(managementPort)];
  const child = spawn(join(home, 'bin/kc.sh'), ['start-dev', '--import-realm', '--hostname', url, ...hosts], {
    env: { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.name, KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: the script starts Java, which must end with it.
    detached: true,
  });
  const realmUrl = `${url}/realms/${REALM}`;
  await ready(child, realmUrl);
  const end = async (signal: NodeJS.Signals) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    process.kill(-child.pid, signal);
    await ended;
  };
  return {
    realmUrl,
    async admin(method, path, body) {
      const isText = typeof body === 'string';
      const response = await fetch(`${url}/admin/realms/${REALM}${path}`, {
        method,
        headers: { authorization: `Bearer ${await tokenOf(url)}`, 'content-type': isText ? 'application/xml' : 'application/json' },
        ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`Keycloak answers ${method} ${path} with ${response.status}: ${text}`);
      return text === '' ? response.headers.get('location')?.split('/').at(-1) : JSON.parse(text);
    },
    async exported(command) {
      // Its database has one owner at a time.
      await end('SIGTERM');
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: home, encoding: 'utf8' });
      if (status !== 0) throw new Error(`Keycloak exports nothing:\n${stdout}${stderr}`);
      return readFileSync(join(home, 'keycloak-realm.json'), 'utf8');
    },
    async stop() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the folder of the distribution @throws Error if the archive is not the one whose digest is known */
function unpacked(folder: string): string {
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${RELEASE.version}:zip`;
  execFileSync('mvn', ['--quiet', '--batch-mode', COPY, artifact, `-DoutputDirectory=${folder}`], { cwd: folder, stdio: 'inherit' });
  const archive = join(folder, `keycloak-quarkus-dist-${RELEASE.version}.zip`);
  const digest = createHash('sha512').update(readFileSync(archive)).digest('hex');
  if (digest !== RELEASE.sha512) throw new Error(`${archive} has the SHA-512 ${digest}, which is not that of the release.`);
  execFileSync('unzip', ['-q', archive, '-d', folder]);
  rmSync(archive);
  const [home = ''] = readdirSync(folder);
  return join(folder, home);
}

/** @throws Error with what it wrote, if it ends or is not ready in time */
async function ready(child: ChildProcess, realmUrl: string): Promise<void> {
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const deadline = Date.now() + START_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    const answers = await fetch(realmUrl).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`Keycloak did not start:\n${written}`);
}

/** Its tokens live for a minute. */
async function tokenOf(url: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', username: ADMIN.name, password: ADMIN.password });
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}
