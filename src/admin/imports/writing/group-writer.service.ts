// Writes the groups of an import and their members, many in one unit of work.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { GroupsBatch, type CheckedGroup } from '../../../users/directory/groups/groups-batch.service.js';
import type { MemberRefusal } from '../../../users/directory/groups/member-names.service.js';
import { MembershipsBatch, type GroupBatchRules, type MembersEntry } from '../../../users/directory/groups/memberships-batch.service.js';
import type { ImportFault } from '../records/import-fault.js';
import { readGroup, readGroupMembers, type ReadMembers } from '../records/group-record.js';
import { LISTS, type ImportRecord } from '../records/import-record.js';
import { writeInHalves } from './batch-attempts.js';
import {
  faultOf,
  inImportUnit,
  nothingWritten,
  organizationOf,
  recordId,
  remarkFault,
  type ImportContext,
  type Written,
} from './import-context.js';
import { PlannedGroups } from './planned-groups.js';

/** So many members of one record are named each; of the others the places are listed. */
const NAMED_MEMBERS = 20;
const PLACES_AT_ONCE = 80;

/** An entry that could be read, with its record and what is wrong with its members already. */
interface Source<Entry> {
  record: ImportRecord;
  organization: Organization;
  entry: Entry;
  refused: MemberRefusal[];
}

interface Batch<Entry> {
  sources: Array<Source<Entry>>;
  before: Written;
}

@Injectable()
export class GroupWriter {
  constructor(
    private readonly database: Database,
    private readonly groupsBatch: GroupsBatch,
    private readonly membershipsBatch: MembershipsBatch,
  ) {}

  writeGroups(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    return writeInHalves(this.database, records, context, {
      read: async (some) =>
        readBatch(some, context, (record) => {
          const { id, values, members, ...rest } = readGroup(record);
          return { ...rest, entry: this.groupsBatch.checkGroup({ ...(id === undefined ? {} : { id }), values, members }) };
        }),
      isEmpty: ({ sources }) => sources.length === 0,
      write: (batch) => this.writeGroupBatch(batch, context),
    });
  }

  writeMembers(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    return writeInHalves(this.database, records, context, {
      read: async (some) =>
        readBatch(
          await this.withoutRefused(some, context),
          context,
          (record) => {
            const { group, members, ...rest } = readGroupMembers(record);
            return { ...rest, entry: { group, members } };
          },
          some.length,
        ),
      isEmpty: ({ sources }) => sources.length === 0,
      write: (batch) => this.writeMemberBatch(batch, context),
    });
  }

  private writeGroupBatch({ sources, before }: Batch<CheckedGroup>, context: ImportContext): Promise<Written> {
    return inImportUnit(this.database, 'import groups', context, async (tx) => {
      const unit = copyOf(before);
      for (const [organization, some] of byOrganization(sources)) {
        const outcomes = await this.groupsBatch.addGroups(
          tx,
          organization,
          some.map(({ entry }) => entry),
          rulesOf(context),
        );
        for (const [index, outcome] of outcomes.entries()) {
          const { record, refused } = some[index] as Source<CheckedGroup>;
          if ('fault' in outcome) {
            unit.faults.push(faultOf(record, outcome.fault));
            unit.refusedLines.push(record.line);
            unit.failed++;
            continue;
          }
          const id = context.rules.dryRun ? recordId(record, '') : outcome.id;
          unit.faults.push(...memberFaults(record, id, [...refused, ...outcome.refused]));
          if (context.rules.dryRun) continue;
          unit.members += outcome.members;
          if (outcome.done === 'added') unit.added.push({ organization: record.organization, line: record.line, list: 'groups', id });
          else if (outcome.done === 'changed') unit.changed++;
        }
      }
      await context.commit(tx, unit);
      return unit;
    });
  }

