// Sign-in with an OpenID Connect provider.
import { Injectable } from '@nestjs/common';
import { randomNonce } from 'openid-client';
import { Clock } from '../../../common/primitives/clock.js';
import { TENANT, type OidcConnection } from '../../../users/authentication/identity-providers/oidc-connection.js';
import {
  UpstreamError,
  type BegunUpstream,
  type FinishedUpstream,
  type OpenedProvider,
  type ProbeStep,
  type RedirectProtocol,
  type SignOutHint,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../upstream.js';
import { appleClientSecret, appleNames } from './apple.js';
import { beginCodeFlow, exchangeCode } from './code-flow.js';
import { probeStep } from '../probe-step.js';
import { probeAuthorization } from './probe-steps.js';
import { validateIdToken } from './id-token.js';
import type { Claims } from './signed-token.js';
import { groupsClaimOf, groupsIn, groupsProbe, isSilent } from './oidc-groups.js';
import { identityOf, isIncomplete } from './oidc-identity.js';
import { MAX_BYTES, ProviderHttp } from '../provider-http.service.js';
import { ProviderMetadataCache, type ProviderMetadata } from './provider-metadata.service.js';

/** Characters. A longer ID token would make an address that servers refuse; the provider then asks the person. */
const MAX_HINT = 6_000;

@Injectable()
export class OidcUpstream implements RedirectProtocol {
  constructor(
    private readonly metadata: ProviderMetadataCache,
    private readonly http: ProviderHttp,
    private readonly clock: Clock,
  ) {}

  /** @throws UpstreamError */
  async begin(provider: OpenedProvider, request: UpstreamRequest): Promise<BegunUpstream> {
    const connection = connectionOf(provider);
    const limit = ageLimit(request);
    if (limit !== undefined && connection.sendsAuthTime === false) throw noAuthTime();
    const metadata = await this.metadataOf(connection);
    const nonce = randomNonce();
    const [domain, ...others] = connection.hostedDomains;
    const { url, verifier } = beginCodeFlow(metadata, connection, request, {
      nonce,
      response_mode: connection.responseMode ?? 'query',
      ...(request.forceLogin && { prompt: 'login' }),
      // A hint for Google's account chooser; the ID token decides which domains may sign in.
      ...(domain !== undefined && { hd: others.length === 0 ? domain : '*' }),
      // With max_age the provider must send auth_time (OpenID Connect Core section 2).
      ...(limit !== undefined && { max_age: String(limit) }),
    });
    return { url, kept: { nonce, verifier, begunAt: String(this.clock.nowSeconds()) } };
  }

  /** Sends at most two requests: to the token endpoint and, if claims are missing, to userinfo. @throws UpstreamError */
  async finish(provider: OpenedProvider, answer: UpstreamAnswer): Promise<FinishedUpstream> {
    const connection = connectionOf(provider);
    const metadata = await this.metadataOf(connection);
    const deadline = this.http.deadline();
    const isApple = connection.clientAuthentication === 'apple';
    const secret = isApple ? await appleClientSecret(connection, provider.secret ?? '', this.clock.nowSeconds()) : provider.secret;
    const { accessToken, idToken } = await exchangeCode(this.http, metadata, { connection, ...(secret && { secret }) }, answer, deadline);
    if (idToken === undefined) throw new UpstreamError('invalid', 'The token endpoint sends no ID token. The scopes must contain openid.');
    const { kept } = answer;
    const limit = ageLimit(answer);
    const expected = {
      connection,
      metadata,
      nonce: kept['nonce'] ?? '',
      accessToken,
      now: this.clock.nowSeconds(),
      authenticatedAfter: limit === undefined ? undefined : Number(kept['begunAt']) - limit,
    };
    const token = await validateIdToken(idToken, expected, {
      current: () => this.metadata.keysOf(metadata),
      newer: () => this.metadata.newerKeysOf(metadata),
    });
    const groupsClaim = groupsClaimOf(provider);
    const userinfo =
      isIncomplete(token, connection, provider.rules.updates.includes('personalData')) ||
      (groupsClaim !== undefined && isSilent(token, groupsClaim))
        ? await this.userinfo(metadata, accessToken, token.sub, deadline)
        : {};
    const names = isApple ? appleNames(answer.parameters) : {};
    const identity = {
      ...identityOf(token, { ...names, ...userinfo }, connection),
      ...(groupsClaim !== undefined && { groups: groupsIn(token, userinfo, groupsClaim) }),
    };
    return provider.rules.upstreamSignOut ? { ...identity, signOutHint: signOutHint(idToken) } : identity;
  }

  /** Loads the documents anew, so that the result reflects a change made a moment ago. */
  async probe(provider: OpenedProvider): Promise<ProbeStep[]> {
    const connection = connectionOf(provider);
    const { step: discovery, result: metadata } = await probeStep('discovery', async () => {
      const found = assertTenants(await this.metadata.reloadMetadata(connection.issuer), connection);
      return { result: found, detail: `The issuer is ${found.issuer}.` };
    });
    if (!metadata) return [discovery];
    const { step: keys } = await probeStep('keys', async () => {
      const { length } = (await this.metadata.reloadKeys(metadata)).jwks().keys;
      return { detail: `The key set has ${length === 1 ? 'one key' : `${length} keys`} for signatures.` };
    });
    const groupsClaim = groupsClaimOf(provider);
    const groups = groupsClaim === undefined ? [] : [groupsProbe(groupsClaim, connection)];
    return [discovery, keys, await probeAuthorization(this.http, metadata), ...groups];
  }

  private async metadataOf(connection: OidcConnection): Promise<ProviderMetadata> {
    return assertTenants(await this.metadata.metadataOf(connection.issuer), connection);
  }

  /** Userinfo of the same person (OpenID Connect Core section 5.3.2), or no claims if the provider has none. */
  private async userinfo(
    { userinfoEndpoint }: ProviderMetadata,
    accessToken: string,
    subject: string | undefined,
    signal: AbortSignal,
  ): Promise<Claims> {
    if (userinfoEndpoint === undefined) return {};
    const requested = { what: 'The userinfo endpoint', maxBytes: MAX_BYTES.token, signal };
    const claims = await this.http.getObject(userinfoEndpoint, requested, { Authorization: `Bearer ${accessToken}` });
    if (claims['sub'] === subject) return claims;
    throw new UpstreamError('invalid', 'The answer of the provider is not valid: userinfo has another "sub" than the ID token.');
  }
}

/** @throws UpstreamError for an issuer of every tenant, unless tenants are listed */
function assertTenants(metadata: ProviderMetadata, { tenants }: OidcConnection): ProviderMetadata {
  if (!metadata.issuer.includes(TENANT) || tenants.length > 0) return metadata;
  throw new UpstreamError(
    'misconfigured',
    `The issuer ${metadata.issuer} stands for every tenant, so tenants must list those whose people may sign in.`,
  );
}

/** What a sign-out takes: some providers, such as Okta, require the ID token. */
function signOutHint(idToken: string): SignOutHint | undefined {
  return idToken.length <= MAX_HINT ? { idToken } : undefined;
}

function noAuthTime(): UpstreamError {
  return new UpstreamError(
    'notAllowed',
    'The provider sends no auth_time (sendsAuthTime), so it cannot prove a recent sign-in, which this one requires.',
  );
}

/** Seconds before the request in which the person must have authenticated. */
function ageLimit({ forceLogin, maxAge }: Pick<UpstreamRequest, 'forceLogin' | 'maxAge'>): number | undefined {
  return forceLogin ? 0 : maxAge;
}

export function connectionOf(provider: OpenedProvider): OidcConnection {
  if (provider.kind !== 'oidc') throw new UpstreamError('misconfigured', `The provider is of kind ${provider.kind}, expected oidc.`);
  return provider.connection;
}
