// Issues the tokens of a person's authorization, the same for every grant (RFC 6749 section 5.1, OpenID Connect Core section 3.1.3.3).
import { Injectable } from '@nestjs/common';
import type { ApplicationRecord } from '../clients/clients.service.js';
import type { Resource } from '../clients/resource-uri.js';
import { type ClaimsRequest, requestedClaims } from '../protocol/claims-request.js';
import { claimsFor } from '../protocol/claims.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { OFFLINE_ACCESS } from '../protocol/scopes.js';
import { AccessTokens, tokenTypeOf } from '../tokens/access-tokens.service.js';
import { Audiences } from '../tokens/audiences.service.js';
import { holderOfGrant, inheritedFrom, linkTo } from '../tokens/grant-holder.js';
import type { Grant, HeldGrant } from '../tokens/stored/grants.repository.js';
import { IdTokens } from '../tokens/id-tokens.service.js';
import { RefreshTokens } from '../tokens/refresh-token.codec.js';
import { Resources } from '../tokens/resources.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { UserClaims } from '../tokens/content/user-claims.service.js';
import type { TokenResponse } from './token-grant.js';

/** Whether a response includes a refresh token (OpenID Connect Core section 11). */
export function mayRefresh({ config }: ApplicationRecord, scopes: readonly string[]): boolean {
  return scopes.includes(OFFLINE_ACCESS) && config.grantTypes.includes('refresh_token');
}

@Injectable()
export class TokenResponses {
  constructor(
    private readonly audiences: Audiences,
    private readonly resources: Resources,
    private readonly accessTokens: AccessTokens,
    private readonly idTokens: IdTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly userClaims: UserClaims,
  ) {}

  /**
   * The resources of the tokens of an authorization. Comes before anything is written.
   * @param values of the parameter `resource`. @throws OAuthError `invalid_target`
   */
  async resourcesFor(
    client: ApplicationRecord,
    { payload: { exchange, resources: granted = [] }, configVersion }: HeldGrant,
    subject: LiveSubject,
    scopes: readonly string[],
    values: readonly string[],
  ): Promise<Resource[]> {
    if (granted.length === 0 && values.length === 0) return [];
    if (exchange) throw new OAuthError('invalid_target', 'The parameter resource is not supported for exchanged tokens.');
    const { audience } = await this.audiences.grant(client, scopes.join(' '), subject, configVersion);
    return this.resources.narrowed(client, { granted, audience }, values, configVersion);
  }

  /**
   * @param wanted scopes and resources, all of them granted
   * @param n number of the refresh that issues the tokens, 0 without refresh tokens
   * @param jkt thumbprint of the key that the tokens are bound to
   * @param refreshN number of the accompanying refresh token
   */
  async forAuthorization(
    client: ApplicationRecord,
    grant: HeldGrant,
    subject: LiveSubject,
    { scopes: wanted, resources }: { scopes: readonly string[]; resources: readonly Resource[] },
    n: number,
    jkt: string | undefined,
    refreshN = n,
  ): Promise<TokenResponse> {
    const { exchange, code, generations } = grant.payload;
    const granted = await this.audiences.grant(client, wanted.join(' '), subject, grant.configVersion, resources);
    const style = this.accessTokens.styleFor(client);
    const hasIdToken = wanted.includes('openid');
    const userClaims = await this.userClaims.tokenClaims(
      { subject, scopes: wanted, client, configVersion: grant.configVersion },
      { idToken: hasIdToken, accessToken: style.format === 'jwt' },
    );
    const { authTime, amr, claims } = code as { authTime?: number; amr?: string[]; claims?: ClaimsRequest };
    const { value, expiresIn } = this.accessTokens.issue(
      {
        kind: 'person',
        userNo: grant.userNo,
        userId: subject.userId,
        clientId: client.clientId,
        scope: granted.scope,
        audience: exchange
          ? await this.audiences.stillNamed(client, exchange.audience, exchange.origins, grant.configVersion)
          : granted.audience,
        ...(granted.byResource && { byResource: granted.byResource }),
        generations,
        grant: linkTo(grant, n),
        ...(claims?.userinfo && wanted.includes('openid') && { claims: claims.userinfo }),
        ...inheritedFrom(grant),
        ...(authTime !== undefined && { authTime }),
        ...(amr && { amr }),
        ...(jkt !== undefined && { jkt }),
      },
      style,
      { claims: userClaims.accessToken },
    );
    return {
      access_token: value,
      expires_in: expiresIn,
      ...(hasIdToken && {
        id_token: this.idToken(client, grant, subject, { ...this.profileOf(client, subject, wanted), ...userClaims.idToken }, n, value),
      }),
      ...(n > 0 && { refresh_token: this.refreshTokens.encodeRefreshToken({ grantNo: grant.no, n: refreshN, jkt }) }),
      scope: granted.scope,
      token_type: tokenTypeOf(jkt),
    };
  }

  /** Userinfo returns these claims, unless the application has "User Info inside ID Token" (OpenID Connect Core section 5.4). */
  private profileOf({ config }: ApplicationRecord, subject: LiveSubject, scopes: readonly string[]): Record<string, unknown> {
    return config.idTokenUserinfoAssertion ? claimsFor(subject, scopes) : {};
  }

  private idToken(
    client: ApplicationRecord,
    grant: Grant,
    subject: LiveSubject,
    userClaims: Record<string, unknown>,
    n: number,
    accessToken: string,
  ): string {
    const { acr, amr, authTime, nonce, sid, claims: requested } = grant.payload.code;
    const claims = {
      ...userClaims,
      ...requestedClaims(subject, (requested as ClaimsRequest | undefined)?.id_token),
      sub: subject.userId,
      acr,
      amr,
      auth_time: authTime,
      nonce,
      // The session may have ended (a sign-out leaves refresh tokens alive).
      ...(grant.sessionUid !== null && { sid }),
    };
    return this.idTokens.issue(client, claims, holderOfGrant(grant, n), accessToken);
  }
}
