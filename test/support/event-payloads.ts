// What no payload of an event may hold. Every service that a test starts is looked at when it closes, so whatever any test makes happen is.
import { HASH_FORMATS } from '../../src/users/authentication/passwords/hash-formats.js';
import { eventTypeName } from '../../src/users/events/event-types.js';
import type { Query } from '../../src/common/database/transaction.js';

/** A member that says what it is. `secretId` and the like name a secret and are none. */
const SECRET_NAME = /passw|secret$|token$|^code$|_code$|[a-z]Code$|hash|assertion|cookie|verifier|private|signature/i;
/** A signed token, a key, a token of ours. The id of a key is drawn, and may begin with `rt_` as well. */
const SECRET_VALUE = /^ey[\w-]+\.[\w-]+\.|-----BEGIN|^rt_\d+\.|^gpat_|^Bearer /;

/** `type: member` for each member of a payload that is, or looks like, a secret. */
export async function harmfulPayloads(query: Query, secrets: readonly string[]): Promise<string[]> {
  const rows = await query.rows<{ type_no: number; payload: string }>('SELECT DISTINCT type_no, payload FROM events');
  return rows.flatMap(({ type_no, payload }) =>
    harmful(JSON.parse(payload), '', secrets).map((member) => `${eventTypeName(type_no)}: ${member}`),
  );
}

/** The members at fault, with dots. */
export function harmful(value: unknown, path: string, secrets: readonly string[]): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => harmful(member, path === '' ? name : `${path}.${name}`, secrets));
  if (typeof value !== 'string' || value === '') return [];
  const name = path.split('.').at(-1) ?? '';
  // An id may have 32 hexadecimal digits, like an MD5.
  const isHash = HASH_FORMATS.some((format) => format.name !== 'md5' && format.form.test(value));
  return SECRET_NAME.test(name) || SECRET_VALUE.test(value) || isHash || secrets.some((secret) => value.includes(secret)) ? [path] : [];
}