  private writeMemberBatch({ sources, before }: Batch<MembersEntry>, context: ImportContext): Promise<Written> {
    return inImportUnit(this.database, 'import members of groups', context, async (tx) => {
      const unit = copyOf(before);
      for (const [organization, some] of byOrganization(sources)) {
        const outcomes = await this.membershipsBatch.addMembers(
          tx,
          organization,
          some.map(({ entry }) => entry),
          rulesOf(context),
        );
        for (const [index, outcome] of outcomes.entries()) {
          const { record, refused } = some[index] as Source<MembersEntry>;
          if ('fault' in outcome) {
            unit.faults.push(faultOf(record, outcome.fault));
            unit.failed++;
          } else {
            unit.faults.push(...memberFaults(record, recordId(record, ''), [...refused, ...outcome.refused]));
            if (!context.rules.dryRun) unit.members += outcome.members;
          }
        }
      }
      await context.commit(tx, unit);
      return unit;
    });
  }

  /** Records that continue an entry which was refused say nothing more. */
  private async withoutRefused(records: readonly ImportRecord[], context: ImportContext): Promise<ImportRecord[]> {
    const lines = records.flatMap(({ line, part }) => (part?.continues ? line : []));
    if (lines.length === 0) return [...records];
    const refused = await context.refusedAmong(this.database.query, [...new Set(lines)]);
    return records.filter(({ line, part }) => !(part?.continues && refused.has(line)));
  }
}

/** @param count of the records that the batch stands for, those that are passed over included */
function readBatch<Entry>(
  records: readonly ImportRecord[],
  context: ImportContext,
  read: (record: ImportRecord) => Omit<ReadMembers, 'members'> & { entry: Entry },
  count = records.length,
): Batch<Entry> {
  const batch: Batch<Entry> = { sources: [], before: nothingWritten(count) };
  for (const record of records) {
    try {
      const organization = organizationOf(record, context);
      const { entry, refused, remarks } = read(record);
      batch.sources.push({ record, organization, entry, refused });
      for (const one of remarks) batch.before.faults.push(remarkFault(record, recordId(record, ''), one));
    } catch (error) {
      batch.before.faults.push(faultOf(record, error));
      batch.before.failed++;
      if (record.list === 'groups') batch.before.refusedLines.push(record.line);
    }
  }
  return batch;
}

/** Entries that do not become members, in the order of the entry: the first ones with the reason, the places of all others. */
function memberFaults(record: ImportRecord, id: string, refused: readonly MemberRefusal[]): ImportFault[] {
  const sorted = [...refused].sort((a, b) => a.position - b.position);
  const { type } = LISTS.groupMembers;
  const named = sorted
    .slice(0, NAMED_MEMBERS)
    .map(({ position, fault }) => ({ line: record.line, type, kind: fault.code, id, message: `members[${position}]: ${fault.message}` }));
  const rest = sorted.slice(NAMED_MEMBERS);
  const others: ImportFault[] = [];
  for (let from = 0; from < rest.length; from += PLACES_AT_ONCE) {
    const places = rest.slice(from, from + PLACES_AT_ONCE).map(({ position }) => position);
    others.push({ line: record.line, type, kind: 'group.membersRefused', id, message: `Not added either: members ${places.join(', ')}.` });
  }
  return [...named, ...others];
}

function rulesOf({ rules, declared }: ImportContext): GroupBatchRules {
  const { caller, permit, dryRun } = rules;
  return { caller, changesExisting: permit !== undefined, ...(dryRun ? { planned: new PlannedGroups(declared) } : {}) };
}

/** A unit of work may run again, so it does not add to what was known before it. */
function copyOf(before: Written): Written {
  return { ...before, added: [], faults: [...before.faults], refusedLines: [...before.refusedLines] };
}

function byOrganization<Entry>(sources: ReadonlyArray<Source<Entry>>): Map<Organization, Array<Source<Entry>>> {
  const found = new Map<Organization, Array<Source<Entry>>>();
  for (const source of sources) {
    const some = found.get(source.organization);
    if (some) some.push(source);
    else found.set(source.organization, [source]);
  }
  return found;
}
