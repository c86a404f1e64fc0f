// Parses the texts of environment variables: addresses of servers, keys, lists. An error never contains the text, which may be a secret.
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isNetwork, type TrustedProxies } from '../http/client-network.js';
import { isWebOrigin } from '../http/web-origin.js';
import { isEmailAddress } from '../primitives/email-address.js';
import { parsedUrl } from '../primitives/parsed-url.js';
import { VariableError } from './variables.js';

/** One database server. */
export interface ServerHost {
  host: string;
  port: number;
}

/** `url` names the first of `hosts`, the preferred one. */
export interface ServerAddress {
  engine: 'mysql' | 'mariadb';
  url: string;
  hosts: readonly ServerHost[];
}

/** `implicit`: TLS from the first byte. `required`: STARTTLS, or nothing is sent. `none`: clear text, for a server on this machine or a test. */
export interface MailServer {
  host: string;
  port: number;
  tls: 'implicit' | 'required' | 'none';
  verifyCertificate: boolean;
  auth: { user: string; pass: string } | undefined;
}

/** The sender of mail; `name` may be empty. */
export interface MailSender {
  name: string;
  address: string;
}

export const NEW_KEY = 'generate one with: openssl rand -base64 32';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Short enough that its folded form, which may be eighteen times as long, fits an index key. */
export function isUserName(value: string): boolean {
  return /^[\w.-]{1,100}$/.test(value);
}

export function isWebAddress(value: string): boolean {
  return ['http:', 'https:'].includes(parsedUrl(value)?.protocol ?? '');
}

/** Fetch rejects URLs with a user and a password, and shows them in its error. */
export function parseTarget(value: string): string {
  if (!isWebAddress(value)) throw new VariableError('must be an http or https URL');
  const { username, password } = new URL(value);
  if (username === '' && password === '') return value;
  throw new VariableError('takes no user and no password in the address: the signature proves who posts');
}

/**
 * The origin of a URL without a path, as the URL Standard spells it: in lower case, names in ASCII, without a default port or a trailing
 * slash.
 * Every absolute URL and the issuer start with this text, and clients compare it exactly (RFC 8414 section 3.3).
 */
export function parsePublicUrl(value: string): string {
  const url = /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(value) ? parsedUrl(value) : undefined;
  if (url) return url.origin;
  throw new VariableError('must be an http or https URL without a path, query or fragment');
}

export function parseOrigins(value: string): string[] {
  const origins = value.split(',').map((origin) => origin.trim());
  if (origins.every(isWebOrigin)) return origins;
  throw new VariableError('must be web origins such as https://console.example.com, separated by commas');
}

export function parseProxies(value: string): TrustedProxies {
  const networks = value.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  if (/^([0-9]|10)$/.test(value)) return Number(value);
  throw new VariableError('must be a whole number from 0 to 10, or addresses and networks such as 10.0.0.0/8, separated by commas');
}

export function parseDnsServers(value: string): string[] {
  const servers = value.split(',').map((server) => server.trim());
  if (servers.every((server) => isIP(server.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')) !== 0)) return servers;
  throw new VariableError('must be IP addresses such as 192.0.2.53 or [2001:db8::53]:5353, separated by commas');
}

export function parseDatabase(value: string): { engine: 'sqlite'; file: string } | ServerAddress {
  const scheme = value.slice(0, value.indexOf(':'));
  if (scheme === 'sqlite') {
    const file = value.slice('sqlite:'.length);
    if (file !== '' && !file.startsWith(':')) return { engine: 'sqlite', file: resolve(file) };
    throw new VariableError('with sqlite: needs a file, for example sqlite:./data/gatehouse.db');
  }
  if (scheme !== 'mysql' && scheme !== 'mariadb') throw new VariableError('must start with sqlite:, mysql:// or mariadb://');
  if (value.includes('?')) throw new VariableError('takes no options; there are settings for connections, such as DATABASE_TLS');
  const parts = SERVER_URL.exec(value)?.groups;
  const hosts = parts?.['hosts']?.split(',') ?? [];
  const urls = hosts.map((host) => `${scheme}://${parts?.['user'] ?? ''}${host}/${parts?.['name']}`);
  const [url] = urls;
  if (url === undefined || !urls.every((one) => parsedUrl(one)?.hostname))
    throw new VariableError(
      `with ${scheme}: must have the form ${scheme}://user:password@host:port/name, with several hosts separated by commas`,
    );
  return { engine: scheme, url, hosts: urls.map(serverHost) };
}

/** `scheme://user:password@a,b:3307,c/name`: with several hosts, URL parsers don't accept it. */
const SERVER_URL = /^\w+:\/\/(?<user>[^/@]*@)?(?<hosts>[^/@]+)\/(?<name>[\w-]+)$/;
const SERVER_PORT = 3306;

function serverHost(url: string): ServerHost {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? SERVER_PORT : Number(port) };
}

export function parseAuditStream(value: string): { file: string } | { url: string } {
  if (value.startsWith('file:/')) return { file: value.slice('file:'.length) };
  if (isWebAddress(value)) return { url: parseTarget(value) };
  throw new VariableError('must be file: and an absolute path, or an http or https URL');
}

export function parsePem(value: string): string {
  if (/^-----BEGIN [A-Z ]+-----\r?\n/.test(value)) return value;
  throw new VariableError('must be PEM, which begins with -----BEGIN');
}

export function parseKey(value: string): Buffer {
  const key = Buffer.from(value, 'base64');
  if (key.length === 32 && /^[A-Za-z0-9+/]{43}=?$/.test(value)) return key;
  throw new VariableError(`must be 32 bytes in base64; ${NEW_KEY}`);
}

/** `address`, or `Name <address>`. */
export function parseSender(value: string): MailSender {
  const start = value.endsWith('>') ? value.indexOf(' <') : -1;
  const [name, address] = start < 0 ? ['', value] : [value.slice(0, start), value.slice(start + 2, -1)];
  if (isEmailAddress(address) && (start < 0 || isSenderName(name))) return { name, address };
  throw new VariableError('must be an e-mail address, or a name and an address as in Gatehouse <no-reply@example.com>');
}

function isSenderName(name: string): boolean {
  return name !== '' && [...name].length <= 100 && !/[\p{C}"<>]/u.test(name);
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

export function parseMailServer(value: string): MailServer {
  const url = parsedUrl(value);
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
  if (!fits) throw new VariableError('must have the form smtps://user:password@host:465 or smtp://user:password@host:587');
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
