// Adapts the library's models of codes, grants and tokens to ours: one row per authorization, and self-contained tokens
// (docs/adr/0005-tokens.md).
import { Injectable } from '@nestjs/common';
import { errors, Provider, type Adapter, type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import { ProofRefusal } from '../../../common/access/proof-refusal.js';
import { withResolvers, type Resolvers } from '../../../common/concurrency/resolvers.js';
import { secretDigest } from '../../../common/crypto/digest.js';
import { Clock } from '../../../common/primitives/clock.js';
import { scopeValues } from '../../protocol/scopes.js';
import { SessionEndedError } from '../../tokens/stored/ended-sessions.repository.js';
import { BasisEndedError, GrantsRepository, refreshEndUs, type Grant, type NewGrant } from '../../tokens/stored/grants.repository.js';
import { Lifetimes } from '../../tokens/lifetimes.service.js';
import { LiveTokens, type LiveToken } from '../../tokens/live-tokens.service.js';
import { PresentedTokens } from '../../tokens/presented-tokens.service.js';
import { RefreshTokens } from '../../tokens/refresh-token.codec.js';
import type { TokenContent } from '../../tokens/content/token-content.js';
import { subjectOf } from './account.js';
import { recordOf } from './client.adapter.js';
import { DeviceCodes } from './device-codes.adapter.js';
import { NOTHING_STORED } from './library.model.js';
import { PushedRequests } from './pushed-requests.adapter.js';
import { requestContext, requestedResources } from './request-context.js';

/** The columns of a row without a code or refresh tokens. */
const NEVER_USED = {
  codeUntilUs: null,
  codeUsedUs: null,
  refreshN: 0,
  minN: 0,
  rotatedUs: null,
  refreshIdleUs: null,
  refreshUntilUs: null,
  revokedUs: null,
};

@Injectable()
export class TokenAdapters {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly lifetimes: Lifetimes,
    private readonly liveTokens: LiveTokens,
    private readonly presentedTokens: PresentedTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly clock: Clock,
    readonly pushedRequests: PushedRequests,
    private readonly devices: DeviceCodes,
  ) {}

  /** Saving a code creates the authorization: one INSERT. Codes are redeemed by `AuthorizationCodeGrant`. */
  get codes(): Adapter {
    return { ...NOTHING_STORED, upsert: (code, payload, expiresIn) => this.insertCode(code, payload, expiresIn ?? 0) };
  }

  /** Approving a device creates the authorization. */
  get deviceCodes(): Adapter {
    const adapter = this.devices.adapter((payload, codeSeconds) => this.newGrant(payload, codeSeconds));
    return { ...adapter, upsert: (id, payload, expiresIn) => adapter.upsert(id, payload, expiresIn).catch(refuseEnded) };
  }

  /** The grant is built from the presented token, which has already been checked. None is saved: the row is created with the code. */
  get grantModel(): Adapter {
    return { ...NOTHING_STORED, find: async (id) => grantOfToken(id) };
  }

  /** The access token presented at userinfo, introspection or revocation. */
  get accessTokenModel(): Adapter {
    return { ...NOTHING_STORED, find: (value) => this.findAccessToken(value) };
  }

  /**
   * The library only revokes refresh tokens (RFC 7009 section 2.1: any refresh token of an authorization ends it). Refresh tokens can't be
   * introspected.
   */
  get refreshTokenModel(): Adapter {
    return { ...NOTHING_STORED, find: (value) => this.findRevocable(value) };
  }

  /**
   * The authorization behind tokens issued by redirect, so that they end with their session and with a revocation like all others. Without
   * a code (OpenID Connect Core section 3.2) it is created with the first token and never refreshed. With a code (section 3.3) it is that
   * of the code: the library issues both at the same time, and the tokens wait for the row.
   */
  async grantByRedirect(): Promise<Grant> {
    const context = requestContext();
    context.grant ??= await (hasCode() ? resolversOfCode().promise : this.insertWithoutCode());
    return context.grant;
  }

  private async insertWithoutCode(): Promise<Grant> {
    const { client, session, params, grant } = Provider.ctx?.oidc ?? {};
    if (!client || !session || !grant) throw new Error('Tokens are given by redirect only while an authorization request is served.');
    const { accountId, uid: sessionUid, acr, amr } = session;
    // The library does the same with a code: the session then knows which clients were given tokens.
    session.authorizationFor(client.clientId).persistsLogout = true;
    const payload = {
      accountId,
      clientId: client.clientId,
      grantId: grant.jti,
      scope: params?.scope,
      sessionUid,
      sid: session.sidFor(client.clientId),
      authTime: session.authTime(),
      acr,
      amr,
    };
    const row = await this.newGrant(payload as AdapterPayload, 0);
    return { ...row, ...NEVER_USED, no: await this.insert(row) };
  }

  private async insertCode(code: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    const [row, untilUs] = [await this.newGrant(payload, expiresInSeconds), this.inSeconds(expiresInSeconds)];
    const withTokens = Provider.ctx?.oidc.params?.response_type !== 'code';
    const no = await this.insert({ ...row, withTokens, code: { digest: secretDigest(code), untilUs } });
    if (withTokens) resolversOfCode().resolve({ ...row, ...NEVER_USED, codeUntilUs: untilUs, no });
  }

  /** @throws LoginRequired if the person signed out during this request, InteractionRequired if a consent was withdrawn */
  private insert(grant: NewGrant): Promise<number> {
    return this.grants.insert(grant).catch(refuseEnded);
  }

  private async newGrant({ jti: _code, ...payload }: AdapterPayload, codeSeconds: number): Promise<NewGrant> {
    const oidc = Provider.ctx?.oidc;
    if (!oidc?.client || !oidc.account || !payload.grantId)
      throw new Error('A code is saved only while an authorization request is served.');
    const [client, subject] = [recordOf(oidc.client), subjectOf(oidc.account)];
    return {
      id: payload.grantId,
      userNo: subject.userNo,
      clientNo: client.no,
      sessionUid: payload.sessionUid ?? null,
      scope: payload.scope ?? '',
      payload: {
        generations: { user: subject.generation, organization: subject.organizationGeneration, client: client.generation },
        // For a later refresh: the checks by which the authorization was given.
        code: { ...payload, checks: (await requestContext().judgement)?.methods ?? [] },
        ...resourcesOf(oidc),
        ...(requestContext().givenBefore && { givenBefore: true as const }),
      },
      restsOnConsent: requestContext().restsOnConsent === true,
      expiresUs: this.inSeconds(codeSeconds + this.lifetimes.aftermath(client)),
    };
  }

  private async findAccessToken(value: string): Promise<AdapterPayload | undefined> {
    const context = requestContext();
    const live = await (Provider.ctx?.oidc.route === 'userinfo'
      ? this.findPresented(value)
      : this.liveTokens.findLive(context.hiddenToken ?? value));
    if (!live) return undefined;
    context.token = live.token;
    const { jti, exp, userId, clientId, grant, claims } = live.token;
    return {
      jti,
      ...(exp !== undefined && { exp }),
      accountId: userId,
      clientId,
      // A token without an authorization (of a service user) is looked up under its `jti`.
      grantId: grant?.id ?? jti,
      scope: shownScope(live.token),
      ...(claims && { claims: { userinfo: claims } as AdapterPayload['claims'] }),
      gty: live.token.kind === 'person' ? 'authorization_code' : 'client_credentials',
    };
  }

  /** A token in the body of the request is a bearer token. */
  private async findPresented(value: string): Promise<LiveToken | undefined> {
    const context = requestContext();
    try {
      const live = await this.presentedTokens.findLiveForUserinfo(context.presented ?? { scheme: 'Bearer', value });
      if (live?.proof) context.proof = live.proof;
      return live;
    } catch (error) {
      if (!(error instanceof ProofRefusal)) throw error;
      context.proofRefusal = error;
      throw Object.assign(new errors.CustomOIDCProviderError(error.fault, error.message), { status: 401, statusCode: 401 });
    }
  }

  private async findRevocable(value: string): Promise<AdapterPayload | undefined> {
    const { route, client } = Provider.ctx?.oidc ?? {};
    const id = this.refreshTokens.decodeRefreshToken(value);
    if (route !== 'revocation' || !client || !id) return undefined;
    const grant = await this.grants.findByNo(id.grantNo);
    if (grant?.clientNo !== recordOf(client).no || grant.revokedUs !== null || refreshEndUs(grant) <= this.clock.nowUs()) return undefined;
    requestContext().grant = grant;
    return { jti: value, exp: Math.ceil(refreshEndUs(grant) / 1_000_000), clientId: client.clientId, grantId: grant.id };
  }

  private inSeconds(seconds: number): number {
    return this.clock.nowUs() + seconds * 1_000_000;
  }
}

