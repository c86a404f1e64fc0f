// The hooks of the library's authorization endpoint: accounts, prompts and granted scopes.
import { Inject, Injectable } from '@nestjs/common';
import { errors, type interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { newSecret } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { AuthorizationRequests, beganBy } from '../clients/authorization-requests.service.js';
import { isFapi } from '../clients/profiles.js';
import { MAX_SCOPE } from '../consents/consents.repository.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { OFFLINE_ACCESS, scopeValues } from '../protocol/scopes.js';
import { Audiences } from '../tokens/audiences.service.js';
import { MAX_RESOURCES } from '../tokens/resources.service.js';
import { AuthorizationAnswers } from './authorization-answers.service.js';
import { accountFinder } from './adapters/account.js';
import { disclosedScope } from './claims-parameter.js';
import { recordOf } from './adapters/client.adapter.js';
import { bindToKey } from './key-binding.js';
import type { ClientModel, InteractionModel, GrantModel, Model } from './adapters/library.model.js';
import { sentParameters, useServedMode } from './response-mode.js';
import { requestContext, requestedResources } from './adapters/request-context.js';
import { RequestLookups } from './adapters/request-lookups.service.js';
import { SessionChoice } from './session-choice.service.js';
import { PolicySources, signInPolicy } from './sign-in-policy.js';

type Context = KoaContextWithOIDC;

@Injectable()
export class AuthorizationEndpoint {
  constructor(
    readonly answers: AuthorizationAnswers,
    readonly sessionChoice: SessionChoice,
    private readonly policySources: PolicySources,
    private readonly audiences: Audiences,
    private readonly lookups: RequestLookups,
    private readonly requests: AuthorizationRequests,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  get findAccount() {
    return accountFinder(this.lookups);
  }

  signInPolicy(): interactionPolicy.DefaultPolicy {
    return signInPolicy(this.policySources);
  }

  /** The parameter `request` makes it possible to restart a lost sign-in. */
  async signInUrl({
    uid,
    params,
    parJti,
    deviceCode,
  }: Pick<InteractionModel, 'uid' | 'params' | 'parJti' | 'deviceCode'>): Promise<string> {
    const query = new URLSearchParams({ request: await this.requests.seal(sentParameters(params), beganBy({ parJti, deviceCode })) });
    return `${this.settings.publicUrl}/sign-in/${uid}?${query.toString()}`;
  }

  /**
   * Call after the library's own checks. They drop offline_access without `prompt=consent`, and every scope with an id inside. `Audiences`
   * decides what is granted instead, so this puts the request's own scope back for the first pass. {@link newGrant} does it after the
   * sign-in.
   * @throws InvalidScope when the scope names an unknown organization: dropping that scope would let people of every organization in
   */
  async restoreParameters(ctx: Context): Promise<void> {
    useServedMode(ctx);
    const { route } = ctx.oidc as { route: string };
    const isForDevice = route === 'device_authorization';
    const isDirect = isForDevice || route === 'pushed_authorization_request';
    const sent = isDirect ? (ctx.oidc.body?.['scope'] as string) : (ctx.query.scope as string);
    const scopes = scopeValues(requestContext(ctx).requestedScope ?? sent);
    // As at the authorization endpoint, which the library's own check doesn't see here.
    if (isForDevice && !scopes.includes('openid')) throw new errors.InvalidScope('The scope must include openid.', undefined as never);
    if (ctx.oidc.params) ctx.oidc.params.scope = scopes.join(' ');
    if (await this.audiences.namesUnknownOrganization(scopes))
      throw new errors.InvalidScope('The organization that the scope names does not exist.', undefined as never);
    await bindToKey(ctx);
    if (!isDirect) await this.sessionChoice.preferNamed(ctx.oidc.provider, ctx);
  }

  /**
   * Judges one of the requested resources, again when a sign-in is resumed. What tokens for it have as their audience is our own concern.
   * @throws InvalidTarget
   */
  async resourceServer({ oidc }: Context, uri: string, client: ClientModel): Promise<{ scope: string; audience: string }> {
    try {
      const { length } = [oidc.params?.['resource']].flat();
      const values = length > MAX_RESOURCES ? Array.from({ length }, () => uri) : [String(uri)];
      const [resource] = await this.policySources.resources.requested(recordOf(client), values, await this.lookups.configVersion());
      return { scope: '', audience: resource?.target ?? '' };
    } catch (error) {
      throw error instanceof OAuthError ? new errors.InvalidTarget(error.description) : error;
    }
  }

  /** Creates a new grant for each authorization, so that a revocation ends exactly the tokens of that authorization. */
  async newGrant(ctx: Context): Promise<GrantModel | undefined> {
    const { client, account, params, provider, entities, claims, session } = ctx.oidc;
    if (!client || !account || !params) return undefined;
    assertStillRegistered(ctx, client);
    // The library marks the session before it saves the code.
    requestContext(ctx).givenBefore = session?.authorizationFor(client.clientId).persistsLogout === true;
    const requested = (entities.Interaction?.params ?? params).scope as string | undefined;
    const { scope: granted } = await this.audiences.grant(recordOf(client), requested, undefined, await this.lookups.configVersion());
    if (
      disclosedScope({ ...params, scope: granted }, this.policySources.resources.scopesOf(requestedResources(ctx.oidc))).length > MAX_SCOPE
    )
      throw new errors.InvalidScope('The scope is too long.', undefined as never);
    // OpenID Connect Core section 11: a response without a code can't be refreshed.
    const { response_type: type = 'code' } = params;
    const scope = String(type).includes('code') ? granted : without(OFFLINE_ACCESS, granted);
    params.scope = scope;
    const Grant = provider.Grant as unknown as Model<GrantModel>;
    const grant = new Grant({ jti: newSecret(16), accountId: account.accountId, clientId: client.clientId });
    grant.addOIDCScope(scope);
    // The prompts decided whether the application may have these claims, as for the scope.
    grant.addOIDCClaims([...Object.keys(claims.id_token ?? {}), ...Object.keys(claims.userinfo ?? {})]);
    return grant;
  }
}

/**
 * Checks again, at the end of a sign-in, what the library checks when a request arrives: a sign-in may take an hour, and an address that was removed
 * meanwhile gets no code (RFC 6749 section 3.1.2.3). A request needs a challenge if its client does (RFC 7636), and must have been pushed if its
 * client pushes all requests (RFC 9126 section 6).
 * @throws InvalidRedirectUri, UnauthorizedClient, InvalidRequest
 */
function assertStillRegistered({ oidc }: Context, client: ClientModel): void {
  if (oidc.route !== 'resume') return;
  const { redirect_uri: redirectUri, response_type: responseType, code_challenge: challenge } = oidc.params ?? {};
  if (!client.redirectUriAllowed(String(redirectUri))) throw new errors.InvalidRedirectUri();
  if (!client.responseTypeAllowed(String(responseType) as never))
    throw new errors.UnauthorizedClient('requested response_type is not allowed for this client', undefined as never);
  const record = recordOf(client);
  const interaction = oidc.entities.Interaction as { parJti?: string } | undefined;
  if (record.kind === 'application' && record.config.requirePushedAuthorizationRequests && interaction?.parJti === undefined)
    throw new errors.InvalidRequest('The application requires pushed authorization requests now: start the sign-in again.');
  const needsChallenge = record.kind === 'application' && (record.config.authMethod === 'none' || isFapi(record));
  if (needsChallenge && challenge === undefined && String(responseType).includes('code'))
    throw new errors.InvalidRequest('The application requires PKCE now: start the sign-in again.');
}

function without(value: string, scope: string): string {
  return scopeValues(scope)
    .filter((one) => one !== value)
    .join(' ');
}
