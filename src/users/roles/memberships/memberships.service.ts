import { Injectable } from '@nestjs/common';
import {
  coversRoles,
  ORGANIZATION_ROLES,
  SERVICE_ROLES,
  type Membership,
  type OrganizationRole,
  type ServiceRole,
} from '../../../common/access/permissions.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { LastOwnerRule } from '../../organizations/last-owner.service.js';
import { WHOLE_SERVICE } from '../../organizations/owners.repository.js';
import { GroupRolesRepository } from './group-roles.repository.js';
import { MembershipsRepository, type OwnRoles } from './memberships.repository.js';
import { listAfter, type Listed, type ListFacts, type ListQuery } from '../../../common/primitives/list-query.js';

/** The aggregate of events about roles in the whole service. */
const INSTANCE = 'instance';

/** A user with its roles in one scope. */
export interface Member {
  no: number;
  userId: string;
  roles: string[];
}

@Injectable()
export class Memberships {
  private readonly own: ConfigCache<number, OwnRoles>;
  private readonly ofService: ConfigCache<'holders', ReadonlySet<number>>;

  constructor(
    private readonly repository: MembershipsRepository,
    private readonly groupRoles: GroupRolesRepository,
    private readonly database: Database,
    private readonly lastOwnerRule: LastOwnerRule,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
  ) {
    this.own = new ConfigCache(config);
    this.ofService = new ConfigCache(config);
  }

  /**
   * The roles of a user: its own, and those of its groups. Own roles come from a cache that ends with the next change of the configuration. Roles
   * through groups are read each time, in organizations whose groups have roles: a user who leaves a group loses its roles with the next request,
   * although membership changes do not change the configuration.
   */
  async rolesOf(userNo: number, configVersion?: number): Promise<Membership[]> {
    const own = await this.own.get(userNo, () => this.repository.ownRoles(userNo), configVersion);
    return this.withGroups(this.database.query, userNo, own);
  }

  /** The same without the cache: as part of a unit of work, or directly from the database. */
  async readRoles(query: Query, userNo: number): Promise<Membership[]> {
    return this.withGroups(query, userNo, await this.repository.ownRoles(userNo, query));
  }

  /**
   * Whether the giver of a credential has every permission that its user has now; the user may have got roles since.
   * @param giverNo undefined: unknown, and treated as without permissions
   */
  async coversUser(query: Query, giverNo: number | undefined, userNo: number): Promise<boolean> {
    const roles = await this.readRoles(query, userNo);
    return roles.length === 0 || coversRoles(giverNo === undefined ? [] : await this.readRoles(query, giverNo), roles);
  }

  /** The names of the own roles of many users, by user. Roles by groups are left out. */
  async ownRoleNames(userNos: readonly number[]): Promise<Map<number, string[]>> {
    const names = new Map<number, string[]>();
    for (const { userNo, membership } of await this.repository.rolesOfUsers(userNos))
      names.set(userNo, [...(names.get(userNo) ?? []), membership.role]);
    return names;
  }

  /** Whether a user has a role in the whole service. One statement for all users after each change of the configuration. */
  async holdsServiceRole(userNo: number, configVersion: number): Promise<boolean> {
    return (await this.ofService.get('holders', () => this.repository.serviceRoleHolders(), configVersion)).has(userNo);
  }

  private async withGroups(query: Query, userNo: number, { roles, groupsOrgNo }: OwnRoles): Promise<Membership[]> {
    const more = groupsOrgNo === undefined ? [] : await this.groupRoles.rolesOfMember(groupsOrgNo, userNo, query);
    return [...roles, ...more].map(({ membership }) => membership);
  }

  /** The members of one organization, or (`undefined`) of the whole service: users with a role there. `query` pages by user number. */
  list(organization: Organization | undefined, query: ListQuery): Promise<Listed<Member>> {
    return membersOf(this.repository, organization?.no ?? WHOLE_SERVICE, query);
  }

  /** The roles in the whole service that users of an organization have, by user. */
  async serviceRolesIn(organization: Organization, query?: Query): Promise<Map<number, Membership[]>> {
    const held = new Map<number, Membership[]>();
    for (const { userNo, role } of await this.repository.serviceRolesIn(organization.no, query))
      held.set(userNo, [...(held.get(userNo) ?? []), { role, orgId: null }]);
    return held;
  }

  /** Assigns a role in one organization. @throws DomainError `invalid`, `conflict` */
  async addToOrganization(
    tx: Transaction,
    organization: Organization,
    user: { no: number; id: string },
    role: OrganizationRole,
    editor: string,
  ): Promise<void> {
    await this.insert(tx, user.no, organization.no, role);
    await this.append(tx, 'org.member.added', organization, { userId: user.id, role }, editor);
  }

  /** Assigns a role in the whole service. `orgNo` is the organization of the user. @throws DomainError `invalid`, `conflict` */
  async addToService(tx: Transaction, orgNo: number, user: { no: number; id: string }, role: ServiceRole, editor: string): Promise<void> {
    await this.insert(tx, user.no, WHOLE_SERVICE, role);
    await this.append(tx, 'instance.member.added', { no: orgNo, id: INSTANCE }, { userId: user.id, role }, editor);
  }

