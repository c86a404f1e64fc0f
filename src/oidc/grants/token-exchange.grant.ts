// The token exchange grant (RFC 8693): a client trades a token it was given for one that is narrower, of another kind, or for somebody who acts for the subject.
import { Inject, Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { Clock } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { newSecret } from '../../common/primitives/ids.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Impersonation } from '../../users/memberships/impersonation.service.js';
import type { ApplicationRecord, ClientRecord } from '../clients/clients.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { OFFLINE_ACCESS, scopeValues } from '../protocol/scopes.js';
import { SessionEndedError } from '../tokens/ended-sessions.repository.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import type { Actor } from '../tokens/actors.js';
import { Audiences } from '../tokens/audiences.service.js';
import { GrantsRepository, type Grant, type NewGrant } from '../tokens/grants.repository.js';
import type { Holder } from '../tokens/id-tokens.service.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import type { LiveSubject } from '../tokens/subjects.service.js';
import { ExchangeParties, type Party } from './exchange-parties.service.js';
import { TOKEN_TYPES, tokenTypeOf, tokenTypeUrn, type TokenTypeName } from './token-types.js';

export const TOKEN_EXCHANGE_PARAMETERS = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'scope',
  'audience',
  'resource',
] as const;
/** Parameters that may be repeated (RFC 8693 section 2.1). */
export const TOKEN_EXCHANGE_LISTS = ['audience', 'resource'] as const;

export type TokenExchangeRequest = Partial<Record<(typeof TOKEN_EXCHANGE_PARAMETERS)[number], string | string[]>>;

/** RFC 8693 section 2.2.1; `N_A` when `access_token` carries an ID token. */
export interface TokenExchangeResponse {
  access_token: string;
  issued_token_type: string;
  token_type: 'Bearer' | 'N_A';
  expires_in: number;
  scope: string;
  id_token?: string;
  refresh_token?: string;
}

/** An ID token to be made. `standsAlone`: no access token comes with it that the claims could be had for. */
export interface IdTokenRequest {
  user: LiveSubject;
  holder: Holder;
  scope: string;
  repeated: Readonly<Record<string, unknown>>;
  standsAlone: boolean;
}

/** What the provider does for this grant. */
export interface ExchangeIssuer {
  idToken(request: IdTokenRequest): Promise<string>;
  /** The first refresh token of an authorization. */
  refreshToken(grant: Grant): Promise<string>;
}

/** What is to be issued, decided. */
interface Decision {
  client: ApplicationRecord;
  requested: TokenTypeName;
  subject: Party;
  actors: readonly Actor[];
  scope: string;
  audience: readonly string[];
}

const MAX_ACTORS = 5;

