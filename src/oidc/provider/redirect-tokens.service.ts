// Tokens that the authorization endpoint issues by redirect (OpenID Connect Core section 3.2). The library composes the response; this
// service determines their content.
import { Injectable } from '@nestjs/common';
import { Provider } from 'oidc-provider';
import type { RequestedClaims } from '../protocol/claims-request.js';
import { scopeValues } from '../protocol/scopes.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Audiences } from '../tokens/audiences.service.js';
import { holderOfGrant, linkTo } from '../tokens/grant-holder.js';
import { IdTokens } from '../tokens/id-tokens.service.js';
import { UserClaims, type TokenClaims } from '../tokens/content/user-claims.service.js';
import { subjectOf } from './adapters/account.js';
import { recordOf } from './adapters/client.adapter.js';
import { TokenAdapters } from './adapters/token.adapter.js';

@Injectable()
export class RedirectTokens {
  constructor(
    readonly adapters: TokenAdapters,
    private readonly accessTokens: AccessTokens,
    private readonly idTokens: IdTokens,
    private readonly audiences: Audiences,
    private readonly userClaims: UserClaims,
  ) {}

  /**
   * The access token of an implicit response (OpenID Connect Core section 3.2.2.5). The library does not know every scope, so the request's
   * own scope counts.
   */
  async issueAccessToken(): Promise<{ value: string; scope: string }> {
    const { client, account, claims } = Provider.ctx?.oidc ?? {};
    if (!client || !account) throw new Error('A token is given by redirect only while an authorization request is served.');
    const record = recordOf(client);
    const grant = await this.adapters.grantByRedirect();
    const { accountId, authTime, amr } = grant.payload.code as { accountId: string; authTime?: number; amr?: string[] };
    const requested = requestedScopes().join(' ');
    const { resources } = grant.payload;
    const { scope, audience, byResource } = await this.audiences.grant(record, requested, subjectOf(account), undefined, resources);
    const style = this.accessTokens.styleFor(record);
    const token = this.accessTokens.issue(
      {
        kind: 'person',
        userNo: grant.userNo,
        userId: accountId,
        clientId: record.clientId,
        scope,
        audience,
        ...(byResource && { byResource }),
        generations: grant.payload.generations,
        grant: linkTo(grant),
        ...(claims?.userinfo && { claims: claims.userinfo as RequestedClaims }),
        ...(authTime !== undefined && { authTime }),
        ...(amr && { amr }),
      },
      style,
      { claims: (await this.ownClaims(style.format === 'jwt', false)).accessToken },
    );
    return { value: token.value, scope };
  }

  /** Further claims of the library's ID tokens: those of this service's own scopes, `acr` even if not requested, and the `jti`. */
  async idTokenClaims(): Promise<Record<string, unknown> & { jti: string }> {
    const grant = await this.adapters.grantByRedirect();
    return {
      ...(await this.ownClaims(false, true)).idToken,
      acr: grant.payload.code['acr'],
      ...this.idTokens.holderClaims(holderOfGrant(grant)),
    };
  }

  private ownClaims(accessToken: boolean, idToken: boolean): Promise<TokenClaims> {
    const { client, account } = Provider.ctx?.oidc ?? {};
    if (!client || !account) throw new Error('A token is given by redirect only while an authorization request is served.');
    const question = { subject: subjectOf(account), scopes: requestedScopes(), client: recordOf(client) };
    return this.userClaims.tokenClaims(question, { idToken, accessToken });
  }
}

function requestedScopes(): string[] {
  const scope = Provider.ctx?.oidc.params?.scope;
  return scopeValues(typeof scope === 'string' ? scope : '');
}
