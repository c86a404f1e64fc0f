// Decides the rotation of keys, of those that sign and of those that seal: what is due at one moment (docs/adr/0006-keys.md).

/** `published`: known to every process, not used yet; `active`: signs or seals; `retired`: verifies or opens what it made. */
export type KeyState = 'published' | 'active' | 'retired';

/** A key as far as its rotation is concerned. Times are microseconds; `activatedUs` of a published key: somebody asked for it to take over. */
export interface RotatedKey {
  id: string;
  state: KeyState;
  createdUs: number;
  activatedUs?: number | null;
  retiredUs?: number | null;
}

/** How the keys of one kind rotate. Times are microseconds. */
export interface RotationRules {
  /** How long a key is active. */
  maxAgeUs: number;
  /** How long every process, and whoever caches the key set, knows a key before it is used. */
  leadUs: number;
  /** How long a retired key stays; absent: for good. */
  retiredUs?: number;
  /** The next key is published long before it is needed, instead of when the active one is old. */
  keepsSuccessor: boolean;
}

/** What to create, to hand over and to remove; ids of keys. */
export interface RotationPlan {
  make?: Extract<KeyState, 'active' | 'published'>;
  handOver?: { from: string; to: string };
  remove: string[];
}

/** @param keys all keys of one kind: of an algorithm, of a purpose */
export function planRotation(keys: readonly RotatedKey[], nowUs: number, rules: RotationRules): RotationPlan {
  const { maxAgeUs, leadUs, retiredUs, keepsSuccessor } = rules;
  const remove = keys
    .filter((key) => retiredUs !== undefined && key.state === 'retired' && (key.retiredUs ?? 0) < nowUs - retiredUs)
    .map(({ id }) => id);
  const active = keys.findLast(({ state }) => state === 'active');
  if (!active) return { make: 'active', remove };
  const next = keys.findLast(({ state }) => state === 'published');
  const isOld = (active.activatedUs ?? active.createdUs) + maxAgeUs <= nowUs;
  if (!next) return { ...(keepsSuccessor || isOld ? { make: 'published' } : {}), remove };
  // Without a successor kept, a published key was made because it is wanted.
  const isWanted = !keepsSuccessor || isOld || (next.activatedUs ?? null) !== null;
  if (!isWanted || next.createdUs + leadUs > nowUs) return { remove };
  return { handOver: { from: active.id, to: next.id }, ...(keepsSuccessor ? { make: 'published' } : {}), remove };
}
