// The refresh token grant (RFC 6749 section 6): one conditional UPDATE rotates the token, and a replay ends the authorization
// (docs/adr/0005-tokens.md).
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { refreshReuseSeconds } from '../clients/application.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { isFapi } from '../clients/profiles.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { scopeValues } from '../protocol/scopes.js';
import { Delegations } from '../tokens/delegations.service.js';
import { GrantSubjects } from '../tokens/grant-subjects.service.js';
import { GrantsRepository, refreshEndUs, type Grant, type HeldGrant } from '../tokens/stored/grants.repository.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { claimedId, RefreshTokens } from '../tokens/refresh-token.codec.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { arrivedWithin, isDoubleSubmit } from './double-submit.js';
import {
  requiredParameter,
  resourceValues,
  textParameter,
  type GrantParameters,
  type TokenGrant,
  type TokenRequest,
  type TokenResponse,
} from './token-grant.js';
import { TokenResponses } from './token-responses.service.js';

/** Maximum attempts. A rotation that matches no row is retried: another request was first, or the person signed out in between. */
const MAX_ATTEMPTS = 3;

@Injectable()
export class RefreshTokenGrant implements TokenGrant {
  readonly grantType = 'refresh_token';
  readonly parameters = ['refresh_token', 'scope', 'resource'];
  readonly repeatable = ['resource'];

  constructor(
    private readonly refreshTokens: RefreshTokens,
    private readonly grants: GrantsRepository,
    private readonly grantSubjects: GrantSubjects,
    private readonly delegations: Delegations,
    private readonly tokenResponses: TokenResponses,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
  ) {}

  async findAuthorization(parameters: GrantParameters): Promise<HeldGrant | undefined> {
    const id = this.refreshTokens.decodeRefreshToken(textParameter(parameters, 'refresh_token') ?? '');
    return id && this.grants.findHeld(id.grantNo);
  }

  async respond({ client, parameters, receivedUs, found, proof }: TokenRequest): Promise<TokenResponse> {
    // The text is not decoded again: a grant was found only for a valid refresh token.
    const { n = 0, jkt } = claimedId(requiredParameter(parameters, 'refresh_token')) ?? {};
    let grant = found ?? (await this.findAuthorization(parameters));
    for (let attempt = 0; grant && attempt < MAX_ATTEMPTS; attempt++) {
      if (client.kind !== 'application' || !this.isAlive(client, grant)) throw refused();
      checkKey(client, jkt, proof?.jkt);
      const stays = isFapi(client);
      const isRepeated = !stays && (await this.isRepeated(client, grant, n, receivedUs));
      const scopes = requestedScopes(textParameter(parameters, 'scope'), grant);
      const subject = await this.grantSubjects.findLive(client, grant);
      if (!subject) return await this.endIfExchanged(grant);
      // The token is kept: the policy may be relaxed again, and a new sign-in issues another token.
      if (!(await this.grantSubjects.provesEnough(grant, subject))) throw refused();
      const resources = await this.tokenResponses.resourcesFor(client, grant, subject, scopes, resourceValues(parameters));
      await proof?.useOnce();
      if (isRepeated || (await this.rotate(client, grant, subject)))
        return stays
          ? this.tokenResponses.forAuthorization(client, grant, subject, { scopes, resources }, grant.refreshN + 1, proof?.jkt, n)
          : this.tokenResponses.forAuthorization(client, grant, subject, { scopes, resources }, n + 1, proof?.jkt);
      grant = await this.grants.findHeld(grant.no);
    }
    throw refused();
  }

  private rotate(client: ApplicationRecord, grant: Grant, subject: LiveSubject): Promise<boolean> {
    const idleUs = this.inUs(this.lifetimes.refreshIdle(client));
    const isDelegated = (grant.payload.exchange?.actors ?? []).length > 0;
    return isDelegated ? this.delegations.rotate(grant, subject, idleUs) : this.grants.rotate(grant, idleUs);
  }

  /** Revokes an exchanged authorization that lost its origin or the right to act, so that it can't become valid again. */
  private async endIfExchanged({ id, payload }: Grant): Promise<never> {
    if (payload.exchange) await this.grants.revoke(id);
    throw refused();
  }

  private isAlive(client: ApplicationRecord, grant: Grant): boolean {
    return grant.clientNo === client.no && grant.revokedUs === null && refreshEndUs(grant) >= this.inUs(1);
  }

  /**
   * The newest token may be used. A client that lost the response gets the same successor again, within its application's reuse window. Any
   * other use is a replay, which ends the authorization (RFC 9700 section 4.14.2), unless it is a double submit.
   * @returns whether the successor exists already. @throws OAuthError
   */
  private async isRepeated({ config }: ApplicationRecord, grant: Grant, n: number, receivedUs: number): Promise<boolean> {
    if (n === grant.refreshN) return false;
    const isLast = n === grant.refreshN - 1;
    const usedUs = grant.rotatedUs ?? -Infinity;
    const reuseUs = refreshReuseSeconds(config) * 1_000_000;
    if (isLast && reuseUs > 0 && arrivedWithin(reuseUs, usedUs, receivedUs)) return true;
    if (!isLast || !isDoubleSubmit(usedUs, receivedUs)) await this.grants.revoke(grant.id);
    throw refused();
  }

  private inUs(seconds: number): number {
    return this.clock.nowUs() + seconds * 1_000_000;
  }
}

/**
 * RFC 9449 section 5: the refresh token of a public client is bound to its key. Another client proves itself and may change its key, but not go
 * back to bearer tokens. Comes before the check for a replay, so that a thief without the key can't end the authorization.
 * @param bound the key that the refresh token names. @throws OAuthError
 */
function checkKey({ config }: ApplicationRecord, bound: string | undefined, jkt: string | undefined): void {
  if (bound === undefined || bound === jkt || (jkt !== undefined && config.authMethod !== 'none')) return;
  throw new OAuthError('invalid_grant', 'The refresh token is bound to a key: send a DPoP proof by this key.');
}

/** A subset of the granted scopes, or all of them. @throws OAuthError `invalid_scope` */
function requestedScopes(requested: string | undefined, { scope }: Grant): string[] {
  const [granted, wanted] = [scopeValues(scope), scopeValues(requested)];
  if (wanted.some((value) => !granted.includes(value)))
    throw new OAuthError('invalid_scope', 'The requested scope exceeds what was granted.');
  return wanted.length > 0 ? wanted : granted;
}

function refused(): OAuthError {
  return new OAuthError('invalid_grant', 'The refresh token is unknown, expired, revoked or used, or was issued to another client.');
}
