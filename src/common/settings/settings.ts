// The environment variables: VARIABLES declares their names, defaults, rules and meanings; loadSettings validates them into one typed
// object.
// The table of docs/settings.md is generated from VARIABLES.
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isDomainName } from '../primitives/domain-name.js';
import { isEmailAddress } from '../primitives/email-address.js';
import {
  isUserName,
  isWebAddress,
  NEW_KEY,
  parseAuditStream,
  parseDatabase,
  parseDnsServers,
  parseKey,
  parseMailServer,
  parseOrigins,
  parsePem,
  parseProxies,
  parsePublicUrl,
  parseSender,
  parseTarget,
  type MailSender,
  type ServerAddress,
} from './values.js';
import {
  accepting,
  choice,
  flag,
  misspeltNames,
  optional,
  readVariable,
  secret,
  text,
  whole,
  wholeNumber,
  type ValuesOf,
  type Variable,
} from './variables.js';

/** The database of people and events. `file` is the SQLite file, `url` the address of a MySQL or MariaDB server. */
export type DatabaseSettings = { engine: 'sqlite'; file: string } | ServerSettings;

/** `connections` is the number each process has for writing, and again for reading. */
export interface ServerSettings extends ServerAddress {
  connections: number;
  tls: DatabaseTls | undefined;
}

/**
 * TLS to the server. Its certificate must carry its name and be signed by this authority, or by an authority that the system trusts. `cert` and
 * `key` identify this service.
 */
export interface DatabaseTls {
  ca: string | undefined;
  cert: string | undefined;
  key: string | undefined;
  rejectUnauthorized: true;
  verifyIdentity: true;
}

/** The destination of the audit stream. */
export type AuditTarget = { file: string } | { url: string; secret: string };

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Bounds of lifetimes in seconds, for the settings and for applications. */
export const MIN_LIFETIME_SECONDS = 60;
export const MAX_TOKEN_SECONDS = 86_400;
export const MAX_REFRESH_SECONDS = 366 * 86_400;
const MAX_KEY_DAYS = 3_650;
const MAX_EVENT_DAYS = 36_500;

/** Where the API explorer and the API document are served. */
export const EXPLORER_PATH = '/docs';
export const API_DOCUMENT_PATH = '/openapi.json';
/** Where the console is served. */
export const CONSOLE_PATH = '/console';

