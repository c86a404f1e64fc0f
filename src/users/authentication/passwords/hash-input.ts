// Converts password hashes from exports of other systems to the stored string.
import { fromBase64 } from './hashes/encodings.js';
import type { HashFault } from './hashes/hash-check.js';
import { hashFault } from './hash-formats.js';

/** A hash that can be stored and verified. */
export interface UsableHash {
  hash: string;
}

type Members = Readonly<Record<string, unknown>>;

/** Strings in an export are short; anything longer is invalid. */
const MAX_TEXT = 4_096;

/** The structures an export may have, with their detection and conversion. The first match wins. */
const SHAPES: ReadonlyArray<{ fits(input: Members): boolean; toText(input: Members): string }> = [
  { fits: (input) => 'credentialData' in input || 'secretData' in input, toText: keycloak },
  { fits: (input) => 'hashedSaltedValue' in input, toText: oldKeycloak },
  { fits: (input) => 'signerKey' in input, toText: firebase },
  {
    fits: (input) => 'custom_password_hash' in input || 'customPasswordHash' in input,
    toText: (input) => auth0(members(input['custom_password_hash'] ?? input['customPasswordHash'], 'custom_password_hash')),
  },
  { fits: (input) => 'algorithm' in input && typeof input['hash'] === 'object', toText: auth0 },
  { fits: (input) => 'passwordHash' in input, toText: (input) => text(input, 'passwordHash') },
  { fits: (input) => 'value' in input, toText: (input) => text(input, 'value') },
];

/** Why an exported hash is malformed. */
class UnusableShape extends Error {}

/**
 * Converts a hash in any known structure to the stored string. Structures: a string, `{ value }`, a credential of Keycloak (`{ credentialData,
 * secretData }`, each as object or JSON text, or the older `{ algorithm, hashIterations, salt, hashedSaltedValue }`), of Auth0 (`{ passwordHash }`,
 * `{ custom_password_hash }` or its content), or of Firebase (`{ passwordHash, salt, signerKey, saltSeparator, rounds, memCost }`: the parameters of
 * the project beside each person's hash).
 * @returns a hash that {@link hashFault} accepts; or the reason why it cannot be used, without any part of it
 */
export function normalizeHash(input: unknown): UsableHash | HashFault {
  try {
    const hash = typeof input === 'string' ? input : shaped(members(input, 'the hash'));
    const fault = hashFault(hash);
    return fault === undefined ? { hash } : { fault };
  } catch (error) {
    if (error instanceof UnusableShape) return { fault: error.message };
    throw error;
  }
}

function shaped(input: Members): string {
  const shape = SHAPES.find(({ fits }) => fits(input));
  if (!shape) throw new UnusableShape('the hash has no known structure');
  return shape.toText(input);
}

/** keycloak.org, CredentialRepresentation: public and secret data, each a JSON string. */
function keycloak(input: Members): string {
  const [data, secret] = [members(input['credentialData'], 'credentialData'), members(input['secretData'], 'secretData')];
  const salt = base64(secret, 'salt');
  const value = base64(secret, 'value');
  const algorithm = text(data, 'algorithm');
  if (algorithm !== 'argon2') return keycloakPbkdf2(algorithm, whole(data, 'hashIterations'), salt, value);
  const more = members(data['additionalParameters'], 'additionalParameters');
  const version = parameter(more, 'version') === '1.0' ? 16 : 19;
  const costs = `m=${parameter(more, 'memory')},t=${whole(data, 'hashIterations')},p=${parameter(more, 'parallelism')}`;
  return `$argon2${parameter(more, 'type')}$v=${version}$${costs}$${salt}$${value}`;
}

/** Exports up to Keycloak 7. */
function oldKeycloak(input: Members): string {
  return keycloakPbkdf2(
    text(input, 'algorithm'),
    whole(input, 'hashIterations'),
    base64(input, 'salt'),
    base64(input, 'hashedSaltedValue'),
  );
}

function keycloakPbkdf2(algorithm: string, iterations: number, salt: string, value: string): string {
  const kind = /^pbkdf2(-sha(1|256|512))?$/.exec(algorithm);
  if (!kind) throw new UnusableShape(`the algorithm ${shown(algorithm)} is not supported`);
  return `$${kind[0]}$${iterations}$${salt}$${value}`;
}

