// The entries of `machineKeys` and `appKeys`: public keys.
import type { NewClientKey } from '../../../users/authentication/credentials/client-keys.service.js';
import { oneOf } from './application-record.js';
import { invalid, textAt } from './entry-members.js';
import type { Members } from './import-record.js';

/** Keys that are sent are all of one type. */
const KEY_TYPES = { KEY_TYPE_UNSPECIFIED: true, KEY_TYPE_JSON: true, '0': true, '1': true };

/** `publicKey` is PEM in base64; `expirationDate` RFC 3339. @param idName the member with the id that the key keeps, so that assertions go on naming it */
export function keyOf(value: Members, idName: 'keyId' | 'id'): NewClientKey {
  const id = textAt(value, idName, '', 200);
  oneOf(value, 'type', '', KEY_TYPES);
  const text = textAt(value, 'publicKey', '', 20_000, true) as string;
  const date = textAt(value, 'expirationDate', '', 50);
  const ms = date === undefined ? undefined : Date.parse(date);
  if (Number.isNaN(ms)) throw invalid('import.date', 'expirationDate must be a time such as 2030-01-01T00:00:00Z.', 'expirationDate');
  const publicKey: unknown = text.startsWith('-----') ? text : Buffer.from(text, 'base64').toString('latin1');
  return { ...(id === undefined ? {} : { id }), publicKey, expiresUs: ms === undefined ? null : ms * 1000 };
}
