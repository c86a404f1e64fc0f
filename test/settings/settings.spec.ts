import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bootstrapRule } from '../../src/bootstrap.js';
import { describeDatabase } from '../../src/common/database/dialect.js';
import {
  loadSettings,
  misspeltSettings,
  respeltSettings,
  SettingsError,
  settingsAsMarkdown,
  variableNames,
} from '../../src/common/settings/settings.js';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    loadSettings(env, [bootstrapRule]);
    return [];
  } catch (error) {
    return (error as SettingsError).faults;
  }
};

describe('the settings', () => {
  it('need no variable at all', () => {
    expect(loadSettings({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:8080',
      dataDir: resolve('data'),
      database: { engine: 'sqlite', file: resolve('data/gatehouse.db') },
      vendor: 'gatehouse',
      logLevel: 'info',
    });
  });

  it.each(['AUDIT_STREAM', 'SMS_WEBHOOK'])('refuse a user and a password in %s, which would get into the log', (name) => {
    const secret = { [`${name}_SECRET`]: 'a secret of thirty-two characters' };
    for (const user of ['eve:hidden@', 'eve@', ':hidden@'])
      expect(faultsOf({ ...secret, [name]: `https://${user}siem.example/` })).toEqual([
        `${name} takes no user and no password in the address: the signature proves who posts`,
      ]);
    expect(faultsOf({ ...secret, [name]: 'ftp://siem.example/' })).toEqual([expect.stringContaining('an http or https URL')]);
    expect(faultsOf({ ...secret, [name]: 'https://siem.example/audit?of=gatehouse@example' })).toEqual([]);
  });

  it('take several database hosts, with and without ports, and show them without the password', () => {
    const { database } = loadSettings({
      DATABASE_URL: 'mariadb://u:p@a.example,b:3307,[::1]:3308/name',
      MASTER_KEY: Buffer.alloc(32).toString('base64'),
    });
    expect(database).toMatchObject({
      url: 'mariadb://u:p@a.example/name',
      hosts: [
        { host: 'a.example', port: 3306 },
        { host: 'b', port: 3307 },
        { host: '::1', port: 3308 },
      ],
    });
    expect(describeDatabase(database)).toBe('mariadb://a.example:3306,b:3307,::1:3308/name');
  });

  it('let PUBLIC_URL follow PORT, and cut its trailing slash', () => {
    expect(loadSettings({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000');
    expect(loadSettings({ PUBLIC_URL: 'https://id.example.com/' }).publicUrl).toBe('https://id.example.com');
  });

  it.each([
    ['https://ID.Example.com', 'https://id.example.com'],
    ['HTTPS://id.example.com', 'https://id.example.com'],
    ['https://id.example.com:443', 'https://id.example.com'],
    ['http://id.example.com:80/', 'http://id.example.com'],
    ['https://id.example.com:8443/', 'https://id.example.com:8443'],
    ['https://anmeldung.bücher.example', 'https://anmeldung.xn--bcher-kva.example'],
  ])('spell PUBLIC_URL %s as %s, and say so', (given, used) => {
    const settings = loadSettings({ PUBLIC_URL: given });
    expect(settings.publicUrl).toBe(used);
    expect(respeltSettings({ PUBLIC_URL: given }, settings)).toEqual([
      `PUBLIC_URL is used as ${used}: the issuer and the base of every address.`,
    ]);
    expect(respeltSettings({ PUBLIC_URL: used }, settings)).toEqual([]);
  });

  it('let passkeys belong to the host of PUBLIC_URL or a parent domain of it, and to no other', () => {
    const faults = (domain: string) => faultsOf({ PUBLIC_URL: 'https://id.example.com', PASSKEY_DOMAIN: domain });
    expect([faults('id.example.com'), faults('example.com')]).toEqual([[], []]);
    for (const other of ['attacker.example', 'other.id.example.com', 'ple.com'])
      expect(faults(other)).toEqual(['PASSKEY_DOMAIN must be the host of PUBLIC_URL or a parent domain of it']);
  });

  it('take a process a core for WORKERS=auto, and any number up to 128', () => {
    const server = { DATABASE_URL: 'mariadb://u:p@host/name', MASTER_KEY: Buffer.alloc(32).toString('base64') };
    const workers = (WORKERS: string) => loadSettings({ ...server, WORKERS }).workers;
    expect([workers(''), workers('auto'), workers('128')]).toEqual([1, availableParallelism(), 128]);
    for (const WORKERS of ['0', '129', 'all', 'AUTO'])
      expect(faultsOf({ ...server, WORKERS })).toEqual([expect.stringMatching(/^WORKERS /)]);
  });

  it('trust proxies by their number, or by their addresses', () => {
    expect([{}, { TRUST_PROXY: '2' }].map((env) => loadSettings(env).trustProxy)).toEqual([0, 2]);
    expect(loadSettings({ TRUST_PROXY: '10.0.0.0/8, 2001:db8::1' }).trustProxy).toEqual(['10.0.0.0/8', '2001:db8::1']);
  });

  it('take a number as large as their own default', () => {
    const { importMaxBytes } = loadSettings({});
    expect(loadSettings({ IMPORT_MAX_BYTES: String(importMaxBytes) }).importMaxBytes).toBe(importMaxBytes);
    expect(loadSettings({ IMPORT_MAX_BYTES: String(8 * importMaxBytes) }).importMaxBytes).toBe(8 * importMaxBytes);
  });

  it('let the help for SCIM clients be somewhere else', () => {
    expect(loadSettings({ PUBLIC_URL: 'https://id.example.com' }).scimDocumentationUri).toBe('https://id.example.com/docs');
    const wiki = 'https://wiki.example.com/provisioning?lang=en';
    expect(loadSettings({ SCIM_DOCUMENTATION_URI: wiki }).scimDocumentationUri).toBe(wiki);
  });

  it('read a secret from the file that its _FILE variable names', () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${Buffer.alloc(32, 1).toString('base64')}\n`);
    expect(loadSettings({ MASTER_KEY_FILE: file }).masterKey).toEqual(Buffer.alloc(32, 1));
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ PORT: 'x' }, /^PORT /],
    [{ PORT: '70000' }, /^PORT /],
    [{ PUBLIC_URL: 'ftp://a' }, /^PUBLIC_URL /],
    [{ SCIM_DOCUMENTATION_URI: 'docs' }, /^SCIM_DOCUMENTATION_URI /],
    [{ PUBLIC_URL: 'https://a/path' }, /^PUBLIC_URL /],
    [{ PUBLIC_URL: 'https://u:p@a' }, /^PUBLIC_URL /],
    ...['https://a?', 'https://a/?', 'https://a#', 'https:a', ' https://a', 'https://@a'].map((url): [Record<string, string>, RegExp] => [
      { PUBLIC_URL: url },
      /^PUBLIC_URL /,
    ]),
    [{ DATABASE_URL: 'postgres://a/b' }, /^DATABASE_URL must start with/],
    [{ DATABASE_URL: 'sqlite:' }, /^DATABASE_URL with sqlite/],
    [{ DATABASE_URL: 'mysql://host', MASTER_KEY: Buffer.alloc(32).toString('base64') }, /^DATABASE_URL with mysql/],
    [{ DATABASE_URL: 'mariadb://u:p@host/name' }, /^MASTER_KEY is required/],
    [{ DATABASE_URL: 'mariadb://u:p@host/name?ssl=true' }, /^DATABASE_URL takes no options/],
    [{ DATABASE_URL: 'mariadb://u:p@a,,b/name' }, /^DATABASE_URL with mariadb/],
    [{ DATABASE_URL: 'mariadb://u:p@a,b:x/name' }, /^DATABASE_URL with mariadb/],
    [{ DATABASE_CONNECTIONS: '0' }, /^DATABASE_CONNECTIONS /],
    [{ DATABASE_TLS: 'true', DATABASE_TLS_CA: 'ca.pem' }, /^DATABASE_TLS_CA must be PEM/],
    [{ DATABASE_TLS_CA: PEM }, /^DATABASE_TLS must be true/],
    [{ DATABASE_TLS: 'true', DATABASE_TLS_CERT: PEM }, /^DATABASE_TLS_CERT and DATABASE_TLS_KEY are set together/],
    [{ MASTER_KEY: 'short' }, /^MASTER_KEY must be 32 bytes/],
    [{ MASTER_KEY: 'a', MASTER_KEY_FILE: 'b' }, /^MASTER_KEY and MASTER_KEY_FILE are both set/],
    [{ MASTER_KEY_FILE: '/does/not/exist' }, /^MASTER_KEY_FILE names a file that cannot be read/],
    [{ MASTER_KEY_PREVIOUS: 'short' }, /^MASTER_KEY_PREVIOUS must be 32 bytes/],
    [{ ACCESS_TOKEN_JWT_SECONDS: '59' }, /^ACCESS_TOKEN_JWT_SECONDS /],
    [{ ACCESS_TOKEN_OPAQUE_SECONDS: '86401' }, /^ACCESS_TOKEN_OPAQUE_SECONDS /],
    [{ REFRESH_TOKEN_SECONDS: '99999999' }, /^REFRESH_TOKEN_SECONDS /],
    [{ SIGNING_KEY_DAYS: '0' }, /^SIGNING_KEY_DAYS /],
    [{ VENDOR: 'Not Valid' }, /^VENDOR /],
    [{ BOOTSTRAP_ORG_DOMAIN: 'no domain' }, /^BOOTSTRAP_ORG_DOMAIN /],
    [{ BOOTSTRAP_ADMIN_EMAIL: 'nobody' }, /^BOOTSTRAP_ADMIN_EMAIL /],
    [{ BOOTSTRAP_ADMIN_EMAIL: 'first,last@example.com' }, /^BOOTSTRAP_ADMIN_EMAIL must be an e-mail address$/],
    [{ BOOTSTRAP_ADMIN_EMAIL: `${'\ufdfa'.repeat(64)}@example.com` }, /^BOOTSTRAP_ADMIN_EMAIL cannot be stored: /],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY /],
    [{ TRUST_PROXY: '11' }, /^TRUST_PROXY /],
    [{ TRUST_PROXY: '10.0.0.0/8,proxy.example' }, /^TRUST_PROXY /],
    [{ TRUST_PROXY: '10.0.0.0/64' }, /^TRUST_PROXY /],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
    [{ PASSWORD_HASH_COST: '4' }, /^PASSWORD_HASH_COST /],
  ])('refuse %j', (env, fault) => {
    expect(faultsOf(env)).toEqual([expect.stringMatching(fault)]);
  });

  it('tell every fault at once', () => {
    expect(faultsOf({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'oracle://' })).toHaveLength(3);
  });

  it('never repeat a secret in an error message', () => {
    expect(faultsOf({ MASTER_KEY: 'topsecret', DATABASE_URL: 'mysql://root:hunter2@' }).join()).not.toMatch(/topsecret|hunter2/);
  });

  it('appear in the table with every variable', () => {
    for (const name of variableNames()) expect(settingsAsMarkdown()).toContain(`\`${name}\``);
  });
});

describe('a variable that nobody reads', () => {
  it.each([
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['MASTERKEY_FILE', 'MASTER_KEY_FILE'],
    ['BOOTSTRAP_ADMIN_PASWORD', 'BOOTSTRAP_ADMIN_PASSWORD'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['Port', 'PORT'],
  ])('%s is told to mean %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x', [meant]: 'x' })).toEqual([`Nothing reads ${name}; did you mean ${meant}?`]);
  });

  it('and resembles none of ours is left alone, and so is an empty one', () => {
    const others = ['HOME', 'HOSTNAME', 'PATH', 'PWD', 'USER', 'NODE_ENV', 'LANG', 'POST', 'MAIL', 'npm_config_cache', 'KUBERNETES_PORT'];
    expect(misspeltSettings({ ...Object.fromEntries(others.map((name) => [name, 'x'])), LOGLEVEL: '' })).toEqual([]);
  });
});

