// The SQL of values from connections that can't be stored.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { deleteRows, insertRows, selectIn } from '../../common/database/multi-row.js';
import type { LogEntry, LoggedOmission } from './provisioning-log.repository.js';

/** A value from a connection that can't be stored, counted once for each resource. */
export interface CountedOmission extends LoggedOmission {
  readonly count: number;
  readonly lastUs: number;
}

interface Omission extends LoggedOmission {
  readonly orgNo: number;
  readonly callerId: string;
  readonly targetId: string;
  readonly createdUs: number;
}

type Row = Record<'no' | 'org_no' | 'created_us', number> & Record<'caller_id' | 'target_id' | 'attribute' | 'kind' | 'error_id', string>;

/** Clients choose the names of extensions, so the number of attributes is limited. */
const MAX_COUNTED = 200;
const TABLE = 'provisioning_omissions';
const COLUMNS = ['no', 'org_no', 'caller_id', 'target_id', 'attribute', 'kind', 'error_id', 'created_us', 'expires_us'];

@Injectable()
export class OmissionsRepository {
  constructor(private readonly database: Database) {}

  /** The most frequent omissions first. */
  async countOmissions(orgNo: number, callerId: string): Promise<CountedOmission[]> {
    const rows = await this.database.query.rows<Omit<Row, 'no'> & Record<'n' | 'last_us', number>>(
      `SELECT attribute, kind, error_id, COUNT(DISTINCT target_id) AS n, MAX(created_us) AS last_us FROM ${TABLE}
         WHERE org_no = ? AND caller_id = ? GROUP BY attribute, kind, error_id ORDER BY n DESC, attribute LIMIT ${MAX_COUNTED}`,
      [orgNo, callerId],
    );
    return rows.map(({ attribute, kind, error_id: errorId, n, last_us }) => ({
      attribute,
      kind,
      errorId,
      count: Number(n),
      lastUs: Number(last_us),
    }));
  }

  /**
   * Updates the known omissions after requests. Nothing is read without a write request, and nothing written unless an omission changed.
   */
  async keepOmissions(tx: Transaction, entries: readonly LogEntry[], keptUs: number): Promise<void> {
    const writes = entries.filter((entry) => entry.status < 400 && entry.targetId !== undefined && WRITES.has(entry.operation));
    if (writes.length === 0) return;
    const targets = [...new Set(writes.map(({ targetId }) => targetId as string))];
    const select = (marks: string) => `SELECT * FROM ${TABLE} WHERE target_id IN (${marks})`;
    const stored = await selectIn<Row>(tx, `${TABLE} of targets`, select, [], targets);
    const known = new Map<string, Omission & { no?: number }>(
      stored.map((row) => [keyOf(toOmission(row)), { ...toOmission(row), no: row.no }]),
    );
    for (const entry of writes) applyEntry(known, entry);
    const kept = new Set([...known.values()].flatMap(({ no }) => no ?? []));
    const gone = stored.filter(({ no }) => !kept.has(no));
    await deleteRows(
      tx,
      TABLE,
      ['no'],
      gone.map(({ no }) => [no]),
    );
    const added = [...known.values()].filter(({ no }) => no === undefined);
    await insertRows(
      tx,
      TABLE,
      COLUMNS,
      added.map(({ orgNo, callerId, targetId, attribute, kind, errorId, createdUs }) => [
        tx.nextNumber(),
        orgNo,
        callerId,
        targetId,
        attribute,
        kind,
        errorId,
        createdUs,
        createdUs + keptUs,
      ]),
    );
  }
}

const WRITES: ReadonlySet<string> = new Set(['create', 'replace', 'patch', 'delete']);

/** A replacement resets all omissions of its resource, a PATCH those of the attributes it changed. A deleted resource has none. */
function applyEntry(known: Map<string, Omission & { no?: number }>, entry: LogEntry): void {
  const { orgNo, callerId, targetId = '', operation, changed, omitted, createdUs } = entry;
  for (const [key, one] of known) {
    if (one.targetId !== targetId) continue;
    const isOwn = one.callerId === callerId && one.orgNo === orgNo;
    const isChanged =
      operation !== 'patch' || changed.some((name) => one.attribute === name || /^[.:]/.test(afterPrefix(one.attribute, name)));
    if (operation === 'delete' || (isOwn && isChanged)) known.delete(key);
  }
  for (const omission of omitted) {
    const one = { ...omission, orgNo, callerId, targetId, createdUs };
    known.set(keyOf(one), one);
  }
}

/** The rest of a text after a prefix; empty if the text doesn't begin with it. */
function afterPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : '';
}

function keyOf({ callerId, targetId, attribute }: Omission): string {
  return JSON.stringify([callerId, targetId, attribute]);
}

function toOmission({ org_no, caller_id, target_id, attribute, kind, error_id, created_us }: Row): Omission {
  return { orgNo: org_no, callerId: caller_id, targetId: target_id, attribute, kind, errorId: error_id, createdUs: created_us };
}
