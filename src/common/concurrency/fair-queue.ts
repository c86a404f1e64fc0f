// A bounded queue for expensive work. A few tasks run at once, the rest wait, and turns are shared fairly instead of first come, first
// served.
import { DomainError } from '../primitives/domain-error.js';

/** The facts about a task that decide its turn. */
export interface Claim {
  /** 0 is served first. Claims of any other rank leave one slot free for those of rank 0, if there are at least two slots. */
  rank: number;
  /**
   * The owners whose shares the turn counts against, the most significant first, always in the same order: an address, then an account, …
   */
  shares: readonly (string | undefined)[];
  /**
   * For work open to anonymous callers, as often as they like. While other owners are active, the first share has one turn at a time, and
   * rests after it.
   */
  rests?: boolean | undefined;
  /**
   * The key of work that may be repeated. Beyond a few turns of this key its claims also rest, and have rank 1 or lower priority, while
   * other owners are active.
   */
  repeats?: string | undefined;
}

/** A slot in use. */
interface Slot {
  rank: number;
  rests: boolean;
  sinceMs: number;
}

/** A task in the queue; `timer` ends its wait. */
interface Waiting {
  claim: Claim;
  order: number;
  timer?: NodeJS.Timeout;
  start(slot: Slot): void;
  refuse(error: DomainError): void;
}

interface Usage {
  turns: number;
  atMs: number;
}

/** Every so many turns the longest-waiting task is served, so that none starves. */
const OLDEST_EVERY = 8;
/** Half-life of the weight of a turn. */
const HALF_LIFE_MS = 10_000;
/** How long after a turn its owner counts as active. While another owner is active, each leaves a slot free. */
const ABOUT_MS = 30_000;
const MAX_SHARES = 20_000;
/** Turns of one key, by weight, that a person who signs in, mistypes and tries again doesn't reach. */
const REPEATS = 8;
/** A rest is this many times as long as the turn before it, so a resting owner gets a quarter of one slot. */
const REST = 3;

/** The last turns of two different shares, the later one first. This is enough to tell whether any other owner is active. */
class Presence {
  private latest: Array<{ share: string; atMs: number }> = [];

  note(share: string, atMs: number): void {
    this.latest = [{ share, atMs }, ...this.latest.filter((one) => one.share !== share).slice(0, 1)];
  }

  hasOthersThan(share: string, nowMs: number): boolean {
    const other = this.latest.find((one) => one.share !== share);
    return other !== undefined && nowMs - other.atMs < ABOUT_MS;
  }
}

/**
 * Turns go to the lowest rank, then to the owner with the fewest recent turns: by the first share, then by the second, and so on.
 * With two or more slots, no owner (by the first share) uses all of them while others are active: a running task can't be stopped, so the
 * next task of another owner would wait for it.
 * Anonymous and repeated work yields more. While other owners have turns of rank 0, its owner has one turn at a time and rests after
 * it. So slots and processor are left to the others.
 * When the queue is full, the task that would be served last is refused, whether it is new or already waiting. So is a task that has waited
 * for the longest time allowed, if there is one.
 */
export class FairQueue {
  private running = 0;
  private runningLater = 0;
  private arrivals = 0;
  private turns = 0;
  private readonly waiting: Waiting[] = [];
  private readonly used = new Map<string, Usage>();
  /** The number of slots that each first share uses. */
  private readonly held = new Map<string, number>();
  /** First shares that must rest: during such a turn and the rest after it. */
  private readonly resting = new Set<string>();
  private readonly about = new Presence();
  /** The activity of owners with turns of rank 0. */
  private readonly aboutFirst = new Presence();

  /**
   * @param maxWaitMs absent: a task waits until its turn
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    private readonly name: string,
    private readonly concurrency: number,
    private readonly maxWaiting: number,
    private readonly maxWaitMs?: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The number of running and of waiting tasks, now. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /**
   * Runs `task` when its turn comes.
   * @throws DomainError `busy` when the queue is full and all tasks in it would be served earlier, or after the longest wait
   */
  async runInTurn<T>(claim: Claim, task: () => Promise<T>): Promise<T> {
    const slot = this.waiting.length === 0 && this.hasRoomFor(claim) ? this.begin(claim) : await this.turn(claim);
    try {
      return await task();
    } finally {
      this.end(claim, slot);
      this.startNext();
    }
  }

