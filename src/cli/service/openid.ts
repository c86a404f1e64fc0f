// The service as an OpenID provider, for the command line's own application. Loaded only by commands that need it.
import {
  allowInsecureRequests,
  ClientError,
  discovery,
  getDPoPHandle,
  None,
  refreshTokenGrant,
  type Configuration,
  type DPoPHandle,
} from 'openid-client';
import { COMMAND_LINE_CLIENT_ID } from '../../oidc/protocol/own-clients.js';
import { CommandError, UsageError } from '../terminal/command-error.js';
import { EXIT } from '../terminal/exit-code.js';
import { isLoopback } from './access.js';
import type { SessionCredentials } from './credentials-file.js';
import { unreachable } from './problem.js';
import type { ProofJwk } from './proof.js';

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
    const service = await discover(base);
    const { refreshToken, proofKey } = session;
    const options = proofKey ? { DPoP: await proofsBy(service, proofKey) } : {};
    return sessionOf(await refreshTokenGrant(service, refreshToken, undefined, options), proofKey, session);
  } catch (error) {
    if ((error as { error?: string }).error !== 'invalid_grant') throw error;
    throw new CommandError(`The sign-in at ${base} is over. Sign in again: gatehouse login`, EXIT.forbidden);
  }
}

/** Proofs for token requests; openid-client sends them again with a nonce where the service asks for one. */
export async function proofsBy(service: Configuration, { d, ...jwk }: ProofJwk): Promise<DPoPHandle> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...jwk, d }, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify']),
  ]);
  return getDPoPHandle(service, { privateKey, publicKey });
}

interface TokenAnswer {
  access_token: string;
  token_type: string;
  refresh_token?: string;
  expires_in?: number;
}

/** The part of a token response that is stored. @param proofKey of the request; a service without DPoP issues bearer tokens all the same */
export function sessionOf(
  { access_token, token_type, refresh_token, expires_in = 0 }: TokenAnswer,
  proofKey: ProofJwk | undefined,
  before?: SessionCredentials,
): SessionCredentials {
  return {
    accessToken: access_token,
    expiresAtMs: Date.now() + expires_in * 1_000,
    refreshToken: refresh_token ?? before?.refreshToken ?? '',
    ...(proofKey && token_type.toLowerCase() === 'dpop' && { proofKey }),
  };
}
