// The service as an OpenID provider, for the command line's own application. Loaded only by commands that need it.
import { allowInsecureRequests, ClientError, discovery, None, refreshTokenGrant, type Configuration } from 'openid-client';
import { COMMAND_LINE_CLIENT_ID } from '../../oidc/protocol/own-clients.js';
import { CommandError, UsageError } from '../terminal/command-error.js';
import { EXIT } from '../terminal/exit-code.js';
import { isLoopback } from './access.js';
import type { SessionCredentials } from './credentials-file.js';
import { unreachable } from './problem.js';

/** @throws UsageError for an address without TLS outside this machine, CommandError if the service doesn't answer */
export async function discover(base: string): Promise<Configuration> {
  const isOpen = base.startsWith('http:');
  if (isOpen && !isLoopback(base)) throw new UsageError(`${base}: a sign-in needs https, so that it can't be read on the way.`);
  const options = isOpen ? { execute: [allowInsecureRequests] } : {};
  return discovery(new URL(base), COMMAND_LINE_CLIENT_ID, undefined, None(), options).catch((error: unknown) => {
    if (error instanceof ClientError) throw new CommandError(`${base} is not an address of Gatehouse: ${error.message}.`);
    throw unreachable(base, error);
  });
}

/** @throws CommandError if the session has ended */
export async function refresh(base: string, session: SessionCredentials): Promise<SessionCredentials> {
  try {
    return sessionOf(await refreshTokenGrant(await discover(base), session.refreshToken), session);
  } catch (error) {
    if ((error as { error?: string }).error !== 'invalid_grant') throw error;
    throw new CommandError(`The sign-in at ${base} is over. Sign in again: gatehouse login`, EXIT.forbidden);
  }
}

interface TokenAnswer {
  access_token: string;
  refresh_token?: string;
  expires_in?: number;
}

/** The part of a token response that is stored. */
export function sessionOf({ access_token, refresh_token, expires_in = 0 }: TokenAnswer, before?: SessionCredentials): SessionCredentials {
  return {
    accessToken: access_token,
    expiresAtMs: Date.now() + expires_in * 1_000,
    refreshToken: refresh_token ?? before?.refreshToken ?? '',
  };
}
