// A checker of histories: whether there is an order of all operations on one key, each at one moment between its call and its answer, in which
// every answer is right (Herlihy and Wing 1990). The search is that of Wing and Gong, which remembers where it has been (Lowe 2017).

/** One operation on one key. Without an answer it may have taken effect at any moment since its call, or never. */
export interface Operation<Call, Answer> {
  call: Call;
  answer?: Answer;
  /** When it was called and answered, in milliseconds of one clock; who was never answered may still take effect. */
  from: number;
  until?: number;
}

/** What a key does. States are texts, so that they can be remembered. */
export interface Model<Call, Answer> {
  initial: string;
  /** Every state after the call, if the answer is right in this state; none if it is wrong. Any answer is possible where there is none. */
  step(state: string, call: Call, answer: Answer | undefined): readonly string[];
}

/** Whether there is such an order. */
export function isLinearizable<Call, Answer>(
  { initial, step }: Model<Call, Answer>,
  history: ReadonlyArray<Operation<Call, Answer>>,
): boolean {
  const operations = history.toSorted((a, b) => a.from - b.from);
  const answered = operations.filter(isAnswered).length;
  const seen = new Set<string>();
  // What is left to try: which operations are done, and the state they have led to.
  const open: Array<{ done: ReadonlySet<number>; answered: number; state: string }> = [{ done: new Set(), answered: 0, state: initial }];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.answered === answered) return true;
    for (const index of next(operations, at.done)) {
      const operation = operations[index] as Operation<Call, Answer>;
      const done = new Set(at.done).add(index);
      const known = at.answered + (isAnswered(operation) ? 1 : 0);
      for (const state of step(at.state, operation.call, operation.answer)) {
        const place = `${[...done].toSorted((a, b) => a - b).join(' ')}: ${state}`;
        if (seen.has(place)) continue;
        seen.add(place);
        open.push({ done, answered: known, state });
      }
    }
  }
  return false;
}

const isAnswered = ({ until }: Operation<unknown, unknown>): boolean => until !== undefined;

/** The operations that can come next: those that were called before any other open one was answered. */
function next(operations: ReadonlyArray<Operation<unknown, unknown>>, done: ReadonlySet<number>): number[] {
  const left = [...operations.keys()].filter((index) => !done.has(index));
  const firstAnswer = Math.min(...left.map((index) => operations[index]?.until ?? Infinity));
  return left.filter((index) => (operations[index]?.from ?? 0) <= firstAnswer);
}
