// The hooks of the library's introspection and revocation endpoints and of its verification of hints.
import { Injectable } from '@nestjs/common';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import { INTROSPECTION_ENDPOINT, USERINFO_ENDPOINT } from '../protocol/endpoints.js';
import { keyIdOf, verifyJws, type SignedContent } from '../keys/jws.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { GrantsRepository } from '../tokens/stored/grants.repository.js';
import { INTROSPECTION_JWT, SignedIntrospection } from '../tokens/signed-introspection.service.js';
import { INACTIVE, Introspection, mayIntrospect } from '../tokens/introspection.service.js';
import { Revocation } from '../tokens/revocation.service.js';
import { UserClaims } from '../tokens/content/user-claims.service.js';
import { scopeValues } from '../protocol/scopes.js';
import { subjectOf } from './adapters/account.js';
import { recordOf } from './adapters/client.adapter.js';
import type { ClientModel } from './adapters/library.model.js';
import { isAt, isByRedirect, requestContext } from './adapters/request-context.js';

@Injectable()
export class TokenEndpoints {
  constructor(
    private readonly introspection: Introspection,
    private readonly signedIntrospection: SignedIntrospection,
    private readonly revocation: Revocation,
    private readonly grants: GrantsRepository,
    private readonly signingKeys: SigningKeys,
    private readonly userClaims: UserClaims,
  ) {}

  /** RFC 7662 section 2.1: a client may introspect only access tokens, and only those meant for it. */
  mayIntrospect(client: object): boolean {
    const { token } = requestContext();
    return token !== undefined && mayIntrospect(recordOf(client), token);
  }

  /**
   * Revokes a single access token or, given a refresh token, everything of its authorization (RFC 7009 section 2.1).
   * Always returns false; otherwise the library would end the grant of an access token as well.
   * A token of another client is left unchanged, and the response is the same as for an unknown token.
   */
  async revokePresented(client: object): Promise<boolean> {
    const { token, grant } = requestContext();
    if (grant) await this.grants.revoke(grant.id);
    if (token?.clientId === recordOf(client).clientId) await this.revocation.revoke(token);
    return false;
  }

  /**
   * Replaces the library's description of a live token by ours: audience as a list, claims by scope, `username`. Does the same at userinfo,
   * where the library returns no claims of scopes that it does not know by name.
   */
  async describePresented(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    await next();
    const { token } = requestContext(ctx);
    if (isAt(ctx, USERINFO_ENDPOINT) && ctx.status === 200 && token && ctx.oidc.account && ctx.oidc.client) {
      const question = { subject: subjectOf(ctx.oidc.account), scopes: scopeValues(token.scope), client: recordOf(ctx.oidc.client) };
      ctx.body = { sub: token.userId, ...(await this.userClaims.userinfoClaims(question, token.claims)) };
      return;
    }
    const body = ctx.body as { active?: unknown } | undefined;
    const { client } = ctx.oidc ?? {};
    if (!isAt(ctx, INTROSPECTION_ENDPOINT) || body?.active === undefined || !client) return;
    const description = body.active === true && token ? await this.introspection.describe(recordOf(client), token) : INACTIVE;
    ctx.body = description;
    // RFC 9701 section 4: the caller, which has authenticated, asks for it by the Accept header.
    if (ctx.accepts('json', INTROSPECTION_JWT) !== INTROSPECTION_JWT) return;
    ctx.body = this.signedIntrospection.sign(recordOf(client), description);
    ctx.type = INTROSPECTION_JWT;
  }

  /**
   * A hint may be expired. Its key may be retired, or of an algorithm that the application used earlier (OpenID Connect Core
   * section 3.1.2.1, id_token_hint).
   * @returns undefined for an unverifiable hint during a sign-in, which then continues without it
   * @throws Error for an unverifiable hint elsewhere
   */
  async verifyHint(issuer: string, jwt: string, client: ClientModel): Promise<SignedContent | undefined> {
    const key = (await this.signingKeys.recentKeys()).verifiers.get(keyIdOf(jwt) ?? '');
    const signed = key && verifyJws(jwt, key);
    const { iss, aud, sub } = signed?.payload ?? {};
    if (signed?.header['typ'] === undefined && iss === issuer && aud === client.clientId && typeof sub === 'string') return signed;
    if (Provider.ctx && isByRedirect()) return undefined;
    throw new Error('This is not an ID token that this service issued to this client.');
  }
}