const ACCESS_LOGS = ['off', 'errors', 'all'] as const;
const WEB_ADDRESS = 'an http or https URL';
const USER_NAME = '1 to 100 of the characters A-Z a-z 0-9 . _ -';
/** Every environment variable the service reads. */
const VARIABLES = {
  PORT: whole(8080, 0, 65_535, 'TCP port to listen on; 0 picks a free one'),
  HOST: text('127.0.0.1', (value) => /^[\w.:-]+$/.test(value), 'an address or a host name', 'address to listen on; 0.0.0.0 for all'),
  WORKERS: optional(
    '1',
    (value) => (value === 'auto' ? availableParallelism() : wholeNumber(1, 128)(value)),
    'worker processes; `auto` starts one per core; more than 1 needs a database server',
  ),
  READ_ONLY: flag(
    'true: this process answers but writes nothing, not even migrations; `gatehouse read-only begin` switches all processes at once',
  ),
  DRAIN_SECONDS: whole(0, 0, 300, 'seconds to keep serving after SIGTERM while `/readyz` answers 503'),
  PUBLIC_URL: optional(
    '`http://localhost:$PORT`',
    parsePublicUrl,
    'public address of the service: the issuer and the base of every absolute URL',
  ),
  PASSKEY_DOMAIN: optional(
    'the host of PUBLIC_URL',
    accepting(isDomainName, 'a domain name in lower case'),
    'domain of the passkeys: the host of PUBLIC_URL or a parent of it; a change loses every existing passkey',
  ),
  DATA_DIR: text('./data', (value) => value !== '', 'a folder', 'folder for the embedded database, its master key and bootstrap.json'),
  DATABASE_URL: secret(
    optional(
      '`sqlite:$DATA_DIR/gatehouse.db`',
      parseDatabase,
      '`sqlite:FILE`, `mysql://user:password@host:port/name` or `mariadb://…`; several hosts are separated by commas',
    ),
  ),
  DATABASE_CONNECTIONS: whole(10, 1, 500, 'connections to the database server per process for writing, and the same number for reading'),
  DATABASE_TLS: flag('true: encrypts connections to the database server and verifies its certificate and name'),
  DATABASE_TLS_CA: secret(
    optional('the authorities that the system trusts', parsePem, 'certificate authority of the database server, in PEM'),
  ),
  DATABASE_TLS_CERT: secret(optional('none', parsePem, 'client certificate for the database server, in PEM')),
  DATABASE_TLS_KEY: secret(optional('none', parsePem, 'private key of the client certificate, in PEM')),
  MASTER_KEY: secret(
    optional(
      'generated in `$DATA_DIR/master.key` with SQLite; required with a database server',
      parseKey,
      '32 bytes in base64; encrypts signing keys and other stored secrets',
    ),
  ),
  MASTER_KEY_PREVIOUS: secret(
    optional(
      'none',
      parseKey,
      'previous master key, while it is being replaced; at start, everything encrypted with it is encrypted again with MASTER_KEY',
    ),
  ),
  VENDOR: text(
    'gatehouse',
    (value) => /^[a-z][a-z0-9-]{0,30}$/.test(value),
    'lower-case letters, digits and hyphens',
    'vendor segment of the URNs that this service defines',
  ),
  ASSERTION_AUDIENCE_TOKEN_ENDPOINT: flag('true: accepts client assertions whose audience is the token endpoint instead of the issuer'),
  DPOP_NONCES_REQUIRED: flag(
    'true: every DPoP proof needs a nonce of this service (RFC 9449 section 8); else only one with a wrong time does',
  ),
  BACKCHANNEL_ALLOW_PRIVATE: flag('true: allows logout tokens and requests to identity providers to private networks and this machine'),
  BOOTSTRAP_ORG_NAME: text(
    'Gatehouse',
    (value) => /^\P{C}{1,200}$/u.test(value) && value.trim() !== '',
    '1 to 200 printable characters',
    'name of the first organization',
  ),
  BOOTSTRAP_ORG_DOMAIN: text(
    'gatehouse.localhost',
    isDomainName,
    'a domain name in lower case',
    'its primary domain, the suffix of login names',
  ),
  BOOTSTRAP_ADMIN_USERNAME: text('admin', isUserName, USER_NAME, 'userName of the first administrator'),
  BOOTSTRAP_ADMIN_EMAIL: optional(
    '`admin@$BOOTSTRAP_ORG_DOMAIN`',
    accepting(isEmailAddress, 'an e-mail address'),
    'e-mail address of the first administrator',
  ),
  BOOTSTRAP_ADMIN_PASSWORD: secret(optional('generated', (value) => value, 'password of the first administrator')),
  BOOTSTRAP_SERVICE_USERNAME: text('bootstrap', isUserName, USER_NAME, 'userName of the first service user'),
  SCIM_DOCUMENTATION_URI: optional(
    '`$PUBLIC_URL/docs`; without the explorer `$PUBLIC_URL/openapi.json`',
    accepting(isWebAddress, WEB_ADDRESS),
    'documentationUri in ServiceProviderConfig',
  ),
  SCIM_ETAG: flag('true: ServiceProviderConfig announces entity tags; If-Match and If-None-Match work either way'),
  PROVISIONING_LOG_DAYS: whole(30, 1, 3_650, 'days to keep entries of the provisioning log'),
  CORS_ORIGINS: optional(
    'none',
    parseOrigins,
    'web origins whose pages may call the admin API and SCIM from a browser, separated by commas; applications may add more',
  ),
  DNS_SERVERS: optional(
    'those of the system',
    parseDnsServers,
    'DNS servers for the verification of domains: addresses with or without a port, separated by commas',
  ),
  EXPLORER: flag('the API explorer at `/docs` and its application; false: neither', true),
  CONSOLE: flag('the console at `/console` and its application; false: neither', true),
  TRUST_PROXY: optional(
    '0',
    parseProxies,
    'reverse proxies whose X-Forwarded-For is trusted: their number, 0 to 10, or their addresses and networks, separated by commas',
  ),
  LOG_LEVEL: choice('info', LOG_LEVELS),
  ACCESS_LOG: choice(
    'errors',
    ACCESS_LOGS,
    'requests to log, with id, route, status, duration, caller and organization: off, errors (status 400 and above), all',
  ),
  AUDIT_STREAM: optional(
    'none',
    parseAuditStream,
    'destination of every event as a line of JSON, at least once: `file:/path/audit.ndjson` (shared by all processes), or a web address that takes batches by POST',
  ),
  AUDIT_STREAM_SECRET: secret(
    optional(
      'none; required with a web address',
      accepting((value) => value.length >= 32, '32 characters or more'),
      'signs the batches: `Gatehouse-Signature` is the HMAC-SHA-256 of the timestamp, a dot and the body',
    ),
  ),
  SMS_WEBHOOK: optional(
    'none: no codes by text message',
    parseTarget,
    'web address that sends text messages: it gets `{ "id", "to", "text" }` by POST and answers 2xx once it has accepted the message',
  ),
  SMS_WEBHOOK_SECRET: secret(
    optional(
      'none; required with SMS_WEBHOOK',
      accepting((value) => value.length >= 32, '32 characters or more'),
      'signs requests to SMS_WEBHOOK, as AUDIT_STREAM_SECRET does',
    ),
  ),
  SLOW_STATEMENT_MS: whole(0, 0, 600_000, 'logs SQL statements that take longer; 0: none'),
  METRICS_PORT: optional(
    'none: no metrics',
    wholeNumber(1, 65_535),
    'TCP port that serves `/metrics` for Prometheus, on HOST; not for the public',
  ),
  SERVER_TIMING: flag('true: responses show where their time went (`Server-Timing`); for development'),
  PASSWORD_HASH_COST: whole(12, 10, 14, 'bcrypt cost of new password hashes, 10 to 14; each step doubles the work'),
  SMTP_URL: secret(
    optional(
      'none: mail is written to files in `$DATA_DIR/outbox`',
      parseMailServer,
      'mail server: `smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS, which is required unless the server runs on this machine; `?tls=none` sends in clear text, `?tls=unverified` accepts any certificate',
    ),
  ),
  MAIL_FROM: optional(
    '`no-reply@` and the host of PUBLIC_URL; required with SMTP_URL',
    parseSender,
    'sender of mail: an address, or `Name <address>`',
  ),
  ACCESS_TOKEN_OPAQUE_SECONDS: whole(3_600, MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS, 'lifetime of opaque access tokens, at most a day'),
  ACCESS_TOKEN_JWT_SECONDS: whole(
    600,
    MIN_LIFETIME_SECONDS,
    MAX_TOKEN_SECONDS,
    'lifetime of JWT access tokens, at most a day; a resource server that verifies them itself sees a revocation only when they expire',
  ),
  ID_TOKEN_SECONDS: whole(3_600, MIN_LIFETIME_SECONDS, MAX_TOKEN_SECONDS, 'lifetime of ID tokens, at most a day'),
  REFRESH_TOKEN_IDLE_SECONDS: whole(
    30 * 86_400,
    MIN_LIFETIME_SECONDS,
    MAX_REFRESH_SECONDS,
    'time after which an unused refresh token expires, at most a year',
  ),
  REFRESH_TOKEN_SECONDS: whole(
    90 * 86_400,
    MIN_LIFETIME_SECONDS,
    MAX_REFRESH_SECONDS,
    'time after which an authorization can no longer be refreshed, at most a year',
  ),
  SIGNING_KEY_DAYS: whole(90, 1, MAX_KEY_DAYS, 'age at which a signing key is replaced by the next one'),
  SEALING_KEY_DAYS: whole(365, 1, MAX_KEY_DAYS, 'age at which a key that encrypts tokens and secrets is replaced by the next one'),
  EVENT_RETENTION_DAYS: optional(
    'none: events are kept',
    wholeNumber(1, MAX_EVENT_DAYS),
    'age at which events move from the database to files in `$DATA_DIR/event-archive`, which all processes must share',
  ),
  EVENT_PERSONAL_DAYS: whole(30, 0, MAX_EVENT_DAYS, 'days until personal data of a deleted person is blanked in events'),
  IMPORT_MAX_BYTES: whole(2 ** 30, 1_024, Number.MAX_SAFE_INTEGER, 'maximum size of an import in bytes, after decompression'),
} satisfies Readonly<Record<string, Variable<unknown>>>;

