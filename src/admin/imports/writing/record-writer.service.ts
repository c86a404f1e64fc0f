// Writes records of an import: people and groups in batches, everything else one by one. A record that cannot be written is an error and stops no other.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { isObject } from '../../../common/primitives/is-object.js';
import { IDENTITY_LISTS } from '../records/identity-record.js';
import type { ImportRecord } from '../records/import-record.js';
import type { ResourceList } from '../records/resource-members.js';
import { declareOnce, DECLARED_TWICE } from './declared-entities.js';
import { DryRun } from './dry-run.service.js';
import { GroupWriter } from './group-writer.service.js';
import {
  recordId,
  inImportUnit,
  organizationOf,
  recordRefusal,
  remarkFault,
  nothingWritten,
  type ImportContext,
  type Written,
} from './import-context.js';
import { OrganizationWriter } from './organization-writer.service.js';
import { PeopleWriter } from './people-writer.service.js';
import { ResourceWriter } from './resource-writer.service.js';

/** A person with a password in clear counts as this many, because the password has to be hashed first. */
const PASSWORD_WEIGHT = 50;

/** A secret of an authenticator app, and identities, take a few statements of their own. */
const EXTRA_WEIGHT = 5;

/** A person is some ten rows, a member of a group is two. */
const MEMBERS_OF_WEIGHT_1 = 10;

@Injectable()
export class RecordWriter {
  constructor(
    private readonly database: Database,
    private readonly organizationWriter: OrganizationWriter,
    private readonly peopleWriter: PeopleWriter,
    private readonly groupWriter: GroupWriter,
    private readonly resourceWriter: ResourceWriter,
    private readonly dryRun: DryRun,
  ) {}

  /** How many units of work run concurrently. */
  get concurrency(): number {
    return this.database.bulk.concurrency;
  }

  /** The most records of one unit of work. */
  get maxRecords(): number {
    return this.database.bulk.rows;
  }

  /** How many of the records from `from` on go into one unit of work; 0 when there are none. */
  unitSize(records: readonly ImportRecord[], from: number): number {
    const list = records[from]?.list;
    const weigh = list && WEIGHTS[list];
    if (!weigh) return Math.min(1, records.length - from);
    let weight = 0;
    let to = from;
    for (; to < records.length && weight < this.maxRecords && records[to]?.list === list; to++)
      weight += weigh(records[to] as ImportRecord);
    return to - from;
  }

  /** Writes what {@link unitSize} put together. @throws any error that is not the fault of a record */
  async writeRecords(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    const list = records[0]?.list;
    if (list === 'humanUsers') await this.peopleWriter.writePeople(records, context);
    else if (list === 'groups') await this.groupWriter.writeGroups(records, context);
    else if (list === 'groupMembers') await this.groupWriter.writeMembers(records, context);
    else
      for (const record of records)
        await (list === 'org' ? this.organizationWriter.writeOrganization(record, context) : this.writeResource(record, context));
  }

  private async writeResource(record: ImportRecord, context: ImportContext): Promise<void> {
    const { dryRun, editor } = context.rules;
    const list = record.list as ResourceList;
    const orgId = context.organizations.get(record.organization)?.id;
    const id = recordId(record, orgId ?? '');
    let result: Written;
    try {
      const organization = organizationOf(record, context);
      const prepared = await this.resourceWriter.prepare(list, organization, record.value, dryRun);
      const tried = dryRun
        ? await this.dryRun.tryResource(list, organization, record.value, editor, context.declared, prepared)
        : undefined;
      result = await inImportUnit(this.database, 'import entry', context, async (tx) => {
        const one = nothingWritten(1);
        if (tried && !(await declareOnce(tx, context.declared, tried))) throw DECLARED_TWICE;
        const done = tried ?? (await this.resourceWriter.writeResource(tx, list, organization, record.value, editor, prepared));
        one.faults.push(...done.remarks.map((about) => remarkFault(record, id, about)));
        // A key that has no id of its own is known by its thumbprint.
        const added = 'key' in done ? (done.key?.id ?? id) : id;
        if (!tried) one.added.push({ organization: record.organization, line: record.line, list, id: added });
        await context.commit(tx, one);
        return one;
      });
    } catch (error) {
      return recordRefusal(this.database, record, error, context, orgId);
    }
    context.done(result);
  }
}

/** The lists that are written many in one unit of work, and as how many rows each entry counts. */
const WEIGHTS: Partial<Record<ImportRecord['list'], (record: ImportRecord) => number>> = {
  humanUsers: ({ value }) => (hasPassword(value) ? PASSWORD_WEIGHT : EXTRAS.some((name) => hasMember(value, name)) ? EXTRA_WEIGHT : 1),
  groups: weightOfMembers,
  groupMembers: weightOfMembers,
};

const EXTRAS = ['otpCode', ...IDENTITY_LISTS];

function weightOfMembers({ value }: ImportRecord): number {
  const members = isObject(value) ? value['members'] : undefined;
  return 1 + (Array.isArray(members) ? members.length / MEMBERS_OF_WEIGHT_1 : 0);
}

function hasPassword(value: unknown): boolean {
  return hasMember(value, 'password') && !hasMember(value, 'hashedPassword');
}

function hasMember(value: unknown, name: string): boolean {
  const user = isObject(value) ? value['user'] : undefined;
  return isObject(user) && user[name] !== undefined;
}
