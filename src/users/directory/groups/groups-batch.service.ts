// Adds or changes many groups of one organization in one unit of work, with many rows per statement. A refused group does not affect the others.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { newId } from '../../../common/primitives/ids.js';
import { EventLog, type NewEvent } from '../../events/events.service.js';
import { assertClientSuppliedId } from '../../../common/identifiers/client-supplied-id.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import { SHARED_DOMAIN } from '../../../common/identifiers/external-id.js';
import { idStates } from '../../../common/identifiers/ids.repository.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { idTaken, nameTaken, normalizeGroup, type Group, type GroupValues } from './group.js';
import { GroupsBatchRepository } from './groups-batch.repository.js';
import { groupEvent } from './groups.service.js';
import { GroupsRepository } from './groups.repository.js';
import {
  MemberNames,
  type ChosenMembers,
  type FoundMembers,
  type MemberName,
  type MemberReference,
  type MemberRefusal,
  type PlannedMembers,
} from './member-names.service.js';
import { MembershipsBatch, type GroupBatchRules, type MembersTarget } from './memberships-batch.service.js';

/** The requested state of a group after a batch. */
export interface GroupEntry {
  /** Absent: a new id, or that of the existing group with this displayName, which is then changed. */
  id?: string;
  values: GroupValues;
  /** Only people: a group may follow later in the same import. */
  members: readonly MemberReference[];
}

export interface CheckedGroup extends GroupEntry {
  nameKey: string;
}

/** The result of an entry. `members`: how many were added. */
export type GroupOutcome =
  | { id: string; done: 'added' | 'changed' | 'unchanged'; members: number; refused: MemberRefusal[] }
  | { fault: DomainError };

/** Whether an entry adds a group, changes the one with this number, or is refused. */
type EntryPlan = { added: Group } | { changes: number } | { fault: DomainError };