  private turn(claim: Claim): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { claim, order: ++this.arrivals, start: resolve, refuse: reject };
      if (this.maxWaitMs !== undefined) one.timer = setTimeout(() => this.refuse(one), this.maxWaitMs);
      this.waiting.push(one);
      if (this.waiting.length > this.maxWaiting) this.refuseLast();
      this.startNext();
    });
  }

  private refuseLast(): void {
    this.refuse(this.waiting.reduce((worst, one) => (this.compare(one, worst) > 0 ? one : worst)));
  }

  private refuse(one: Waiting): void {
    this.leave(one);
    const message = `Too many requests are waiting for the ${this.name}. Try again in a moment.`;
    one.refuse(new DomainError('busy', 'work.busy', message));
  }

  private leave(one: Waiting): void {
    clearTimeout(one.timer);
    this.waiting.splice(this.waiting.indexOf(one), 1);
  }

  private startNext(): void {
    for (;;) {
      const ready = this.waiting.filter(({ claim }) => this.hasRoomFor(claim));
      if (ready.length === 0) return;
      // The list is in order of arrival.
      const next = ++this.turns % OLDEST_EVERY === 0 ? ready[0] : ready.reduce((best, one) => (this.compare(one, best) < 0 ? one : best));
      if (!next) return;
      this.leave(next);
      next.start(this.begin(next.claim));
    }
  }

  private hasRoomFor(claim: Claim): boolean {
    if (this.running >= this.concurrency) return false;
    const allButOne = Math.max(1, this.concurrency - 1);
    if (this.rankOf(claim) > 0 && this.runningLater >= allButOne) return false;
    const [owner] = claim.shares;
    if (owner === undefined) return true;
    if (this.resting.has(owner) && this.hasToRest(claim)) return false;
    return this.concurrency === 1 || (this.held.get(owner) ?? 0) < allButOne || !this.about.hasOthersThan(owner, this.now());
  }

  private hasToRest({ rests, repeats, shares: [owner] }: Claim): boolean {
    const isHeavy = rests === true || (repeats !== undefined && this.turnsOf(`repeats ${repeats}`) > REPEATS);
    return isHeavy && owner !== undefined && this.aboutFirst.hasOthersThan(owner, this.now());
  }

  private rankOf(claim: Claim): number {
    return claim.rank === 0 && this.hasToRest(claim) ? 1 : claim.rank;
  }

  private begin(claim: Claim): Slot {
    const slot = { rank: this.rankOf(claim), rests: this.hasToRest(claim), sinceMs: this.now() };
    this.running++;
    if (slot.rank > 0) this.runningLater++;
    const [owner] = claim.shares;
    if (owner !== undefined) {
      this.held.set(owner, (this.held.get(owner) ?? 0) + 1);
      this.about.note(owner, slot.sinceMs);
      if (slot.rank === 0) this.aboutFirst.note(owner, slot.sinceMs);
      if (slot.rests) this.resting.add(owner);
    }
    for (const [level, share] of claim.shares.entries()) if (share !== undefined) this.count(`${level} ${share}`);
    if (claim.repeats !== undefined) this.count(`repeats ${claim.repeats}`);
    return slot;
  }

  private end({ shares: [owner] }: Claim, { rank, rests, sinceMs }: Slot): void {
    this.running--;
    if (rank > 0) this.runningLater--;
    if (owner === undefined) return;
    const left = (this.held.get(owner) ?? 0) - 1;
    if (left > 0) this.held.set(owner, left);
    else this.held.delete(owner);
    if (rests) this.rest(owner, (this.now() - sinceMs) * REST);
  }

  private rest(owner: string, ms: number): void {
    setTimeout(() => {
      this.resting.delete(owner);
      this.startNext();
    }, ms).unref();
  }

  private count(key: string): void {
    const turns = this.turnsOf(key) + 1;
    this.used.delete(key);
    // The share whose last turn is the oldest is dropped first.
    if (this.used.size >= MAX_SHARES) this.used.delete(this.used.keys().next().value ?? '');
    this.used.set(key, { turns, atMs: this.now() });
  }

  private turnsOf(key: string): number {
    const usage = this.used.get(key);
    return usage ? usage.turns * 2 ** ((usage.atMs - this.now()) / HALF_LIFE_MS) : 0;
  }

  /** Negative if `one` is served before `other`. */
  private compare(one: Waiting, other: Waiting): number {
    const ranks = this.rankOf(one.claim) - this.rankOf(other.claim);
    if (ranks !== 0) return ranks;
    for (let level = 0; level < one.claim.shares.length || level < other.claim.shares.length; level++) {
      const [mine, theirs] = [one.claim.shares[level], other.claim.shares[level]];
      if (mine === theirs) continue;
      const turns = (share: string | undefined) => (share === undefined ? 0 : this.turnsOf(`${level} ${share}`));
      const difference = turns(mine) - turns(theirs);
      if (Math.abs(difference) > 0.01) return difference;
    }
    return one.order - other.order;
  }
}
