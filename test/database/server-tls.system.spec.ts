// TLS to the database: the server has to prove itself, the service too if the server wants it, and nothing goes in clear text.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { StartError } from '../../src/storage.js';
import { startPrivateServer, type PrivateServer } from '../support/private-mariadb.js';
import { requirePrograms } from '../support/programs.js';
import { startService } from '../support/service.js';

let server: PrivateServer;
let files: Record<'ca' | 'cert' | 'key' | 'stranger', string>;

/** An authority, and what it signs, in `folder`. */
function makeCertificates(folder: string): void {
  const openssl = (...parts: string[]) => execFileSync('openssl', parts, { cwd: folder, stdio: 'pipe' });
  const authority = (name: string) =>
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    );
  authority('authority');
  authority('stranger');
  for (const [name, host] of Object.entries({ server: 'localhost', client: 'localhost', elsewhere: 'database.example' })) {
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-addext',
      `subjectAltName=DNS:${host}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      'authority.pem',
      '-CAkey',
      'authority.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-copy_extensions',
      'copy',
      '-out',
      `${name}.pem`,
    );
  }
  for (const name of ['server.key', 'server.pem', 'authority.pem']) chmodSync(join(folder, name), 0o644);
}

beforeAll(async () => {
  requirePrograms('openssl');
  server = await startPrivateServer((folder) => {
    makeCertificates(folder);
    return ['ssl_ca=authority.pem', 'ssl_cert=server.pem', 'ssl_key=server.key'].map((line) => line.replace('=', `=${folder}/`)).join('\n');
  });
  const read = (name: string) => readFileSync(join(server.folder, name), 'utf8');
  files = { ca: read('authority.pem'), cert: read('client.pem'), key: read('client.key'), stranger: read('stranger.pem') };
  await server.run("ALTER USER app@'%' REQUIRE X509");
});
afterAll(() => server?.stop());

const start = (env: Record<string, string>) => startService({ DATABASE_URL: server.url.replace('127.0.0.1', 'localhost'), ...env });

it('with the authority and a certificate of its own the service works, encrypted on every connection', async () => {
  const service = await start({
    DATABASE_TLS: 'true',
    DATABASE_TLS_CA: files.ca,
    DATABASE_TLS_CERT: files.cert,
    DATABASE_TLS_KEY: files.key,
  });
  const query = service.get(Database).query;
  const [row] = await query.rows<{ Value: string }>("SHOW STATUS LIKE 'Ssl_version'");
  expect(row?.Value).toMatch(/^TLSv1\.[23]$/);
  expect((await service.call('GET', '/readyz', undefined, { token: null })).status).toBe(200);
  await service.close();
});

it.each<[string, (known: typeof files) => Record<string, string>, string?]>([
  ['without TLS, which this account is not allowed', () => ({})],
  ['without a certificate of its own', ({ ca }) => ({ DATABASE_TLS: 'true', DATABASE_TLS_CA: ca })],
  [
    'that trusts another authority',
    ({ stranger, cert, key }) => ({ DATABASE_TLS: 'true', DATABASE_TLS_CA: stranger, DATABASE_TLS_CERT: cert, DATABASE_TLS_KEY: key }),
  ],
  ['that trusts those of the system', ({ cert, key }) => ({ DATABASE_TLS: 'true', DATABASE_TLS_CERT: cert, DATABASE_TLS_KEY: key })],
])('a service %s does not start', async (_, env) => {
  await expect(start(env(files))).rejects.toThrow(StartError);
});

it('a server whose certificate has another name is not trusted', async () => {
  for (const end of ['pem', 'key'])
    writeFileSync(join(server.folder, `server.${end}`), readFileSync(join(server.folder, `elsewhere.${end}`)));
  await server.run('FLUSH SSL');
  const { ca, cert, key } = files;
  await expect(start({ DATABASE_TLS: 'true', DATABASE_TLS_CA: ca, DATABASE_TLS_CERT: cert, DATABASE_TLS_KEY: key })).rejects.toThrow(
    StartError,
  );
});
