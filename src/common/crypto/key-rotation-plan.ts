// Plans the rotation of signing keys and sealing keys: what is due at a given moment (docs/adr/0006-keys.md).

/**
 * `published`: known to every process, not used yet; `active`: signs or seals; `retired`: verifies its signatures or opens the values it
 * sealed.
 */
export type KeyState = 'published' | 'active' | 'retired';

/**
 * The properties of a key that its rotation depends on. Times are microseconds. On a published key, `activatedUs` means that its activation
 * was requested.
 */
export interface RotatedKey {
  id: string;
  state: KeyState;
  createdUs: number;
  activatedUs?: number | null;
  retiredUs?: number | null;
}

/** The rotation rules for one kind of key. Times are microseconds. */
export interface RotationRules {
  /** How long a key is active. */
  maxAgeUs: number;
  /** How long a key is known to every process, and to all caches of the key set, before it is used. */
  leadUs: number;
  /** How long a retired key is kept; absent: forever. */
  retiredUs?: number;
  /** Whether the next key is published long before it is needed, instead of when the active one is old. */
  keepsSuccessor: boolean;
}

/** The keys to create, to activate in place of another, and to remove, by id. */
export interface RotationPlan {
  make?: Extract<KeyState, 'active' | 'published'>;
  handOver?: { from: string; to: string };
  remove: string[];
}

/** @param keys all keys of one kind: of one algorithm or one purpose */
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
  // Without the rule to keep a successor, a published key exists only because it was requested.
  const isWanted = !keepsSuccessor || isOld || (next.activatedUs ?? null) !== null;
  if (!isWanted || next.createdUs + leadUs > nowUs) return { remove };
  return { handOver: { from: active.id, to: next.id }, ...(keepsSuccessor ? { make: 'published' } : {}), remove };
}
