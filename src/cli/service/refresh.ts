// Refreshes the access token of a sign-in before it expires. A refresh token is valid for one use. If several commands run at the same
// time, one of them uses it and the others read its result.
import { CommandError } from '../terminal/command-error.js';
import { EXIT } from '../terminal/exit-code.js';
import type { ServiceAccess } from './access.js';
import { changeCredentials, readCredentials, type SessionCredentials } from './credentials-file.js';
import type { ProofJwk } from './proof.js';

/** A token that expires sooner might expire on the way to the service. */
const LEAD_MS = 30_000;

/** A token, and the key that it is bound to. */
export interface FreshToken {
  token: string;
  proofKey: ProofJwk | undefined;
}

/** The token to send. @throws CommandError if the session has ended */
export async function freshToken({ base, token, proofKey, stored }: ServiceAccess, env: NodeJS.ProcessEnv): Promise<FreshToken> {
  if (!stored?.session) return { token: token ?? '', proofKey };
  const known = readCredentials(env).services[base]?.session;
  if (known && isFresh(known)) return tokenOf(known);
  const { refresh } = await import('./openid.js');
  return changeCredentials(env, async ({ services }) => {
    const current = services[base];
    if (!current?.session) throw new CommandError(`No user is signed in at ${base}. Sign in with: gatehouse login`, EXIT.forbidden);
    // Another command may have refreshed it meanwhile.
    if (!isFresh(current.session)) current.session = await refresh(base, current.session);
    return tokenOf(current.session);
  });
}

function tokenOf({ accessToken, proofKey }: SessionCredentials): FreshToken {
  return { token: accessToken, proofKey };
}

function isFresh({ expiresAtMs }: SessionCredentials): boolean {
  return expiresAtMs - LEAD_MS > Date.now();
}
