// Issues the tokens of an exchange, and the authorization they belong to (RFC 8693 section 2.2).
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { claimsFor } from '../protocol/claims.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { scopeValues } from '../protocol/scopes.js';
import { AccessTokens, tokenTypeOf } from '../tokens/access-tokens.service.js';
import { byResourceOf, type Holder, linkTo } from '../tokens/grant-holder.js';
import { IdTokens } from '../tokens/id-tokens.service.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { RefreshTokens } from '../tokens/refresh-token.codec.js';
import type { GrantLink } from '../tokens/content/token-content.js';
import type { TokenResponse } from './token-grant.js';
import { mayRefresh } from './token-responses.service.js';
import { type DecidedExchange, ended, ExchangedGrants, generationsOf, inheritedOf } from './exchanged-grants.service.js';

/** A longer history is not intended, and would make tokens too long for a header. */
const MAX_ORIGINS = 12;
/** A grant that is not written yet, with the longest values possible in a token. */
const LONGEST_LINK: GrantLink = { no: Number.MAX_SAFE_INTEGER, id: 'i'.repeat(22), clientNo: Number.MAX_SAFE_INTEGER, n: 999_999_999 };

@Injectable()
export class ExchangedTokens {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly idTokens: IdTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly exchangedGrants: ExchangedGrants,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
  ) {}

  /** @throws OAuthError `invalid_request` if a presented token is just expiring, or has too many origins; `invalid_scope` */
  async issue(exchange: DecidedExchange): Promise<TokenResponse> {
    const { client, requested, subject, actors, scope, audience, claims, jkt } = exchange;
    const { user } = subject;
    const scopes = scopeValues(scope);
    const inherited = inheritedOf(exchange);
    if (inherited.origins.length > MAX_ORIGINS) throw new OAuthError('invalid_request', 'The subject_token was exchanged too often.');
    if (inherited.endsSeconds <= this.clock.nowSeconds()) throw ended();
    const isRefreshable = user.kind === 'person' && mayRefresh(client, scopes);
    const { origins, credentials, endsSeconds } = inherited;
    const history: Omit<Holder, 'grant'> = {
      kind: user.kind,
      userNo: user.userNo,
      generations: generationsOf(user, client),
      ...(actors.length > 0 && { actors }),
      exchanged: true,
      origins,
      ...byResourceOf(origins),
      ...(credentials.length > 0 && { credentials }),
    };
    const content = {
      ...history,
      ...subject.authentication,
      userId: user.userId,
      clientId: client.clientId,
      scope,
      audience,
      ...(jkt !== undefined && { jkt }),
    };
    const style = this.accessTokens.styleFor(client, requested === 'jwt' ? 'jwt' : 'opaque');
    for (const format of isRefreshable ? [style, this.accessTokens.styleFor(client)] : [style])
      this.accessTokens.assertFits({ ...content, grant: LONGEST_LINK }, format);
    const row = await this.exchangedGrants.record(exchange, isRefreshable);
    const n = row && isRefreshable ? 1 : 0;
    const grant = row ? linkTo(row, n) : subject.grant;
    const holder: Holder = { ...history, ...(grant && { grant }) };
    const common = { scope, ...(row && n > 0 && { refresh_token: this.refreshTokens.encodeRefreshToken({ grantNo: row.no, n, jkt }) }) };
    if (requested === 'id_token') {
      // No access token comes with it, so the claims can't be fetched from userinfo.
      const value = this.idToken(exchange, holder, { ...claimsFor(user, scopes), ...claims.idToken });
      const seconds = Math.min(this.lifetimes.idToken(client), endsSeconds - this.clock.nowSeconds());
      return { access_token: value, token_type: 'N_A', expires_in: seconds, ...common };
    }
    const token = this.accessTokens.issue({ ...content, ...(grant && { grant }) }, style, {
      untilSeconds: endsSeconds,
      claims: claims.accessToken,
    });
    return {
      access_token: token.value,
      token_type: tokenTypeOf(jkt),
      expires_in: token.expiresIn,
      ...common,
      ...(scopes.includes('openid') && { id_token: this.idToken(exchange, holder, claims.idToken, token.value) }),
    };
  }

  private idToken(exchange: DecidedExchange, holder: Holder, claims: Record<string, unknown>, accessToken?: string): string {
    const { client, subject } = exchange;
    const all = { ...claims, ...subject.repeated, sub: subject.user.userId };
    return this.idTokens.issue(client, all, holder, accessToken, inheritedOf(exchange).endsSeconds);
  }
}
