// The token exchange grant (RFC 8693): exchanges a token for a narrower one, one of another type, or for an actor on behalf of the
// subject.
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Impersonation } from '../../users/roles/memberships/impersonation.service.js';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { OFFLINE_ACCESS, scopeValues } from '../protocol/scopes.js';
import type { Actor } from '../tokens/content/actors.js';
import { Audiences } from '../tokens/audiences.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { UserClaims } from '../tokens/content/user-claims.service.js';
import { ExchangeParties, type Party } from './exchange-parties.service.js';
import type { DecidedExchange } from './exchanged-grants.service.js';
import { ExchangedTokens } from './exchanged-tokens.service.js';
import type { TokenGrant, TokenRequest, TokenResponse } from './token-grant.js';
import { TOKEN_TYPES, tokenTypeOf, tokenTypeUrn, type TokenTypeName } from './token-types.js';

const PARAMETERS = [
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'scope',
  'audience',
  'resource',
] as const;
type TokenExchangeRequest = Partial<Record<(typeof PARAMETERS)[number], string | string[]>>;

const MAX_ACTORS = 5;

@Injectable()
export class TokenExchangeGrant implements TokenGrant {
  readonly grantType = TOKEN_EXCHANGE;
  readonly parameters = PARAMETERS;
  /** RFC 8693 section 2.1. */
  readonly repeatable = ['audience', 'resource'];

  constructor(
    private readonly parties: ExchangeParties,
    private readonly impersonation: Impersonation,
    private readonly audiences: Audiences,
    private readonly exchangedTokens: ExchangedTokens,
    private readonly userClaims: UserClaims,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** @throws OAuthError `invalid_request`, `invalid_target`, `invalid_scope`, `unauthorized_client` */
  async respond({ client, parameters, proof }: TokenRequest): Promise<TokenResponse> {
    if (client.kind !== 'application') throw new OAuthError('unauthorized_client', 'This client is not allowed to use this grant_type.');
    const exchange = await this.decide(client, parameters, proof?.jkt);
    await proof?.useOnce();
    return { ...(await this.exchangedTokens.issue(exchange)), issued_token_type: tokenTypeUrn(exchange.requested, this.settings.vendor) };
  }

  private async decide(client: ApplicationRecord, request: TokenExchangeRequest, jkt: string | undefined): Promise<DecidedExchange> {
    const requested = this.requestedType(one(request.requested_token_type));
    const [subjectType, actorType] = this.inputTypes(request);
    checkTypes(client, [subjectType, actorType]);
    if (request.resource !== undefined) throw new OAuthError('invalid_target', 'The parameter resource is not supported; use audience.');
    const subject = await this.parties.readParty('subject_token', client, subjectType, one(request.subject_token) ?? '');
    const actor = actorType && (await this.parties.readParty('actor_token', client, actorType, one(request.actor_token) ?? ''));
    for (const party of [subject, actor]) checkKey(client, party?.bound, jkt);
    if (actor) await this.assertMayAct(actor, subject);
    const scope = await this.grantedScope(client, subject, actor, one(request.scope));
    const scopes = scopeValues(scope);
    return {
      client,
      requested,
      subject,
      actor,
      actors: chain(subject, actor),
      scope,
      audience: await this.grantedAudience(client, subject, actor, request.audience),
      claims: await this.userClaims.tokenClaims(
        { subject: subject.user, scopes, client },
        { idToken: requested === 'id_token' || scopes.includes('openid'), accessToken: requested === 'jwt' },
      ),
      jkt,
    };
  }

  private requestedType(urn: string | undefined): TokenTypeName {
    const type = urn === undefined ? 'access_token' : tokenTypeOf(urn, this.settings.vendor);
    if (type && TOKEN_TYPES[type].requested) return type;
    throw new OAuthError('invalid_request', 'This requested_token_type is not supported.');
  }

  /** The types of subject and actor, validated against {@link TOKEN_TYPES}. */
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

  /** At most the scopes of the two tokens. Defaults to the subject's scopes, else to the actor's. */
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
    return (await this.audiences.grant(client, grantable.join(' '), subject.user)).scope;
  }

  private async grantedAudience(
    client: ApplicationRecord,
    subject: Party,
    actor: Party | undefined,
    asked: string | string[] | undefined,
  ): Promise<readonly string[]> {
    const origins = [...subject.origins, ...(actor?.origins ?? [])];
    // Only applications that may request this service's own API get it.
    const carried = ({ audience }: Party) =>
      this.audiences.stillNamed(
        client,
        audience.filter((one) => one !== this.audiences.api || client.config.apiAccess),
        origins,
      );
    const [ofSubject, ofActor] = [await carried(subject), actor ? await carried(actor) : []];
    if (asked === undefined) return defaultOf(ofSubject, ofActor);
    const known = [...ofSubject, ...ofActor];
    const wanted = [...new Set([asked].flat())];
    for (const one of wanted) {
      if (!known.includes(one) && !(await this.audiences.meansApplication(known, one, origins)))
        throw new OAuthError('invalid_target', 'The requested audience exceeds that of the tokens.');
    }
    return wanted;
  }
}

/** An ID token is bound to no key: a thief of one could bind what it is exchanged for to another key. @throws OAuthError */
function checkTypes({ config }: ApplicationRecord, types: ReadonlyArray<TokenTypeName | undefined>): void {
  if (config.requireDpop && config.authMethod === 'none' && types.includes('id_token'))
    throw new OAuthError('invalid_request', 'An ID token is bound to no key: exchange an access token.');
}

/**
 * A bound token is exchanged with its key, so that a thief can't turn it into a bearer token. Another client of its audience, which has proven
 * itself, got it from its owner and has no key of it.
 * @param jkt thumbprint of the key that the request has proven. @throws OAuthError
 */
function checkKey({ clientId, config }: ApplicationRecord, bound: Party['bound'], jkt: string | undefined): void {
  if (!bound || bound.jkt === jkt || (bound.clientId !== clientId && config.authMethod !== 'none')) return;
  throw new OAuthError('invalid_request', 'The token is bound to a key: send a DPoP proof by this key.');
}

/**
 * The current actor first, then earlier ones: those of the actor, then those of the subject. No user appears twice.
 * @throws OAuthError `invalid_request` for a loop, or a chain that is too long
 */
function chain({ user, actors: before }: Party, actor: Party | undefined): readonly Actor[] {
  if (!actor) return before;
  // Earlier actors of the actor keep acting for the actor.
  const behind = actor.actors.map((one) => ({ ...one, actsFor: one.actsFor ?? { kind: actor.user.kind, userNo: actor.user.userNo } }));
  const actors = [toActor(actor.user), ...behind, ...before];
  const everybody = new Set([user.userNo, ...actors.map(({ userNo }) => userNo)]);
  if (everybody.size <= actors.length)
    throw new OAuthError('invalid_request', 'An actor must not act for itself or appear twice in one chain.');
  if (actors.length > MAX_ACTORS) throw new OAuthError('invalid_request', `A chain may have at most ${MAX_ACTORS} actors.`);
  return actors;
}

function toActor({ kind, userNo, userId, generation, organizationGeneration }: LiveSubject): Actor {
  return { kind, userNo, userId, generations: { user: generation, organization: organizationGeneration } };
}

function defaultOf(subject: readonly string[], actor: readonly string[] = []): readonly string[] {
  return subject.length > 0 ? subject : actor;
}

function one(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0];
}
