// Counts attempts before they are made, so that a thousand concurrent ones count like sequential ones, in one process or several.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { FairQueue } from '../../../common/concurrency/fair-queue.js';
import type { Rule } from './attempt-rules.js';
import { AttemptsRepository, type StoredCounter } from './attempts.repository.js';

/** A counter of attempts. */
export interface Counter {
  /** Digest of what is counted. */
  key: string;
  rule: Rule;
  /** The user it is about, so that an administrator can reset it; 0 for none. */
  userNo: number;
  /** A full quiet counter is not disclosed: the attempt continues and has to fail. */
  quiet?: true;
}

/** `seconds` are whole and at least 1. */
export interface MustWait {
  kind: 'mustWait';
  seconds: number;
}

/** `full`: quiet counters at their limit. `closing`: counters that this attempt filled. Both contain keys. */
export type Taken = MustWait | { kind: 'taken'; full: ReadonlySet<string>; closing: ReadonlySet<string> };

/** A concurrent unit counted the same counter. */
class CountedMeanwhileError extends Error {}

/** Units of work that count at once. A hundred attempts from one address must not delay the writes of others as much. */
const COUNTING = 4;
const MAX_WAITING = 4_096;

/** In each round, one of the concurrent units succeeds. */
const MAX_ROUNDS = 200;

@Injectable()
export class Attempts {
  private readonly counting = new FairQueue('attempt', COUNTING, MAX_WAITING);
  /** Only counted attempts are taken back, so their number is bounded, and none of them may be refused. */
  private readonly takingBack = new FairQueue('attempt', COUNTING, Infinity);

  constructor(
    private readonly repository: AttemptsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** How long an attempt counted by `counters` has to wait; counts nothing. @returns undefined if there is no wait */
  async waitOf(counters: readonly Counter[], query: Query = this.database.query): Promise<MustWait | undefined> {
    return waitOf(counters, await this.repository.findCounter(query, counters.map(keyOf)), this.clock.nowUs());
  }

  /**
   * Counts one attempt in all of `counters`, or in none: then `seconds` is the wait. Networks take turns.
   * @param network of the attempt, from {@link networkOf}
   * @throws DomainError `busy` when too many count at once
   */
  async countAttempt(counters: readonly Counter[], network: string): Promise<Taken> {
    // An attempt that has to wait costs one read and no write, which keeps a flood of attempts cheap. Read again after queueing: others counted
    // meanwhile.
    return (
      (await this.waitOf(counters)) ??
      this.counting.runInTurn(
        { rank: 0, shares: [network] },
        async () => (await this.waitOf(counters)) ?? again(() => this.database.write('count attempt', (tx) => this.takeIn(tx, counters))),
      )
    );
  }

  /** Takes back the count of an attempt that was never made. Networks take turns, as above. */
  takeBack(counters: readonly Counter[], network: string): Promise<void> {
    return this.takingBack.runInTurn({ rank: 0, shares: [network] }, () =>
      this.database.write('take attempt back', (tx) => this.giveBack(tx, counters)),
    );
  }

  /** The same in a larger unit of work, which runs inside {@link again}. */
  async takeIn(tx: Transaction, counters: readonly Counter[]): Promise<Taken> {
    // Every unit uses the same order, so that two units can't deadlock.
    const sorted = counters.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const stored = await this.repository.findCounter(tx, sorted.map(keyOf), tx.forUpdate);
    const now = this.clock.nowUs();
    const wait = waitOf(sorted, stored, now);
    if (wait) return wait;
    const [full, closing] = [new Set<string>(), new Set<string>()];
    for (const counter of sorted) {
      const before = stored.get(counter.key);
      if (before && before.notBeforeUs > now) {
        full.add(counter.key);
        continue;
      }
      const after = advanced(counter, before, now);
      if (!before) await this.repository.insert(tx, after, counter.userNo).catch(throwMeanwhile);
      else if (!(await this.repository.replace(tx, before, after, counter.userNo))) throw new CountedMeanwhileError();
      if (after.notBeforeUs >= after.expiresUs) closing.add(counter.key);
    }
    return { kind: 'taken', full, closing };
  }

  /** Takes an attempt back that was right or never made. */
  async giveBack(tx: Transaction, counters: readonly Counter[]): Promise<void> {
    for (const { key } of sortedKeys(counters)) await this.repository.subtract(tx, key);
  }

  /** Resets counters. */
  async forget(tx: Transaction, counters: readonly Counter[]): Promise<void> {
    for (const { key } of sortedKeys(counters)) await this.repository.remove(tx, key);
  }

  /** Records a failed attempt. Written in every case, so that an unknown name costs as much as a known one. */
  async fail(tx: Transaction, { key }: Counter): Promise<void> {
    await this.repository.addFailure(tx, key);
  }

  /** Whether a counter is closed now. */
  async isClosed(tx: Transaction, { key }: Counter): Promise<boolean> {
    const row = (await this.repository.findCounter(tx, [key], tx.forUpdate)).get(key);
    return row !== undefined && row.notBeforeUs > this.clock.nowUs();
  }

  /** When the last closed counter of a user opens; undefined when none is closed. Microseconds since 1970 UTC. */
  closedUntil(userNo: number): Promise<number | undefined> {
    return this.repository.closedUntil(this.database.query, userNo, this.clock.nowUs());
  }

  /** Resets every counter of a user, except `kept`. @returns whether one was closed */
  async forgetUser(tx: Transaction, userNo: number, kept = ''): Promise<boolean> {
    const closed = await this.repository.isClosed(tx, userNo, kept, this.clock.nowUs());
    await this.repository.removeOfUser(tx, userNo, kept);
    return closed;
  }
}

/** Runs a unit of work that counts, and retries it while concurrent units interfere. @throws DomainError `busy` */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CountedMeanwhileError)) throw error;
      if (round >= MAX_ROUNDS) throw new DomainError('busy', 'attempts.busy', 'Too many attempts at once. Try again in a moment.');
    }
  }
}

function throwMeanwhile(error: unknown): never {
  throw error instanceof DuplicateKeyError ? new CountedMeanwhileError() : error;
}

function keyOf({ key }: Counter): string {
  return key;
}

function sortedKeys(counters: readonly Counter[]): Counter[] {
  return counters.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

function waitOf(counters: readonly Counter[], stored: ReadonlyMap<string, StoredCounter>, now: number): MustWait | undefined {
  const ends = counters.filter(({ quiet }) => !quiet).map(({ key }) => stored.get(key)?.notBeforeUs ?? 0);
  const last = Math.max(0, ...ends);
  return last > now ? { kind: 'mustWait', seconds: Math.ceil((last - now) / 1_000_000) } : undefined;
}

function advanced({ key, rule }: Counter, before: StoredCounter | undefined, now: number): StoredCounter {
  const live = before && before.expiresUs > now ? before : undefined;
  const attempts = (live?.attempts ?? 0) + 1;
  return { key, attempts, ...rule(attempts, now, live?.expiresUs) };
}
