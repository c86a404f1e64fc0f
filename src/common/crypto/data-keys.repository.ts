// The rows of the data keys, each sealed with the master key.
import type { Query, Transaction } from '../database/transaction.js';
import type { KeyState } from './key-rotation-plan.js';

/** A data key as it is stored; `wrapped` is its sealed secret. */
export interface WrappedKey {
  id: string;
  purpose: string;
  state: KeyState;
  createdUs: number;
  wrapped: string;
}

/** Every stored data key, oldest first. */
export async function listDataKeys(query: Query): Promise<WrappedKey[]> {
  const rows = await query.rows<{ id: string; purpose: string; state: KeyState; wrapped: string; created_us: number }>(
    'SELECT id, purpose, state, wrapped, created_us FROM data_keys ORDER BY created_us, id',
  );
  return rows.map(({ created_us, ...key }) => ({ ...key, createdUs: created_us }));
}

export async function insertDataKey(tx: Transaction, { id, purpose, state, wrapped, createdUs }: WrappedKey): Promise<void> {
  await tx.run('INSERT INTO data_keys (id, purpose, state, wrapped, created_us) VALUES (?, ?, ?, ?, ?)', [
    id,
    purpose,
    state,
    wrapped,
    createdUs,
  ]);
}

export async function rewrapDataKey(tx: Transaction, id: string, wrapped: string): Promise<void> {
  await tx.run('UPDATE data_keys SET wrapped = ? WHERE id = ?', [wrapped, id]);
}

/** @throws Error when the key is not in the state `from` */
export async function setDataKeyState(tx: Transaction, id: string, from: KeyState, to: KeyState): Promise<void> {
  const changed = await tx.run('UPDATE data_keys SET state = ? WHERE id = ? AND state = ?', [to, id, from]);
  if (changed !== 1) throw new Error('Another process changed the data keys.');
}

export async function deleteDataKey(tx: Transaction, id: string): Promise<void> {
  await tx.run('DELETE FROM data_keys WHERE id = ?', [id]);
}
