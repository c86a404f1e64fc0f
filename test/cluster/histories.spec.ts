// What a run is failed for: each kind of violation and each unexplained answer, planted in the answers of a service.
import { expect, it } from 'vitest';
import { Histories, type Verdict } from './histories.js';
import { NoAnswerError } from './no-answer.js';
import type { Kind, Operations } from './models.js';

interface Planted<K extends Kind> {
  does: Operations[K][0];
  /** The answer, or why there is none. */
  answer: Operations[K][1] | NoAnswerError;
}

/** One after the other on one key; `look` is what the last look sees. */
async function judged<K extends Kind>(kind: K, planted: ReadonlyArray<Planted<K>>, look?: Planted<K>): Promise<Verdict> {
  const histories = new Histories();
  const record = ({ does, answer }: Planted<K>) => {
    const send = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (answer instanceof NoAnswerError) throw answer;
      return { status: 200, headers: new Headers(), text: '', body: undefined };
    };
    return histories.record(kind, 'key', does, send, () => answer as Operations[K][1]);
  };
  histories.open(kind, 'key', async () => look && record(look));
  for (const one of planted) await record(one);
  return histories.close();
}

const sorts = ({ violations }: Verdict) => violations.map(({ sort }) => sort);
const put = { does: { does: 'put' }, answer: 'done' } as const;
const drop = { does: { does: 'drop' }, answer: 'done' } as const;
const seen = (answer: 'in' | 'out') => ({ does: { does: 'look' }, answer }) as const;
const created = (answer: string) => ({ does: { does: 'create' }, answer }) as const;
const unanswered = new NoAnswerError('unknown', 'ECONNRESET');

it('a history that has an order is no violation', async () => {
  const verdict = await judged('member', [put, seen('in'), { ...drop, answer: unanswered }, seen('out')], seen('out'));
  const reasons = new Map([['ECONNRESET', 1]]);
  expect(verdict).toEqual({ violations: [], surprises: [], tally: { answered: 4, refused: 0, unknown: 1 }, reasons });
});

it('a read that is behind is a violation, stale', async () => {
  const verdict = await judged('member', [put, seen('out'), seen('in')], seen('in'));
  expect(sorts(verdict)).toEqual(['stale']);
  expect(verdict.violations[0]?.history).toContain('look: out');
});

it('what the last look misses is lost', async () => {
  expect(sorts(await judged('member', [put], seen('out')))).toEqual(['lost']);
  expect(sorts(await judged('member', [put, drop], seen('in')))).toEqual(['lost']);
});

it('what two were given is doubled', async () => {
  expect(sorts(await judged('person', [created('a'), created('b')]))).toEqual(['doubled']);
  expect(
    sorts(
      await judged('code', [
        { does: { does: 'redeem' }, answer: 'done' },
        { does: { does: 'redeem' }, answer: 'done' },
      ]),
    ),
  ).toEqual(['doubled']);
  const refreshed = (answer: string) => ({ does: { does: 'refresh', token: 'first' }, answer }) as const;
  expect(sorts(await judged('chain', [refreshed('a'), refreshed('b')]))).toEqual(['doubled']);
});

it('a refusal that had an effect is a violation', async () => {
  expect(sorts(await judged('member', [{ ...put, answer: new NoAnswerError('none', '503') }], seen('in')))).toEqual(['lost']);
});

it('a failure of the service itself is unexplained', async () => {
  const { surprises } = await judged('member', [{ ...put, answer: new NoAnswerError('unknown', '500 internal', true) }], seen('out'));
  expect(surprises).toEqual(['member key, put: 500 internal']);
});

it('a last look without an answer is unexplained', async () => {
  const { surprises } = await judged('member', [put], { does: { does: 'look' }, answer: new NoAnswerError('none', '503 unavailable') });
  expect(surprises).toEqual(['member key, look: 503 unavailable']);
});

it('an answer that no model has is unexplained', async () => {
  const histories = new Histories();
  histories.open('member', 'key', () => Promise.resolve());
  const answer = { status: 418, headers: new Headers(), text: 'teapot', body: undefined };
  await histories.record(
    'member',
    'key',
    { does: 'put' },
    () => Promise.resolve(answer),
    () => undefined,
  );
  expect((await histories.close()).surprises).toEqual(['member key, put: 418 teapot']);
});
