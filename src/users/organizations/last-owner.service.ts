// Enforces the last owner: the service always has an active IAM_OWNER, and an organization with an active ORG_OWNER keeps one.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import type { Transaction } from '../../common/database/transaction.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { OwnersRepository, WHOLE_SERVICE } from './owners.repository.js';

@Injectable()
export class LastOwnerRule {
  constructor(
    private readonly repository: OwnersRepository,
    private readonly config: ConfigVersion,
  ) {}

  /**
   * Runs a change that may remove an owner: of a role, of the user, or of the user's state. Such changes are serialized over all processes: each
   * writes the row of the config version before it counts. Only locking reads may precede it in `tx`, or the count would be outdated.
   * @throws DomainError `precondition` when no owner would be left
   */
  async guardLastOwner<T>(tx: Transaction, userNo: number, change: () => Promise<T>): Promise<T> {
    const owned = await this.repository.lockOwnedScopes(tx, userNo);
    if (owned.length === 0) return change();
    await this.config.raise(tx);
    const result = await change();
    for (const scopeNo of owned) await this.assertOwned(tx, scopeNo);
    return result;
  }

  /** @throws DomainError `precondition` unless an active owner is left; the unit must have written the config version before */
  async assertOwned(tx: Transaction, scopeNo: number): Promise<void> {
    const role = scopeNo === WHOLE_SERVICE ? 'IAM_OWNER' : 'ORG_OWNER';
    if (!(await this.repository.hasActiveOwner(tx, scopeNo, role)))
      throw new DomainError(
        'precondition',
        'membership.lastOwner',
        `The last active ${role} cannot be removed, deactivated or locked; appoint another one first.`,
      );
  }
}
