// The part of a token that identifies its authorization, for everything that issues tokens.
import type { Grant } from './grants.repository.js';
import type { Holder } from './id-tokens.service.js';
import type { GrantLink, TokenContent } from './token-content.js';

/** @param n number of the refresh token they come with, 0 for none. What is issued after a sign-out counts from there, also with a repeated answer. */
export function linkTo({ no, id, clientNo, minN }: Grant, n = 0): GrantLink {
  return { no, id, clientNo, n: Math.max(n, minN) };
}

/** Refreshing does not shake off who acts, nor what it was exchanged from. */
export function inheritedFrom({ payload: { exchange } }: Grant): Pick<TokenContent, 'actors' | 'origins' | 'credentials' | 'exchanged'> {
  if (!exchange) return {};
  const { actors, origins, credentials } = exchange;
  return {
    exchanged: true,
    ...(actors.length > 0 && { actors }),
    ...(origins && { origins }),
    ...(credentials && { credentials }),
  };
}

/** For a later check of an ID token. */
export function holderOfGrant(grant: Grant, n?: number): Holder {
  const { userNo, payload } = grant;
  return {
    kind: 'person',
    userNo,
    generations: payload.generations,
    grant: linkTo(grant, n),
    ...inheritedFrom(grant),
  };
}
