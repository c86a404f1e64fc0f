// Deletes the rows of authorizations with a role that was removed from a project or a grant. The rows have no effect any more, so the removal takes
// effect at once. A few rows are deleted in its unit of work, the rest afterwards, a batch at a time, each with its event.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { Removals } from '../../../common/work/removals.service.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import { authorizationEvent } from './authorization-events.js';
import { AuthorizationsRepository } from './authorizations.repository.js';

/** The kind of these removals: of a role, or of one or all roles of a grant. */
const REMOVED_SOURCE = 'roleSource';
/** Authorizations per unit of work, so that the single writer is free again within about 10 ms. */
const BATCH = 200;
/** Removed roles per unit of work: a role can be in very many grants. */
const SOURCES = 50;

@Injectable()
export class AuthorizationRemovals {
  constructor(
    private readonly repository: AuthorizationsRepository,
    private readonly events: EventLog,
    private readonly removals: Removals,
    private readonly clock: Clock,
  ) {
    removals.register(REMOVED_SOURCE, async (tx, { no, editor }) => (await this.removeBatch(tx, no, editor, BATCH)) === BATCH);
  }

  /** Removes the roles of these sources from all authorizations; the same unit has deleted the sources before. */
  async removeSources(tx: Transaction, sourceNos: readonly number[], editor: string): Promise<void> {
    let room = BATCH;
    const left: number[] = [];
    for (const [at, sourceNo] of sourceNos.entries()) {
      const removed = room > 0 && at < SOURCES ? await this.removeBatch(tx, sourceNo, editor, room) : undefined;
      if (removed === undefined || removed === room) left.push(sourceNo);
      room -= removed ?? 0;
    }
    if (left.length > 0) await this.removals.begin(tx, REMOVED_SOURCE, left, editor);
  }

  /** Ends authorizations of a project that is being removed, at most {@link BATCH}, as part of `tx`. @returns whether there may be more */
  async removeSomeOfProject(tx: Transaction, projectNo: number, editor: string): Promise<boolean> {
    const nos = await this.repository.nosOf(tx, 'project_no', projectNo, BATCH);
    const ended = await this.repository.findByNos(tx, nos);
    await this.repository.deleteAuthorizations(tx, nos);
    await this.events.appendAll(
      tx,
      ended.map((authorization) =>
        authorizationEvent('authorization.removed', { ...authorization, version: authorization.version + 1 }, editor),
      ),
    );
    return nos.length === BATCH;
  }

  /**
   * Deletes authorizations assigned by an organization that is being removed, at most {@link BATCH}, as part of `tx`.
   * @returns whether there may be more
   */
  async forgetSomeOfOrganization(tx: Transaction, orgNo: number): Promise<boolean> {
    const nos = await this.repository.nosOf(tx, 'org_no', orgNo, BATCH);
    await this.repository.deleteAuthorizations(tx, nos);
    return nos.length === BATCH;
  }

  /** An authorization without another role ends. @returns how many authorizations had the role, at most `limit` */
  private async removeBatch(tx: Transaction, sourceNo: number, editor: string, limit: number): Promise<number> {
    const nos = await this.repository.nosOfSource(tx, sourceNo, limit);
    if (nos.length === 0) return 0;
    await this.repository.raiseVersions(tx, nos, this.clock.nowUs());
    const authorizations = await this.repository.findByNos(tx, nos);
    await this.repository.deleteRolesOfSource(tx, sourceNo, nos);
    const ended = authorizations.filter(({ roleKeys }) => roleKeys.length === 0);
    await this.repository.deleteAuthorizations(
      tx,
      ended.map(({ no }) => no),
    );
    const event = (authorization: (typeof authorizations)[number]): NewEvent =>
      authorizationEvent(authorization.roleKeys.length === 0 ? 'authorization.removed' : 'authorization.changed', authorization, editor);
    await this.events.appendAll(tx, authorizations.map(event));
    return nos.length;
  }
}