type Values = ValuesOf<typeof VARIABLES>;

/** Every setting, validated. Secrets in here are never logged. */
export type Settings = ReturnType<typeof settingsOf>;

/** The variables under the names the code uses, with the defaults that depend on other variables. */
function settingsOf(values: Values) {
  const dataDir = resolve(values.DATA_DIR);
  const publicUrl = values.PUBLIC_URL ?? new URL(`http://localhost:${values.PORT}`).origin;
  return {
    port: values.PORT,
    host: values.HOST,
    /** Issuer and base of every absolute URL; no trailing slash. */
    publicUrl,
    workers: values.WORKERS ?? 1,
    /** Set for this process alone; all processes follow the mode that administrators begin. */
    readOnly: values.READ_ONLY,
    drainSeconds: values.DRAIN_SECONDS,
    /** Set if it differs from the host of `publicUrl`. */
    passkeyDomain: values.PASSKEY_DOMAIN,
    dataDir,
    database: databaseSettings(values, dataDir),
    /** 32 bytes, or undefined with SQLite, which generates its own. */
    masterKey: values.MASTER_KEY,
    masterKeyPrevious: values.MASTER_KEY_PREVIOUS,
    vendor: values.VENDOR,
    assertionAudienceTokenEndpoint: values.ASSERTION_AUDIENCE_TOKEN_ENDPOINT,
    dpopNoncesRequired: values.DPOP_NONCES_REQUIRED,
    backchannelAllowPrivate: values.BACKCHANNEL_ALLOW_PRIVATE,
    bootstrap: {
      orgName: values.BOOTSTRAP_ORG_NAME,
      orgDomain: values.BOOTSTRAP_ORG_DOMAIN,
      adminUserName: values.BOOTSTRAP_ADMIN_USERNAME,
      adminEmail: values.BOOTSTRAP_ADMIN_EMAIL ?? `admin@${values.BOOTSTRAP_ORG_DOMAIN}`,
      adminPassword: values.BOOTSTRAP_ADMIN_PASSWORD,
      serviceUserName: values.BOOTSTRAP_SERVICE_USERNAME,
    },
    scimDocumentationUri: values.SCIM_DOCUMENTATION_URI ?? publicUrl + (values.EXPLORER ? EXPLORER_PATH : API_DOCUMENT_PATH),
    scimEtag: values.SCIM_ETAG,
    provisioningLogDays: values.PROVISIONING_LOG_DAYS,
    /** Web origins whose pages may call the APIs; applications may name more. */
    corsOrigins: values.CORS_ORIGINS ?? [],
    /** Queried for the proofs of domains; empty: the system's servers. */
    dnsServers: values.DNS_SERVERS ?? [],
    /** Whether the API explorer is served. */
    explorer: values.EXPLORER,
    /** Whether the console is served. */
    console: values.CONSOLE,
    trustProxy: values.TRUST_PROXY ?? 0,
    logLevel: values.LOG_LEVEL,
    /** The listeners to the service's own work (docs/adr/0036-observation.md). */
    observation: {
      accessLog: values.ACCESS_LOG,
      slowStatementMs: values.SLOW_STATEMENT_MS,
      metricsPort: values.METRICS_PORT,
      serverTiming: values.SERVER_TIMING,
    },
    passwordHashCost: values.PASSWORD_HASH_COST,
    /** Without a server, mail is written to a folder. */
    mail: { server: values.SMTP_URL, from: values.MAIL_FROM ?? defaultSender(publicUrl), isFromDefault: !values.MAIL_FROM },
    /** Seconds; an application may override them (docs/adr/0005-tokens.md). */
    lifetimes: {
      opaqueAccessToken: values.ACCESS_TOKEN_OPAQUE_SECONDS,
      jwtAccessToken: values.ACCESS_TOKEN_JWT_SECONDS,
      idToken: values.ID_TOKEN_SECONDS,
      refreshIdle: values.REFRESH_TOKEN_IDLE_SECONDS,
      refreshAbsolute: values.REFRESH_TOKEN_SECONDS,
    },
    /** Days after which a key is replaced by the next one (docs/adr/0006-keys.md). */
    keyAges: { signingDays: values.SIGNING_KEY_DAYS, sealingDays: values.SEALING_KEY_DAYS },
    /** Retention of events, in days (docs/adr/0019-hashes-events-and-the-command-line.md). */
    events: { retentionDays: values.EVENT_RETENTION_DAYS, personalDays: values.EVENT_PERSONAL_DAYS },
    auditStream: auditTarget(values.AUDIT_STREAM, values.AUDIT_STREAM_SECRET),
    smsWebhook: smsWebhook(values.SMS_WEBHOOK, values.SMS_WEBHOOK_SECRET),
    importMaxBytes: values.IMPORT_MAX_BYTES,
  };
}

