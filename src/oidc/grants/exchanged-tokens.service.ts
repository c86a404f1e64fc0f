// The tokens that an exchange yields, and the authorization they hang on (RFC 8693 section 2.2).
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { newSecret } from '../../common/primitives/ids.js';
import { Impersonation } from '../../users/memberships/impersonation.service.js';
import type { ApplicationRecord, ClientRecord } from '../clients/clients.service.js';
import { claimsFor } from '../protocol/claims.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { scopeValues } from '../protocol/scopes.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import type { Actor } from '../tokens/actors.js';
import { SessionEndedError } from '../tokens/ended-sessions.repository.js';
import { linkTo } from '../tokens/grant-holder.js';
import { GrantsRepository, type Grant, type NewGrant } from '../tokens/grants.repository.js';
import { IdTokens, type Holder } from '../tokens/id-tokens.service.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { RefreshTokens } from '../tokens/refresh-token.codec.js';
import type { LiveSubject } from '../tokens/subjects.service.js';
import type { Party } from './exchange-parties.service.js';
import type { TokenResponse } from './token-grant.js';
import { mayRefresh } from './token-responses.service.js';
import type { TokenTypeName } from './token-types.js';

/** What will be issued. */
export interface DecidedExchange {
  client: ApplicationRecord;
  requested: TokenTypeName;
  subject: Party;
  actors: readonly Actor[];
  scope: string;
  audience: readonly string[];
}

@Injectable()
export class ExchangedTokens {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly idTokens: IdTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly grants: GrantsRepository,
    private readonly impersonation: Impersonation,
    private readonly lifetimes: Lifetimes,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async issue(decision: DecidedExchange): Promise<TokenResponse> {
    const { client, requested, subject, actors, scope, audience } = decision;
    const { user } = subject;
    const scopes = scopeValues(scope);
    const refreshes = subject.user.kind === 'person' && mayRefresh(client, scopes);
    const row = await this.record(decision, refreshes);
    const n = row && refreshes ? 1 : 0;
    const grant = row ? linkTo(row, n) : subject.grant;
    const holder: Holder = {
      kind: user.kind,
      userNo: user.userNo,
      generations: generationsOf(user, client),
      ...(grant && { grant }),
      ...(actors.length > 0 && { actors }),
      exchanged: true,
    };
    const common = {
      scope,
      ...(row && n > 0 && { refresh_token: this.refreshTokens.write({ grantNo: row.no, n }) }),
    };
    if (requested === 'id_token') {
      // No access token comes with it that the claims could be had for.
      const value = this.idToken(decision, holder, claimsFor(user, scopes));
      return { access_token: value, token_type: 'N_A', expires_in: this.lifetimes.idToken(client), ...common };
    }
    const token = this.accessTokens.issue(
      { ...holder, ...subject.authentication, userId: user.userId, clientId: client.clientId, scope, audience },
      this.accessTokens.styleFor(client, requested === 'jwt' ? 'jwt' : 'opaque'),
    );
    return {
      access_token: token.value,
      token_type: 'Bearer',
      expires_in: token.expiresIn,
      ...common,
      ...(scopes.includes('openid') && { id_token: this.idToken(decision, holder, {}, token.value) }),
    };
  }

  private idToken({ client, subject }: DecidedExchange, holder: Holder, claims: Record<string, unknown>, accessToken?: string): string {
    return this.idTokens.issue(client, { ...claims, ...subject.repeated, sub: subject.user.userId }, holder, accessToken);
  }

  /**
   * The trace of acting for somebody, and the row of a new authorization where there is none to hang on: a refresh token has its own,
   * and so has a person who was only named. Everything else lives and dies with the authorization of the subject's token.
   */
  private async record(decision: DecidedExchange, refreshes: boolean): Promise<Grant | undefined> {
    const { client, requested, subject, actors } = decision;
    const needsRow = subject.user.kind === 'person' && (refreshes || !subject.grant);
    if (!needsRow && actors.length === 0) return undefined;
    const row = needsRow ? await this.newGrant(decision, refreshes) : undefined;
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

  private async newGrant({ client, subject, actors, scope, audience }: DecidedExchange, refreshes: boolean): Promise<NewGrant> {
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
      ...(refreshes && { refresh: this.lifetimes.firstRefresh(client, this.clock.nowUs()) }),
    };
  }
}

function generationsOf({ generation, organizationGeneration }: LiveSubject, client: ClientRecord): Holder['generations'] {
  return { user: generation, organization: organizationGeneration, client: client.generation };
}
