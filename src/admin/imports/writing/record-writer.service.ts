// Writes records of an import: people and groups in batches, everything else one by one. A record that cannot be written is an error and stops no other.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { isObject } from '../../../common/primitives/is-object.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { TotpFactors } from '../../../users/accounts/factors/totp-factors.service.js';
import { Passwords } from '../../../users/authentication/passwords/passwords.service.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import type { CheckedEntry, Entry } from '../../../users/directory/people/batch/batch-entry.js';
import { PeopleBatch, type Outcome } from '../../../users/directory/people/batch/people-batch.service.js';
import {
  faultOf,
  recordId,
  inImportUnit,
  organizationOf,
  recordRefusal,
  remarkFault,
  nothingWritten,
  type ImportContext,
  type Written,
} from './import-context.js';
import { writeInHalves } from './batch-attempts.js';
import { GroupWriter } from './group-writer.service.js';
import type { Remark } from '../records/entry-members.js';
import { LISTS, type ImportRecord } from '../records/import-record.js';
import { OrganizationWriter } from './organization-writer.service.js';
import type { ResourceList } from '../records/resource-members.js';
import { ResourceWriter } from './resource-writer.service.js';
import { OTP_TYPE, readPerson } from '../records/person-record.js';
import { DryRun } from './dry-run.service.js';
import { declareOnce, refuseDuplicates, DECLARED_TWICE } from './declared-entities.js';

/** A person with a password in clear counts as this many, because the password has to be hashed first. */
const PASSWORD_WEIGHT = 50;

/** A secret of an authenticator app takes a few statements of its own. */
const SECRET_WEIGHT = 5;

/** A person is some ten rows, a member of a group is two. */
const MEMBERS_OF_WEIGHT_1 = 10;

/**
 * People ready to be written: `sources` are the records of `entries`, `secrets` what their authenticator apps have, by the same places; `before` has the faults and
 * remarks that reading them gave.
 */
interface Batch {
  entries: CheckedEntry[];
  secrets: Array<string | undefined>;
  sources: ImportRecord[];
  before: Written;
}

@Injectable()
export class RecordWriter {
  constructor(
    private readonly database: Database,
    private readonly organizationWriter: OrganizationWriter,
    private readonly peopleBatch: PeopleBatch,
    private readonly passwords: Passwords,
    private readonly totp: TotpFactors,
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
    if (list === 'humanUsers') await this.writePeople(records, context);
    else if (list === 'groups') await this.groupWriter.writeGroups(records, context);
    else if (list === 'groupMembers') await this.groupWriter.writeMembers(records, context);
    else
      for (const record of records)
        await (list === 'org' ? this.organizationWriter.writeOrganization(record, context) : this.writeResource(record, context));
  }

  private writePeople(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    return writeInHalves(this.database, records, context, {
      read: (some) => this.readPeople(some, context),
      isEmpty: ({ entries }) => entries.length === 0,
      write: (batch) => this.writeBatch(batch, context),
    });
  }

  private async readPeople(records: readonly ImportRecord[], context: ImportContext): Promise<Batch> {
    const batch: Batch = { entries: [], secrets: [], sources: [], before: nothingWritten(records.length) };
    for (const record of records) {
      try {
        const organization = organizationOf(record, context);
        const { remarks, password, totpSecret, ...person } = readPerson(record.value);
        const passwordHash = person.passwordHash ?? (await this.hashed(organization, password, person, context));
        batch.entries.push(this.peopleBatch.check({ ...person, organization, ...(passwordHash === undefined ? {} : { passwordHash }) }));
        batch.secrets.push(totpSecret);
        batch.sources.push(record);
        for (const one of remarks) batch.before.faults.push(remarkFault(record, person.id ?? '', one));
      } catch (error) {
        batch.before.faults.push(faultOf(record, error));
        batch.before.failed++;
      }
    }
    return batch;
  }

  /** A password in clear is checked like a chosen one. @returns its hash; none in a dry run that would change no person */
  private async hashed(
    { no, id: orgId, createdUs }: Organization,
    password: string | undefined,
    { id, values }: Pick<Entry, 'id' | 'values'>,
    { rules }: ImportContext,
  ): Promise<string | undefined> {
    if (password === undefined) return undefined;
    if (!rules.dryRun || rules.permit)
      return this.passwords.prepareImported(no, password, [orgId, String(createdUs), id ?? foldKey(values.userName)]);
    await this.passwords.assertAllowed({ orgNo: no }, password);
    return undefined;
  }

