// Authorization codes, implicit answers and grants of the library on the one row of the table `grants` (docs/adr/0005-tokens.md).
import { Injectable } from '@nestjs/common';
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { Clock } from '../../common/primitives/clock.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { SessionEndedError } from '../tokens/ended-sessions.repository.js';
import { GrantsRepository, type Grant, type NewGrant } from '../tokens/grants.repository.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { subjectOf } from './account.js';
import { recordOf } from './client.adapter.js';
import { NOTHING_STORED } from './library.js';
import { requestContext } from './request-context.js';

/** Double submits are daily life: within this time a second use of a code is taken for one (docs/adr/0005-tokens.md). */
const DOUBLE_SUBMIT_US = 2_000_000;

/** A row that has neither a code nor refresh tokens. */
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
export class GrantAdapters {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
  ) {}

  /** Saving a code is what makes an authorization: one INSERT. Using it up is one conditional UPDATE. */
  get codes(): Adapter {
    return {
      ...NOTHING_STORED,
      upsert: (code, payload, expiresIn) => this.authorize(code, payload, expiresIn ?? 0),
      find: (code) => this.findCode(code),
      consume: () => this.redeem(),
    };
  }

  /** The library revokes an authorization by destroying its grant. It saves none: the row is made with the code. */
  get grantModel(): Adapter {
    return { ...NOTHING_STORED, destroy: (id) => this.grants.revoke(id) };
  }

  /**
   * The authorization behind tokens that are given by redirect (OpenID Connect Core section 3.2): a row without a code, so that they end with
   * their session and with a revocation like all others. Made when the first of them is made, and never refreshed.
   */
  async authorizeImplicit(): Promise<Grant> {
    const { client, session, params, grant } = Provider.ctx?.oidc ?? {};
    if (!client || !session || !grant) throw new Error('Tokens are given by redirect only while an authorization request is served.');
    const { accountId, uid: sessionUid, amr } = session;
    const payload = {
      accountId,
      clientId: client.clientId,
      grantId: grant.jti,
      scope: params?.scope,
      sessionUid,
      sid: session.sidFor(client.clientId),
      authTime: session.authTime(),
      amr,
    };
    const row = this.newGrant(payload as AdapterPayload, 0);
    return { ...row, ...NEVER_USED, no: await this.insert(row) };
  }

  private async authorize(code: string, payload: AdapterPayload, expiresInSeconds: number): Promise<void> {
    const grant = {
      ...this.newGrant(payload, expiresInSeconds),
      code: { digest: secretDigest(code), untilUs: this.inSeconds(expiresInSeconds) },
    };
    await this.insert(grant);
  }

  /** @throws LoginRequired when the person signed out while this request was under way */
  private insert(grant: NewGrant): Promise<number> {
    return this.grants.insert(grant).catch((error: unknown) => {
      throw error instanceof SessionEndedError ? new errors.LoginRequired('the session has ended') : error;
    });
  }

  private newGrant({ jti: _code, ...payload }: AdapterPayload, codeSeconds: number): NewGrant {
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
        code: { ...payload },
      },
      expiresUs: this.inSeconds(codeSeconds + this.lifetimes.aftermath(client)),
    };
  }

  /** Never says `consumed`: the library would read that long before it acts, and revoke a winner's tokens. {@link redeem} decides. */
  private async findCode(code: string): Promise<AdapterPayload | undefined> {
    const grant = await this.grants.findByCode(secretDigest(code));
    if (!grant) return undefined;
    if ((grant.codeUntilUs ?? 0) <= this.clock.nowUs()) {
      // A used code that comes again is a replay, however late (RFC 6749 section 4.1.2).
      if (grant.codeUsedUs !== null) await this.grants.revoke(grant.id);
      return undefined;
    }
    requestContext().grant = grant;
    return { ...grant.payload.code, jti: code };
  }

  /** @throws InvalidGrant for every use but the first; one that is no double submit also ends the authorization (RFC 6749 section 4.1.2) */
  private async redeem(): Promise<void> {
    const { grant } = requestContext();
    if (!grant) throw new errors.InvalidGrant('authorization code not found');
    if (await this.grants.redeem(grant.no)) return;
    const now = await this.grants.findById(grant.id);
    if (now && !this.isDoubleSubmit(now)) await this.grants.revoke(grant.id);
    throw new errors.InvalidGrant('authorization code already consumed');
  }

  /** Only a code bound by PKCE (RFC 7636) is forgiven: nobody but the client itself can have sent it. */
  private isDoubleSubmit({ codeUsedUs, payload }: Grant): boolean {
    return codeUsedUs !== null && this.clock.nowUs() - codeUsedUs <= DOUBLE_SUBMIT_US && typeof payload.code.codeChallenge === 'string';
  }

  private inSeconds(seconds: number): number {
    return this.clock.nowUs() + seconds * 1_000_000;
  }
}
