// Records an exchange: the event that a user acts for another, and the authorization of its tokens (RFC 8693 section 2.2).
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { newSecret } from '../../common/primitives/ids.js';
import { Impersonation } from '../../users/roles/memberships/impersonation.service.js';
import type { ApplicationRecord, ClientRecord } from '../clients/clients.service.js';
import { OAuthError } from '../protocol/oauth-error.js';
import type { Actor } from '../tokens/content/actors.js';
import { SessionEndedError } from '../tokens/stored/ended-sessions.repository.js';
import { GrantSubjects } from '../tokens/grant-subjects.service.js';
import { BasisEndedError, GrantsRepository, type FirstRefresh, type Grant, type NewGrant } from '../tokens/stored/grants.repository.js';
import type { Holder } from '../tokens/grant-holder.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import type { TokenCredential, TokenOrigin } from '../tokens/content/token-content.js';
import type { TokenClaims } from '../tokens/content/user-claims.service.js';
import type { Party } from './exchange-parties.service.js';
import type { TokenTypeName } from './token-types.js';

/** The exchange as it will be issued. */
export interface DecidedExchange {
  client: ApplicationRecord;
  requested: TokenTypeName;
  subject: Party;
  actor: Party | undefined;
  actors: readonly Actor[];
  scope: string;
  audience: readonly string[];
  /** The claims of this service's own scopes about the subject. */
  claims: TokenClaims;
  /** The thumbprint of the key that the tokens will be bound to. */
  jkt: string | undefined;
}

@Injectable()
export class ExchangedGrants {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly grantSubjects: GrantSubjects,
    private readonly impersonation: Impersonation,
    private readonly lifetimes: Lifetimes,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the event that a user acts for another, and the row of a new authorization. A row is needed for a refresh token, and for a
   * person who was only named. It is also needed for every actor of a person, who can then see and end it, and for scopes that the person
   * allowed this client, which a withdrawal ends. All other tokens belong to the authorization of the subject's token.
   */
  async record(exchange: DecidedExchange, isRefreshable: boolean): Promise<Grant | undefined> {
    const { client, requested, subject, actors } = exchange;
    const isOwn = isRefreshable || !subject.grant || actors.length > 0 || subject.restsOnConsent === true;
    const needsRow = subject.user.kind === 'person' && isOwn;
    if (!needsRow && actors.length === 0) return undefined;
    const row = needsRow ? await this.newGrant(exchange, isRefreshable) : undefined;
    const no = await this.database
      .write('exchange token', async (tx) => {
        if (actors[0])
          await this.impersonation.record(tx, subject.user, actors[0], { clientId: client.clientId, requestedType: requested });
        return row && this.grants.insertIn(tx, row);
      })
      .catch((error: unknown) => {
        throw error instanceof SessionEndedError || error instanceof BasisEndedError ? ended() : error;
      });
    if (no === undefined) return undefined;
    if (row && (await this.grants.revokeIfOriginRevoked(row.id, row.originIds ?? []))) throw ended();
    return this.grants.findByNo(no);
  }

  private async newGrant(exchange: DecidedExchange, isRefreshable: boolean): Promise<NewGrant> {
    const { client, subject, actor, actors, scope, audience } = exchange;
    const { user, authentication, repeated } = subject;
    const id = newSecret(16);
    const now = this.clock.nowUs();
    const { origins, credentials, endsSeconds } = inheritedOf(exchange);
    const sources = await Promise.all([subject, ...(actor ? [actor] : [])].map((party) => this.sourceOf(party)));
    const row = sources[0]?.row;
    // Otherwise an exchange would bypass a policy that became stricter.
    if (isRefreshable && row && !(await this.grantSubjects.provesEnough(row, user))) throw ended();
    const refresh = isRefreshable ? this.firstRefresh(client, sources) : undefined;
    const tokenEndsUs = Math.min(now + this.lifetimes.accessToken(client) * 1_000_000, endsSeconds * 1_000_000);
    return {
      id,
      userNo: user.userNo,
      clientNo: client.no,
      // Bound to the browser session of the first authorization, so that a sign-out there ends these tokens too.
      sessionUid: sources[0]?.sessionUid ?? null,
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
          checks: row && this.grantSubjects.checksOf(row),
        },
        exchange: {
          audience,
          actors,
          // A refreshable grant outlives the presented token, so it rests on that token's authorization. Revoking the token itself ends
          // this grant by `originIds`.
          origins: origins.map((origin) => (refresh && origin.grant ? { ...origin, jti: '' } : origin)),
          ...(credentials.length > 0 && { credentials }),
          sinceUs: now,
          endsUs: refresh?.untilUs ?? tokenEndsUs,
        },
      },
      expiresUs: now + this.lifetimes.aftermath(client) * 1_000_000,
      originIds: origins.map(({ jti }) => jti).filter((jti) => jti !== ''),
      ...(refresh && { refresh }),
      restsOnConsent: subject.restsOnConsent === true,
    };
  }

  /** The browser session of a party's authorization, and the latest expiry of what is derived from it. */
  private async sourceOf({
    grant,
    endsSeconds = Infinity,
  }: Party): Promise<{ sessionUid: string | null; untilUs: number; row: Grant | undefined }> {
    const row = grant && (await this.grants.findByNo(grant.no));
    const untilUs = row && row.refreshN > 0 ? (row.refreshUntilUs ?? 0) : endsSeconds * 1_000_000;
    return { sessionUid: row?.sessionUid ?? null, untilUs, row };
  }

  /** Ends no later than its sources can be refreshed, or expire. */
  private firstRefresh(client: ApplicationRecord, sources: ReadonlyArray<{ untilUs: number }>): FirstRefresh {
    const own = this.lifetimes.firstRefresh(client, this.clock.nowUs());
    const untilUs = Math.min(own.untilUs, ...sources.map((source) => source.untilUs));
    return { ...own, untilUs, idleUs: Math.min(own.idleUs, untilUs) };
  }
}

/** The tokens and credentials that an exchange rests on, the presented ones first, and when the first of them expires. */
export function inheritedOf({ subject, actor }: DecidedExchange): {
  origins: readonly TokenOrigin[];
  credentials: readonly TokenCredential[];
  endsSeconds: number;
} {
  return {
    origins: [...subject.origins, ...(actor?.origins ?? [])],
    credentials: [...subject.credentials, ...(actor?.credentials ?? [])],
    endsSeconds: Math.min(subject.endsSeconds ?? Infinity, actor?.endsSeconds ?? Infinity),
  };
}

export function ended(): OAuthError {
  return new OAuthError('invalid_request', 'The subject_token is no longer valid.');
}

export function generationsOf({ generation, organizationGeneration }: LiveSubject, client: ClientRecord): Holder['generations'] {
  return { user: generation, organization: organizationGeneration, client: client.generation };
}