@Injectable()
export class TokenExchangeGrant {
  constructor(
    private readonly parties: ExchangeParties,
    private readonly impersonation: Impersonation,
    private readonly audiences: Audiences,
    private readonly accessTokens: AccessTokens,
    private readonly grants: GrantsRepository,
    private readonly lifetimes: Lifetimes,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @throws OAuthError `invalid_request`, `invalid_target`, `invalid_scope`, `unauthorized_client` */
  async exchange(client: ClientRecord, request: TokenExchangeRequest, issuer: ExchangeIssuer): Promise<TokenExchangeResponse> {
    if (client.kind !== 'application') throw new OAuthError('unauthorized_client', 'This client is not allowed to use this grant_type.');
    return this.issue(await this.decide(client, request), issuer);
  }

  private async decide(client: ApplicationRecord, request: TokenExchangeRequest): Promise<Decision> {
    const requested = this.requestedType(one(request.requested_token_type));
    const [subjectType, actorType] = this.inputTypes(request);
    if (request.resource !== undefined) throw new OAuthError('invalid_target', 'The parameter resource is not supported; use audience.');
    const subject = await this.parties.read('subject_token', client, subjectType, one(request.subject_token) ?? '');
    const actor = actorType && (await this.parties.read('actor_token', client, actorType, one(request.actor_token) ?? ''));
    if (actor) await this.assertMayAct(actor, subject);
    const scope = await this.grantedScope(client, subject, actor, one(request.scope));
    return {
      client,
      requested,
      subject,
      actors: chain(subject, actor),
      scope,
      audience: this.grantedAudience(client, subject, actor, request.audience),
    };
  }

  private requestedType(urn: string | undefined): TokenTypeName {
    const type = urn === undefined ? 'access_token' : tokenTypeOf(urn, this.settings.vendor);
    if (type && TOKEN_TYPES[type].requested) return type;
    throw new OAuthError('invalid_request', 'This requested_token_type is not supported.');
  }

  /** The types of subject and actor, by the matrix. */
  private inputTypes(request: TokenExchangeRequest): [TokenTypeName, TokenTypeName | undefined] {
    if (request.subject_token === undefined) throw new OAuthError('invalid_request', 'The parameter subject_token is missing.');
    if ((request.actor_token === undefined) !== (request.actor_token_type === undefined))
      throw new OAuthError('invalid_request', 'actor_token and actor_token_type must be sent together.');
    const subject = tokenTypeOf(one(request.subject_token_type), this.settings.vendor);
    if (!subject || TOKEN_TYPES[subject].subject === 'refused')
      throw new OAuthError('invalid_request', 'This subject_token_type is not supported.');
    if (request.actor_token === undefined) {
      if (TOKEN_TYPES[subject].subject === 'allowed') return [subject, undefined];
      throw new OAuthError('invalid_request', 'This subject_token_type needs an actor_token.');
    }
    const actor = tokenTypeOf(one(request.actor_token_type), this.settings.vendor);
    if (actor && TOKEN_TYPES[actor].actor) return [subject, actor];
    throw new OAuthError('invalid_request', 'This actor_token_type is not supported.');
  }

  private async assertMayAct(actor: Party, subject: Party): Promise<void> {
    try {
      await this.impersonation.assertMayActFor(actor.user, subject.user);
    } catch (error) {
      throw error instanceof DomainError && error.kind === 'forbidden' ? new OAuthError('invalid_request', error.message) : error;
    }
  }

  /** Never more than the two tokens had; what was not asked for is as the subject's, or else the actor's. */
  private async grantedScope(
    client: ApplicationRecord,
    subject: Party,
    actor: Party | undefined,
    asked: string | undefined,
  ): Promise<string> {
    const known = new Set([...subject.scopes, ...subject.free, ...(actor?.scopes ?? [])]);
    const wanted = asked === undefined ? defaultOf(subject.scopes, actor?.scopes) : scopeValues(asked);
    if (!wanted.every((scope) => known.has(scope)))
      throw new OAuthError('invalid_scope', 'The requested scope exceeds that of the tokens.');
    // A refresh token stands for a person's consent; a service user can always get a new token.
    const grantable = wanted.filter((scope) => scope !== OFFLINE_ACCESS || subject.user.kind === 'person');
    return (await this.audiences.grant(client, grantable.join(' '))).scope;
  }

  private grantedAudience(
    client: ApplicationRecord,
    subject: Party,
    actor: Party | undefined,
    asked: string | string[] | undefined,
  ): readonly string[] {
    // This service's own API stays with the applications that may ask for it.
    const mayCarry = (audience: string) => audience !== this.audiences.api || client.config.apiAccess;
    if (asked === undefined) return defaultOf(subject.audience.filter(mayCarry), actor?.audience.filter(mayCarry));
    const known = new Set([...subject.audience, ...(actor?.audience ?? [])].filter(mayCarry));
    const wanted = [asked].flat();
    if (!wanted.every((audience) => known.has(audience)))
      throw new OAuthError('invalid_target', 'The requested audience exceeds that of the tokens.');
    return [...new Set(wanted)];
  }

  private async issue(decision: Decision, issuer: ExchangeIssuer): Promise<TokenExchangeResponse> {
    const { client, requested, subject, actors, scope, audience } = decision;
    const { user } = subject;
    const scopes = scopeValues(scope);
    const row = await this.record(decision, scopes.includes(OFFLINE_ACCESS));
    const refreshToken = row && scopes.includes(OFFLINE_ACCESS) ? await issuer.refreshToken(row) : undefined;
    const grant = row ? { no: row.no, id: row.id, clientNo: row.clientNo, n: refreshToken === undefined ? 0 : 1 } : subject.grant;
    const generations = generationsOf(user, client);
    const holder: Holder = {
      kind: user.kind,
      userNo: user.userNo,
      generations,
      ...(grant && { grant }),
      ...(actors.length > 0 && { actors }),
      exchanged: true,
    };
    const common = {
      issued_token_type: tokenTypeUrn(requested, this.settings.vendor),
      scope,
      ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    };
    const idToken = (standsAlone: boolean) => issuer.idToken({ user, holder, scope, repeated: subject.repeated, standsAlone });
    if (requested === 'id_token') {
      const value = await idToken(true);
      const { exp = 0, iat = 0 } = decodeJwt(value);
      return { access_token: value, token_type: 'N_A', expires_in: exp - iat, ...common };
    }
    const style = this.accessTokens.styleFor(client, requested === 'jwt' ? 'jwt' : 'opaque');
    const token = this.accessTokens.issue(
      { ...holder, ...subject.authentication, userId: user.userId, clientId: client.clientId, scope, audience },
      style,
    );
    return {
      access_token: token.value,
      token_type: 'Bearer',
      expires_in: token.expiresIn,
      ...common,
      ...(scopes.includes('openid') ? { id_token: await idToken(false) } : {}),
    };
  }

  /**
   * The trace of acting for somebody, and the row of a new authorization where there is none to hang on: a refresh token has its own,
   * and so has a person who was only named. Everything else lives and dies with the authorization of the subject's token.
   */
  private async record(decision: Decision, refreshes: boolean): Promise<Grant | undefined> {
    const { client, requested, subject, actors } = decision;
    const needsRow = subject.user.kind === 'person' && (refreshes || !subject.grant);
    if (!needsRow && actors.length === 0) return undefined;
    const row = needsRow ? await this.newGrant(decision) : undefined;
    const no = await this.database
      .write('exchange token', async (tx) => {
        if (actors[0])
          await this.impersonation.record(tx, subject.user, actors[0], { clientId: client.clientId, requestedType: requested });
        return row && this.grants.insertIn(tx, row);
      })
      .catch((error: unknown) => {
        throw error instanceof SessionEndedError ? new OAuthError('invalid_request', 'The subject_token is no longer valid.') : error;
      });
    return no === undefined ? undefined : this.grants.findByNo(no);
  }

  private async newGrant({ client, subject, actors, scope, audience }: Decision): Promise<NewGrant> {
    const { user, grant, authentication, repeated } = subject;
    const id = newSecret(16);
    // With the browser session of the first authorization, so that signing out there ends what came from it here.
    const before = grant && (await this.grants.findByNo(grant.no));
    return {
      id,
      userNo: user.userNo,
      clientNo: client.no,
      sessionUid: before?.sessionUid ?? null,
      scope,
      payload: {
        generations: generationsOf(user, client),
        code: {
          accountId: user.userId,
          clientId: client.clientId,
          grantId: id,
          scope,
          ...authentication,
          nonce: repeated['nonce'],
        },
        exchange: { audience, actors },
      },
      expiresUs: this.clock.nowUs() + this.lifetimes.aftermath(client) * 1_000_000,
    };
  }
}

/**
 * Who acts now first, then who acted before: for the actor, then for the subject. Nobody is in it twice.
 * @throws OAuthError `invalid_request` for a loop, or a chain that is too long to be meant
 */
function chain({ user, actors: before }: Party, actor: Party | undefined): readonly Actor[] {
  if (!actor) return before;
  const actors = [toActor(actor.user), ...actor.actors, ...before];
  const everybody = new Set([user.userNo, ...actors.map(({ userNo }) => userNo)]);
  if (everybody.size <= actors.length)
    throw new OAuthError('invalid_request', 'An actor must not act for itself or appear twice in one chain.');
  if (actors.length > MAX_ACTORS) throw new OAuthError('invalid_request', `A chain may have at most ${MAX_ACTORS} actors.`);
  return actors;
}

function toActor({ kind, userNo, userId, generation, organizationGeneration }: LiveSubject): Actor {
  return { kind, userNo, userId, generations: { user: generation, organization: organizationGeneration } };
}

function generationsOf({ generation, organizationGeneration }: LiveSubject, client: ClientRecord): Holder['generations'] {
  return { user: generation, organization: organizationGeneration, client: client.generation };
}

function defaultOf(subject: readonly string[], actor: readonly string[] = []): readonly string[] {
  return subject.length > 0 ? subject : actor;
}

function one(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0];
}
