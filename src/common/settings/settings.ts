// The environment, read once into one typed object. SETTINGS is the only place that knows a variable's name; the README is made from it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMailable } from '../primitives/mail-address.js';

/** Where people and events are kept. `file` is the SQLite file, `url` the address of a MySQL or MariaDB server. */
export type DatabaseSettings = { engine: 'sqlite'; file: string } | { engine: 'mysql' | 'mariadb'; url: string };

/** Every setting, validated. Secrets in here are never logged. */
export interface Settings {
  port: number;
  host: string;
  /** Issuer and base of every absolute URL; no trailing slash. */
  publicUrl: string;
  dataDir: string;
  database: DatabaseSettings;
  /** 32 bytes, or undefined when the embedded database makes its own. */
  masterKey: Buffer | undefined;
  /** The master key before the current one, while what it wrapped is being wrapped anew. */
  masterKeyPrevious: Buffer | undefined;
  vendor: string;
  /** Assertions may name the token endpoint as their audience, besides the issuer. */
  assertionAudienceTokenEndpoint: boolean;
  /** Notices of sign-outs may go to addresses in private networks and on this machine. */
  backchannelAllowPrivate: boolean;
  bootstrap: BootstrapSettings;
  /** Days that the provisioning log is kept. */
  /** What ServiceProviderConfig names as the help for SCIM clients. */
  scimDocumentationUri: string;
  provisioningLogDays: number;
  trustProxy: number;
  logLevel: LogLevel;
  passwordHashCost: number;
  mail: MailSettings;
  lifetimes: LifetimeSettings;
  keyAges: KeyAgeSettings;
  events: EventSettings;
  /** Longest body of an import, once it is unpacked. */
  importMaxBytes: number;
}

/** Seconds that tokens live; an application may have others (docs/adr/0005-tokens.md). */
export interface LifetimeSettings {
  opaqueAccessToken: number;
  jwtAccessToken: number;
  idToken: number;
  /** How long a refresh token may lie unused, and how long an authorization can be refreshed at all. */
  refreshIdle: number;
  refreshAbsolute: number;
}

/** Where mail goes. */
export interface MailSettings {
  /** undefined: mail is written into a folder instead. */
  server: MailServer | undefined;
  from: { name: string; address: string };
}

/** `implicit`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `none`: in clear, for a server on this machine or a test. */
export interface MailServer {
  host: string;
  port: number;
  tls: 'implicit' | 'required' | 'none';
  verifyCertificate: boolean;
  auth: { user: string; pass: string } | undefined;
}

/** Days after which events change (docs/adr/0019-hashes-and-events.md). */
export interface EventSettings {
  /** Older events are archived and deleted; undefined: none are. */
  retentionDays: number | undefined;
  /** So long after somebody was removed, the personal data in events is blanked. */
  personalDays: number;
}

/** Days after which a key hands over to the next one (docs/adr/0006-keys.md). */
export interface KeyAgeSettings {
  signingDays: number;
  sealingDays: number;
}

export interface BootstrapSettings {
  orgName: string;
  orgDomain: string;
  adminUserName: string;
  adminEmail: string;
  adminPassword: string | undefined;
  serviceUserName: string;
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** All faults of an environment at once, so that one restart is enough to mend them. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'SettingsError';
  }
}

interface SettingRow {
  name: string;
  description: string;
  /** Shown in the README; computed defaults are written as a reader would type them. */
  defaultText: string;
  secret?: true;
}

