// Writes records of an import: people many at a time, everything else one by one. What cannot be written is a fault, and stops nobody else.
import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError, type Transaction } from '../../common/database/database.js';
import { DomainError, isTemporary } from '../../common/errors.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { Passwords } from '../../users/passwords/passwords.service.js';
import { PeopleBatch, type BatchRules, type CheckedEntry, type Outcome } from '../../users/people/people-batch.js';
import type { Remark } from './entry-members.js';
import { isMembers, LISTS, textOf, type ImportRecord } from './import-record.js';
import type { ImportFault } from './import-jobs.repository.js';
import { acceptedOrganization, readOrganization, unchanged } from './organization-record.js';
import { OtherRecords, type OtherList } from './other-records.js';
import { readPerson, type ReadPerson } from './person-record.js';
import { digestOf, RecordTrial, THING, TWICE, type Brought, type Seen } from './record-trial.js';

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
  /** First in each unit of work. @throws AuthorLostError */
  assertAllowed(tx: Transaction): Promise<void>;
  /** For a dry run. */
  seen: Seen;
  /** Goes into the unit of work that writes the records; it is repeated when the unit is. */
  commit(tx: Transaction, written: Written): Promise<void>;
  /** Called once it is durable. What it throws ends the import and is no fault of a record: the records are written. */
  done(written: Written): void;
}