/** All errors of an environment at once, so that one restart is enough to fix them. */
export class SettingsError extends Error {
  constructor(readonly faults: string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'SettingsError';
  }
}

/** A rule about the settings as a whole. @returns one sentence per error, starting with the variable's name */
export type SettingsRule = (settings: Settings) => string[];

const RULES: readonly SettingsRule[] = [
  ({ database, masterKey }) =>
    database.engine === 'sqlite' || masterKey ? [] : [`MASTER_KEY is required with a database server; ${NEW_KEY}`],
  ({ bootstrap: { adminUserName, serviceUserName } }) =>
    adminUserName.toLowerCase() === serviceUserName.toLowerCase()
      ? ['BOOTSTRAP_SERVICE_USERNAME must differ from BOOTSTRAP_ADMIN_USERNAME']
      : [],
  ({ database, workers }) =>
    database.engine === 'sqlite' && workers > 1
      ? ['WORKERS must be 1 with SQLite, whose file has one writer in one process; with MariaDB or MySQL it may be more']
      : [],
  ({ port, observation }) => (observation.metricsPort === port ? ['METRICS_PORT must differ from PORT'] : []),
  // WebAuthn section 5.1.3, step 8: browsers accept no other domain.
  ({ publicUrl, passkeyDomain }) =>
    passkeyDomain === undefined || `.${new URL(publicUrl).hostname}`.endsWith(`.${passkeyDomain}`)
      ? []
      : ['PASSKEY_DOMAIN must be the host of PUBLIC_URL or a parent domain of it'],
];

