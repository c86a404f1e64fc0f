// Who acts for a person (RFC 8693 section 1.1): listed and ended by that person, and written down with every use of a refresh token.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { EventLog } from '../../users/events/events.service.js';
import { Impersonation } from '../../users/memberships/impersonation.service.js';
import { Clients } from '../clients/clients.service.js';
import { GrantsRepository, type Grant } from './grants.repository.js';
import { Subjects, type LiveSubject } from './subjects.service.js';

/** Somebody who acts for a person, by an application. Times are microseconds since 1970 UTC. */
export interface Delegation {
  id: string;
  /** Login name of who acts now, or the user's id when the user is not active. */
  actor: string;
  /** Name of the application that got the tokens. */
  application: string;
  sinceUs: number;
}

@Injectable()
export class Delegations {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly impersonation: Impersonation,
    private readonly subjects: Subjects,
    private readonly clients: Clients,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Rotates the refresh token of a delegated authorization and writes down that it was used, in one unit of work. @returns false when the rotation matches nothing */
  rotate(grant: Grant, subject: LiveSubject, idleUs: number): Promise<boolean> {
    return this.database.write('refresh delegated token', async (tx) => {
      if (!(await this.grants.rotateIn(tx, grant, idleUs))) return false;
      const [actor] = grant.payload.exchange?.actors ?? [];
      const details = { clientId: grant.payload.code['clientId'], requestedType: 'access_token', refreshed: true };
      if (actor) await this.impersonation.record(tx, subject, actor, details);
      return true;
    });
  }

  /** Who acts for a person now, the newest first. */
  async list({ userNo }: Pick<LiveSubject, 'userNo'>): Promise<Delegation[]> {
    const grants = await this.grants.listDelegated(userNo);
    const living = grants.filter(({ payload }) => (payload.exchange?.endsUs ?? Infinity) > this.clock.nowUs());
    return Promise.all(living.map((grant) => this.describe(grant)));
  }

  /** Ends what somebody got for a person, and every token that came from it. @returns false when there is no such thing */
  end({ userNo, userId }: Pick<LiveSubject, 'userNo' | 'userId'>, id: string): Promise<boolean> {
    return this.database.write('end delegation', async (tx) => {
      if (!(await this.grants.revokeDelegated(tx, userNo, id))) return false;
      await this.events.appendAboutUser(tx, userNo, { type: 'user.impersonation.ended', editor: userId, payload: {} });
      return true;
    });
  }

  private async describe({ id, payload }: Grant): Promise<Delegation> {
    const [actor] = payload.exchange?.actors ?? [];
    const clientId = String(payload.code['clientId']);
    const [user, client] = await Promise.all([actor && this.subjects.findUser(actor), this.clients.findClient(clientId)]);
    return {
      id,
      actor: user?.loginName ?? actor?.userId ?? '',
      application: client?.name ?? clientId,
      sinceUs: payload.exchange?.sinceUs ?? 0,
    };
  }
}
