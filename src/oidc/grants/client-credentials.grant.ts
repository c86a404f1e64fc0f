// The client credentials grant (RFC 6749 section 4.4): a service user, which is its own client, obtains a token for itself; never a refresh token,
// never an ID token.
import { Injectable } from '@nestjs/common';
import { OAuthError } from '../protocol/oauth-error.js';
import { scopeValues } from '../protocol/scopes.js';
import { AccessTokens, tokenTypeOf } from '../tokens/access-tokens.service.js';
import { Audiences } from '../tokens/audiences.service.js';
import type { ClaimQuestion } from '../tokens/content/claim-question.js';
import { IdTokens } from '../tokens/id-tokens.service.js';
import type { Holder } from '../tokens/grant-holder.js';
import { Resources } from '../tokens/resources.service.js';
import { Subjects } from '../tokens/content/subjects.service.js';
import { type TokenClaims, UserClaims } from '../tokens/content/user-claims.service.js';
import { resourceValues, textParameter, type TokenGrant, type TokenRequest, type TokenResponse } from './token-grant.js';

@Injectable()
export class ClientCredentialsGrant implements TokenGrant {
  readonly grantType = 'client_credentials';
  readonly parameters = ['scope', 'resource'];
  readonly repeatable = ['resource'];

  constructor(
    private readonly audiences: Audiences,
    private readonly resources: Resources,
    private readonly accessTokens: AccessTokens,
    private readonly idTokens: IdTokens,
    private readonly subjects: Subjects,
    private readonly userClaims: UserClaims,
  ) {}

  respond(request: TokenRequest): Promise<TokenResponse> {
    return this.issue(request, false);
  }

  /**
   * Issues the tokens of a service user, for its other grants too.
   * @param withIdToken issues an ID token if the scope has `openid`
   * @throws OAuthError `unauthorized_client`, `invalid_target`, or `invalid_grant` if the service user was deactivated a moment ago
   */
  async issue({ client, parameters, credential, configVersion, proof }: TokenRequest, withIdToken: boolean): Promise<TokenResponse> {
    if (client.kind !== 'service') throw new OAuthError('unauthorized_client', 'This client is not allowed to use this grant_type.');
    const resources = await this.resources.requested(client, resourceValues(parameters), configVersion);
    const requested = textParameter(parameters, 'scope');
    const { scope, audience, byResource } = await this.audiences.grant(client, requested, undefined, configVersion, resources);
    const scopes = scopeValues(scope);
    const style = this.accessTokens.styleFor(client);
    const hasIdToken = withIdToken && scopes.includes('openid');
    const claims = await this.claimsOf({ client, scopes, configVersion }, { idToken: hasIdToken, accessToken: style.format === 'jwt' });
    const { no: userNo, clientId, generation, organizationGeneration, serviceUser } = client;
    const holder: Holder = {
      kind: 'service',
      userNo,
      generations: { user: generation, organization: organizationGeneration, client: generation },
      ...(credential && { credentials: [credential] }),
    };
    await proof?.useOnce();
    const bound = proof && { jkt: proof.jkt };
    const { value, expiresIn } = this.accessTokens.issue(
      { ...holder, userId: serviceUser.id, clientId, scope, audience, ...(byResource && { byResource }), ...bound },
      style,
      {
        claims: claims.accessToken,
      },
    );
    return {
      access_token: value,
      expires_in: expiresIn,
      ...(hasIdToken && { id_token: this.idTokens.issue(client, { ...claims.idToken, sub: serviceUser.id }, holder, value) }),
      scope,
      token_type: tokenTypeOf(proof?.jkt),
    };
  }

  private async claimsOf(
    question: Omit<ClaimQuestion, 'subject'>,
    wanted: { idToken: boolean; accessToken: boolean },
  ): Promise<TokenClaims> {
    if (!wanted.idToken && !wanted.accessToken) return { idToken: {}, accessToken: {} };
    const subject = await this.subjects.serviceUser(question.client.no, question.configVersion);
    if (!subject) throw new OAuthError('invalid_grant', 'The service user is no longer active.');
    return this.userClaims.tokenClaims({ subject, ...question }, wanted);
  }
}