function resourcesOf(oidc: KoaContextWithOIDC['oidc']): Pick<Grant['payload'], 'resources'> {
  const resources = requestedResources(oidc);
  return resources.length > 0 ? { resources } : {};
}

function refuseEnded(error: unknown): never {
  if (error instanceof BasisEndedError) throw new errors.InteractionRequired('the consent has been withdrawn');
  throw error instanceof SessionEndedError ? new errors.LoginRequired('the session has ended') : error;
}

function hasCode(): boolean {
  const type = Provider.ctx?.oidc.params?.response_type;
  return typeof type === 'string' && type.split(' ').includes('code');
}

function resolversOfCode(): Resolvers<Grant> {
  return (requestContext().codeSaved ??= withResolvers());
}

function grantOfToken(id: string): AdapterPayload | undefined {
  const { token } = requestContext();
  return (
    token && {
      jti: id,
      accountId: token.userId,
      clientId: token.clientId,
      openid: { scope: shownScope(token), claims: Object.keys(token.claims ?? {}) },
    }
  );
}

/** Deviation: userinfo answers without `openid` too, so that a service user can read its own data. The library requires that scope. */
function shownScope({ scope }: TokenContent): string {
  return Provider.ctx?.oidc.route === 'userinfo' ? scopeValues(`openid ${scope}`).join(' ') : scope;
}