/** firebase.google.com/docs/auth/admin/import-users: memCost and rounds as the console shows them. */
function firebase(input: Members): string {
  const costs = `ln=${whole(input, 'memCost')},r=${whole(input, 'rounds')}`;
  const separator = input['saltSeparator'] === undefined ? '' : base64(input, 'saltSeparator');
  return `$firebasescrypt$${costs}$${base64(input, 'salt')}$${base64(input, 'passwordHash')}$${separator}$${base64(input, 'signerKey')}`;
}

/** auth0.com/docs, bulk user imports: `custom_password_hash`. Its argon2, bcrypt and ldap values are self-describing. */
function auth0(input: Members): string {
  const algorithm = text(input, 'algorithm');
  const hash = members(input['hash'], 'hash');
  const password = input['password'] === undefined ? {} : members(input['password'], 'password');
  if ((password['encoding'] ?? 'utf8') !== 'utf8') throw new UnusableShape('password encodings other than UTF-8 are not supported');
  if (hash['key'] !== undefined) throw new UnusableShape('keyed hashes are not supported');
  if (['argon2', 'bcrypt', 'ldap', 'pbkdf2'].includes(algorithm)) return text(hash, 'value');
  const salt = input['salt'] === undefined ? {} : members(input['salt'], 'salt');
  const saltBytes = salt['value'] === undefined ? Buffer.alloc(0) : bytesOf(salt, 'utf8');
  const value = bytesOf(hash, 'hex').toString('base64');
  if (['md5', 'sha1', 'sha256', 'sha512'].includes(algorithm)) {
    const place = salt['position'] === 'prefix' ? 'prefix' : 'suffix';
    return `$digest-${algorithm}-${place}$${saltBytes.toString('base64')}$${value}`;
  }
  if (algorithm !== 'scrypt') throw new UnusableShape(`the algorithm ${shown(algorithm)} is not supported`);
  const cost = whole(input, 'cost');
  return `$scrypt$ln=${Math.log2(cost)},r=${whole(input, 'blockSize')},p=${whole(input, 'parallelization')}$${saltBytes.toString('base64')}$${value}`;
}

/** Decodes `value` by the encoding given beside it. */
function bytesOf(input: Members, otherwise: BufferEncoding): Buffer {
  const encoding = input['encoding'] === undefined ? otherwise : text(input, 'encoding');
  if (encoding !== 'utf8' && encoding !== 'hex' && encoding !== 'base64')
    throw new UnusableShape(`the encoding ${shown(encoding)} is not supported`);
  return Buffer.from(text(input, 'value'), encoding);
}

function members(value: unknown, name: string): Members {
  const parsed = typeof value === 'string' ? parsedJson(value, name) : value;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new UnusableShape(`${name} is not an object`);
  return parsed as Members;
}

function parsedJson(value: string, name: string): unknown {
  try {
    if (value.length <= MAX_TEXT) return JSON.parse(value);
  } catch {
    // Reported below without its message, which may quote part of a hash.
  }
  throw new UnusableShape(`${name} is not JSON`);
}

function text(input: Members, name: string): string {
  const value = input[name];
  if (typeof value !== 'string' || value.length > MAX_TEXT) throw new UnusableShape(`${name} is missing or not a string`);
  return value;
}

function base64(input: Members, name: string): string {
  const value = text(input, name);
  const bytes = fromBase64(value);
  if (value !== '' && bytes.length === 0) throw new UnusableShape(`${name} is not base64`);
  return bytes.toString('base64');
}

/** An integer, also in a string. */
function whole(input: Members, name: string): number {
  const value = Number(input[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new UnusableShape(`${name} is missing or not a whole number`);
  return value;
}

/** Keycloak writes each of these as a list of one element. */
function parameter(input: Members, name: string): string {
  const value: unknown = Array.isArray(input[name]) ? input[name][0] : input[name];
  if (typeof value !== 'string' || value.length > 20) throw new UnusableShape(`${name} is missing in additionalParameters`);
  return value;
}

/** An external name, shortened for a message. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}
