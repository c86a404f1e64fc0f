// Writes the people of an import, many in one unit of work, each with the secret of an authenticator app and the identities at identity providers.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import { TotpFactors } from '../../../users/accounts/factors/totp-factors.service.js';
import { Invitation } from '../../../users/accounts/invitation.service.js';
import { Passwords } from '../../../users/authentication/passwords/passwords.service.js';
import type { CheckedEntry, Entry } from '../../../users/directory/people/batch/batch-entry.js';
import { PeopleBatch, type Outcome } from '../../../users/directory/people/batch/people-batch.service.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import type { Remark } from '../records/entry-members.js';
import { LISTS, type ImportRecord } from '../records/import-record.js';
import { OTP_TYPE, readPerson } from '../records/person-record.js';
import { writeInHalves } from './batch-attempts.js';
import { refuseDuplicates } from './declared-entities.js';
import { DryRun } from './dry-run.service.js';
import {
  faultOf,
  inImportUnit,
  nothingWritten,
  organizationOf,
  recordId,
  remarkFault,
  type ImportContext,
  type ImportRules,
  type Written,
} from './import-context.js';
import { identityKey, ImportedIdentities, type FoundIdentity } from './imported-identities.service.js';

/** A person ready to be written, with the record that describes the person and what a batch of people has no place for. */
interface ReadyPerson {
  entry: CheckedEntry;
  source: ImportRecord;
  totpSecret: string | undefined;
  identities: FoundIdentity[];
}

/** `before` has the faults and remarks that reading gave. */
interface Batch {
  people: ReadyPerson[];
  before: Written;
}

@Injectable()
export class PeopleWriter {
  constructor(
    private readonly database: Database,
    private readonly peopleBatch: PeopleBatch,
    private readonly passwords: Passwords,
    private readonly totp: TotpFactors,
    private readonly importedIdentities: ImportedIdentities,
    private readonly dryRun: DryRun,
    private readonly invitation: Invitation,
  ) {}

  /** @throws any error that is not the fault of a record */
  writePeople(records: readonly ImportRecord[], context: ImportContext): Promise<void> {
    return writeInHalves(this.database, records, context, {
      read: (some) => this.readPeople(some, context),
      isEmpty: ({ people }) => people.length === 0,
      write: (batch) => this.writeBatch(batch, context),
    });
  }

  private async readPeople(records: readonly ImportRecord[], context: ImportContext): Promise<Batch> {
    const batch: Batch = { people: [], before: nothingWritten(records.length) };
    const findProviders = this.importedIdentities.finder(context);
    for (const source of records) {
      try {
        const organization = organizationOf(source, context);
        const { remarks, password, totpSecret, identities, ...person } = readPerson(source.value);
        const found = await findProviders(organization, identities);
        const passwordHash = person.passwordHash ?? (await this.hashed(organization, password, person, context));
        const entry = this.peopleBatch.check({ ...person, organization, ...(passwordHash === undefined ? {} : { passwordHash }) });
        batch.people.push({ entry, source, totpSecret, identities: found });
        for (const one of remarks) batch.before.faults.push(remarkFault(source, person.id ?? '', one));
      } catch (error) {
        batch.before.faults.push(faultOf(source, error));
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

  private async writeBatch({ people, before }: Batch, context: ImportContext): Promise<Written> {
    const { rules, declared } = context;
    const tried = rules.dryRun ? await this.dryRun.runAndUndo('try people', (tx) => this.apply(tx, people, rules)) : undefined;
    return inImportUnit(this.database, 'import people', context, async (tx) => {
      const unit: Written = { ...before, added: [], faults: [...before.faults] };
      const bringing = people.map(({ entry, identities }) => ({ entry, identities: identities.map(identityKey) }));
      const outcomes = tried ? await refuseDuplicates(tx, bringing, tried, declared) : await this.apply(tx, people, rules);
      collect(unit, outcomes, people, context);
      await this.writeSecrets(tx, unit, outcomes, people, context);
      await this.invite(tx, outcomes, people, context);
      await context.commit(tx, unit);
      return unit;
    });
  }

  /** Adds or changes the people, and links them. A person with an identity that is another person's is refused as a whole. */
  private async apply(tx: Transaction, people: readonly ReadyPerson[], rules: ImportRules): Promise<Outcome[]> {
    const faults = await this.importedIdentities.judge(tx, people);
    const accepted = people.filter((person) => !faults.has(person));
    const applied = await this.peopleBatch.apply(
      tx,
      accepted.map(({ entry }) => entry),
      rules,
    );
    const linked = await this.importedIdentities.write(
      tx,
      accepted.map(({ identities, entry }, at) => ({ identities, organization: entry.organization, outcome: applied[at] as Outcome })),
      rules,
    );
    const outcomes = new Map<ReadyPerson, Outcome>([...faults].map(([person, fault]) => [person, { fault }]));
    for (const [at, person] of accepted.entries()) outcomes.set(person, linked[at] as Outcome);
    return people.map((person) => outcomes.get(person) as Outcome);
  }

  /** Invites the new people who can sign in neither with a password nor with a provider, if the import says so. */
  private async invite(
    tx: Transaction,
    outcomes: readonly Outcome[],
    people: readonly ReadyPerson[],
    { rules: { invites, dryRun, caller } }: ImportContext,
  ): Promise<void> {
    if (!invites || dryRun) return;
    for (const [at, { entry, identities }] of people.entries()) {
      const outcome = outcomes[at] as Outcome;
      if ('fault' in outcome || outcome.done !== 'added' || entry.passwordHash !== undefined || identities.length > 0) continue;
      await this.invitation.inviteImported(tx, entry.organization, outcome.id, caller);
    }
  }

  /** Gives the new people their authenticator apps; existing people keep their own factors. */
  private async writeSecrets(
    tx: Transaction,
    unit: Written,
    outcomes: readonly Outcome[],
    people: readonly ReadyPerson[],
    { rules }: ImportContext,
  ): Promise<void> {
    const added: Array<{ userNo: number; secret: string }> = [];
    for (const [index, outcome] of outcomes.entries()) {
      const { totpSecret: secret, source } = people[index] as ReadyPerson;
      if (secret === undefined || 'fault' in outcome) continue;
      if (outcome.done === 'added') added.push({ userNo: outcome.no, secret });
      else unit.faults.push(remarkFault(source, outcome.id, KEPT_FACTORS));
    }
    if (!rules.dryRun && added.length > 0) await this.totp.importIn(tx, added, rules.editor);
  }
}

function collect(unit: Written, outcomes: readonly Outcome[], people: readonly ReadyPerson[], { rules }: ImportContext): void {
  for (const [index, outcome] of outcomes.entries()) {
    const { source: record } = people[index] as ReadyPerson;
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
