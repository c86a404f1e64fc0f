// The applications with an authorization of a person, for administrators: listed and ended.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog } from '../../users/events/events.service.js';
import { GrantsOfUsersRepository, type HeldByClient } from '../tokens/stored/grants-of-users.repository.js';
import { ConsentsRepository } from './consents.repository.js';

export type { HeldByClient } from '../tokens/stored/grants-of-users.repository.js';

@Injectable()
export class UserGrants {
  constructor(
    private readonly grants: GrantsOfUsersRepository,
    private readonly consents: ConsentsRepository,
    private readonly events: EventLog,
    private readonly database: Database,
  ) {}

  /**
   * The current authorizations of a user by application. Applications with only a consent are included: they get tokens without asking
   * again.
   */
  async listGrants(userNo: number, query?: Query): Promise<HeldByClient[]> {
    const held = await this.grants.listByClient(userNo, query);
    const known = new Set(held.map(({ clientNo }) => clientNo));
    const consents = (await this.consents.listOfUser(userNo, query)).filter(({ clientNo }) => !known.has(clientNo));
    return [
      ...held,
      ...consents.map(({ clientNo, clientId, application, scope, givenUs }) => {
        return { clientNo, clientId, application, scope, sinceUs: givenUs, lastUsedUs: undefined };
      }),
    ];
  }

  /** The authorizations of one application. @throws DomainError `notFound` if it has none */
  async requireGrant(userNo: number, clientId: string): Promise<HeldByClient> {
    const held = (await this.listGrants(userNo)).find((one) => one.clientId === clientId);
    if (!held) throw unknownGrant();
    return held;
  }

  /**
   * Ends the authorizations of one application: its refresh and access tokens become invalid, and the person is asked for consent again.
   * @throws DomainError `notFound` if it has none
   */
  async revokeGrant(userNo: number, clientId: string, editor: string): Promise<void> {
    await this.database.write('revoke grant of user', async (tx) => {
      const held = (await this.listGrants(userNo, tx)).filter((one) => one.clientId === clientId);
      if (!(await this.revoke(tx, userNo, held, editor))) throw unknownGrant();
    });
  }

  /** Does the same for every application with an authorization. */
  async revokeGrants(userNo: number, editor: string): Promise<void> {
    await this.database.write('revoke grants of user', async (tx) => {
      // A list has a maximum length, and ended entries make room for the next.
      while (await this.revoke(tx, userNo, await this.listGrants(userNo, tx), editor));
    });
  }

  /** Ends every token of a user and every authorization that could issue new ones; sessions and consents stay. */
  async revokeTokens(userNo: number, editor: string): Promise<void> {
    await this.database.write('revoke tokens of user', async (tx) => {
      if ((await this.grants.revokeAll(tx, userNo)) === 0) return;
      await this.events.appendAboutUser(tx, userNo, { type: 'user.tokens.revoked', editor });
    });
  }

  /** @returns whether any authorization or consent ended */
  private async revoke(tx: Transaction, userNo: number, held: readonly HeldByClient[], editor: string): Promise<boolean> {
    let hasEnded = false;
    for (const { clientNo, clientId } of held) {
      const consented = await this.consents.removeConsent(tx, userNo, clientNo);
      const ended = await this.grants.revokeOf(tx, userNo, clientNo);
      if (ended === 0 && !consented) continue;
      hasEnded = true;
      await this.events.appendAboutUser(tx, userNo, { type: 'user.grant.revoked', editor, payload: { clientId } });
    }
    return hasEnded;
  }
}

function unknownGrant(): DomainError {
  return new DomainError('notFound', 'grant.notFound', 'This application holds no authorization of the user.');
}