  /** Removes a role in one organization, effective with the next request. @throws DomainError `notFound`, or `precondition` for the last owner */
  async removeFromOrganization(organization: Organization, user: { no: number; id: string }, role: string, editor: string): Promise<void> {
    await this.database.write('remove member', async (tx) => {
      await this.delete(tx, user.no, organization.no, role);
      await this.append(tx, 'org.member.removed', organization, { userId: user.id, role }, editor);
    });
  }

  /**
   * Removes a role in the whole service. `orgNo` is the organization of the user.
   * @throws DomainError `notFound`, or `precondition` for the last owner
   */
  async removeFromService(orgNo: number, user: { no: number; id: string }, role: string, editor: string): Promise<void> {
    await this.database.write('remove member', async (tx) => {
      await this.delete(tx, user.no, WHOLE_SERVICE, role);
      await this.append(tx, 'instance.member.removed', { no: orgNo, id: INSTANCE }, { userId: user.id, role }, editor);
    });
  }

  /** Removes every role of a user who is being removed, with an event for each, as part of `tx`. `orgNo` is the organization of the user. */
  async removeAll(tx: Transaction, { no, id, orgNo }: { no: number; id: string; orgNo: number }, editor: string): Promise<void> {
    const { roles } = await this.repository.ownRoles(no, tx);
    if (roles.length === 0) return;
    await this.config.raise(tx);
    await this.repository.deleteByUser(tx, no);
    for (const { membership, projectId, ...scope } of roles) {
      const { role, orgId, grantId } = membership;
      const what = { userId: id, role };
      if (orgId === null) await this.append(tx, 'instance.member.removed', { no: orgNo, id: INSTANCE }, what, editor);
      else if (projectId === undefined) await this.append(tx, 'org.member.removed', { no: scope.orgNo, id: orgId }, what, editor);
      else {
        const payload = { ...what, ...(grantId !== undefined && { grantId }) };
        await this.append(tx, 'project.member.removed', { no: scope.orgNo, id: projectId }, payload, editor);
      }
    }
  }

  /** @param scope the scope of the role, which is the aggregate of the event */
  private append(
    tx: Transaction,
    type: NewEvent['type'],
    scope: { no: number; id: string },
    payload: { userId: string; role: string; grantId?: string },
    editor: string,
  ): Promise<void> {
    const aggregate = { id: scope.id, sequence: 1 };
    // The history of the user says who gave the role, and who took it.
    return this.events.append(tx, { type, orgNo: scope.no, aggregate, subjectId: payload.userId, editor, payload });
  }

  private async delete(tx: Transaction, userNo: number, scopeNo: number, role: string): Promise<void> {
    // Before the configuration, as everywhere: the rule about the last owner locks the user's row as well.
    await this.repository.lockUser(tx, userNo);
    // For every role: otherwise processes continue with cached roles (ADR 0007).
    await this.config.raise(tx);
    await this.lastOwnerRule.guardLastOwner(tx, userNo, async () => {
      if (!(await this.repository.delete(tx, userNo, scopeNo, role)))
        throw new DomainError('notFound', 'membership.notFound', 'The user does not have this role.');
    });
  }

  private async insert(tx: Transaction, userNo: number, scopeNo: number, role: string): Promise<void> {
    const known = scopeNo === WHOLE_SERVICE ? SERVICE_ROLES : ORGANIZATION_ROLES;
    if (!Object.hasOwn(known, role)) throw unknownRole(role, Object.keys(known));
    if (!(await this.repository.lockUser(tx, userNo))) throw new DomainError('notFound', 'user.notFound', 'This user does not exist.');
    try {
      await this.config.raise(tx);
      await this.repository.insert(tx, userNo, scopeNo, role);
    } catch (error) {
      if (error instanceof DuplicateKeyError)
        throw new DomainError('conflict', 'membership.exists', 'The user already has this role.', 'role');
      throw error;
    }
  }
}

/** The filters of a list of members. @param roles that exist in its scope */
export function memberList(roles: object) {
  return {
    sorts: {},
    filters: { role: { kind: 'is', words: Object.keys(roles), description: 'only users who have this role' } },
  } as const satisfies ListFacts;
}

/** Users with roles in a scope, each with all of them. */
export function membersOf(repository: MembershipsRepository, scopeNo: number, query: ListQuery): Promise<Listed<Member>> {
  const role = query.filters['role'] === undefined ? undefined : String(query.filters['role']);
  const read = async (after: number, limit: number) => memberPage(await repository.listByScope(scopeNo, role, after, limit));
  return listAfter(
    query,
    read,
    ({ no }) => no,
    () => repository.countByScope(scopeNo, role),
  );
}

/** Users with their roles, in the order of the rows. */
function memberPage(rows: ReadonlyArray<{ userNo: number; userId: string; role: string }>): Member[] {
  const members = new Map<number, Member>();
  for (const { userNo, userId, role } of rows) {
    const member = members.get(userNo) ?? { no: userNo, userId, roles: [] };
    member.roles.push(role);
    members.set(userNo, member);
  }
  return [...members.values()];
}

export function unknownRole(role: string, known: string[]): DomainError {
  return new DomainError('invalid', 'membership.role', `"${role}" is not a role here; known roles are ${known.join(', ')}.`, 'role');
}
