// Groups: adds, changes and removes them with their members, each change in its own unit of work.
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../common/access/principal.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { newId } from '../../../common/primitives/ids.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import { PrivilegeCheck } from '../../roles/memberships/privilege-check.service.js';
import { SHARED_DOMAIN } from '../../../common/identifiers/external-id.js';
import { idStates } from '../../../common/identifiers/ids.repository.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { asGroupConflict, idTaken, normalizeGroup, unknownGroup, type Group, type GroupValues } from './group.js';
import { GroupMembers, type MembersChange } from './group-members.service.js';
import { GroupRelations } from './group-relations.service.js';
import { GroupsRepository } from './groups.repository.js';

/** The terms on which a caller changes groups; an absent member means the default. */
export interface GroupTerms {
  /** The provisioning domain whose external ids are read and written. */
  domainNo?: number;
  /** Chosen by the caller and checked. */
  id?: string;
}

const NO_CHANGE: MembersChange = { replaces: false, put: [], dropped: [] };

@Injectable()
export class Groups {
  private readonly inUse: ConfigCache<number, boolean>;

  constructor(
    private readonly repository: GroupsRepository,
    private readonly members: GroupMembers,
    private readonly ties: GroupRelations,
    private readonly privileges: PrivilegeCheck,
    private readonly events: EventLog,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.inUse = new ConfigCache(config);
  }

  /** @throws DomainError `notFound` */
  async requireGroup({ no }: Organization, id: string, { domainNo = SHARED_DOMAIN }: GroupTerms = {}): Promise<Group> {
    return (await this.repository.findGroup(no, id, domainNo)) ?? refuseUnknown();
  }

  /** Whether an organization may have groups; if it never had one, memberships need not be read. From a cache. */
  mayHaveGroups({ no }: Pick<Organization, 'no'>, configVersion?: number): Promise<boolean> {
    return this.inUse.get(no, () => this.repository.hasHadGroups(no), configVersion);
  }

  /** Adds a group with its members, all or nothing. @throws DomainError `invalid`, `conflict` when the name or the id is taken */
  async create(
    organization: Organization,
    values: GroupValues,
    members: MembersChange | undefined,
    caller: Principal,
    { domainNo = SHARED_DOMAIN, id }: GroupTerms = {},
  ): Promise<Group> {
    const proper = normalizeGroup(values);
    return this.database
      .write('create group', async (tx) => {
        const now = this.clock.nowUs();
        const group: Group = {
          ...proper,
          no: tx.nextNumber(),
          id: id ?? newId(),
          orgNo: organization.no,
          version: 1,
          createdUs: now,
          modifiedUs: now,
        };
        if (id !== undefined) await assertFree(tx, id);
        // The first group invalidates caches that say the organization has none.
        if (await this.repository.markFirstGroup(tx, organization.no)) await this.config.raise(tx);
        await this.repository.insertAll(tx, [group], domainNo, id === undefined ? [] : [id]);
        const changes = members ? await this.members.change(tx, group, members, undefined) : [];
        await this.events.appendAll(tx, [
          groupEvent(group, caller.userId, 'group.added', { displayName: group.displayName }),
          ...this.members.eventsOf(group, changes, caller.userId),
        ]);
        return group;
      })
      .catch(refuseTaken);
  }

  /**
   * Changes a group and its members under its row lock, so that concurrent changes are serialized. Without a change there is no event and no new
   * version.
   * @param change a pure function, which may run more than once and may throw to refuse
   * @throws DomainError `notFound`, `invalid`, `conflict`, `forbidden`
   */
  async update(
    organization: Organization,
    id: string,
    change: (current: Group) => GroupValues,
    members: MembersChange | undefined,
    caller: Principal,
    { domainNo = SHARED_DOMAIN }: GroupTerms = {},
  ): Promise<Group> {
    return this.database
      .write('update group', async (tx) => {
        const before = (await this.repository.findGroup(organization.no, id, domainNo, tx, tx.forUpdate)) ?? refuseUnknown();
        const values = normalizeGroup(change(before));
        const memberships = await this.members.change(tx, before, members ?? NO_CHANGE, caller);
        const isRenamed = before.displayName !== values.displayName;
        const isChanged = isRenamed || before.externalId !== values.externalId;
        if (!isChanged && memberships.length === 0) return before;
        // Clients find a group by its name or external id. If these were swapped with another group's, members would be added to the wrong group.
        if (isChanged) await this.privileges.assertCoversGroups(tx, caller, before.orgNo, [before.no]);
        const after: Group = { ...bare(before), ...values, version: before.version + 1, modifiedUs: this.clock.nowUs() };
        await this.repository.update(tx, before, after, domainNo);
        await this.events.appendAll(tx, [
          ...(isChanged ? [groupEvent(after, caller.userId, 'group.changed', isRenamed ? { displayName: after.displayName } : {})] : []),
          ...this.members.eventsOf(after, memberships, caller.userId),
        ]);
        return after;
      })
      .catch(refuseTaken);
  }

  /**
   * Removes a group, its memberships and its roles. Its members lose it at once, regardless of their number.
   * @param permit runs in the same unit of work and may throw to refuse
   * @throws DomainError `notFound`, `forbidden`
   */
  async remove(
    organization: Organization,
    id: string,
    caller: Principal,
    permit: (current: Group) => void = () => undefined,
  ): Promise<void> {
    await this.database.write('remove group', async (tx) => {
      const group = (await this.repository.findGroup(organization.no, id, SHARED_DOMAIN, tx, tx.forUpdate)) ?? refuseUnknown();
      permit(group);
      await this.privileges.assertCoversGroups(tx, caller, group.orgNo, [group.no]);
      await this.members.removeEverywhere(tx, { ...group, kind: 'group' }, caller.userId);
      await this.ties.removeAll(tx, group, caller.userId);
      await this.repository.remove(tx, group);
      await this.events.append(tx, groupEvent({ ...group, version: group.version + 1 }, caller.userId, 'group.removed', nameOf(group)));
    });
  }
}

function nameOf({ displayName }: Group): { displayName: string } {
  return { displayName };
}

/** Without an external id, because an absent one must clear the old one. */
function bare({ externalId: _, ...group }: Group): Omit<Group, 'externalId'> {
  return group;
}

/** An event of a group itself. */
export function groupEvent(group: Group, editor: string, type: NewEvent['type'], payload: Record<string, unknown>): NewEvent {
  return { type, orgNo: group.orgNo, aggregate: { id: group.id, sequence: group.version }, editor, payload };
}

async function assertFree(tx: Transaction, id: string): Promise<void> {
  const { taken, used } = await idStates(tx, [id]);
  if (taken.size + used.size > 0) throw idTaken();
}

function refuseUnknown(): never {
  throw unknownGroup();
}

function refuseTaken(error: unknown): never {
  throw asGroupConflict(error);
}
