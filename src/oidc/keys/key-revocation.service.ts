// Revokes a key that may have leaked: a key that signs tokens or seals opaque ones (docs/adr/0006-keys.md).
import { Injectable } from '@nestjs/common';
import { Keyring, type DataKeyFacts } from '../../common/crypto/keyring.service.js';
import type { Transaction } from '../../common/database/transaction.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog } from '../../users/events/events.service.js';
import { SigningKeys, type SigningKeyFacts } from './signing-keys.service.js';

/** The purpose of the data keys that are listed and revoked individually. */
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
   * Removes a key at once, in every process within a second: no token that it signed or sealed is accepted afterwards.
   * @returns the keys afterwards, oldest first
   * @throws DomainError `notFound`
   */
  async revokeKey(kid: string, editor: string): Promise<{ keys: SigningKeyFacts[]; sealingKeys: SealingKey[] }> {
    const keys = await this.signingKeys.revokeSigningKey(kid, editor);
    if (keys) return { keys, sealingKeys: await this.listSealingKeys() };
    const sealingKeys = await this.keyring.removeDataKey(PURPOSE, kid, (tx) => this.announce(tx, { kid, purpose: PURPOSE }, editor));
    if (!sealingKeys) throw unknownKey();
    return { keys: await this.signingKeys.listSigningKeys(), sealingKeys: sealingKeys.map(toSealingKey) };
  }

  /**
   * For a stolen master key, which opens all data keys. Removes every key for values that browsers, mails and callers return, so that no
   * such value is accepted, in every process within a second. Keys that stored data needs are superseded by new ones.
   */
  async revokeSealingKeys(editor: string): Promise<{ keys: SigningKeyFacts[]; sealingKeys: SealingKey[] }> {
    const sealingKeys = await this.keyring.removeKeysHeldOutside(PURPOSE, async (tx, removed) => {
      for (const { id, purpose } of removed) await this.announce(tx, { kid: id, purpose }, editor);
    });
    return { keys: await this.signingKeys.listSigningKeys(), sealingKeys: sealingKeys.map(toSealingKey) };
  }

  private announce(tx: Transaction, payload: { kid: string; purpose: string }, editor: string): Promise<void> {
    return this.events.appendNext(tx, { type: 'instance.key.removed', orgNo: 0, id: 'instance', editor, payload });
  }
}

export function unknownKey(): DomainError {
  return new DomainError('notFound', 'key.notFound', 'This key does not exist or has been removed.');
}

const toSealingKey = ({ id, ...key }: DataKeyFacts): SealingKey => ({ kid: id, ...key });