  private async writeBatch({ entries, secrets, sources, before }: Batch, context: ImportContext): Promise<Written> {
    const { rules, declared: seen } = context;
    const tried = rules.dryRun ? await this.dryRun.runAndUndo('try people', (tx) => this.peopleBatch.apply(tx, entries, rules)) : undefined;
    return inImportUnit(this.database, 'import people', context, async (tx) => {
      const unit: Written = { ...before, added: [], faults: [...before.faults] };
      const outcomes = tried ? await refuseDuplicates(tx, entries, tried, seen) : await this.peopleBatch.apply(tx, entries, rules);
      collect(unit, outcomes, sources, context);
      await this.writeSecrets(tx, unit, { outcomes, secrets, sources }, context);
      await context.commit(tx, unit);
      return unit;
    });
  }

  /** Gives the new people their authenticator apps; existing people keep their own factors. */
  private async writeSecrets(
    tx: Transaction,
    unit: Written,
    { outcomes, secrets, sources }: Pick<Batch, 'secrets' | 'sources'> & { outcomes: readonly Outcome[] },
    { rules }: ImportContext,
  ): Promise<void> {
    const added: Array<{ userNo: number; secret: string }> = [];
    for (const [index, outcome] of outcomes.entries()) {
      const secret = secrets[index];
      if (secret === undefined || 'fault' in outcome) continue;
      if (outcome.done === 'added') added.push({ userNo: outcome.no, secret });
      else unit.faults.push(remarkFault(sources[index] as ImportRecord, outcome.id, KEPT_FACTORS));
    }
    if (!rules.dryRun) await this.totp.importIn(tx, added, rules.editor);
  }

  private async writeResource(record: ImportRecord, context: ImportContext): Promise<void> {
    const { dryRun, editor } = context.rules;
    const list = record.list as ResourceList;
    const orgId = context.organizations.get(record.organization)?.id;
    const id = recordId(record, orgId ?? '');
    let result: Written;
    try {
      const organization = organizationOf(record, context);
      const judgedUs = await this.resourceWriter.judgeAhead(list, organization, record.value);
      const tried = dryRun
        ? await this.dryRun.tryResource(list, organization, record.value, editor, context.declared, judgedUs)
        : undefined;
      result = await inImportUnit(this.database, 'import entry', context, async (tx) => {
        const one = nothingWritten(1);
        if (tried && !(await declareOnce(tx, context.declared, tried))) throw DECLARED_TWICE;
        const done = tried ?? (await this.resourceWriter.writeResource(tx, list, organization, record.value, editor, judgedUs));
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

function collect(unit: Written, outcomes: readonly Outcome[], sources: readonly ImportRecord[], { rules }: ImportContext): void {
  for (const [index, outcome] of outcomes.entries()) {
    const record = sources[index] as ImportRecord;
    if ('fault' in outcome) {
      unit.faults.push(faultOf(record, outcome.fault));
      unit.failed++;
      continue;
    }
    const id = rules.dryRun ? recordId(record, '') : outcome.id;
    if (outcome.sharesAddress) unit.faults.push(remarkFault(record, id, SHARED_ADDRESS));
    if (outcome.staysUnverified) unit.faults.push(remarkFault(record, id, UNVERIFIED_ADDRESS));
    if (outcome.keepsPassword) unit.faults.push(remarkFault(record, id, KEPT_PASSWORD));
    if (rules.dryRun) continue;
    if (outcome.done === 'added')
      unit.added.push({ organization: record.organization, line: record.line, list: record.list, id: outcome.id });
    else if (outcome.done === 'changed') unit.changed++;
  }
}

const SHARED_ADDRESS: Remark = {
  type: LISTS.humanUsers.type,
  kind: 'email.shared',
  message: 'Another user of this organization has the same e-mail address: neither of them can sign in with it, only with the login name.',
};

const KEPT_FACTORS: Remark = {
  type: OTP_TYPE,
  kind: 'otp.kept',
  message: 'user.otpCode was ignored: this person was there already, and an import does not change second factors.',
};

const KEPT_PASSWORD: Remark = {
  type: LISTS.humanUsers.type,
  kind: 'password.kept',
  message: 'The password was ignored: this person has a password that was set here, and no import brought one before.',
};

const UNVERIFIED_ADDRESS: Remark = {
  type: LISTS.humanUsers.type,
  kind: 'email.unverified',
  message:
    'Another user of this organization has the same e-mail address, so it was not marked as verified. A mailed code can still prove it.',
};

/** The lists that are written many in one unit of work, and as how many rows each entry counts. */
const WEIGHTS: Partial<Record<ImportRecord['list'], (record: ImportRecord) => number>> = {
  humanUsers: ({ value }) => (hasPassword(value) ? PASSWORD_WEIGHT : hasMember(value, 'otpCode') ? SECRET_WEIGHT : 1),
  groups: weightOfMembers,
  groupMembers: weightOfMembers,
};

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
