// The part of a token that identifies its authorization, for everything that issues tokens.
import type { Grant } from './stored/grants.repository.js';

import type { GrantLink, TokenContent, TokenOrigin } from './content/token-content.js';

/** The data that a check of a token needs about its owner. */
export type Holder = Pick<TokenContent, 'kind' | 'userNo' | 'grant' | 'actors' | 'exchanged' | 'origins' | 'credentials' | 'byResource'> &
  Required<Pick<TokenContent, 'generations'>>;

/**
 * @param n number of the refresh token that the tokens come with, 0 for none. After a sign-out, the number is at least the authorization's
 * `minN`, also for a repeated response.
 */
export function linkTo({ no, id, clientNo, minN }: Grant, n = 0): GrantLink {
  return { no, id, clientNo, n: Math.max(n, minN) };
}

/** A refreshed token keeps its actors and the tokens it was exchanged from. */
export function inheritedFrom({
  payload: { exchange },
}: Grant): Pick<TokenContent, 'actors' | 'origins' | 'credentials' | 'exchanged' | 'byResource'> {
  if (!exchange) return {};
  const { actors, origins, credentials } = exchange;
  return {
    exchanged: true,
    ...(actors.length > 0 && { actors }),
    ...(origins && { origins, ...byResourceOf(origins) }),
    ...(credentials && { credentials }),
  };
}

/** No exchange makes a token for resources (RFC 8707) valid for anything else. */
export function byResourceOf(origins: readonly TokenOrigin[]): Pick<TokenContent, 'byResource'> {
  return origins.some(({ byResource }) => byResource) ? { byResource: true } : {};
}

/** The owner of a grant, for a later check of an ID token. */
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