/**
 * Reads and checks the whole environment.
 * @param rules of other modules about the settings; checked once each value is valid by itself
 * @throws SettingsError with every error, before anything is opened or written
 */
export function loadSettings(env: NodeJS.ProcessEnv, rules: readonly SettingsRule[] = []): Settings {
  const faults: string[] = [];
  const values = Object.fromEntries(
    Object.entries<Variable<unknown>>(VARIABLES).map(([name, variable]) => [name, readVariable(env, name, variable, faults)]),
  ) as Values;
  const wrong = new Set(faults.map(variableOf));
  const settings = settingsOf(values);
  if (values.AUDIT_STREAM && 'url' in values.AUDIT_STREAM && !values.AUDIT_STREAM_SECRET && !wrong.has('AUDIT_STREAM_SECRET'))
    faults.push('AUDIT_STREAM_SECRET is required with a web address in AUDIT_STREAM');
  if ((values.DATABASE_TLS_CERT === undefined) !== (values.DATABASE_TLS_KEY === undefined))
    faults.push('DATABASE_TLS_CERT and DATABASE_TLS_KEY are set together, or neither');
  if (!values.DATABASE_TLS && (values.DATABASE_TLS_CA ?? values.DATABASE_TLS_CERT) !== undefined)
    faults.push('DATABASE_TLS must be true with DATABASE_TLS_CA or DATABASE_TLS_CERT');
  if (values.SMS_WEBHOOK && !values.SMS_WEBHOOK_SECRET && !wrong.has('SMS_WEBHOOK_SECRET'))
    faults.push('SMS_WEBHOOK_SECRET is required with SMS_WEBHOOK');
  if (values.SMTP_URL && !values.MAIL_FROM && !wrong.has('MAIL_FROM'))
    faults.push('MAIL_FROM is required with SMTP_URL, for example Gatehouse <no-reply@example.com>');
  // An invalid variable is not reported twice.
  faults.push(...[...RULES, ...rules].flatMap((rule) => rule(settings)).filter((fault) => !wrong.has(variableOf(fault))));
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

function variableOf(fault: string): string {
  return fault.slice(0, fault.indexOf(' ')).replace(/_FILE$/, '');
}

/** Reads DATABASE_URL and DATA_DIR only, for tools that need nothing else. @throws SettingsError */
export function loadDatabaseSettings(env: NodeJS.ProcessEnv): DatabaseSettings {
  const faults: string[] = [];
  const dataDir = readVariable(env, 'DATA_DIR', VARIABLES.DATA_DIR, faults);
  const read = <Name extends DatabaseVariable>(name: Name) =>
    [name, readVariable(env, name, VARIABLES[name] as Variable<Values[Name]>, faults)] as const;
  const values = Object.fromEntries(DATABASE_VARIABLES.map(read)) as DatabaseValues;
  if (faults.length > 0) throw new SettingsError(faults);
  return databaseSettings(values, resolve(dataDir));
}

/** A sentence for each unknown variable that resembles a known one. */
export function misspeltSettings(env: NodeJS.ProcessEnv): string[] {
  return misspeltNames(env, variableNames()).map(({ name, meant }) => `Nothing reads ${name}; did you mean ${meant}?`);
}

/** A sentence for each setting that is used in another spelling than was given. */
export function respeltSettings(env: NodeJS.ProcessEnv, { publicUrl }: Settings): string[] {
  const given = env['PUBLIC_URL'];
  return !given || given === publicUrl ? [] : [`PUBLIC_URL is used as ${publicUrl}: the issuer and the base of every address.`];
}

/** The name of every variable the service reads. */
export function variableNames(): string[] {
  return Object.entries<Variable<unknown>>(VARIABLES).flatMap(([name, variable]) => [name, ...(variable.secret ? [`${name}_FILE`] : [])]);
}

/** The settings as the table of docs/settings.md. */
export function settingsAsMarkdown(): string {
  const rows = Object.entries<Variable<unknown>>(VARIABLES).map(
    ([name, { defaultText, description, secret: isSecret }]) =>
      `| \`${name}\`${isSecret ? ` or \`${name}_FILE\`` : ''} | ${defaultText} | ${description} |`,
  );
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

const DATABASE_VARIABLES = [
  'DATABASE_URL',
  'DATABASE_CONNECTIONS',
  'DATABASE_TLS',
  'DATABASE_TLS_CA',
  'DATABASE_TLS_CERT',
  'DATABASE_TLS_KEY',
] as const satisfies ReadonlyArray<keyof Values>;
type DatabaseVariable = (typeof DATABASE_VARIABLES)[number];
type DatabaseValues = Pick<Values, DatabaseVariable>;

function databaseSettings(values: DatabaseValues, dataDir: string): DatabaseSettings {
  const address = values.DATABASE_URL ?? { engine: 'sqlite' as const, file: join(dataDir, 'gatehouse.db') };
  if (address.engine === 'sqlite') return address;
  const { DATABASE_TLS_CA: ca, DATABASE_TLS_CERT: cert, DATABASE_TLS_KEY: key } = values;
  const tls = values.DATABASE_TLS ? { ca, cert, key, rejectUnauthorized: true as const, verifyIdentity: true as const } : undefined;
  return { ...address, connections: values.DATABASE_CONNECTIONS, tls };
}

function auditTarget(target: { file: string } | { url: string } | undefined, secretOfIt: string | undefined): AuditTarget | undefined {
  if (!target || 'file' in target) return target;
  return secretOfIt === undefined ? undefined : { url: target.url, secret: secretOfIt };
}

function smsWebhook(url: string | undefined, secretOfIt: string | undefined): { url: string; secret: string } | undefined {
  return url === undefined || secretOfIt === undefined ? undefined : { url, secret: secretOfIt };
}

/** An IPv6 address cannot be the domain of an e-mail address. */
function defaultSender(publicUrl: string): MailSender {
  return { name: '', address: `no-reply@${new URL(publicUrl).hostname.replace(/^\[.*\]$/, 'localhost')}` };
}