describe('the settings of mail', () => {
  const MAIL_FROM = 'Gatehouse <no-reply@example.com>';
  const server = (SMTP_URL: string) => loadSettings({ SMTP_URL, MAIL_FROM }).mail.server;

  it('name no server by default, and a sender at the public address', () => {
    expect(loadSettings({ PUBLIC_URL: 'https://id.example.com' }).mail).toEqual({
      server: undefined,
      from: { name: '', address: 'no-reply@id.example.com' },
      isFromDefault: true,
    });
    expect(loadSettings({ MAIL_FROM }).mail).toMatchObject({
      from: { name: 'Gatehouse', address: 'no-reply@example.com' },
      isFromDefault: false,
    });
  });

  it.each([
    ['smtps://mail.example.com', { port: 465, tls: 'implicit', verifyCertificate: true }],
    ['smtp://mail.example.com', { port: 587, tls: 'required', verifyCertificate: true }],
    ['smtp://localhost:1025', { port: 1025, tls: 'none' }],
    ['smtp://[::1]:1025', { host: '::1', tls: 'none' }],
    ['smtp://mail:1025?tls=none', { tls: 'none' }],
    ['smtp://mail.example.com?tls=unverified', { tls: 'required', verifyCertificate: false }],
    ['smtps://me%40x:p%2F@mail.example.com:2465', { port: 2465, auth: { user: 'me@x', pass: 'p/' } }],
  ])('%s', (url, expected) => expect(server(url)).toMatchObject(expected));

  it.each([
    'http://mail',
    'smtp://',
    'smtp://mail/path',
    'smtp://mail?tls=off',
    'smtps://mail?tls=none',
    'smtp://mail?logger=true',
    'smtp://50%:x@mail',
    'mail:25',
  ])('refuse the address %s', (SMTP_URL) =>
    expect(faultsOf({ SMTP_URL, MAIL_FROM })).toEqual([expect.stringContaining('SMTP_URL must have the form')]),
  );

  it.each(['nobody', 'A <b@c', 'a@b, c@d', 'Eve\nBcc: x <a@b>', '<a@b>', 'A "B" <a@b>'])('refuse the sender %j', (sender) =>
    expect(faultsOf({ MAIL_FROM: sender })).toEqual([expect.stringContaining('MAIL_FROM must be')]),
  );

  it('want a sender with a server', () => {
    expect(faultsOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual([expect.stringContaining('MAIL_FROM is required')]);
  });
});
