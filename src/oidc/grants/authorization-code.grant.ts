// The authorization code grant (RFC 6749 section 4.1.3, RFC 7636 section 4.5): one conditional UPDATE redeems a code.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { equalSecrets, secretDigest } from '../../common/crypto/digest.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { isFapi } from '../clients/profiles.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { GrantSubjects } from '../tokens/grant-subjects.service.js';
import { GrantsRepository, type Grant, type HeldGrant } from '../tokens/stored/grants.repository.js';
import { isDoubleSubmit } from './double-submit.js';
import { FirstTokens } from './first-tokens.service.js';
import {
  requiredParameter,
  textParameter,
  type GrantParameters,
  type TokenGrant,
  type TokenRequest,
  type TokenResponse,
} from './token-grant.js';

/** RFC 7636 section 4.1. */
const CODE_VERIFIER = /^[\w.~-]{43,128}$/;

@Injectable()
export class AuthorizationCodeGrant implements TokenGrant {
  readonly grantType = 'authorization_code';
  readonly parameters = ['code', 'redirect_uri', 'code_verifier', 'resource'];
  readonly repeatable = ['resource'];

  constructor(
    private readonly grants: GrantsRepository,
    private readonly grantSubjects: GrantSubjects,
    private readonly firstTokens: FirstTokens,
  ) {}

  async findAuthorization(parameters: GrantParameters): Promise<HeldGrant | undefined> {
    const code = textParameter(parameters, 'code');
    return code === undefined ? undefined : this.grants.findHeldByCode('AuthorizationCode', secretDigest(code));
  }

  async respond({ client, parameters, receivedUs, found, proof }: TokenRequest): Promise<TokenResponse> {
    requiredParameter(parameters, 'code');
    const redirectUri = requiredParameter(parameters, 'redirect_uri');
    const grant = found ?? (await this.findAuthorization(parameters));
    if (!grant || client.kind !== 'application') throw refused();
    await this.endIfReplayedLate(grant, receivedUs);
    if (grant.clientNo !== client.no || grant.revokedUs !== null) throw refused();
    checkCodeVerifier(textParameter(parameters, 'code_verifier'), grant.payload.code);
    if (grant.payload.code.redirectUri !== redirectUri) throw refused();
    const subject = await this.grantSubjects.findLive(client, grant);
    if (!subject) throw refused();
    return (await this.firstTokens.issue({ client, grant, subject, parameters, proof })) ?? this.refuseUsed(client, grant, receivedUs);
  }

  /**
   * A used code that is sent again is a replay, at any later time and from any sender (RFC 6749 section 4.1.2). @throws OAuthError for an
   * expired code
   */
  private async endIfReplayedLate({ id, codeUntilUs, codeUsedUs }: Grant, receivedUs: number): Promise<void> {
    if ((codeUntilUs ?? 0) > receivedUs) return;
    if (codeUsedUs !== null) await this.grants.revoke(id);
    throw refused();
  }

  /** Refuses every use but the first. A use that is not a double submit also ends the authorization (RFC 6749 section 4.1.2). */
  private async refuseUsed(client: ApplicationRecord, { no, id }: Grant, receivedUs: number): Promise<never> {
    const grant = await this.grants.findByNo(no);
    if (grant && !isForgiven(client, grant, receivedUs)) await this.grants.revoke(id);
    throw refused();
  }
}

/**
 * Only a code bound by PKCE (RFC 7636) is forgiven: only the client itself can have sent it. A code that was never used has expired in the
 * meantime. With FAPI 2.0 no second use is forgiven.
 */
function isForgiven(client: ApplicationRecord, { codeUsedUs, payload }: Grant, receivedUs: number): boolean {
  if (typeof payload.code.codeChallenge !== 'string') return false;
  return codeUsedUs === null || (!isFapi(client) && isDoubleSubmit(codeUsedUs, receivedUs));
}

/** RFC 7636 section 4.6; the authorization endpoint accepts only the method S256. @throws OAuthError */
function checkCodeVerifier(verifier: string | undefined, { codeChallenge }: Grant['payload']['code']): void {
  if (verifier === undefined && codeChallenge === undefined) return;
  if (verifier !== undefined && !CODE_VERIFIER.test(verifier))
    throw new OAuthError('invalid_request', 'The code_verifier must have 43 to 128 characters of A-Z, a-z, 0-9, "-", ".", "_" and "~".');
  const computed = verifier === undefined ? '' : createHash('sha256').update(verifier).digest('base64url');
  if (typeof codeChallenge !== 'string' || !equalSecrets(codeChallenge, computed)) throw refused();
}

/** The same error for every fault, so that a finder of a code learns nothing about it (RFC 6749 section 5.2). */
function refused(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The code is unknown, expired or used, is not meant for this client and redirect_uri, or does not fit the code_verifier.',
  );
}