@Injectable()
export class GroupsBatch {
  constructor(
    private readonly repository: GroupsBatchRepository,
    private readonly groups: GroupsRepository,
    private readonly memberNames: MemberNames,
    private readonly memberships: MembershipsBatch,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError `invalid` */
  checkGroup(entry: GroupEntry): CheckedGroup {
    if (entry.id !== undefined) assertClientSuppliedId(entry.id, 'groupId');
    const values = normalizeGroup(entry.values);
    return { ...entry, values, nameKey: foldKey(values.displayName) };
  }

  /**
   * Adds the groups (or changes them, if the rules allow it) with their members and events as part of `tx`. An existing group gets only the values of
   * the entry; no member is removed. The people are not locked, because concurrent units would often wait for each other. A person who is removed
   * concurrently may leave a member row, which every list ignores (ADR 0025).
   * @returns one outcome for each entry, in order
   * @throws DuplicateKeyError when a concurrent unit took an id or a name: undo the unit and try again
   */
  async addGroups(
    tx: Transaction,
    organization: Organization,
    entries: readonly CheckedGroup[],
    rules: GroupBatchRules,
  ): Promise<GroupOutcome[]> {
    const names = entries.flatMap((entry) => [...ownNames(entry), ...entry.members]);
    const found = await this.memberNames.findMembers(tx, organization, names, rules.planned);
    const plans = await this.placesOf(tx, organization, entries, found, rules);
    const chosen = entries.map(({ members }) => found.choose(members));
    const changed = await this.changeGroups(tx, organization.no, entries, plans, chosen, rules);
    const added = plans.flatMap((plan) => ('added' in plan ? plan.added : []));
    if (rules.planned) await addPlanned(tx, organization, added, rules.planned);
    else {
      const chosenIds = plans.flatMap((plan, index) => ('added' in plan && entries[index]?.id !== undefined ? plan.added.id : []));
      await this.insertGroups(tx, organization.no, added, chosenIds, rules.caller.userId);
    }
    const targets = plans.flatMap((plan, index): MembersTarget[] => {
      const members = (chosen[index] as ChosenMembers).members.map(({ member }) => member);
      if ('added' in plan) return [{ group: plan.added, members, isNew: true, isWritten: true }];
      const change = changed.get(index);
      return change && 'group' in change ? [{ group: change.group, members, isNew: false, isWritten: change.isWritten }] : [];
    });
    const counts = rules.planned
      ? new Map<number, number>()
      : await this.memberships.putMembers(tx, organization.no, targets, rules.caller.userId);
    return plans.map((plan, index): GroupOutcome => {
      if ('fault' in plan) return plan;
      const { refused } = chosen[index] as ChosenMembers;
      if ('added' in plan) return { id: plan.added.id, done: 'added', members: counts.get(plan.added.no) ?? 0, refused };
      const change = changed.get(index) as Change;
      if ('fault' in change) return change;
      const members = counts.get(change.group.no) ?? 0;
      return { id: change.group.id, done: change.isWritten || members > 0 ? 'changed' : 'unchanged', members, refused };
    });
  }

  private async placesOf(
    tx: Transaction,
    { no: orgNo }: Organization,
    entries: readonly CheckedGroup[],
    found: FoundMembers,
    { changesExisting }: GroupBatchRules,
  ): Promise<EntryPlan[]> {
    const { taken, used } = await idStates(
      tx,
      entries.flatMap(({ id }) => id ?? []),
    );
    const now = this.clock.nowUs();
    const met = new Set<string>();
    return entries.map((entry): EntryPlan => {
      const { id, values, nameKey } = entry;
      const own = [`name:${nameKey}`, ...(id === undefined ? [] : [`id:${id}`])];
      const holder = found.find({ by: 'groupDisplayName', value: values.displayName });
      const present = id === undefined ? holder : found.find({ by: 'groupId', value: id });
      if (own.some((name) => met.has(name)) || holder?.planned || present?.planned) return { fault: GROUP_TWICE };
      if (holder && holder.no !== present?.no) return { fault: nameTaken() };
      if (present && !changesExisting) return { fault: id === undefined ? nameTaken() : idTaken() };
      if (!present && id !== undefined && (taken.has(id) || used.has(id))) return { fault: idTaken() };
      for (const name of own) met.add(name);
      if (present) return { changes: present.no };
      const group = { ...values, no: tx.nextNumber(), id: id ?? newId(), orgNo, version: 1, createdUs: now, modifiedUs: now };
      return { added: group };
    });
  }

  /** Changes existing groups under their row locks. @returns the results, by the index of the entry */
  private async changeGroups(
    tx: Transaction,
    orgNo: number,
    entries: readonly CheckedGroup[],
    plans: readonly EntryPlan[],
    chosen: readonly ChosenMembers[],
    { caller, planned }: GroupBatchRules,
  ): Promise<Map<number, Change>> {
    const changes = new Map<number, Change>();
    const numbers = plans.flatMap((plan) => ('changes' in plan ? plan.changes : []));
    const locked = new Map((await this.repository.lockGroups(tx, orgNo, numbers)).map((group) => [group.no, group]));
    const growing = plans.flatMap((plan, index) => ('changes' in plan && chosen[index]?.members.length ? plan.changes : []));
    const weaker = await this.memberships.refusalsOf(tx, caller, orgNo, growing);
    for (const [index, plan] of plans.entries()) {
      if (!('changes' in plan)) continue;
      const before = locked.get(plan.changes);
      const fault = before ? weaker.get(before.no) : nameTaken();
      if (!before || fault) {
        changes.set(index, { fault: fault ?? nameTaken() });
        continue;
      }
      const { values } = entries[index] as CheckedGroup;
      const after: Group = { ...before, ...values, version: before.version + 1, modifiedUs: this.clock.nowUs() };
      const isRenamed = before.displayName !== after.displayName;
      const isWritten = isRenamed || before.externalId !== after.externalId;
      changes.set(index, { group: after, isWritten });
      if (!isWritten || planned) continue;
      await this.groups.update(tx, before, after, SHARED_DOMAIN);
      await this.events.append(tx, groupEvent(after, caller.userId, 'group.changed', isRenamed ? { displayName: after.displayName } : {}));
    }
    return changes;
  }

  private async insertGroups(
    tx: Transaction,
    orgNo: number,
    added: readonly Group[],
    chosenIds: readonly string[],
    editor: string,
  ): Promise<void> {
    if (added.length === 0) return;
    // The first group invalidates caches that say the organization has none.
    if (await this.groups.markFirstGroup(tx, orgNo)) await this.config.raise(tx);
    await this.groups.insertAll(tx, added, SHARED_DOMAIN, chosenIds);
    await this.events.appendAll(
      tx,
      added.map((group): NewEvent => groupEvent(group, editor, 'group.added', { displayName: group.displayName })),
    );
  }
}

/** A group after its change, or the error. `isWritten`: its row has the new version already. */
type Change = { group: Group; isWritten: boolean } | { fault: DomainError };

/** The names by which other entries may refer to a group and lookups find it. */
function ownNames({ id, values }: Pick<GroupEntry, 'id' | 'values'>): MemberName[] {
  return [{ by: 'groupDisplayName', value: values.displayName }, ...(id === undefined ? [] : [{ by: 'groupId' as const, value: id }])];
}

function addPlanned(tx: Transaction, { id: orgId }: Organization, groups: readonly Group[], planned: PlannedMembers): Promise<void> {
  return planned.addPlanned(
    tx,
    orgId,
    groups.map(({ no, id, displayName, externalId }) => ({
      no,
      names: [
        ...ownNames({ id, values: { displayName } }),
        ...(externalId === undefined ? [] : [{ by: 'groupExternalId' as const, value: externalId }]),
      ],
    })),
  );
}

const GROUP_TWICE = new DomainError('conflict', 'group.twice', 'Another entry of this import has the same id or displayName.');
