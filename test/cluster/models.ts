// What the service promises of one key, as models for the checker: who has a userName, what a code, a refresh token and an access token are
// worth, who belongs to a group. An operation without an answer may have taken effect.
import type { Model } from './linearizability.js';

/** Calls and answers. An answer is "no", "done", or what was given, such as an id; anything that went wrong is no answer. */
export interface Operations {
  /** A userName of an organization, or an id of an import: who has it. */
  person: [{ does: 'create' } | { does: 'remove'; id: string } | { does: 'find' }, string];
  /** A code: redeemed once. */
  code: [{ does: 'redeem' }, 'done' | 'no'];
  /**
   * The refresh tokens of one authorization, by the current one: each has one successor, until one of them is revoked. A code that comes again
   * late may end it.
   */
  chain: [{ does: 'refresh' | 'revoke'; token: string } | { does: 'replay' }, string];
  /** Whether somebody is in a group. */
  member: [{ does: 'put' | 'drop' | 'look' }, 'done' | 'in' | 'out'];
  /** An access token: good until it is revoked. */
  token: [{ does: 'use' | 'revoke' }, 'done' | 'no'];
}

export type Kind = keyof Operations;
type ModelOf<K extends Kind> = Model<Operations[K][0], Operations[K][1]>;

const FREE = '';
/** Somebody has it whose id nobody was told. */
const SOMEBODY = '?';

const person: ModelOf<'person'> = {
  initial: FREE,
  step(state, call, answer) {
    if (call.does === 'create') {
      if (answer === 'no') return state === FREE ? [] : [state];
      return state === FREE ? [answer ?? SOMEBODY] : answer === undefined ? [state] : [];
    }
    if (call.does === 'find') {
      if (answer === undefined) return [state];
      if (answer === 'no') return state === FREE ? [FREE] : [];
      return state === answer || state === SOMEBODY ? [answer] : [];
    }
    const has = state === call.id || state === SOMEBODY;
    // Whoever is there without a known id may be somebody else.
    if (answer === 'done') return has ? [FREE] : [];
    if (answer === 'no') return state === call.id ? [] : [state];
    return has ? [FREE, state] : [state];
  },
};

/** Something that is good for one use. */
const code: ModelOf<'code'> = {
  initial: 'open',
  step: (state, _, answer) =>
    answer === 'no' ? (state === 'open' ? [] : [state]) : state === 'open' ? ['used'] : answer === undefined ? [state] : [],
};

/** The state is the current token and the one before; "after X" stands for a successor that nobody was told. */
const chain: ModelOf<'chain'> = {
  initial: 'first ',
  step(state, call, answer) {
    // RFC 6749 section 4.1.2.
    if (call.does === 'replay') return [state, 'dead'];
    // RFC 7009 section 2.1: with the authorization end all its tokens.
    if (call.does === 'revoke') return answer === undefined ? [state, 'dead'] : ['dead'];
    const { token } = call;
    const dead = state === 'dead';
    const [current = '', before = ''] = state.split(' ');
    const unknown = `after-${token}`;
    if (answer === undefined) return !dead && current === token ? [`${unknown} ${token}`] : [state, 'dead'];
    // A token that was used before may be taken for a stolen one, which ends them all.
    if (answer === 'no') return dead ? [state] : current === token ? [] : [state, 'dead'];
    if (dead) return [];
    if (current === token) return [`${answer} ${token}`];
    // Whoever repeats at once gets the successor again, never another one.
    return before === token && (current === answer || current === unknown) ? [`${answer} ${token}`] : [];
  },
};

const member: ModelOf<'member'> = {
  initial: 'out',
  step(state, { does }, answer) {
    if (does === 'look') return answer === undefined || answer === state ? [state] : [];
    return [does === 'put' ? 'in' : 'out'];
  },
};

const token: ModelOf<'token'> = {
  initial: 'good',
  step(state, { does }, answer) {
    if (does === 'revoke') return ['revoked'];
    return answer === undefined || (answer === 'done') === (state === 'good') ? [state] : [];
  },
};

export const MODELS: { readonly [K in Kind]: ModelOf<K> } = { person, code, chain, member, token };
