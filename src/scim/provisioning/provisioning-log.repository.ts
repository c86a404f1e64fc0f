// The SQL of the provisioning log.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/dialect.js';
import { insertRows } from '../../common/database/multi-row.js';

export const OPERATIONS = ['create', 'read', 'list', 'replace', 'patch', 'delete', 'bulk', 'other'] as const;
export type LoggedOperation = (typeof OPERATIONS)[number];

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
  changed: readonly string[];
  requestId: string;
}

/** Newest first; `before` is the place of the last entry of the previous page. */
export interface LogQuery {
  orgNo?: number;
  callerId?: string;
  target?: string;
  operations?: readonly LoggedOperation[];
  failedOnly: boolean;
  sinceUs?: number;
  untilUs?: number;
  before?: LogPlace;
  limit: number;
}

/** Where an entry stands in the order. */
export interface LogPlace {
  createdUs: number;
  no: number;
}

export type StoredLogEntry = LogEntry & LogPlace & { orgId: string };

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
        JSON.stringify(entry.changed),
        entry.requestId,
      ]),
    );
  }

  async searchEntries(query: LogQuery): Promise<StoredLogEntry[]> {
    const { before } = query;
    const conditions: Array<[sql: string, values: SqlValue[] | undefined]> = [
      ['l.org_no = ?', query.orgNo === undefined ? undefined : [query.orgNo]],
      ['l.caller_id = ?', query.callerId === undefined ? undefined : [query.callerId]],
      ['(l.target_id = ? OR l.target_name = ?)', query.target === undefined ? undefined : [query.target, query.target]],
      [`l.operation IN (${(query.operations ?? []).map(() => '?').join(', ')})`, query.operations && [...query.operations]],
      ['l.status >= 400', query.failedOnly ? [] : undefined],
      ['l.created_us >= ?', query.sinceUs === undefined ? undefined : [query.sinceUs]],
      ['l.created_us < ?', query.untilUs === undefined ? undefined : [query.untilUs]],
      ['(l.created_us < ? OR (l.created_us = ? AND l.no < ?))', before && [before.createdUs, before.createdUs, before.no]],
    ];
    const given = conditions.filter(([, values]) => values !== undefined);
    const where = given.length === 0 ? '' : ` WHERE ${given.map(([sql]) => sql).join(' AND ')}`;
    const rows = await this.database.query.rows<Row>(
      `SELECT l.*, o.id AS org_id FROM provisioning_log l LEFT JOIN organizations o ON o.no = l.org_no${where}
        ORDER BY l.created_us DESC, l.no DESC LIMIT ${query.limit}`,
      given.flatMap(([, values]) => values ?? []),
    );
    return rows.map(toEntry);
  }
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
    changed: JSON.parse(row.changed) as string[],
    requestId: row.request_id,
  };
}
