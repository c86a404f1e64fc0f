// Revokes a key that may have leaked: one that signs tokens, or one that seals opaque ones (docs/adr/0006-keys.md).
import { Injectable } from '@nestjs/common';
import { Keyring, type DataKeyFacts } from '../../common/crypto/keyring.service.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog } from '../../users/events/events.service.js';
import { SigningKeys, type SigningKeyFacts } from './signing-keys.service.js';

/** The only data keys that can be revoked: without the others the service could not read its stored data. */
const PURPOSE = 'access-token';

/** A key that seals opaque tokens. */
export interface SealingKey {
  kid: string;
  state: string;
  createdUs: number;
}

@Injectable()
export class KeyRevocation {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly keyring: Keyring,
    private readonly events: EventLog,
  ) {}

  /** The keys that seal opaque access tokens and authenticate refresh tokens, oldest first. */
  async listSealingKeys(): Promise<SealingKey[]> {
    return (await this.keyring.listDataKeys(PURPOSE)).map(toSealingKey);
  }

  /**
   * Removes a key at once, in every process within a second: whatever it signed or sealed is no longer accepted.
   * @returns the keys afterwards, oldest first
   * @throws DomainError `notFound`
   */
  async revokeKey(kid: string, editor: string): Promise<{ keys: SigningKeyFacts[]; sealingKeys: SealingKey[] }> {
    const keys = await this.signingKeys.revokeSigningKey(kid, editor);
    if (keys) return { keys, sealingKeys: await this.listSealingKeys() };
    const payload = { kid, purpose: PURPOSE };
    const sealingKeys = await this.keyring.removeDataKey(PURPOSE, kid, (tx) =>
      this.events.appendNext(tx, { type: 'instance.key.removed', orgNo: 0, id: 'instance', editor, payload }),
    );
    if (!sealingKeys) throw unknownKey();
    return { keys: await this.signingKeys.listSigningKeys(), sealingKeys: sealingKeys.map(toSealingKey) };
  }
}

export function unknownKey(): DomainError {
  return new DomainError('notFound', 'key.notFound', 'This key does not exist or has been removed.');
}

const toSealingKey = ({ id, ...key }: DataKeyFacts): SealingKey => ({ kid: id, ...key });