const MAX_TRIES = 3;
/** The kind of fault of everything in an organization that was refused. */
export const ORG_REFUSED = 'org.refused';
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
    private readonly trial: RecordTrial,
  ) {}

  /** No more than this many records go together. */
  get most(): number {
    return this.database.bulk.rows;
  }

  /** How many of the records from `from` on go together; none only when there are none. */
  portion(records: readonly ImportRecord[], from: number): number {
    if (records[from]?.list !== 'humanUsers') return Math.min(1, records.length - from);
    let weight = 0;
    let to = from;
    for (; to < records.length && weight < this.most && records[to]?.list === 'humanUsers'; to++)
      weight += hasPassword(records[to] as ImportRecord) ? PASSWORD_WEIGHT : 1;
    return to - from;
  }

  /** Writes what {@link portion} put together. @throws whatever is no fault of a record */
  async write(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    const list = records[0]?.list;
    if (list === 'humanUsers') await this.writePeople(records, context);
    else for (const record of records) await (list === 'org' ? this.writeOrganization(record, context) : this.writeOther(record, context));
  }

  /** The organization of an entry that was done before, as it is now; or as it would be. */
  async recall(record: ImportRecord, { organizations, rules, seen }: Omit<ImportContext, 'commit'>): Promise<void> {
    const { organization } = record;
    const id = acceptedOrganization(record);
    if (id === undefined) return;
    const found = await this.organizations.find(id);
    if (found) organizations.set(organization, found);
    else if (rules.dryRun && (await seen.which(this.database.query, [digestOf(THING.organization(id))])).size > 0)
      organizations.set(organization, PLANNED(id, id));
  }

  private async writePeople(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    const before = written(records.length);
    const [entries, sources]: [CheckedEntry[], ImportRecord[]] = [[], []];
    for (const record of records) {
      try {
        const organization = organizationOf(record, context);
        const { remarks, password, ...person } = readPerson(record.value);
        const passwordHash = person.passwordHash ?? (await this.hashed(organization, { password }, context));
        entries.push(
          this.people.check({
            ...person,
            organization,
            ...(passwordHash === undefined ? {} : { passwordHash }),
          }),
        );
        sources.push(record);
        for (const one of remarks) before.faults.push(remark(record, person.id ?? '', one));
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
    if (password === undefined) return undefined;
    if (!rules.dryRun) return this.passwords.prepare(no, password);
    await this.passwords.assertAllowed(no, password);
    return undefined;
  }

  private async writeEntries(
    records: readonly ImportRecord[],
    entries: readonly CheckedEntry[],
    sources: readonly ImportRecord[],
    before: Written,
    context: ImportContext,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      let result: Written;
      try {
        const tried = context.rules.dryRun ? await this.tryPeople(entries, context) : undefined;
        result = await this.unit('import people', context, async (tx) => {
          const unit: Written = { ...before, added: [], faults: [...before.faults] };
          const outcomes = tried ? await notTwice(tx, entries, tried, context) : await this.people.apply(tx, entries, context.rules);
          collect(unit, outcomes, sources, context);
          await context.commit(tx, unit);
          return unit;
        });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // Somebody else took an id or a name between the look and the row: look again. If it goes on, find out whose entry it is.
        if (error instanceof DuplicateKeyError && attempt < MAX_TRIES) continue;
        const [record, more] = records;
        if (!record || entries.length === 0) throw error;
        if (!more) return this.refuse(record, error, context);
        const middle = Math.ceil(records.length / 2);
        await this.writePeople(records.slice(0, middle), context);
        return this.writePeople(records.slice(middle), context);
      }
      return context.done(result);
    }
  }

  private tryPeople(entries: readonly CheckedEntry[], { rules }: ImportContext): Promise<readonly Outcome[]> {
    return this.trial.undone('try people', (tx) => this.people.apply(tx, entries, rules));
  }

  private async writeOrganization(record: ImportRecord, context: ImportContext): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      let result: Written;
      try {
        result = await this.takeOrganization(record, context);
      } catch (error) {
        // Another import made it between the look and the row: then it is one that exists.
        if (madeMeanwhile(error) && attempt < MAX_TRIES) continue;
        return this.refuse(record, error, context);
      }
      return context.done(result);
    }
  }

  private async takeOrganization(record: ImportRecord, context: ImportContext): Promise<Written> {
    const { dryRun, editor } = context.rules;
    if (record.fault) throw new DomainError('invalid', record.fault.kind, record.fault.message);
    const read = readOrganization(record.value);
    const { orgId, name = orgId } = read;
    const existing = await this.organizations.find(orgId);
    const remarks = [...read.remarks, ...(existing ? unchanged(read, existing) : [])].map((about) => remark(record, orgId, about));
    const make = async (tx: Transaction) => {
      const made = await this.organizations.createIn(tx, { id: orgId, name }, editor);
      return read.state === 'inactive' ? this.organizations.setStateIn(tx, orgId, 'inactive', editor) : made;
    };
    if (dryRun && !existing) await this.trial.undone('try organization', make);
    const { found, unit } = await this.unit('import organization', context, async (tx) => {
      const isNew = !existing && (!dryRun || (await brings(tx, context.seen, { unique: [THING.organization(orgId)], there: [] })));
      const one: Written = { ...written(1), faults: isNew ? remarks : [...remarks, remark(record, orgId, EXISTS)] };
      const made = existing ?? (dryRun ? PLANNED(orgId, name) : await make(tx));
      await context.commit(tx, one);
      return { found: made, unit: one };
    });
    context.organizations.set(record.organization, found);
    return { ...unit, organization: { organization: record.organization, orgId } };
  }

  private async writeOther(record: ImportRecord, context: ImportContext): Promise<void> {
    const { dryRun, editor } = context.rules;
    const list = record.list as OtherList;
    const orgId = context.organizations.get(record.organization)?.id;
    const id = idOf(record, orgId ?? '');
    let result: Written;
    try {
      const organization = organizationOf(record, context);
      const tried = dryRun ? await this.trial.attempt(list, organization, record.value, editor, context.seen) : undefined;
      result = await this.unit('import entry', context, async (tx) => {
        const one = written(1);
        if (tried && !(await brings(tx, context.seen, tried))) throw TWICE;
        const { remarks } = tried ?? (await this.others.write(tx, list, organization, record.value, editor));
        one.faults.push(...remarks.map((about) => remark(record, id, about)));
        if (!tried) one.added.push({ organization: record.organization, line: record.line, list, id });
        await context.commit(tx, one);
        return one;
      });
    } catch (error) {
      return this.refuse(record, error, context, orgId);
    }
    context.done(result);
  }

  /** @throws `error`, when it is no refusal */
  private refuse(record: ImportRecord, error: unknown, context: ImportContext, orgId = ''): Promise<void> {
    return this.finish({ ...written(1), faults: [faultOf(record, error, orgId)], failed: 1 }, context);
  }

  private async finish(unit: Written, context: ImportContext): Promise<void> {
    await this.unit('import remarks', context, (tx) => context.commit(tx, unit));
    context.done(unit);
  }

  private unit<T>(name: string, context: ImportContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.write(name, async (tx) => {
      await context.assertAllowed(tx);
      return work(tx);
    });
  }
}

