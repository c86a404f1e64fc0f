// Metadata that other systems store about users and organizations: short values by key, which this service does not interpret.
import { DomainError } from '../../common/primitives/domain-error.js';

/** `value` is base64. */
export interface MetadataEntry {
  key: string;
  value: string;
}

const MAX_KEY = 200;
const MAX_VALUE_BYTES = 65_536;
/** Most entries of one user or organization. */
const MAX_ENTRIES = 200;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** @throws DomainError `invalid` */
export function assertMetadataEntry({ key, value }: MetadataEntry): void {
  if (key === '' || key.length > MAX_KEY || /\p{C}/u.test(key)) throw invalid('key', `must have 1 to ${MAX_KEY} printable characters`);
  if (!BASE64.test(value) || Buffer.byteLength(value, 'base64') > MAX_VALUE_BYTES)
    throw invalid('value', `must be base64 of at most ${MAX_VALUE_BYTES} bytes`);
}

/** @param keys of all entries after the change @throws DomainError `precondition` for too many */
export function assertMetadataFits(keys: ReadonlySet<string>): void {
  if (keys.size <= MAX_ENTRIES) return;
  throw new DomainError('precondition', 'metadata.tooMany', `At most ${MAX_ENTRIES} entries of metadata can be kept; remove some first.`);
}

export function unknownKey(): DomainError {
  return new DomainError('notFound', 'metadata.notFound', 'There is no metadata with this key.');
}

function invalid(field: string, rule: string): DomainError {
  return new DomainError('invalid', 'metadata.invalid', `${field} of a metadata entry ${rule}.`, field);
}
