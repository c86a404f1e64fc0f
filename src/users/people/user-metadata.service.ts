// What other systems keep about a user: short values by key, of which this service knows nothing.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog } from '../events/events.service.js';
import { UserMetadataRepository } from './user-metadata.repository.js';

/** `value` is base64. */
export interface MetadataEntry {
  key: string;
  value: string;
}

const MAX_KEY = 200;
const MAX_VALUE_BYTES = 65_536;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

@Injectable()
export class UserMetadata {
  constructor(
    private readonly repository: UserMetadataRepository,
    private readonly events: EventLog,
  ) {}

  /** All of a user's entries, by key. */
  listMetadata(userNo: number): Promise<MetadataEntry[]> {
    return this.repository.listByUser(userNo);
  }

  /** Sets one entry as part of `tx`; the event names the key only. @throws DomainError `invalid` */
  async set(tx: Transaction, userNo: number, { key, value }: MetadataEntry, editor: string): Promise<void> {
    if (key === '' || key.length > MAX_KEY || /\p{C}/u.test(key)) throw invalid('key', `must have 1 to ${MAX_KEY} printable characters`);
    if (!BASE64.test(value) || Buffer.byteLength(value, 'base64') > MAX_VALUE_BYTES)
      throw invalid('value', `must be base64 of at most ${MAX_VALUE_BYTES} bytes`);
    await this.repository.replaceMetadata(tx, userNo, { key, value });
    await this.events.appendAboutUser(tx, userNo, { type: 'user.metadata.set', editor, payload: { key } });
  }
}

function invalid(field: string, rule: string): DomainError {
  return new DomainError('invalid', 'metadata.invalid', `${field} of a metadata entry ${rule}.`, field);
}