/** Every environment variable the service reads. */
export const SETTINGS: readonly SettingRow[] = [
  { name: 'PORT', defaultText: '8080', description: 'TCP port to listen on; 0 picks a free one' },
  { name: 'HOST', defaultText: '127.0.0.1', description: 'address to listen on; 0.0.0.0 for all' },
  {
    name: 'PUBLIC_URL',
    defaultText: '`http://localhost:$PORT`',
    description: 'address people and clients use: the issuer and the base of every absolute URL',
  },
  { name: 'DATA_DIR', defaultText: './data', description: 'folder for the embedded database, its master key and bootstrap.json' },
  {
    name: 'DATABASE_URL',
    defaultText: '`sqlite:$DATA_DIR/gatehouse.db`',
    description: '`sqlite:FILE`, `mysql://user:password@host:port/name` or `mariadb://…`',
    secret: true,
  },
  {
    name: 'MASTER_KEY',
    defaultText: 'made at `$DATA_DIR/master.key` with SQLite; required with a database server',
    description: '32 bytes in base64; seals signing keys and other stored secrets',
    secret: true,
  },
  {
    name: 'MASTER_KEY_PREVIOUS',
    defaultText: 'none',
    description: 'the master key before, set while it is being replaced; the start wraps what it wrapped with MASTER_KEY',
    secret: true,
  },
  { name: 'VENDOR', defaultText: 'gatehouse', description: 'vendor segment of the URNs this service defines' },
  {
    name: 'ASSERTION_AUDIENCE_TOKEN_ENDPOINT',
    defaultText: 'false',
    description: 'true: the audience of a signed assertion may also be the address of the token endpoint, for clients that know no better',
  },
  {
    name: 'BACKCHANNEL_ALLOW_PRIVATE',
    defaultText: 'false',
    description: 'true: applications are told of sign-outs at addresses in private networks and on this machine too',
  },
  { name: 'BOOTSTRAP_ORG_NAME', defaultText: 'Gatehouse', description: 'name of the first organization' },
  { name: 'BOOTSTRAP_ORG_DOMAIN', defaultText: 'gatehouse.localhost', description: 'its primary domain, the suffix of login names' },
  { name: 'BOOTSTRAP_ADMIN_USERNAME', defaultText: 'admin', description: 'userName of the first administrator' },
  { name: 'BOOTSTRAP_ADMIN_EMAIL', defaultText: '`admin@$BOOTSTRAP_ORG_DOMAIN`', description: 'e-mail address of the first administrator' },
  { name: 'BOOTSTRAP_ADMIN_PASSWORD', defaultText: 'generated', description: 'password of the first administrator', secret: true },
  { name: 'BOOTSTRAP_SERVICE_USERNAME', defaultText: 'bootstrap', description: 'userName of the first service user' },
  {
    name: 'SCIM_DOCUMENTATION_URI',
    defaultText: '`$PUBLIC_URL/docs`',
    description: 'web address that ServiceProviderConfig names as documentation for SCIM clients',
  },
  { name: 'PROVISIONING_LOG_DAYS', defaultText: '30', description: 'days that entries of the provisioning log are kept' },
  { name: 'TRUST_PROXY', defaultText: '0', description: 'number of reverse proxies in front whose X-Forwarded headers are believed' },
  { name: 'LOG_LEVEL', defaultText: 'info', description: LOG_LEVELS.join(', ') },
  {
    name: 'PASSWORD_HASH_COST',
    defaultText: '12',
    description: 'bcrypt cost of new password hashes, 10 to 14; each step doubles the work',
  },
  {
    name: 'SMTP_URL',
    defaultText: 'none: mail is written into `$DATA_DIR/outbox`',
    description:
      'mail server: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS, which must succeed except on this machine; `?tls=none` sends in clear, `?tls=unverified` takes any certificate',
    secret: true,
  },
  {
    name: 'MAIL_FROM',
    defaultText: '`no-reply@` and the host of PUBLIC_URL; required with SMTP_URL',
    description: 'sender of mail: an address, or `Name <address>`',
  },
  { name: 'ACCESS_TOKEN_OPAQUE_SECONDS', defaultText: '3600', description: 'life of opaque access tokens, at most a day' },
  {
    name: 'ACCESS_TOKEN_JWT_SECONDS',
    defaultText: '600',
    description:
      'life of JWT access tokens, at most a day; whoever verifies them without asking here learns of a revocation only at their end',
  },
  { name: 'ID_TOKEN_SECONDS', defaultText: '3600', description: 'life of ID tokens, at most a day' },
  { name: 'REFRESH_TOKEN_IDLE_SECONDS', defaultText: '2592000', description: 'how long a refresh token may lie unused, at most a year' },
  {
    name: 'REFRESH_TOKEN_SECONDS',
    defaultText: '7776000',
    description: 'how long an authorization can be refreshed at all, at most a year',
  },
  { name: 'SIGNING_KEY_DAYS', defaultText: '90', description: 'age at which a signing key hands over to the next one' },
  {
    name: 'SEALING_KEY_DAYS',
    defaultText: '365',
    description: 'age at which a key that seals tokens and secrets hands over to the next one',
  },
  {
    name: 'EVENT_RETENTION_DAYS',
    defaultText: 'none: events stay',
    description: 'age at which events move from the database into files in `$DATA_DIR/event-archive`, which several processes must share',
  },
  {
    name: 'EVENT_PERSONAL_DAYS',
    defaultText: '30',
    description: 'days after which names and addresses of a person who was removed are blanked in events',
  },
  { name: 'IMPORT_MAX_BYTES', defaultText: '1073741824', description: 'longest body of an import in bytes, once it is unpacked' },
];

