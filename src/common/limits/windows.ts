// Counts requests in windows of a minute: those that this process admitted, and those that other processes reported.

export const WINDOW_S = 60;
/** Bounds the number of counts: made-up addresses would make them grow without end. */
const MAX_COUNTS = 100_000;
/** Processes share a count from this fraction of its quota on. */
const SHARED_FROM = 0.1;
/** How many counts are examined to find one to drop. */
const EXAMINED = 8;

/** The quota key and quota that one request counts against. */
export interface Claim {
  /** The name of the quota that callers see. */
  name: string;
  /** The owner of the quota: an address, a caller, an organization. */
  owner: string;
  /** Requests in a window; 0 means unlimited. */
  quota: number;
}

/** The state of a quota. */
export interface QuotaState {
  name: string;
  quota: number;
  left: number;
  /** Seconds until the window ends. */
  seconds: number;
}

/** One owner's requests in the window. */
export interface Count {
  /** Requests that this process admitted. */
  own: number;
  /** How many of them have been shared. */
  shared: number;
  /** Requests that other processes have shared. */
  others: number;
}

export class Windows {
  private window = 0;
  private counts = new Map<string, Count>();
  /** The counts near a quota, by the same keys; these are shared. */
  private readonly near = new Map<string, Count>();
  private news = false;

  /** @param maxCounts limit of counted owners in one window */
  constructor(private readonly maxCounts = MAX_COUNTS) {}

  /**
   * Counts one request against every quota key, or against none if one quota is used up.
   * @param nowMs of a clock that never goes back
   */
  take(claims: readonly Claim[], nowMs: number): { quotaStates: QuotaState[]; refused?: QuotaState } {
    this.turnTo(nowMs);
    const seconds = WINDOW_S - Math.floor((nowMs / 1000) % WINDOW_S);
    const limited = claims.filter(({ quota }) => quota > 0).map((claim) => ({ claim, count: this.countOf(keyOf(claim)) }));
    const quotaStates = limited.map(({ claim: { name, quota }, count }) => ({ name, quota, left: quota - used(count), seconds }));
    const refused = quotaStates.find(({ left }) => left <= 0);
    if (refused) return { quotaStates, refused: { ...refused, left: 0 } };
    for (const [at, { claim, count }] of limited.entries()) {
      count.own++;
      (quotaStates[at] as QuotaState).left--;
      if (count.own < claim.quota * SHARED_FROM) continue;
      this.near.set(keyOf(claim), count);
      this.news = true;
    }
    return { quotaStates };
  }

  /** Whether there are requests to share. */
  get hasNews(): boolean {
    return this.news;
  }

  /** The counts to share, at most `most`, with the window they belong to. */
  takeNews(most: number): { window: number; counts: Array<[key: string, count: Count]> } {
    const counts = [...this.near].filter(([, { own, shared: told }]) => own > told);
    this.news = counts.length > most;
    const handedOut = counts.slice(0, most);
    // Moved to the end, so that constantly busy counts don't keep the others from being shared.
    for (const [key, count] of handedOut) {
      this.near.delete(key);
      this.near.set(key, count);
    }
    return { window: this.window, counts: handedOut };
  }

  /** The number of counted owners. */
  get size(): number {
    return this.counts.size;
  }

  private turnTo(nowMs: number): void {
    const window = Math.floor(nowMs / (WINDOW_S * 1000));
    if (window === this.window) return;
    this.window = window;
    this.counts = new Map();
    this.near.clear();
    this.news = false;
  }

  private countOf(key: string): Count {
    const known = this.counts.get(key);
    if (known) return known;
    if (this.counts.size >= this.maxCounts) this.giveUpOne();
    const count = { own: 0, shared: 0, others: 0 };
    this.counts.set(key, count);
    return count;
  }

  /** Drops the oldest count that is far from its quota: a client that makes up addresses must not erase the counts near a quota. */
  private giveUpOne(): void {
    for (let look = 0; look < EXAMINED; look++) {
      const [key, count] = this.counts.entries().next().value as [string, Count];
      this.counts.delete(key);
      if (!this.near.has(key)) return;
      if (look < EXAMINED - 1) this.counts.set(key, count);
      else this.near.delete(key);
    }
  }
}

function keyOf({ name, owner }: Claim): string {
  return `${name} ${owner}`;
}

function used({ own, others }: Count): number {
  return own + others;
}