/** Faults for those of whom another batch of a dry run has the id or the name; all others are noted. */
async function notTwice(
  tx: Transaction,
  entries: readonly CheckedEntry[],
  outcomes: readonly Outcome[],
  { seen }: ImportContext,
): Promise<Outcome[]> {
  const things = entries.map(broughtBy);
  const met = await seen.which(
    tx,
    things.flatMap(({ unique }) => unique.map(digestOf)),
  );
  const noted: string[] = [];
  const result = outcomes.map((outcome, index): Outcome => {
    if ('fault' in outcome) return outcome;
    const { unique, there } = things[index] as Brought;
    if (unique.some((thing) => met.has(digestOf(thing)))) return { fault: PERSON_TWICE };
    noted.push(...unique, ...there);
    return outcome;
  });
  await seen.add(tx, noted.map(digestOf));
  return result;
}

/** Notes what an entry of a dry run brings. @returns false when another one brings it already */
async function brings(tx: Transaction, seen: Seen, { unique, there }: Brought): Promise<boolean> {
  if ((await seen.which(tx, unique.map(digestOf))).size > 0) return false;
  await seen.add(tx, [...unique, ...there].map(digestOf));
  return true;
}

function broughtBy({ id, organization, nameKey }: CheckedEntry): Brought {
  const unique = [THING.userName(organization.id, nameKey)];
  return id === undefined ? { unique, there: [] } : { unique: [...unique, THING.user(id)], there: [THING.userOf(organization.id, id)] };
}

function collect(unit: Written, outcomes: readonly Outcome[], sources: readonly ImportRecord[], { rules }: ImportContext): void {
  for (const [index, outcome] of outcomes.entries()) {
    const record = sources[index] as ImportRecord;
    if ('fault' in outcome) {
      unit.faults.push(faultOf(record, outcome.fault));
      unit.failed++;
    } else if (rules.dryRun) continue;
    else if (outcome.done === 'added')
      unit.added.push({ organization: record.organization, line: record.line, list: record.list, id: outcome.id });
    else if (outcome.done === 'changed') unit.changed++;
  }
}

/** Where an entry belongs. @throws DomainError when the entry cannot be read, or has no place to go */
function organizationOf({ fault, organization }: ImportRecord, { organizations }: ImportContext): Organization {
  if (fault) throw new DomainError('invalid', fault.kind, fault.message);
  const found = organizations.get(organization);
  if (!found) throw new DomainError('invalid', ORG_REFUSED, 'Its organization was refused.');
  return found;
}

const PERSON_TWICE = new DomainError('conflict', 'person.twice', 'Another entry of this import has the same id or userName.');
const EXISTS: Remark = { type: 'org', kind: 'org.exists', message: 'The organization exists already; its people are added all the same.' };

function remark({ line }: ImportRecord, id: string, { type, kind, message }: Remark): ImportFault {
  return { line, type, kind, id, message };
}

function written(records: number): Written {
  return { records, added: [], changed: 0, faults: [], failed: 0 };
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

function madeMeanwhile(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'organization.exists';
}

/** Refusals of the domain are faults of the record; everything else stops the import. */
function isRefusal(error: unknown): error is DomainError | DuplicateKeyError {
  return error instanceof DuplicateKeyError || (error instanceof DomainError && !isTemporary(error));
}
