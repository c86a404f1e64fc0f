// Authorizations: assigns roles of a project to people, service users and groups.
import { Injectable } from '@nestjs/common';
import { judgeService } from '../../../common/access/permissions.js';
import type { Principal } from '../../../common/access/principal.js';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { newId } from '../../../common/primitives/ids.js';
import { EventLog } from '../../events/events.service.js';
import { raiseGroupsVersion } from '../group-graph/group-graph.repository.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { authorizationEvent } from './authorization-events.js';
import { AuthorizationsRepository, type Authorization, type GivenBy } from './authorizations.repository.js';
import { HoldersRepository, type AnyHolder } from './holders.repository.js';
import type { ProjectGrant } from './project-grants.repository.js';
import type { ProjectRef } from './project-roles.repository.js';
import { unknownRole } from './unknown-role.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import type { Precondition } from '../../../common/database/precondition.js';

export { GIVEN_LIST, TARGET_LIST as PLACE_LIST } from './authorizations.repository.js';
export type { Authorization } from './authorizations.repository.js';

/** Where roles of a project are assigned: in its own organization (`grantNo` 0), or through a grant in the organization that has it. */
export interface AuthorizationTarget {
  projectNo: number;
  projectId: string;
  grantNo: number;
  grantId?: string;
  orgNo: number;
}

export function targetOfProject({ no, id, orgNo }: ProjectRef): AuthorizationTarget {
  return { projectNo: no, projectId: id, grantNo: 0, orgNo };
}

export function targetOfGrant({ no, id, project, grantedOrgNo }: ProjectGrant): AuthorizationTarget {
  return { projectNo: project.no, projectId: project.id, grantNo: no, grantId: id, orgNo: grantedOrgNo };
}

