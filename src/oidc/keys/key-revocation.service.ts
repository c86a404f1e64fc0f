// Revokes a key that may have leaked: one that signs tokens, or one that seals opaque ones (docs/adr/0006-keys.md).
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog } from '../../users/events/events.service.js';
import { SigningKeys } from './signing-keys.service.js';

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
    return (await this.keyring.listDataKeys(PURPOSE)).map(({ id, ...key }) => ({ kid: id, ...key }));
  }

  /**
   * Removes a key at once, in every process within a second: whatever it signed or sealed is no longer accepted.
   * @throws DomainError `notFound`
   */
  async revokeKey(kid: string, editor: string): Promise<void> {
    const payload = { kid, purpose: PURPOSE };
    const revoked =
      (await this.signingKeys.revokeSigningKey(kid, editor)) ||
      (await this.keyring.removeDataKey(PURPOSE, kid, (tx) =>
        this.events.appendNext(tx, { type: 'instance.key.removed', orgNo: 0, id: 'instance', editor, payload }),
      ));
    if (!revoked) throw new DomainError('notFound', 'key.notFound', 'This key does not exist or has been removed.');
  }
}
