// Writes records of an import: people many at a time, everything else one by one. What cannot be written is a fault, and stops nobody else.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { Passwords } from '../../users/passwords/passwords.service.js';
import { PeopleBatch, type BatchRules, type CheckedEntry } from '../../users/people/people-batch.js';
import { isMembers, LISTS, textOf, type ImportRecord, type Members } from './import-record.js';
import { leftOutOf } from './intake.js';
import type { ImportFault } from './import-jobs.repository.js';
import { OtherRecords } from './other-records.js';
import { readPerson, type ReadPerson } from './person-record.js';

/** Somebody who is there now, and what he came from. */
export interface Added {
  organization: number;
  line: number;
  list: ImportRecord['list'];
  id: string;
}

/** What became of some records. `written`: how many of them are done with, good or bad. */
export interface Written {
  records: number;
  added: Added[];
  changed: number;
  faults: ImportFault[];
  /** How many records were refused; a fault may also be a remark. */
  failed: number;
  /** Set when it was an organization, and it is there now. */
  organization?: { organization: number; orgId: string };
}

/** What all records of an import share. */
export interface ImportContext {
  rules: BatchRules;
  organizations: Map<number, Organization>;
  /** In a dry run: which of the digests were met before. */
  meet(tx: Transaction, digests: readonly string[]): Promise<Set<string>>;
  /** Goes into the unit of work that writes the records; it is repeated when the unit is. */
  commit(tx: Transaction, written: Written): Promise<void>;
  /** Called once it is durable. */
  done(written: Written): void;
}

const MAX_TRIES = 3;
/** A password in clear costs as much as so many people: each is hashed first. */
const PASSWORD_WEIGHT = 50;

@Injectable()
export class RecordWriter {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
    private readonly people: PeopleBatch,
    private readonly passwords: Passwords,
    private readonly others: OtherRecords,
  ) {}

  /** How many of the records from `from` on go together. */
  portion(records: readonly ImportRecord[], from: number): number {
    if (records[from]?.list !== 'humanUsers') return 1;
    let weight = 0;
    let to = from;
    for (; to < records.length && weight < this.database.bulk.rows && records[to]?.list === 'humanUsers'; to++)
      weight += hasPassword(records[to] as ImportRecord) ? PASSWORD_WEIGHT : 1;
    return to - from;
  }

  /** Writes what {@link portion} put together. @throws whatever is no fault of a record */
  async write(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    const list = records[0]?.list;
    if (list === 'humanUsers') await this.writePeople(records, context);
    else for (const record of records) await (list === 'org' ? this.writeOrganization(record, context) : this.writeOther(record, context));
  }

  /** The organization of an entry that was done before, as it is now. */
  async recall({ organization, value }: ImportRecord, { organizations }: ImportContext): Promise<void> {
    const found = isMembers(value) && typeof value['orgId'] === 'string' ? await this.organizations.find(value['orgId']) : undefined;
    if (found) organizations.set(organization, found);
  }

  private async writePeople(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    const before = written(records.length);
    const [entries, sources]: [CheckedEntry[], ImportRecord[]] = [[], []];
    for (const record of records) {
      const organization = context.organizations.get(record.organization);
      if (!organization && !record.fault) continue;
      try {
        if (record.fault) throw new DomainError('invalid', record.fault.kind, record.fault.message);
        const { remarks, password, ...person } = readPerson(record.value);
        const passwordHash = person.passwordHash ?? (await this.hashed(organization as Organization, { password }, context));
        entries.push(
          this.people.check({
            ...person,
            organization: organization as Organization,
            ...(passwordHash === undefined ? {} : { passwordHash }),
          }),
        );
        sources.push(record);
        for (const remark of remarks) before.faults.push({ ...remark, line: record.line, id: person.id ?? '' });
      } catch (error) {
        before.faults.push(faultOf(record, error));
        before.failed++;
      }
    }
    await this.writeEntries(records, entries, sources, before, context);
  }

  /** A plain password is checked like one that somebody chooses. */
  private async hashed(
    { no }: Organization,
    { password }: Pick<ReadPerson, 'password'>,
    { rules }: ImportContext,
  ): Promise<string | undefined> {
    return password === undefined || rules.dryRun ? undefined : this.passwords.prepare(no, password);
  }

  private async writeEntries(
    records: readonly ImportRecord[],
    entries: readonly CheckedEntry[],
    sources: readonly ImportRecord[],
    before: Written,
    context: ImportContext,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.database.write('import people', async (tx) => {
          const unit: Written = { ...before, added: [], faults: [...before.faults] };
          await this.applyTo(tx, unit, entries, sources, context);
          await context.commit(tx, unit);
          return unit;
        });
        return context.done(result);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // Somebody else took an id or a name between the look and the row: look again. If it goes on, find out whose entry it is.
        if (error instanceof DuplicateKeyError && attempt < MAX_TRIES) continue;
        const [record, more] = records;
        if (!record || entries.length === 0) throw error;
        if (!more) return this.finish({ ...written(1), faults: [faultOf(record, error)], failed: 1 }, context);
        const middle = Math.ceil(records.length / 2);
        await this.writePeople(records.slice(0, middle), context);
        return this.writePeople(records.slice(middle), context);
      }
    }
  }

  private async applyTo(
    tx: Transaction,
    unit: Written,
    entries: readonly CheckedEntry[],
    sources: readonly ImportRecord[],
    context: ImportContext,
  ): Promise<void> {
    if (entries.length === 0) return;
    const outcomes = await this.people.apply(tx, entries, context.rules);
    const met = context.rules.dryRun ? await context.meet(tx, entries.flatMap(digests)) : undefined;
    for (const [index, outcome] of outcomes.entries()) {
      const record = sources[index] as ImportRecord;
      const twice = met && digests(entries[index] as CheckedEntry).some((digest) => met.has(digest));
      if ('fault' in outcome || twice) {
        unit.faults.push('fault' in outcome ? faultOf(record, outcome.fault) : faultOf(record, TWICE));
        unit.failed++;
      } else if (outcome.done === 'added')
        unit.added.push({ organization: record.organization, line: record.line, list: record.list, id: outcome.id });
      else if (outcome.done === 'changed') unit.changed++;
    }
  }

  private async writeOrganization(record: ImportRecord, context: ImportContext): Promise<void> {
    const unit = written(1);
    try {
      if (record.fault) throw new DomainError('invalid', record.fault.kind, record.fault.message);
      const { orgId, name, inactive, leftOut } = readOrganization(record.value);
      unit.faults.push(
        ...leftOut.map(({ name: left, type }) => ({
          line: record.line,
          type,
          kind: 'member.unsupported',
          id: orgId,
          message: `${left} is not supported and was left out.`,
        })),
      );
      const existing = await this.organizations.find(orgId);
      if (existing)
        unit.faults.push({
          line: record.line,
          type: 'org',
          kind: 'org.exists',
          id: orgId,
          message: 'The organization exists already; its people are added all the same.',
        });
      const { dryRun, editor } = context.rules;
      const organization = await this.database.write('import organization', async (tx) => {
        const made = existing ?? (dryRun ? PLANNED(orgId, name) : await this.organizations.createIn(tx, { id: orgId, name }, editor));
        await context.commit(tx, unit);
        return made;
      });
      context.organizations.set(record.organization, organization);
      context.done({ ...unit, organization: { organization: record.organization, orgId } });
      if (!existing && inactive && !dryRun) await this.organizations.setState(orgId, 'inactive', editor);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.finish({ ...written(1), faults: [faultOf(record, error)], failed: 1 }, context);
    }
  }

  private async writeOther(record: ImportRecord, context: ImportContext): Promise<void> {
    const organization = context.organizations.get(record.organization);
    // The organization was refused, which was said already.
    if (!organization) return this.finish(written(1), context);
    try {
      if (record.fault) throw new DomainError('invalid', record.fault.kind, record.fault.message);
      const unit = await this.database.write('import entry', async (tx) => {
        const one = written(1);
        if (!context.rules.dryRun) {
          await this.others.write(tx, record.list as keyof typeof LISTS, organization, record.value, context.rules.editor);
          one.added.push({ organization: record.organization, line: record.line, list: record.list, id: idOf(record, organization.id) });
        }
        await context.commit(tx, one);
        return one;
      });
      context.done(unit);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.finish({ ...written(1), faults: [faultOf(record, error, organization.id)], failed: 1 }, context);
    }
  }

  private async finish(unit: Written, context: ImportContext): Promise<void> {
    await this.database.write('import remarks', (tx) => context.commit(tx, unit));
    context.done(unit);
  }
}

