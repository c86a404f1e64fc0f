// Writes the organizations of an import: creates new ones, and finds existing ones.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { Organizations, type Organization } from '../../../users/organizations/organizations.service.js';
import type { Remark } from '../records/entry-members.js';
import { inImportUnit, recordRefusal, remarkFault, nothingWritten, type ImportContext, type Written } from './import-context.js';
import type { ImportRecord } from '../records/import-record.js';
import { acceptedOrganization, readOrganization, unchanged } from '../records/organization-record.js';
import { DryRun } from './dry-run.service.js';
import { declareOnce, digestOf, ENTITY_KEY } from './declared-entities.js';

const MAX_TRIES = 3;

@Injectable()
export class OrganizationWriter {
  constructor(
    private readonly database: Database,
    private readonly organizations: Organizations,
    private readonly dryRun: DryRun,
  ) {}

  /** Makes or finds the organization, for the records that belong to it. */
  async writeOrganization(record: ImportRecord, context: ImportContext): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      let result: Written;
      try {
        result = await this.createOrFind(record, context);
      } catch (error) {
        // Another import made it between the look-up and the insert: look again, and find it.
        if (madeMeanwhile(error) && attempt < MAX_TRIES) continue;
        return recordRefusal(this.database, record, error, context);
      }
      return context.done(result);
    }
  }

  private async createOrFind(record: ImportRecord, context: ImportContext): Promise<Written> {
    const { dryRun, editor } = context.rules;
    if (record.fault) throw new DomainError('invalid', record.fault.kind, record.fault.message);
    const read = readOrganization(record.value);
    const { orgId, name = orgId, primaryDomain } = read;
    const existing = await this.organizations.findOrganization(orgId);
    const remarks = [...read.remarks, ...(existing ? unchanged(read, existing) : [])].map((about) => remarkFault(record, orgId, about));
    const make = async (tx: Transaction) => {
      const made = await this.organizations.createIn(
        tx,
        { id: orgId, name, ...(primaryDomain === undefined ? {} : { primaryDomain }) },
        editor,
        'imported',
      );
      return read.state === 'inactive' ? this.organizations.setStateIn(tx, orgId, 'inactive', editor) : made;
    };
    const domains = primaryDomain === undefined ? [] : [ENTITY_KEY.verifiedDomainOf(orgId, primaryDomain)];
    if (dryRun && !existing) await this.dryRun.runAndUndo('try organization', make);
    const { found, unit } = await inImportUnit(this.database, 'import organization', context, async (tx) => {
      const isNew =
        !existing && (!dryRun || (await declareOnce(tx, context.declared, { unique: [ENTITY_KEY.organization(orgId)], there: domains })));
      const one: Written = { ...nothingWritten(1), faults: isNew ? remarks : [...remarks, remarkFault(record, orgId, EXISTS)] };
      const made = existing ?? (dryRun ? PLANNED(orgId, name) : await make(tx));
      await context.commit(tx, one);
      return { found: made, unit: one };
    });
    context.organizations.set(record.organization, found);
    return { ...unit, organization: { organization: record.organization, orgId } };
  }

  /** Finds the organization of an entry that was done earlier; in a dry run, the organization that it would make. */
  async recall(record: ImportRecord, { organizations, rules, declared: seen }: Omit<ImportContext, 'commit'>): Promise<void> {
    const { organization } = record;
    const id = acceptedOrganization(record);
    if (id === undefined) return;
    const found = await this.organizations.findOrganization(id);
    if (found) organizations.set(organization, found);
    else if (rules.dryRun && (await seen.knownOf(this.database.query, [digestOf(ENTITY_KEY.organization(id))])).size > 0)
      organizations.set(organization, PLANNED(id, id));
  }
}

const EXISTS: Remark = { type: 'org', kind: 'org.exists', message: 'The organization already exists; its people are still added.' };

/** An organization that a dry run would make. */
const PLANNED = (id: string, name: string): Organization => ({
  no: 0,
  id,
  name,
  primaryDomain: '',
  state: 'active',
  tokenGeneration: 0,
  createdUs: 0,
  modifiedUs: 0,
});

function madeMeanwhile(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'organization.exists';
}
