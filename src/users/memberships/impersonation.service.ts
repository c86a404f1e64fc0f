// Who may act for whom (RFC 8693 section 1.1).
import { Injectable } from '@nestjs/common';
import { judgeOrganization, judgeService } from '../../common/access/permissions.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import type { Transaction } from '../../common/database/database.js';
import { EventLog } from '../events/events.service.js';
import { Policies } from '../policies/policies.service.js';
import { Memberships } from './memberships.service.js';

@Injectable()
export class Impersonation {
  constructor(
    private readonly policies: Policies,
    private readonly memberships: Memberships,
    private readonly events: EventLog,
  ) {}

  /**
   * The organization of the subject allows it, and the actor has the permission there. A subject who has any role is an administrator:
   * the actor needs the stronger permission wherever that role counts, so that nobody reaches a stronger account through a weaker one.
   * @throws DomainError `forbidden`
   */
  async assertMayActFor(actor: { userNo: number }, subject: { userNo: number; orgNo: number; orgId: string }): Promise<void> {
    if (!(await this.policies.get(subject.orgNo, 'impersonation')).enabled)
      throw new DomainError('forbidden', 'impersonation.off', 'The organization of the subject does not allow impersonation of its users.');
    const [held, roles] = await Promise.all([this.memberships.of(actor.userNo), this.memberships.of(subject.userNo)]);
    const permission = roles.length === 0 ? 'impersonation.endUser' : 'impersonation.admin';
    const scopes = new Set([subject.orgId, ...roles.map(({ orgId }) => orgId)]);
    const allowed = [...scopes].every((orgId) => {
      return (orgId === null ? judgeService(held, permission) : judgeOrganization(held, permission, orgId)) === 'allowed';
    });
    if (!allowed)
      throw new DomainError('forbidden', 'impersonation.noPermission', `The actor lacks the permission "${permission}" for the subject.`);
  }

  /** Leaves the trace. @param details what else is worth knowing, without secrets */
  async record(
    tx: Transaction,
    subject: { userNo: number; userId: string; orgNo: number },
    actor: { userId: string },
    details: Record<string, unknown>,
  ): Promise<void> {
    const row = await tx.row<{ version: number }>('SELECT version FROM users WHERE no = ?', [subject.userNo]);
    await this.events.append(tx, {
      type: 'user.impersonated',
      orgNo: subject.orgNo,
      aggregate: { id: subject.userId, sequence: row?.version ?? 1 },
      editor: actor.userId,
      payload: { actorId: actor.userId, ...details },
    });
  }
}
