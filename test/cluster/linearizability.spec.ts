// The checker finds each kind of violation when it is planted, and takes nothing that is allowed for one.
import { describe, expect, it } from 'vitest';
import { isLinearizable, type Model, type Operation } from './linearizability.js';
import { MODELS, type Kind, type Operations } from './models.js';

type History<K extends Kind> = Array<Operation<Operations[K][0], Operations[K][1]>>;
type Call<K extends Kind> = Operations[K][0];
type Answer<K extends Kind> = Operations[K][1];

/** @param times from and until; one that was never answered has no end */
const op = <K extends Kind>(_: K, call: Call<K>, [from, until]: [number, number?], answer?: Answer<K>) => ({
  call,
  from,
  ...(until !== undefined && { until }),
  ...(answer !== undefined && { answer }),
});
const person = (call: Call<'person'>, times: [number, number?], answer?: Answer<'person'>) => op('person', call, times, answer);
const code = (times: [number, number?], answer?: Answer<'code'>) => op('code', { does: 'redeem' }, times, answer);
const chain = (token: string, times: [number, number?], answer?: string) => op('chain', { does: 'refresh', token }, times, answer);
const revoke = (token: string, times: [number, number?], answer?: 'done') => op('chain', { does: 'revoke', token }, times, answer);
const replay = (times: [number, number?]) => op('chain', { does: 'replay' }, times);
const member = (does: Call<'member'>['does'], times: [number, number?], answer?: Answer<'member'>) => op('member', { does }, times, answer);
const token = (does: Call<'token'>['does'], times: [number, number?], answer?: Answer<'token'>) => op('token', { does }, times, answer);
const CREATE = { does: 'create' } as const;
const FIND = { does: 'find' } as const;
const remove = (id: string) => ({ does: 'remove', id }) as const;

const judge = <K extends Kind>(kind: K, history: History<K>) => isLinearizable(MODELS[kind] as Model<Call<K>, Answer<K>>, history);

describe('a planted violation is found:', () => {
  it.each<[string, History<'person'>]>([
    ['two people get one userName', [person(CREATE, [0, 9], 'a'), person(CREATE, [1, 8], 'b')]],
    ['two people get one userName, one long after the other', [person(CREATE, [0, 1], 'a'), person(CREATE, [5, 6], 'b')]],
    ['a person who was acknowledged is lost', [person(CREATE, [0, 1], 'a'), person(FIND, [2, 3], 'no')]],
    ['a person is found who is another one', [person(CREATE, [0, 1], 'a'), person(FIND, [2, 3], 'b')]],
    ['a removed person is back', [person(CREATE, [0, 1], 'a'), person(remove('a'), [2, 3], 'done'), person(FIND, [4, 5], 'a')]],
    [
      'one person is removed twice',
      [person(CREATE, [0, 1], 'a'), person(remove('a'), [2, 3], 'done'), person(remove('a'), [4, 5], 'done')],
    ],
    ['a name is refused that nobody has', [person(CREATE, [0, 1], 'no')]],
    ['who was there in the end is gone again', [person(CREATE, [0]), person(FIND, [1, 2], 'a'), person(FIND, [3, 4], 'no')]],
  ])('%s', (_, history) => expect(judge('person', history)).toBe(false));

  it.each<[string, History<'code'>]>([
    ['a code is redeemed twice at once', [code([0, 5], 'done'), code([1, 6], 'done')]],
    ['a code is redeemed again after an unknown outcome', [code([0]), code([1, 2], 'done'), code([3, 4], 'done')]],
    ['a code is refused that nobody redeemed', [code([0, 1], 'no'), code([2, 3], 'done')]],
  ])('%s', (_, history) => expect(judge('code', history)).toBe(false));

  it.each<[string, History<'chain'>]>([
    ['a refresh token has two successors', [chain('first', [0, 5], 'a'), chain('first', [1, 6], 'b')]],
    ['two successors of one token both live on', [chain('first', [0, 1], 'a'), chain('a', [2, 3], 'b'), chain('a', [4, 5], 'c')]],
    ['a live token is refused', [chain('first', [0, 1], 'a'), chain('a', [2, 3], 'no')]],
    ['a code that came again ended it, and it lives again', [replay([0]), chain('first', [1, 2], 'no'), chain('first', [3, 4], 'a')]],
    ['a revoked token works', [revoke('first', [0, 1], 'done'), chain('first', [2, 3], 'a')]],
    ['the successor of a revoked token works', [chain('first', [0, 5], 'a'), revoke('first', [1, 6], 'done'), chain('a', [7, 8], 'b')]],
    ['an old token works', [chain('first', [0, 1], 'a'), chain('a', [2, 3], 'b'), chain('first', [4, 5], 'c')]],
    [
      'an ended authorization lives again',
      [chain('first', [0, 1], 'a'), chain('first', [2, 3], 'no'), chain('a', [4, 5], 'no'), chain('a', [6, 7], 'b')],
    ],
  ])('%s', (_, history) => expect(judge('chain', history)).toBe(false));

  it.each<[string, History<'member'>]>([
    ['a member is lost', [member('put', [0, 1], 'done'), member('look', [2, 3], 'out')]],
    ['a member is back', [member('put', [0, 1], 'done'), member('drop', [2, 3], 'done'), member('look', [4, 5], 'in')]],
    ['a member comes and goes by itself', [member('put', [0]), member('look', [1, 2], 'in'), member('look', [3, 4], 'out')]],
  ])('%s', (_, history) => expect(judge('member', history)).toBe(false));

  it.each<[string, History<'token'>]>([
    ['a revoked token works', [token('revoke', [0, 1], 'done'), token('use', [2, 3], 'done')]],
    ['a token is revived', [token('revoke', [0]), token('use', [1, 2], 'no'), token('use', [3, 4], 'done')]],
    ['a token dies by itself', [token('use', [0, 1], 'no'), token('revoke', [2, 3], 'done')]],
  ])('%s', (_, history) => expect(judge('token', history)).toBe(false));
});

