// The part of a token that identifies its authorization, for everything that issues tokens.
import type { Grant } from './grants.repository.js';
import type { Holder } from './id-tokens.service.js';
import type { GrantLink, TokenContent } from './token-content.js';

/** @param n number of the refresh token they come with, 0 for none. What is issued after a sign-out counts from there, also with a repeated answer. */
export function linkTo({ no, id, clientNo, minN }: Grant, n = 0): GrantLink {
  return { no, id, clientNo, n: Math.max(n, minN) };
}

/** Refreshed tokens keep their actors. */
export function actorsOf({ payload: { exchange } }: Grant): Pick<TokenContent, 'actors'> {
  return exchange && exchange.actors.length > 0 ? { actors: exchange.actors } : {};
}

/** For a later check of an ID token. */
export function holderOfGrant(grant: Grant, n?: number): Holder {
  const { userNo, payload } = grant;
  return {
    kind: 'person',
    userNo,
    generations: payload.generations,
    grant: linkTo(grant, n),
    ...actorsOf(grant),
    ...(payload.exchange && { exchanged: true }),
  };
}
