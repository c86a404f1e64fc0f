import { Injectable } from '@nestjs/common';
import {
  ORGANIZATION_ROLES,
  SERVICE_ROLES,
  type Membership,
  type OrganizationRole,
  type ServiceRole,
} from '../../common/access/permissions.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, DuplicateKeyError, type Query, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { EventLog, type NewEvent } from '../events/events.service.js';
import type { Organization } from '../organizations/organizations.service.js';
import { LastOwnerRule } from '../organizations/last-owner.service.js';
import { WHOLE_SERVICE } from '../organizations/owners.repository.js';
import { MembershipsRepository } from './memberships.repository.js';

/** What an event about a role in the whole service is about. */
const INSTANCE = 'instance';

/** A user with its roles in one scope. */
export interface Member {
  no: number;
  userId: string;
  roles: string[];
}

@Injectable()
export class Memberships {
  private readonly cache: ConfigCache<number, Membership[]>;

  constructor(
    private readonly repository: MembershipsRepository,
    private readonly database: Database,
    private readonly lastOwnerRule: LastOwnerRule,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
  ) {
    this.cache = new ConfigCache(config);
  }

  /** The roles of a user, from a cache that ends with the next change of the configuration. */
  rolesOf(userNo: number, configVersion?: number): Promise<Membership[]> {
    return this.cache.get(userNo, () => this.readRoles(this.database.query, userNo), configVersion);
  }

  /** The same past the cache: as part of a unit of work, or from the database itself. */
  async readRoles(query: Query, userNo: number): Promise<Membership[]> {
    return (await this.repository.listByUser(userNo, query)).map(({ role, orgId }) => ({ role, orgId }));
  }

  /** Those who hold a role in one organization, or (`undefined`) in the whole service: `limit` users after the one numbered `after`. */
  async list(organization: Organization | undefined, after: number, limit: number): Promise<Member[]> {
    const members = new Map<number, Member>();
    for (const { userNo, userId, role } of await this.repository.listByScope(organization?.no ?? WHOLE_SERVICE, after, limit)) {
      const member = members.get(userNo) ?? { no: userNo, userId, roles: [] };
      member.roles.push(role);
      members.set(userNo, member);
    }
    return [...members.values()];
  }

  /** The roles in the whole service that users of an organization hold. */
  async serviceRolesIn(organization: Organization): Promise<Membership[]> {
    return (await this.repository.serviceRolesIn(organization.no)).map((role) => ({ role, orgId: null }));
  }

  /** Gives a role in one organization. @throws DomainError `invalid`, `conflict` */
  async addToOrganization(
    tx: Transaction,
    organization: Organization,
    user: { no: number; id: string },
    role: OrganizationRole,
    editor: string,
  ): Promise<void> {
    if (!Object.hasOwn(ORGANIZATION_ROLES, role)) throw unknownRole(role, Object.keys(ORGANIZATION_ROLES));
    await this.insert(tx, user.no, organization.no, role);
    await this.append(tx, 'org.member.added', organization, { userId: user.id, role }, editor);
  }

  /** Gives a role for the whole service. `orgNo` is the organization of the user. @throws DomainError `invalid`, `conflict` */
  async addToService(tx: Transaction, orgNo: number, user: { no: number; id: string }, role: ServiceRole, editor: string): Promise<void> {
    if (!Object.hasOwn(SERVICE_ROLES, role)) throw unknownRole(role, Object.keys(SERVICE_ROLES));
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

  /** Removes a role in the whole service. `orgNo` is the organization of the user. @throws DomainError `notFound`, or `precondition` for the last owner */
  async removeFromService(orgNo: number, user: { no: number; id: string }, role: string, editor: string): Promise<void> {
    await this.database.write('remove member', async (tx) => {
      await this.delete(tx, user.no, WHOLE_SERVICE, role);
      await this.append(tx, 'instance.member.removed', { no: orgNo, id: INSTANCE }, { userId: user.id, role }, editor);
    });
  }

  /** Removes every role of a user who is being removed, with an event for each, as part of `tx`. `orgNo` is the organization of the user. */
  async removeAll(tx: Transaction, { no, id, orgNo }: { no: number; id: string; orgNo: number }, editor: string): Promise<void> {
    const held = await this.repository.listByUser(no, tx);
    if (held.length === 0) return;
    await this.config.raise(tx);
    await this.repository.deleteByUser(tx, no);
    for (const { role, scopeNo, orgId } of held) {
      const what = { userId: id, role };
      if (orgId === null) await this.append(tx, 'instance.member.removed', { no: orgNo, id: INSTANCE }, what, editor);
      else await this.append(tx, 'org.member.removed', { no: scopeNo, id: orgId }, what, editor);
    }
  }

  /** @param scope what the role counts in, and whose event it is */
  private append(
    tx: Transaction,
    type: NewEvent['type'],
    scope: { no: number; id: string },
    payload: { userId: string; role: string },
    editor: string,
  ): Promise<void> {
    return this.events.append(tx, { type, orgNo: scope.no, aggregate: { id: scope.id, sequence: 1 }, editor, payload });
  }

  private async delete(tx: Transaction, userNo: number, scopeNo: number, role: string): Promise<void> {
    // For every role: without it, processes go on with the roles they have cached (ADR 0007).
    await this.config.raise(tx);
    await this.lastOwnerRule.guard(tx, userNo, async () => {
      if (!(await this.repository.delete(tx, userNo, scopeNo, role)))
        throw new DomainError('notFound', 'membership.notFound', 'The user does not have this role.');
    });
  }

  private async insert(tx: Transaction, userNo: number, scopeNo: number, role: string): Promise<void> {
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

function unknownRole(role: string, known: string[]): DomainError {
  return new DomainError('invalid', 'membership.role', `"${role}" is not a role here; known roles are ${known.join(', ')}.`, 'role');
}