describe('what is allowed is no violation:', () => {
  it.each<[string, History<'person'>]>([
    ['a loser that was answered before the winner', [person(CREATE, [0, 9], 'a'), person(CREATE, [1, 2], 'no')]],
    ['a create without an answer that took effect later', [person(CREATE, [0]), person(FIND, [5, 6], 'no'), person(FIND, [7, 8], 'a')]],
    ['a create without an answer that had no effect', [person(CREATE, [0]), person(FIND, [5, 6], 'no')]],
    ['a create refused because of one without an answer', [person(CREATE, [0]), person(CREATE, [1, 2], 'no'), person(FIND, [3, 4], 'a')]],
    ['a name that is free again', [person(CREATE, [0, 1], 'a'), person(remove('a'), [2, 3], 'done'), person(CREATE, [4, 5], 'b')]],
    [
      'a removal without an answer',
      [person(CREATE, [0, 1], 'a'), person(remove('a'), [2]), person(FIND, [4, 5], 'a'), person(CREATE, [6, 7], 'b')],
    ],
  ])('%s', (_, history) => expect(judge('person', history)).toBe(true));

  it.each<[string, History<'code'>]>([
    ['one of two redemptions', [code([0, 5], 'done'), code([1, 6], 'no')]],
    ['a refusal after a redemption without an answer', [code([0]), code([1, 2], 'no')]],
  ])('%s', (_, history) => expect(judge('code', history)).toBe(true));

  it.each<[string, History<'chain'>]>([
    ['the same successor for two at once', [chain('first', [0, 5], 'a'), chain('first', [1, 6], 'a'), chain('a', [7, 8], 'b')]],
    ['a loser, and a chain that goes on', [chain('first', [0, 5], 'a'), chain('first', [1, 6], 'no'), chain('a', [7, 8], 'b')]],
    ['a code that came again late, and ended it', [replay([0]), chain('first', [1, 2], 'a'), chain('a', [3, 4], 'no')]],
    ['a code that came again late, and was forgiven', [replay([0]), chain('first', [1, 2], 'a'), chain('a', [3, 4], 'b')]],
    ['a replay that ends all', [chain('first', [0, 1], 'a'), chain('first', [2, 3], 'no'), chain('a', [4, 5], 'no')]],
    ['a use while the token is revoked', [chain('first', [0, 5], 'a'), revoke('first', [1, 6], 'done'), chain('a', [7, 8], 'no')]],
    ['a revocation without an answer', [revoke('first', [0]), chain('first', [1, 2], 'a'), chain('a', [3, 4], 'no')]],
    [
      'a lost answer, and the same successor for who asks again',
      [chain('first', [0]), chain('first', [1, 2], 'a'), chain('a', [3, 4], 'b')],
    ],
    ['a lost answer, and nothing for who asks again', [chain('first', [0]), chain('first', [1, 2], 'no')]],
    ['a replay without an answer that ended all', [chain('first', [0, 1], 'a'), chain('first', [2]), chain('a', [4, 5], 'no')]],
  ])('%s', (_, history) => expect(judge('chain', history)).toBe(true));

  it.each<[string, History<'member'>]>([
    ['puts and drops at once', [member('put', [0, 5], 'done'), member('drop', [1, 6], 'done'), member('look', [7, 8], 'in')]],
    [
      'a drop without an answer',
      [member('put', [0, 1], 'done'), member('drop', [2]), member('look', [3, 4], 'in'), member('look', [5, 6], 'out')],
    ],
  ])('%s', (_, history) => expect(judge('member', history)).toBe(true));

  it('a use while the token is being revoked', () => {
    expect(judge('token', [token('revoke', [0, 9], 'done'), token('use', [1, 2], 'no'), token('use', [10, 11], 'no')])).toBe(true);
    expect(judge('token', [token('revoke', [0, 9], 'done'), token('use', [1, 2], 'done'), token('use', [10, 11], 'no')])).toBe(true);
  });
});

it('five hundred operations on one key, eight at once, are judged in the time of a test', () => {
  const history = Array.from({ length: 500 }, (_, i) => member(i % 2 ? 'put' : 'drop', [i, i + 8], 'done'));
  expect(judge('member', [...history, member('look', [600, 601], 'in')])).toBe(true);
});
