// Counts requests in windows of a minute: what this process let in, and what others told of theirs.

export const WINDOW_S = 60;
/** With addresses that are made up the counts would grow without end. */
const MAX_COUNTS = 100_000;
/** From this part of a quota on, processes tell each other of a count. */
const TOLD_FROM = 0.1;
/** How many counts are looked at for one that may be given up. */
const LOOKS = 8;

/** What one request counts against. */
export interface Claim {
  /** The name of the quota, as callers see it. */
  name: string;
  /** Whose quota it is: an address, a caller, an organization. */
  owner: string;
  /** Requests in a window; 0: without limit. */
  quota: number;
}

/** How much of a quota is left. */
export interface Standing {
  name: string;
  quota: number;
  left: number;
  /** Until the window ends. */
  seconds: number;
}

/** One owner's requests in the window. */
export interface Count {
  /** What this process let in. */
  own: number;
  /** So much of that has been told. */
  told: number;
  /** What other processes have told. */
  others: number;
}

export class Windows {
  private window = 0;
  private counts = new Map<string, Count>();
  /** Those that are worth telling, by the same keys. */
  private readonly near = new Map<string, Count>();
  private news = false;

  /** @param maxCounts of different owners in one window */
  constructor(private readonly maxCounts = MAX_COUNTS) {}

  /**
   * Counts one request against every claim, or against none if one of them is used up.
   * @param nowMs of a clock that does not go back
   */
  take(claims: readonly Claim[], nowMs: number): { standings: Standing[]; refused?: Standing } {
    this.turnTo(nowMs);
    const seconds = WINDOW_S - Math.floor((nowMs / 1000) % WINDOW_S);
    const limited = claims.filter(({ quota }) => quota > 0).map((claim) => ({ claim, count: this.countOf(keyOf(claim)) }));
    const standings = limited.map(({ claim: { name, quota }, count }) => ({ name, quota, left: quota - used(count), seconds }));
    const refused = standings.find(({ left }) => left <= 0);
    if (refused) return { standings, refused: { ...refused, left: 0 } };
    for (const [at, { claim, count }] of limited.entries()) {
      count.own++;
      (standings[at] as Standing).left--;
      if (count.own < claim.quota * TOLD_FROM) continue;
      this.near.set(keyOf(claim), count);
      this.news = true;
    }
    return { standings };
  }

  /** Whether others have to know more. */
  get hasNews(): boolean {
    return this.news;
  }

  /** The counts that others have to know more of, at most so many, with the window they belong to. */
  takeNews(most: number): { window: number; counts: Array<[key: string, count: Count]> } {
    const counts = [...this.near].filter(([, { own, told }]) => own > told);
    this.news = counts.length > most;
    const handedOut = counts.slice(0, most);
    // To the end of the line: those that are always busy must not keep the others from being told.
    for (const [key, count] of handedOut) {
      this.near.delete(key);
      this.near.set(key, count);
    }
    return { window: this.window, counts: handedOut };
  }

  /** How many owners are counted. */
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
    const count = { own: 0, told: 0, others: 0 };
    this.counts.set(key, count);
    return count;
  }

  /** The oldest one that is far from its quota: whoever makes up addresses must not wipe out the counts that matter. */
  private giveUpOne(): void {
    for (let look = 0; look < LOOKS; look++) {
      const [key, count] = this.counts.entries().next().value as [string, Count];
      this.counts.delete(key);
      if (!this.near.has(key)) return;
      if (look < LOOKS - 1) this.counts.set(key, count);
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