@Injectable()
export class Authorizations {
  constructor(
    private readonly repository: AuthorizationsRepository,
    private readonly holders: HoldersRepository,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /** The authorizations that were assigned there. */
  listAtPlace({ orgNo, projectNo, grantNo }: AuthorizationTarget, query: ListQuery): Promise<Listed<Authorization>> {
    return this.list({ orgNo, target: { projectNo, grantNo } }, query);
  }

  /** The authorizations that an organization assigned. */
  listByOrganization({ no }: Organization, query: ListQuery): Promise<Listed<Authorization>> {
    return this.list({ orgNo: no }, query);
  }

  /** Empty for an unknown owner. */
  private async list(given: GivenBy, query: ListQuery): Promise<Listed<Authorization>> {
    const { holderId, ...filters } = query.filters;
    if (holderId === undefined) return this.repository.listAuthorizations(given, query);
    const holder = await this.holders.findHolder(String(holderId));
    if (!holder) return { entries: [], ...(query.total && { total: 0 }) };
    return this.repository.listAuthorizations(given, { ...query, filters: { ...filters, holderId: holder.no } });
  }

  /** @throws DomainError `notFound` */
  async requireAuthorization(target: AuthorizationTarget, id: string, tx?: Transaction): Promise<Authorization> {
    const found = await this.repository.findAuthorization(target, id, tx);
    if (found) return found;
    throw new DomainError('notFound', 'authorization.notFound', 'This authorization does not exist here.');
  }

  /**
   * Assigns roles to a person, a service user or a group of the assigning organization. Only administrators of the whole service can see, and so
   * authorize, users of other organizations.
   * @throws DomainError `notFound` (owner), `invalid` for a role that cannot be assigned here, `conflict` if the owner has roles from here already
   */
  addAuthorization(target: AuthorizationTarget, holderId: string, roleKeys: readonly string[], caller: Principal): Promise<Authorization> {
    return this.database.write('add authorization', async (tx) => {
      const holder = await this.lockHolder(tx, target, holderId, caller);
      // For the first authorization of a project, and for service users. Before the role locks, in the same order as the removal of a role.
      if ((await this.repository.markAuthorized(tx, target.projectNo)) || holder.kind === 'service') await this.config.raise(tx);
      const keys = checkedKeys(roleKeys);
      const sources = await this.sourcesOf(tx, target, keys);
      const now = this.clock.nowUs();
      const { grantId, ...rest } = target;
      const authorization: Authorization = {
        ...rest,
        ...(grantId !== undefined && { grantId }),
        no: tx.nextNumber(),
        id: newId(),
        holder: { no: holder.no, id: holder.id, kind: holder.kind },
        roleKeys: keys,
        version: 1,
        createdUs: now,
        modifiedUs: now,
      };
      await this.repository.insertAuthorization(tx, authorization).catch((error: unknown) => {
        if (!(error instanceof DuplicateKeyError)) throw error;
        throw new DomainError('conflict', 'authorization.exists', 'The holder already has roles of this project; change them.', 'holderId');
      });
      await this.repository.insertRoles(tx, authorization.no, sources);
      await this.noteChange(tx, authorization);
      await this.events.append(tx, authorizationEvent('authorization.added', authorization, caller.userId));
      return authorization;
    });
  }

  /** Replaces the roles. @throws DomainError `notFound`, `invalid`, `changed` if `expected` throws it */
  setRoles(
    target: AuthorizationTarget,
    id: string,
    roleKeys: readonly string[],
    caller: Principal,
    expected?: Precondition<Authorization>,
  ): Promise<Authorization> {
    return this.database.write('change authorization', async (tx) => {
      const known = await this.requireAuthorization(target, id, tx);
      await expected?.(known, tx);
      const keys = checkedKeys(roleKeys);
      if (known.roleKeys.join(' ') === keys.join(' ')) return known;
      await this.raiseFor(tx, known);
      const sources = await this.sourcesOf(tx, target, keys);
      // Raising the version locks the row; its current state is read under the lock.
      await this.repository.raiseVersions(tx, [known.no], this.clock.nowUs());
      const before = await this.requireAuthorization(target, id, tx);
      if (before.version !== known.version + 1) await expected?.(before, tx);
      const after = { ...before, roleKeys: keys };
      await this.repository.deleteRoles(tx, [after.no]);
      await this.repository.insertRoles(tx, after.no, sources);
      await this.noteChange(tx, after);
      await this.events.append(tx, authorizationEvent('authorization.changed', after, caller.userId));
      return after;
    });
  }

  /** Removes all its roles, effective with the next check. @throws DomainError `notFound` */
  async removeAuthorization(
    target: AuthorizationTarget,
    id: string,
    editor: string,
    expected?: Precondition<Authorization>,
  ): Promise<void> {
    await this.database.write('remove authorization', async (tx) => {
      const known = await this.requireAuthorization(target, id, tx);
      await expected?.(known, tx);
      const { no } = known;
      await this.raiseFor(tx, known);
      await this.repository.raiseVersions(tx, [no], this.clock.nowUs());
      const before = await this.requireAuthorization(target, id, tx);
      if (before.version !== known.version + 1) await expected?.(before, tx);
      await this.repository.deleteAuthorizations(tx, [no]);
      await this.noteChange(tx, before);
      await this.events.append(tx, authorizationEvent('authorization.removed', before, editor));
    });
  }

  /**
   * Removes all authorizations of a user or group that is being removed, with an event for each, as part of `tx`. Call it before the owner's row is
   * deleted. The removal of a service user raises the config version itself.
   */
  async removeOfHolder(tx: Transaction, holderNo: number, editor: string): Promise<void> {
    const held = await this.repository.findByHolder(tx, holderNo);
    await this.repository.deleteAuthorizations(
      tx,
      held.map(({ no }) => no),
    );
    if (held[0]) await this.noteChange(tx, held[0]);
    const ended = held.map((authorization) => ({ ...authorization, version: authorization.version + 1 }));
    await this.events.appendAll(
      tx,
      ended.map((authorization) => authorizationEvent('authorization.removed', authorization, editor)),
    );
  }

  /** The roles of a service user are cached by the config version. Call it before rows of authorizations and roles are locked. */
  private async raiseFor(tx: Transaction, { holder }: Pick<Authorization, 'holder'>): Promise<void> {
    if (holder.kind === 'service') await this.config.raise(tx);
  }

  /** The roles of a group are cached by the version of its organization's groups. A group has only roles that its own organization assigned. */
  private async noteChange(tx: Transaction, { holder, orgNo }: Authorization): Promise<void> {
    if (holder.kind === 'group') await raiseGroupsVersion(tx, orgNo);
  }

  private async lockHolder(tx: Transaction, { orgNo }: AuthorizationTarget, holderId: string, caller: Principal): Promise<AnyHolder> {
    const holder = await this.holders.lockHolder(tx, holderId);
    const isVisible =
      holder &&
      (holder.orgNo === orgNo || (holder.kind !== 'group' && judgeService(caller.memberships, 'authorization.write') === 'allowed'));
    if (isVisible) return holder;
    throw new DomainError(
      'notFound',
      'authorization.holderNotFound',
      'There is no person, service user or group with this id.',
      'holderId',
    );
  }

  /** @throws DomainError `invalid` */
  private async sourcesOf(tx: Transaction, target: AuthorizationTarget, keys: readonly string[]): Promise<number[]> {
    const sources = await this.repository.lockSources(tx, target, keys);
    return keys.map((key) => {
      const source = sources.get(key);
      if (source === undefined) throw unknownRole(key);
      return source;
    });
  }
}

/** Sorted, without duplicates. @throws DomainError `invalid` for an empty list */
function checkedKeys(roleKeys: readonly string[]): string[] {
  if (roleKeys.length > 0) return [...new Set(roleKeys)].toSorted();
  throw new DomainError('invalid', 'authorization.noRoles', 'An authorization has at least one role; remove it instead.', 'roleKeys');
}
