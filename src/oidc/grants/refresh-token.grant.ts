// The refresh token grant (RFC 6749 section 6) where all is as it should be. Whatever is not, is decided by the library's side of it
// (`provider/refresh.ts`): replays, lost races, exchanged tokens.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { claimsFor } from '../protocol/claims.js';
import type { ApplicationRecord, ClientRecord } from '../clients/clients.service.js';
import { scopeValues } from '../protocol/scopes.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Audiences } from '../tokens/audiences.service.js';
import { holderOfGrant, linkTo } from '../tokens/grant-holder.js';
import { GrantsRepository, type HeldGrant } from '../tokens/grants.repository.js';
import { IdTokens } from '../tokens/id-tokens.service.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { RefreshTokens } from '../tokens/refresh-token.codec.js';
import { Subjects, type LiveSubject } from '../tokens/subjects.service.js';

export const REFRESH_TOKEN = 'refresh_token';

/** RFC 6749 section 5.1, OpenID Connect Core section 12.2. */
interface RefreshResponse {
  access_token: string;
  expires_in: number;
  id_token?: string;
  refresh_token: string;
  scope: string;
  token_type: 'Bearer';
}

@Injectable()
export class RefreshTokenGrant {
  constructor(
    private readonly tokens: RefreshTokens,
    private readonly grants: GrantsRepository,
    private readonly subjects: Subjects,
    private readonly audiences: Audiences,
    private readonly accessTokens: AccessTokens,
    private readonly idTokens: IdTokens,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
  ) {}

  /** The authorization whose newest refresh token `value` is. Says nothing yet about who shows it. */
  async look(value: string): Promise<HeldGrant | undefined> {
    const id = this.tokens.read(value);
    const grant = id && (await this.grants.findHeld(id.grantNo));
    return grant?.refreshN === id?.n && grant && this.lives(grant) ? grant : undefined;
  }

  /** @returns undefined, with nothing done, for a request that is not quite ordinary */
  async renew(client: ClientRecord, grant: HeldGrant, requestedScope: string | undefined): Promise<RefreshResponse | undefined> {
    const subject = await this.subjectOf(client, grant);
    if (!subject || client.kind !== 'application') return undefined;
    const granted = scopeValues(grant.scope);
    const requested = scopeValues(requestedScope);
    if (requested.some((scope) => !granted.includes(scope))) return undefined;
    const wanted = requested.length > 0 ? requested : granted;
    const { scope, audience } = await this.audiences.grant(client, wanted.join(' '));

    const idleUs = this.clock.nowUs() + this.lifetimes.refreshIdle(client) * 1_000_000;
    if (!(await this.grants.rotateUnchanged(grant, idleUs))) return undefined;
    const n = grant.refreshN + 1;
    const { authTime, amr } = grant.payload.code as { authTime?: number; amr?: string[] };
    const { value, expiresIn } = this.accessTokens.issue(
      {
        kind: 'person',
        userNo: grant.userNo,
        userId: subject.userId,
        clientId: client.clientId,
        scope,
        audience,
        generations: grant.payload.generations,
        grant: linkTo(grant, n),
        ...(authTime !== undefined && { authTime }),
        ...(amr && { amr }),
      },
      this.accessTokens.styleFor(client),
    );
    return {
      access_token: value,
      expires_in: expiresIn,
      ...(wanted.includes('openid') && { id_token: this.idToken(client, grant, n, subject, wanted, value) }),
      refresh_token: this.tokens.write({ grantNo: grant.no, n }),
      scope,
      token_type: 'Bearer',
    };
  }

  private lives({ revokedUs, refreshIdleUs, refreshUntilUs, payload }: HeldGrant): boolean {
    const endUs = Math.min(refreshIdleUs ?? 0, refreshUntilUs ?? 0);
    return revokedUs === null && payload.exchange === undefined && Math.floor(endUs / 1_000_000) > this.clock.nowSeconds();
  }

  /** Who signed in, if the token is this client's, and user, organization and client are what they were then. */
  private async subjectOf(client: ClientRecord, grant: HeldGrant): Promise<LiveSubject | undefined> {
    const { generations, code } = grant.payload;
    const { live, generation, organizationGeneration, version } = grant.holder;
    const same =
      generations.user === generation && generations.organization === organizationGeneration && generations.client === client.generation;
    const may = client.kind === 'application' && client.config.grantTypes.includes(REFRESH_TOKEN) && client.no === grant.clientNo;
    if (!live || !same || !may) return undefined;
    const subject = await this.subjects.person(grant.userNo, { config: grant.configVersion, user: version });
    return subject?.userId === code.accountId ? subject : undefined;
  }

  private idToken(
    client: ApplicationRecord,
    grant: HeldGrant,
    n: number,
    subject: LiveSubject,
    scopes: readonly string[],
    accessToken: string,
  ): string {
    const { acr, amr, authTime, nonce, sid } = grant.payload.code;
    const claims = {
      sub: subject.userId,
      ...(client.config.idTokenUserinfoAssertion && claimsFor(subject, scopes)),
      acr,
      amr,
      auth_time: authTime,
      nonce,
      // The session it would name may have ended (a sign-out leaves refresh tokens alive).
      ...(grant.sessionUid !== null && { sid }),
    };
    return this.idTokens.issue(client, claims, holderOfGrant(grant, n), accessToken);
  }
}