const TWICE = new DomainError('conflict', 'person.twice', 'Another entry of this import has the same id or userName.');

function written(records: number): Written {
  return { records, added: [], changed: 0, faults: [], failed: 0 };
}

function readOrganization(value: unknown) {
  const members: Members = isMembers(value) ? value : {};
  const { orgId, org, orgState } = members;
  if (typeof orgId !== 'string' || orgId === '')
    throw new DomainError('invalid', 'org.missing', 'orgId is missing; it must be a text. The organization was left out.', 'orgId');
  const name = isMembers(org) && typeof org['name'] === 'string' ? org['name'] : orgId;
  return { orgId, name, inactive: orgState === 'ORG_STATE_INACTIVE' || orgState === 2, leftOut: leftOutOf(members) };
}

/** An organization that a dry run would make. */
const PLANNED = (id: string, name: string): Organization => ({
  no: 0,
  id,
  name,
  primaryDomain: '',
  state: 'active',
  tokenGeneration: 0,
  createdUs: 0,
});

/** What two entries of a dry run must not share. */
function digests({ id, organization, nameKey }: CheckedEntry): string[] {
  return [...(id === undefined ? [] : [`i${id}`]), `n${organization.id}/${nameKey}`].map((text) =>
    createHash('sha256').update(text).digest('base64url'),
  );
}

function hasPassword({ value }: ImportRecord): boolean {
  const user = isMembers(value) ? value['user'] : undefined;
  return isMembers(user) && user['password'] !== undefined && user['hashedPassword'] === undefined;
}

function idOf({ list, value }: ImportRecord, orgId: string): string {
  if (!isMembers(value)) return '';
  return list === 'org' ? textOf(value['orgId']) : LISTS[list].idOf(value, orgId);
}

function faultOf(record: ImportRecord, error: unknown, orgId = ''): ImportFault {
  if (!isRefusal(error)) throw error;
  const [kind, message] =
    error instanceof DomainError ? [error.code, error.message] : ['conflict', 'Somebody else took the id or the name.'];
  return { line: record.line, type: record.list === 'org' ? 'org' : LISTS[record.list].type, kind, id: idOf(record, orgId), message };
}

/** Refusals of the domain are faults of the record; everything else stops the import. */
function isRefusal(error: unknown): error is DomainError | DuplicateKeyError {
  if (error instanceof DuplicateKeyError) return true;
  return error instanceof DomainError && error.kind !== 'busy' && error.kind !== 'unavailable';
}
