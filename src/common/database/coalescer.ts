import { DomainError } from '../primitives/domain-error.js';

/** Loads many keys with one query. */
export interface CoalescedQuery<Ask, Answer> {
  /** @returns one result per key, in the same order */
  (asks: readonly Ask[]): Promise<Answer[]>;
}

/** Fixed query sizes, so that prepared statements are reused; padding keys match nothing. */
const SIZES = [1, 8, 16, 32, 64, 100] as const;
export const MAX_BATCH = 64;
/** Keys waiting for a query. More would wait for seconds, so they are refused at once. */
const MAX_WAITING = 5_000;

/** `asks`, padded with `filler` to the next fixed size. `asks` has at most 100 keys, as many as a page of a list. */
export function padded<Ask>(asks: readonly Ask[], filler: Ask): readonly Ask[] {
  const size = SIZES.find((candidate) => candidate >= asks.length) ?? asks.length;
  return size === asks.length ? asks : [...asks, ...Array.from({ length: size - asks.length }, () => filler)];
}

/** One statement per size. `write` receives the placeholders of an `IN` list. */
export function statements(write: (marks: string) => string): (size: number) => string {
  const bySize = new Map(SIZES.map((size) => [size as number, write(Array.from({ length: size }, () => '?').join(', '))]));
  return (size) => bySize.get(size) ?? '';
}

/**
 * Collects the keys that are requested while queries are in flight and loads them with the next query.
 * A key never joins a query that was already sent: it would miss what was committed in between.
 */
export class Coalescer<Ask, Answer> {
  private inFlight = 0;
  private pending: Array<{ ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }> = [];

  /**
   * @param gathers whether a query waits while each turn of the event loop brings more keys. For writes: the fewer commits, the cheaper is
   * each row. Without it, the callers split into two halves: one waits for its commit while the other sends its next requests.
   */
  constructor(
    private readonly query: CoalescedQuery<Ask, Answer>,
    private readonly maxInFlight: number,
    private readonly maxSize: number,
    private readonly gathers = false,
  ) {}

  /** @throws DomainError `busy` when too many wait */
  async load(ask: Ask): Promise<Answer> {
    if (this.pending.length >= MAX_WAITING)
      throw new DomainError('busy', 'database.busy', 'Too many requests are waiting for the database. Try again in a moment.');
    return new Promise((resolve, reject) => {
      this.pending.push({ ask, resolve, reject });
      if (this.pending.length === 1) this.departSoon();
    });
  }

  /** With setImmediate, keys requested in the same turn of the event loop share a query. */
  private departSoon(before = 0): void {
    setImmediate(() => {
      const { length } = this.pending;
      if (this.gathers && length > before && length < this.maxSize) this.departSoon(length);
      else void this.depart();
    });
  }

  private async depart(): Promise<void> {
    if (this.inFlight >= this.maxInFlight || this.pending.length === 0) return;
    const passengers = this.pending.splice(0, this.maxSize);
    this.inFlight++;
    try {
      const answers = await this.query(passengers.map(({ ask }) => ask));
      passengers.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      for (const { reject } of passengers) reject(error);
    } finally {
      this.inFlight--;
      void this.depart();
    }
  }
}
