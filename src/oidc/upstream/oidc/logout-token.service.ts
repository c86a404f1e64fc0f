// Logout tokens of a provider, with which it ends sessions (OpenID Connect Back-Channel Logout 1.0).
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import type { IdentityProvider } from '../../../users/authentication/identity-providers/identity-provider.js';
import { UpstreamError } from '../upstream.js';
import { subjectOf, text } from './oidc-identity.js';
import { ProviderMetadataCache } from './provider-metadata.service.js';
import { invalidToken, TOLERANCE, validateToken, type ExpectedSender, type TokenRules } from './signed-token.js';

/** The sessions that a provider ends: one, or all of a person. */
export interface LogoutToken {
  /** As in {@link UpstreamIdentity.subject}. */
  subject?: string;
  sessionId?: string;
  /** The token's own id, and until when the token could be used, in seconds since 1970 UTC. */
  id: string;
  usableUntil: number;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Section 2.4 recommends the first; older providers set none or the second. ID tokens of some have a type of their own. */
const TYPES = /^(application\/)?(logout\+jwt|jwt)$/i;
/** Seconds. A provider signs a token when it sends it; an older one could end a session that began since. */
const MAX_AGE = 600;

const invalid = (fault: string): UpstreamError => invalidToken('logout token', fault);

/** Section 2.6. */
const RULES: TokenRules<ExpectedSender> = {
  name: 'logout token',
  requiredClaims: ['iat', 'exp', 'jti'],
  checks: [
    (_, __, { protectedHeader: { typ } }) => {
      if (typ !== undefined && !TYPES.test(typ)) throw invalid('has the type of another token in typ');
    },
    ({ events }) => {
      const event = (events as Record<string, unknown> | null)?.[EVENT];
      if (typeof event !== 'object' || event === null) throw invalid('has no backchannel-logout event');
    },
    ({ nonce }) => {
      if (nonce !== undefined) throw invalid('has a nonce, as only ID tokens do');
    },
    ({ iat = 0 }, { now }) => {
      if (iat < now - MAX_AGE - TOLERANCE) throw invalid(`was issued ${now - iat} s ago`);
    },
  ],
};

@Injectable()
export class LogoutTokenReader {
  constructor(
    private readonly metadata: ProviderMetadataCache,
    private readonly clock: Clock,
  ) {}

  /** Verifies a token. The caller sees to it that each is used once. @throws UpstreamError */
  async read(provider: IdentityProvider, token: string): Promise<LogoutToken> {
    if (provider.kind !== 'oidc') throw new UpstreamError('misconfigured', `The provider is of kind ${provider.kind}, expected oidc.`);
    const { connection } = provider;
    const metadata = await this.metadata.metadataOf(connection.issuer);
    const expected = { connection, metadata, now: this.clock.nowSeconds() };
    const claims = await validateToken(token, RULES, expected, {
      current: () => this.metadata.keysOf(metadata),
      newer: () => this.metadata.newerKeysOf(metadata),
    });
    const { iat = 0, exp = 0 } = claims;
    const [id, sessionId] = [text(claims.jti), text(claims['sid'])];
    if (id === undefined) throw invalid('has no usable jti');
    // Where several claims identify people, a logout token may lack some of them; then the session decides.
    const subject = connection.subjectClaims.every((name) => claims[name] !== undefined) ? subjectOf(claims, connection) : undefined;
    if (subject === undefined && sessionId === undefined) throw invalid('names neither a session (sid) nor a person (sub)');
    return {
      ...(subject !== undefined && { subject }),
      ...(sessionId !== undefined && { sessionId }),
      id,
      usableUntil: Math.min(exp, iat + MAX_AGE) + TOLERANCE,
    };
  }
}
