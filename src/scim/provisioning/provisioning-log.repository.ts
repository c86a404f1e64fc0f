// The SQL of the provisioning log.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { insertRows } from '../../common/database/multi-row.js';
import type { Clause } from '../../common/database/engines/sql-words.js';

export const OPERATIONS = ['create', 'read', 'list', 'replace', 'patch', 'delete', 'bulk', 'other'] as const;
export type LoggedOperation = (typeof OPERATIONS)[number];

/** An omitted value: its attribute, the expected kind, and the id of the reason. Never contains the value. */
export interface LoggedOmission {
  readonly attribute: string;
  readonly kind: string;
  readonly errorId: string;
}

/** A request of a client and its outcome. `changed` are names of attributes. */
export interface LogEntry {
  orgNo: number;
  createdUs: number;
  callerId: string;
  operation: LoggedOperation;
  targetId?: string;
  targetName?: string;
  status: number;
  errorId?: string;
  resourceType?: string;
  /** The attribute that a refusal is about. */
  attribute?: string;
  changed: readonly string[];
  omitted: readonly LoggedOmission[];
  requestId: string;
}

/** Newest first; `before` is the position of the last entry of the previous page. */
export interface LogQuery {
  orgNo?: number;
  callerId?: string;
  target?: string;
  operations?: readonly LoggedOperation[];
  failedOnly: boolean;
  sinceUs?: number;
  untilUs?: number;
  before?: LogPosition;
  limit: number;
}

/** The position of an entry in the order. */
export interface LogPosition {
  createdUs: number;
  no: number;
}

export type StoredLogEntry = LogEntry & LogPosition & { orgId: string };

interface Row {
  no: number;
  org_id: string | null;
  org_no: number;
  created_us: number;
  caller_id: string;
  operation: LoggedOperation;
  target_id: string | null;
  target_name: string | null;
  status: number;
  error_id: string | null;
  resource_type: string | null;
  attribute: string | null;
  omitted: string | null;
  changed: string;
  request_id: string;
}

const COLUMNS = [
  'no',
  'org_no',
  'created_us',
  'expires_us',
  'caller_id',
  'operation',
  'target_id',
  'target_name',
  'status',
  'error_id',
  'resource_type',
  'attribute',
  'omitted',
  'changed',
  'request_id',
];

@Injectable()
export class ProvisioningLogRepository {
  constructor(private readonly database: Database) {}

  async insertEntries(tx: Transaction, entries: readonly LogEntry[], keptUs: number): Promise<void> {
    await insertRows(
      tx,
      'provisioning_log',
      COLUMNS,
      entries.map((entry) => [
        tx.nextNumber(),
        entry.orgNo,
        entry.createdUs,
        entry.createdUs + keptUs,
        entry.callerId,
        entry.operation,
        entry.targetId ?? null,
        entry.targetName ?? null,
        entry.status,
        entry.errorId ?? null,
        entry.resourceType ?? null,
        entry.attribute ?? null,
        entry.omitted.length === 0 ? null : JSON.stringify(entry.omitted),
        JSON.stringify(entry.changed),
        entry.requestId,
      ]),
    );
  }

  /** @throws DomainError `invalid` (`search.tooLong`) if it exceeds the time limit of searches */
  async searchEntries(query: LogQuery): Promise<StoredLogEntry[]> {
    const { search } = this.database;
    const newest = `ORDER BY l.created_us DESC, l.no DESC LIMIT ${query.limit}`;
    const branches = walksOf(query).map(({ index, conditions }) => ({
      sql: `SELECT * FROM (SELECT l.no FROM provisioning_log l${search.words.useIndex(index)}${where(conditions)} ${newest}) one`,
      values: conditions.flatMap(({ values }) => [...values]),
    }));
    const found = await search.rows<Row>(
      `SELECT l.*, o.id AS org_id FROM (${branches.map(({ sql }) => sql).join(' UNION ')}) d ${search.words.thenJoin} provisioning_log l ON l.no = d.no
         LEFT JOIN organizations o ON o.no = l.org_no ${newest}`,
      branches.flatMap(({ values }) => values),
      isSlow(query) ? 'all' : 'few',
    );
    return found.map(toEntry);
  }
}

/** Whether a search may read many entries to find a few, because no index has its conditions and its order. */
export function isSlow({ orgNo, callerId, target, operations, failedOnly }: LogQuery): boolean {
  return failedOnly || callerId !== undefined || operations !== undefined || (target !== undefined && orgNo === undefined);
}

/** The indexes for a query, and the conditions for each. A target may match an entry by its id or by its name. */
function walksOf(query: LogQuery): Array<{ index: string; conditions: Clause[] }> {
  const { orgNo, target } = query;
  const rest = conditionsOf(query);
  if (target === undefined)
    return [{ index: orgNo === undefined ? 'provisioning_log_by_time' : 'provisioning_log_by_org', conditions: rest }];
  return [
    { index: 'provisioning_log_by_target', conditions: [{ sql: 'l.target_id = ?', values: [target] }, ...rest] },
    { index: 'provisioning_log_by_name', conditions: [{ sql: 'l.target_name = ?', values: [target] }, ...rest] },
  ];
}

function conditionsOf({ orgNo, callerId, operations, failedOnly, sinceUs, untilUs, before }: LogQuery): Clause[] {
  const conditions: Array<Clause | false | undefined> = [
    orgNo !== undefined && { sql: 'l.org_no = ?', values: [orgNo] },
    callerId !== undefined && { sql: 'l.caller_id = ?', values: [callerId] },
    operations && { sql: `l.operation IN (${operations.map(() => '?').join(', ')})`, values: operations },
    failedOnly && { sql: 'l.status >= 400', values: [] },
    sinceUs !== undefined && { sql: 'l.created_us >= ?', values: [sinceUs] },
    untilUs !== undefined && { sql: 'l.created_us < ?', values: [untilUs] },
    // In this form, every engine starts at the position in the index.
    before && { sql: 'l.created_us <= ? AND (l.created_us < ? OR l.no < ?)', values: [before.createdUs, before.createdUs, before.no] },
  ];
  return conditions.filter((condition) => condition !== false && condition !== undefined);
}

function where(conditions: readonly Clause[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
}

function toEntry(row: Row): StoredLogEntry {
  return {
    no: row.no,
    orgNo: row.org_no,
    orgId: row.org_id ?? '',
    createdUs: row.created_us,
    callerId: row.caller_id,
    operation: row.operation,
    ...(row.target_id === null ? {} : { targetId: row.target_id }),
    ...(row.target_name === null ? {} : { targetName: row.target_name }),
    status: row.status,
    ...(row.error_id === null ? {} : { errorId: row.error_id }),
    ...(row.resource_type === null ? {} : { resourceType: row.resource_type }),
    ...(row.attribute === null ? {} : { attribute: row.attribute }),
    omitted: row.omitted === null ? [] : (JSON.parse(row.omitted) as LoggedOmission[]),
    changed: JSON.parse(row.changed) as string[],
    requestId: row.request_id,
  };
}
