// What writing an entry of an import begins with and leads to: the context that all entries share, and what became of each.
import { DuplicateKeyError, type Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { Principal } from '../../../common/access/principal.js';
import { DomainError, isTemporary } from '../../../common/primitives/domain-error.js';
import { isObject } from '../../../common/primitives/is-object.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import type { BatchRules } from '../../../users/directory/people/batch/people-batch.service.js';
import type { Remark } from '../records/entry-members.js';
import type { ImportFault } from '../records/import-fault.js';
import { LISTS, textOf, type ImportRecord } from '../records/import-record.js';
import type { DeclaredEntities } from './declared-entities.js';

/** What an entry brought that is there now; `line` and `list` say which entry. */
export interface Added {
  organization: number;
  line: number;
  list: ImportRecord['list'];
  id: string;
}

/** What became of `records` records, good or bad. */
export interface Written {
  records: number;
  added: Added[];
  changed: number;
  faults: ImportFault[];
  /** How many records were refused; a fault may also be a remark. */
  failed: number;
  /** Memberships that were added. */
  members: number;
  /** Lines whose group was refused, so that records which continue it are passed over. */
  refusedLines: number[];
  /** Set when it was an organization, and it is there now. */
  organization?: { organization: number; orgId: string };
}

/** On which terms entries are written. */
export interface ImportRules extends BatchRules {
  /** The importing caller, with the roles that count: what is given to others must be covered by them. */
  caller: Principal;
  /** New people without a way to sign in are invited by mail. */
  invites?: boolean;
}

/** What all records of an import share. */
export interface ImportContext {
  rules: ImportRules;
  organizations: Map<number, Organization>;
  /** Asked first in each unit of work. @throws AuthorLostError */
  assertAllowed(tx: Transaction): Promise<void>;
  /** Used by dry runs only. */
  declared: DeclaredEntities;
  /** Which of the lines have a group that was refused. */
  refusedAmong(query: Query, lines: readonly number[]): Promise<Set<number>>;
  /** Goes into the unit of work that writes the records; it is repeated when the unit is. */
  commit(tx: Transaction, written: Written): Promise<void>;
  /** Called when the unit is durable. An error that it throws ends the import; the records are written all the same. */
  done(written: Written): void;
}

/** The kind of fault of everything in an organization that was refused. */
export const ORG_REFUSED = 'org.refused';
/** A unit of work of an import. @throws AuthorLostError */
export function inImportUnit<T>(
  database: Database,
  name: string,
  context: ImportContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.write(name, async (tx) => {
    await context.assertAllowed(tx);
    return work(tx);
  });
}

/** Notes a record as refused. @param orgId of its organization, where that is known @throws `error`, when it is no refusal */
export async function recordRefusal(
  database: Database,
  record: ImportRecord,
  error: unknown,
  context: ImportContext,
  orgId = '',
): Promise<void> {
  const unit: Written = { ...nothingWritten(1), faults: [faultOf(record, error, orgId)], failed: 1 };
  await inImportUnit(database, 'import remarks', context, (tx) => context.commit(tx, unit));
  context.done(unit);
}

export function remarkFault({ line }: ImportRecord, id: string, { type, kind, message }: Remark): ImportFault {
  return { line, type, kind, id, message };
}

/** So many records, nothing of which is known yet. */
export function nothingWritten(records: number): Written {
  return { records, added: [], changed: 0, faults: [], failed: 0, members: 0, refusedLines: [] };
}

/** How many groups are among what was added. */
export function addedGroupsOf({ added }: Pick<Written, 'added'>): number {
  return added.reduce((sum, { list }) => sum + (list === 'groups' ? 1 : 0), 0);
}

export function recordId({ list, value }: ImportRecord, orgId: string): string {
  if (!isObject(value)) return '';
  return list === 'org' ? textOf(value['orgId']) : LISTS[list].idOf(value, orgId);
}

/** @throws `error`, when it is no refusal */
export function faultOf(record: ImportRecord, error: unknown, orgId = ''): ImportFault {
  if (!isRefusal(error)) throw error;
  const [kind, message] =
    error instanceof DomainError ? [error.code, error.message] : ['conflict', 'Another person took the id or the name.'];
  return { line: record.line, type: record.list === 'org' ? 'org' : LISTS[record.list].type, kind, id: recordId(record, orgId), message };
}

/** Whether an error is the fault of the record; any other stops the import. */
export function isRefusal(error: unknown): error is DomainError | DuplicateKeyError {
  return error instanceof DuplicateKeyError || (error instanceof DomainError && !isTemporary(error));
}

/** Where an entry belongs. @throws DomainError when the entry cannot be read, or has no place to go */
export function organizationOf({ fault, organization }: ImportRecord, { organizations }: ImportContext): Organization {
  if (fault) throw new DomainError('invalid', fault.kind, fault.message);
  const found = organizations.get(organization);
  if (!found) throw new DomainError('invalid', ORG_REFUSED, 'Its organization was rejected.');
  return found;
}
