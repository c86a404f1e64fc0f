// Impersonation: which user may act for which (RFC 8693 section 1.1).
import { Injectable } from '@nestjs/common';
import { judgeOrganization, judgeService } from '../../../common/access/permissions.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { EventLog } from '../../events/events.service.js';
import { Policies } from '../../organizations/policies/policies.service.js';
import { Memberships } from './memberships.service.js';

/** The acting user's number. */
export interface Actor {
  userNo: number;
}

/** The impersonated user and its organization. */
export interface ImpersonatedUser {
  userNo: number;
  orgNo: number;
  orgId: string;
}

@Injectable()
export class Impersonation {
  constructor(
    private readonly policies: Policies,
    private readonly memberships: Memberships,
    private readonly events: EventLog,
  ) {}

  /**
   * Checks that the organization of the subject allows it, and that the actor has the permission there. A subject with any role is an administrator:
   * the actor needs the stronger permission wherever that role counts, so that no actor reaches a stronger account through a weaker one.
   * @throws DomainError `forbidden`
   */
  async assertMayActFor(actor: Actor, subject: ImpersonatedUser, configVersion?: number): Promise<void> {
    const refusal = await this.refusalFor(actor, subject, configVersion);
    if (refusal) throw refusal;
  }

  /**
   * Whether the actor may act for the subject now, by the current roles and policies: checked at every use of a token with an actor.
   * @param configVersion as read during this request; absent: it is read
   */
  async mayActFor(actor: Actor, subject: ImpersonatedUser, configVersion?: number): Promise<boolean> {
    return (await this.refusalFor(actor, subject, configVersion)) === undefined;
  }

  private async refusalFor(actor: Actor, subject: ImpersonatedUser, configVersion: number | undefined): Promise<DomainError | undefined> {
    if (!(await this.policies.effectivePolicy(subject.orgNo, 'impersonation', configVersion)).enabled)
      return new DomainError(
        'forbidden',
        'impersonation.off',
        'The organization of the subject does not allow impersonation of its users.',
      );
    const [held, roles] = await Promise.all([
      this.memberships.rolesOf(actor.userNo, configVersion),
      this.memberships.rolesOf(subject.userNo, configVersion),
    ]);
    const permission = roles.length === 0 ? 'impersonation.endUser' : 'impersonation.admin';
    const scopes = new Set([subject.orgId, ...roles.map(({ orgId }) => orgId)]);
    const allowed = [...scopes].every((orgId) => {
      return (orgId === null ? judgeService(held, permission) : judgeOrganization(held, permission, orgId)) === 'allowed';
    });
    if (allowed) return undefined;
    return new DomainError('forbidden', 'impersonation.noPermission', `The actor lacks the permission "${permission}" for the subject.`);
  }

  /** Writes the event. @param details further facts, without secrets */
  async record(tx: Transaction, subject: { userNo: number }, actor: { userId: string }, details: Record<string, unknown>): Promise<void> {
    await this.events.appendAboutUser(tx, subject.userNo, {
      type: 'user.impersonated',
      editor: actor.userId,
      payload: { actorId: actor.userId, ...details },
    });
  }
}
