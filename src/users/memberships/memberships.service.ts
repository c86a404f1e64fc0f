import { Injectable } from '@nestjs/common';
import {
  ORGANIZATION_ROLES,
  SERVICE_ROLES,
  type Membership,
  type OrganizationRole,
  type ServiceRole,
} from '../../common/access/permissions.js';
import { ConfigCache, ConfigVersion } from '../../common/config-version.js';
import { Database, DuplicateKeyError, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { EventLog } from '../events/events.service.js';
import type { Organization } from '../organizations/organizations.service.js';

/** `memberships.scope_no` of a role that counts in the whole service. */
const WHOLE_SERVICE = 0;

@Injectable()
export class Memberships {
  private readonly cache: ConfigCache<number, Membership[]>;

  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
  ) {
    this.cache = new ConfigCache(config);
  }

  /** The roles of a user, as they are now. */
  of(userNo: number): Promise<Membership[]> {
    return this.cache.get(userNo, () => this.read(userNo));
  }

  private async read(userNo: number): Promise<Membership[]> {
    const rows = await this.database.query.rows<{ role: string; scope_no: number; org_id: string | null }>(
      'SELECT m.role, m.scope_no, o.id AS org_id FROM memberships m LEFT JOIN organizations o ON o.no = m.scope_no WHERE m.user_no = ?',
      [userNo],
    );
    return rows
      .filter(({ scope_no, org_id }) => scope_no === WHOLE_SERVICE || org_id !== null)
      .map(({ role, org_id }) => ({ role, orgId: org_id }));
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
    const event = { orgNo: organization.no, aggregate: { id: organization.id, sequence: 1 }, editor, payload: { userId: user.id, role } };
    await this.events.append(tx, { type: 'org.member.added', ...event });
  }

  /** Gives a role for the whole service. `orgNo` is the organization of the user. @throws DomainError `invalid`, `conflict` */
  async addToService(tx: Transaction, orgNo: number, user: { no: number; id: string }, role: ServiceRole, editor: string): Promise<void> {
    if (!Object.hasOwn(SERVICE_ROLES, role)) throw unknownRole(role, Object.keys(SERVICE_ROLES));
    await this.insert(tx, user.no, WHOLE_SERVICE, role);
    await this.events.append(tx, {
      type: 'instance.member.added',
      orgNo,
      aggregate: { id: 'instance', sequence: 1 },
      editor,
      payload: { userId: user.id, role },
    });
  }

  private async insert(tx: Transaction, userNo: number, scopeNo: number, role: string): Promise<void> {
    try {
      await this.config.raise(tx);
      await tx.run('INSERT INTO memberships (user_no, scope_no, role) VALUES (?, ?, ?)', [userNo, scopeNo, role]);
    } catch (error) {
      if (error instanceof DuplicateKeyError)
        throw new DomainError('conflict', 'membership.exists', 'The user has this role already.', 'role');
      throw error;
    }
  }
}

function unknownRole(role: string, known: string[]): DomainError {
  return new DomainError('invalid', 'membership.role', `"${role}" is no role here; known are ${known.join(', ')}.`, 'role');
}
