// Delegations for a person (RFC 8693 section 1.1): the person lists and ends them, and every use of a refresh token is logged.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { EventLog } from '../../users/events/events.service.js';
import { Impersonation } from '../../users/roles/memberships/impersonation.service.js';
import { Clients } from '../clients/clients.service.js';
import { GrantsRepository, type Grant } from './stored/grants.repository.js';
import { Subjects, type LiveSubject } from './content/subjects.service.js';

/** An actor that acts for a person through an application. Times are microseconds since 1970 UTC. */
export interface Delegation {
  id: string;
  /** Login name of the current actor, or the user's id if the user is not active. */
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

  /**
   * Rotates the refresh token of a delegated authorization and logs its use, in one unit of work. @returns false if the rotation matches no
   * row
   */
  rotate(grant: Grant, subject: LiveSubject, idleUs: number): Promise<boolean> {
    return this.database.write('refresh delegated token', async (tx) => {
      if (!(await this.grants.rotateIn(tx, grant, idleUs))) return false;
      const [actor] = grant.payload.exchange?.actors ?? [];
      const details = { clientId: grant.payload.code['clientId'], requestedType: 'access_token', refreshed: true };
      if (actor) await this.impersonation.record(tx, subject, actor, details);
      return true;
    });
  }

  /** The current delegations for a person, the newest first. */
  async list({ userNo }: Pick<LiveSubject, 'userNo'>): Promise<Delegation[]> {
    const grants = await this.grants.listDelegated(userNo);
    const living = grants.filter(({ payload }) => (payload.exchange?.endsUs ?? Infinity) > this.clock.nowUs());
    return Promise.all(living.map((grant) => this.describe(grant)));
  }

  /** Ends a delegation for a person and every token issued from it. @returns false if there is no such delegation */
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
