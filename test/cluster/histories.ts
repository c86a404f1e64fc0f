// The histories of a stretch of load: what was asked and answered about each key, the last looks when all is well again, and the verdict.
import { isLinearizable, type Model, type Operation } from './linearizability.js';
import { MODELS, type Kind, type Operations } from './models.js';
import { NoAnswerError } from './no-answer.js';
import type { Answer } from '../support/service.js';

type AnyOperation = Operation<{ does: string }, string> & { isRead?: boolean };

interface Key {
  kind: Kind;
  key: string;
  operations: AnyOperation[];
  look: () => Promise<unknown>;
}

/** A key whose history has no order that explains it. `stale`: without the reads there would be one, so that only they were behind. */
export interface Violation {
  kind: Kind;
  key: string;
  sort: 'lost' | 'doubled' | 'stale';
  history: string;
}

export interface Tally {
  answered: number;
  /** Without an effect, as far as the client was told. */
  refused: number;
  unknown: number;
}

export interface Verdict {
  violations: Violation[];
  /** Answers that nothing explains, as texts. */
  surprises: string[];
  tally: Tally;
  /** Why requests had no answer, and how many each. */
  reasons: ReadonlyMap<string, number>;
}

const LOOKS_AT_ONCE = 8;
const AT_MOST = 20;

export class Histories {
  private keys = new Map<string, Key>();
  private surprises: string[] = [];
  private tally: Tally = { answered: 0, refused: 0, unknown: 0 };
  private reasons = new Map<string, number>();
  private final = false;

  /** Call before the first operation on a key. @param look reads it on both services when all is well again, by {@link record} */
  open(kind: Kind, key: string, look: () => Promise<unknown>): void {
    this.keys.set(`${kind} ${key}`, { kind, key, operations: [], look });
  }

  /** Notes what may have happened to a key since, or never: nobody was told. */
  suppose<K extends Kind>(kind: K, key: string, call: Operations[K][0]): void {
    this.keys.get(`${kind} ${key}`)?.operations.push({ call, from: performance.now() });
  }

  /**
   * Sends a request and notes what became of it. An answer that `read` has no word for is a surprise.
   * @returns the answer; undefined if there is none
   */
  async record<K extends Kind>(
    kind: K,
    key: string,
    call: Operations[K][0],
    send: () => Promise<Answer>,
    read: (answer: Answer) => Operations[K][1] | undefined,
  ): Promise<Operations[K][1] | undefined> {
    const operation: AnyOperation = { call, from: performance.now(), isRead: !this.final && /^(find|look|use)$/.test(call.does) };
    const note = (more: Partial<AnyOperation>) => this.keys.get(`${kind} ${key}`)?.operations.push({ ...operation, ...more });
    try {
      const answer = await send();
      const said = read(answer);
      if (said === undefined) {
        this.surprise(`${kind} ${key}, ${call.does}: ${answer.status} ${answer.text}`);
        note({});
      } else {
        note({ answer: said, until: performance.now() });
        this.tally.answered++;
      }
      return said;
    } catch (error) {
      const { effect, message } = this.explain(error, `${kind} ${key}, ${call.does}`);
      this.reasons.set(message, (this.reasons.get(message) ?? 0) + 1);
      this.tally[effect === 'none' ? 'refused' : 'unknown']++;
      if (effect === 'unknown') note({});
      return undefined;
    }
  }

  /**
   * Why a request has no answer. While something fails, a service may refuse, be away or not know; after that, and for any other reason, it may
   * not.
   * @throws what is not about an answer
   */
  explain(error: unknown, request: string): NoAnswerError {
    if (!(error instanceof NoAnswerError)) throw error;
    if (this.final || error.isFault) this.surprise(`${request}: ${error.message}`);
    return error;
  }

  surprise(text: string): void {
    if (this.surprises.length < AT_MOST) this.surprises.push(text);
  }

  /** Looks at every key once more, judges, and forgets. Nobody writes meanwhile. */
  async close(): Promise<Verdict> {
    this.final = true;
    const left = [...this.keys.values()];
    const lane = async () => {
      for (let one = left.pop(); one; one = left.pop()) await one.look();
    };
    await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, lane));
    const verdict: Verdict = { violations: [], surprises: this.surprises, tally: this.tally, reasons: this.reasons };
    for (const one of this.keys.values()) judge(one, verdict);
    [this.keys, this.surprises, this.reasons, this.final] = [new Map(), [], new Map(), false];
    this.tally = { answered: 0, refused: 0, unknown: 0 };
    return verdict;
  }
}

function judge({ kind, key, operations }: Key, verdict: Verdict): void {
  const model = MODELS[kind] as Model<{ does: string }, string>;
  if (isLinearizable(model, operations)) return;
  const writes = operations.filter(({ isRead }) => !isRead);
  const sort = isLinearizable(model, writes) ? 'stale' : isDoubled(kind, operations) ? 'doubled' : 'lost';
  verdict.violations.push({ kind, key, sort, history: describe(operations) });
}

/** Whether more were told that they got it than can have. */
function isDoubled(kind: Kind, operations: readonly AnyOperation[]): boolean {
  const winners = operations.filter(
    ({ call, answer }) => answer !== undefined && answer !== 'no' && /^(create|redeem|refresh)$/.test(call.does),
  );
  if (kind === 'code') return winners.length > 1;
  if (kind === 'person')
    return winners.length > 1 + operations.filter(({ call, answer }) => call.does === 'remove' && answer !== 'no').length;
  if (kind !== 'chain') return false;
  const pairs = new Set(winners.map(({ call, answer }) => `${(call as { token?: string }).token} ${answer}`));
  return pairs.size > new Set(winners.map(({ call }) => (call as { token?: string }).token)).size;
}

function describe(operations: readonly AnyOperation[]): string {
  const sorted = operations.toSorted((a, b) => a.from - b.from);
  const start = sorted[0]?.from ?? 0;
  return sorted
    .map(({ call, answer, from, until }) => {
      const { does, ...more } = call;
      const end = until === undefined ? '?' : Math.round(until - start);
      return `  ${Math.round(from - start)}–${end} ms ${[does, ...Object.values(more)].join(' ')}: ${answer ?? 'no answer'}`;
    })
    .join('\n');
}