/** Bounds of lifetimes in seconds, for the settings and for applications. */
export const MIN_LIFETIME_SECONDS = 60;
export const MAX_TOKEN_SECONDS = 86_400;
export const MAX_REFRESH_SECONDS = 366 * 86_400;
const MAX_KEY_DAYS = 3_650;
const MAX_EVENT_DAYS = 36_500;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
/** Short enough that its folded form, which may be eighteen times as long, fits a key. */
const USER_NAME = /^[\w.-]{1,100}$/;
/** `address`, or `Name <address>`. */
const MAIL_FROM = /^(?:(?<name>[^\p{C}"<>]{1,100}?) <(?<named>[^<>]+)>|(?<bare>[^<>]+))$/u;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u;

/**
 * Reads and checks the whole environment.
 * @throws SettingsError with every fault; nothing has been opened or written by then.
 */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const faults: string[] = [];
  const raw = readRaw(env, faults);
  const text = (name: string, fallback: string, accepts: (value: string) => boolean, rule: string): string => {
    const value = raw.get(name);
    if (value === undefined) return fallback;
    if (accepts(value)) return value;
    faults.push(`${name} must be ${rule}`);
    return fallback;
  };
  const integer = (name: string, fallback: number, min: number, max: number): number =>
    Number(
      text(
        name,
        String(fallback),
        (value) => /^\d{1,16}$/.test(value) && +value >= min && +value <= max,
        `a whole number from ${min} to ${max}`,
      ),
    );
  const flag = (name: string): boolean => text(name, 'false', (value) => value === 'true' || value === 'false', 'true or false') === 'true';

  const port = integer('PORT', 8080, 0, 65535);
  const dataDir = resolve(text('DATA_DIR', './data', (value) => value !== '', 'a folder'));
  const database = readDatabase(raw.get('DATABASE_URL'), dataDir, faults);
  const orgDomain = text('BOOTSTRAP_ORG_DOMAIN', 'gatehouse.localhost', (value) => DOMAIN.test(value), 'a domain name in lower case');
  const userName = '1 to 100 of the characters A-Z a-z 0-9 . _ -';
  const publicUrl = text(
    'PUBLIC_URL',
    `http://localhost:${port}`,
    isPublicUrl,
    'an http or https URL without path, query and fragment',
  ).replace(/\/$/, '');
  const settings: Settings = {
    port,
    host: text('HOST', '127.0.0.1', (value) => /^[\w.:-]+$/.test(value), 'an address or a host name'),
    publicUrl,
    dataDir,
    database,
    masterKey: readMasterKey(raw, database.engine, faults),
    masterKeyPrevious: readKey(raw, 'MASTER_KEY_PREVIOUS', faults),
    vendor: text('VENDOR', 'gatehouse', (value) => /^[a-z][a-z0-9-]{0,30}$/.test(value), 'lower-case letters, digits and hyphens'),
    assertionAudienceTokenEndpoint: flag('ASSERTION_AUDIENCE_TOKEN_ENDPOINT'),
    backchannelAllowPrivate: flag('BACKCHANNEL_ALLOW_PRIVATE'),
    bootstrap: {
      orgName: text(
        'BOOTSTRAP_ORG_NAME',
        'Gatehouse',
        (value) => /^\P{C}{1,200}$/u.test(value) && value.trim() !== '',
        '1 to 200 printable characters',
      ),
      orgDomain,
      adminUserName: text('BOOTSTRAP_ADMIN_USERNAME', 'admin', (value) => USER_NAME.test(value), userName),
      adminEmail: text('BOOTSTRAP_ADMIN_EMAIL', `admin@${orgDomain}`, (value) => EMAIL.test(value), 'an e-mail address'),
      adminPassword: readPassword(raw.get('BOOTSTRAP_ADMIN_PASSWORD'), faults),
      serviceUserName: text('BOOTSTRAP_SERVICE_USERNAME', 'bootstrap', (value) => USER_NAME.test(value), userName),
    },
    scimDocumentationUri: text('SCIM_DOCUMENTATION_URI', `${publicUrl}/docs`, isWebAddress, 'an http or https URL'),
    provisioningLogDays: integer('PROVISIONING_LOG_DAYS', 30, 1, 3650),
    trustProxy: integer('TRUST_PROXY', 0, 0, 10),
    logLevel: text('LOG_LEVEL', 'info', (value) => LOG_LEVELS.includes(value as LogLevel), `one of ${LOG_LEVELS.join(', ')}`) as LogLevel,
    passwordHashCost: integer('PASSWORD_HASH_COST', 12, 10, 14),
    mail: readMail(raw, publicUrl, faults),
    lifetimes: {
      opaqueAccessToken: integer('ACCESS_TOKEN_OPAQUE_SECONDS', 3_600, MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS),
      jwtAccessToken: integer('ACCESS_TOKEN_JWT_SECONDS', 600, MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS),
      idToken: integer('ID_TOKEN_SECONDS', 3_600, MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS),
      refreshIdle: integer('REFRESH_TOKEN_IDLE_SECONDS', 30 * 86_400, MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS),
      refreshAbsolute: integer('REFRESH_TOKEN_SECONDS', 90 * 86_400, MIN_LIFETIME_SECONDS, MAX_REFRESH_SECONDS),
    },
    keyAges: {
      signingDays: integer('SIGNING_KEY_DAYS', 90, 1, MAX_KEY_DAYS),
      sealingDays: integer('SEALING_KEY_DAYS', 365, 1, MAX_KEY_DAYS),
    },
    events: {
      // Nobody sets 0: it stands for nothing set.
      retentionDays: integer('EVENT_RETENTION_DAYS', 0, 1, MAX_EVENT_DAYS) || undefined,
      personalDays: integer('EVENT_PERSONAL_DAYS', 30, 0, MAX_EVENT_DAYS),
    },
    importMaxBytes: integer('IMPORT_MAX_BYTES', 2 ** 30, 1_024, Number.MAX_SAFE_INTEGER),
  };
  const { adminUserName, serviceUserName } = settings.bootstrap;
  if (adminUserName.toLowerCase() === serviceUserName.toLowerCase())
    faults.push('BOOTSTRAP_SERVICE_USERNAME must differ from BOOTSTRAP_ADMIN_USERNAME');
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

/** Only where the data is, for tools that need nothing else. @throws SettingsError */
export function loadDatabaseSettings(env: NodeJS.ProcessEnv): DatabaseSettings {
  const faults: string[] = [];
  const raw = readRaw(env, faults);
  const database = readDatabase(raw.get('DATABASE_URL'), resolve(raw.get('DATA_DIR') ?? './data'), faults);
  if (faults.length > 0) throw new SettingsError(faults);
  return database;
}

/** Takes each known variable from the environment, or for a secret from the file that `<NAME>_FILE` names. Empty means unset. */
function readRaw(env: NodeJS.ProcessEnv, faults: string[]): Map<string, string> {
  const raw = new Map<string, string>();
  for (const { name, secret } of SETTINGS) {
    const direct = env[name];
    const file = secret ? env[`${name}_FILE`] : undefined;
    if (direct && file) faults.push(`${name} and ${name}_FILE are both set; keep one`);
    else if (direct) raw.set(name, direct);
    else if (file) {
      try {
        raw.set(name, readFileSync(file, 'utf8').trim());
      } catch {
        faults.push(`${name}_FILE names a file that cannot be read: ${file}`);
      }
    }
  }
  return raw;
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

/** Spelled as every address begins with it, and as others compare it: HSTS and the Secure mark of cookies follow the scheme as it is written. */
function isPublicUrl(value: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+\/?$/.test(value) && URL.canParse(value);
}

function readDatabase(value: string | undefined, dataDir: string, faults: string[]): DatabaseSettings {
  const embedded: DatabaseSettings = { engine: 'sqlite', file: join(dataDir, 'gatehouse.db') };
  if (value === undefined) return embedded;
  const scheme = value.slice(0, value.indexOf(':'));
  if (scheme === 'sqlite') {
    const file = value.slice('sqlite:'.length);
    if (file !== '' && !file.startsWith(':')) return { engine: 'sqlite', file: resolve(file) };
    faults.push('DATABASE_URL with sqlite: needs a file, for example sqlite:./data/gatehouse.db');
  } else if (scheme === 'mysql' || scheme === 'mariadb') {
    if (URL.canParse(value) && new URL(value).hostname && /^\/[\w-]+$/.test(new URL(value).pathname)) return { engine: scheme, url: value };
    faults.push(`DATABASE_URL with ${scheme}: must have the form ${scheme}://user:password@host:port/name`);
  } else {
    faults.push('DATABASE_URL must start with sqlite:, mysql:// or mariadb://');
  }
  return embedded;
}

function readMail(raw: ReadonlyMap<string, string>, publicUrl: string, faults: string[]): MailSettings {
  const server = readMailServer(raw.get('SMTP_URL'), faults);
  const text = raw.get('MAIL_FROM');
  if (text === undefined && server) faults.push('MAIL_FROM is required with SMTP_URL, for example Gatehouse <no-reply@example.com>');
  const parts = MAIL_FROM.exec(text ?? `no-reply@${new URL(publicUrl).hostname.replace(/^\[.*\]$/, 'localhost')}`)?.groups;
  const from = { name: parts?.['name'] ?? '', address: parts?.['named'] ?? parts?.['bare'] ?? '' };
  if (!isMailable(from.address))
    faults.push('MAIL_FROM must be an e-mail address, or a name and an address as in Gatehouse <no-reply@example.com>');
  return { server, from };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readMailServer(value: string | undefined, faults: string[]): MailServer | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const tls = url?.searchParams.get('tls') ?? undefined;
  const options = [...(url?.searchParams.keys() ?? [])];
  const fits =
    url !== undefined &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    isDecodable(url.username + url.password) &&
    /^\/?$/.test(url.pathname) &&
    options.every((name) => name === 'tls') &&
    (tls === undefined || tls === 'unverified' || (tls === 'none' && url.protocol === 'smtp:'));
  if (!fits) {
    faults.push('SMTP_URL must have the form smtps://user:password@host:465 or smtp://user:password@host:587');
    return undefined;
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const implicit = url.protocol === 'smtps:';
  const inClear = tls === 'none' || (tls === undefined && LOOPBACK.test(host));
  return {
    host,
    port: url.port === '' ? (implicit ? 465 : 587) : Number(url.port),
    tls: implicit ? 'implicit' : inClear ? 'none' : 'required',
    verifyCertificate: tls !== 'unverified',
    auth: url.username === '' ? undefined : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  };
}

/** The default policy of passwords, which holds when the first person is added; bcrypt reads 72 bytes. */
function readPassword(value: string | undefined, faults: string[]): string | undefined {
  if (value === undefined) return undefined;
  const fits =
    [/^.{8,}$/su, /\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{N}\s]/u].every((rule) => rule.test(value)) && Buffer.byteLength(value) <= 72;
  if (!fits)
    faults.push(
      'BOOTSTRAP_ADMIN_PASSWORD must have 8 characters or more (72 bytes at most) with a lower-case and an upper-case letter, a digit and a symbol',
    );
  return value;
}

function readMasterKey(raw: ReadonlyMap<string, string>, engine: DatabaseSettings['engine'], faults: string[]): Buffer | undefined {
  if (!raw.has('MASTER_KEY') && engine !== 'sqlite')
    faults.push('MASTER_KEY is required with a database server; make one with: openssl rand -base64 32');
  return readKey(raw, 'MASTER_KEY', faults);
}

function readKey(raw: ReadonlyMap<string, string>, name: string, faults: string[]): Buffer | undefined {
  const value = raw.get(name);
  if (value === undefined) return undefined;
  const key = Buffer.from(value, 'base64');
  if (key.length === 32 && /^[A-Za-z0-9+/]{43}=?$/.test(value)) return key;
  faults.push(`${name} must be 32 bytes in base64; make one with: openssl rand -base64 32`);
  return undefined;
}

/** The settings as the table of the README. */
export function settingsAsMarkdown(): string {
  const rows = SETTINGS.map(
    ({ name, defaultText, description, secret }) =>
      `| \`${name}\`${secret ? ` or \`${name}_FILE\`` : ''} | ${defaultText} | ${description} |`,
  );
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
