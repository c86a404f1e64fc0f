// Refresh tokens of the library on the counter of the table `grants`: rotation is one conditional UPDATE (docs/adr/0005-tokens.md).
import { Injectable } from '@nestjs/common';
import { errors, Provider } from 'oidc-provider';
import { Clock } from '../../common/primitives/clock.js';
import { refreshReuseSeconds } from '../clients/application.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { GrantsRepository, type Grant } from '../tokens/grants.repository.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { RefreshTokens, type RefreshTokenId } from '../tokens/refresh-token.codec.js';
import { recordOf } from './client.adapter.js';
import type { Model, RefreshTokenModel } from './library.js';
import { requestContext } from './request-context.js';

/** Within this time an old token is taken for a double submit, not for a theft (docs/adr/0005-tokens.md). */
const DOUBLE_SUBMIT_SECONDS = 2;

@Injectable()
export class Refresh {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly tokens: RefreshTokens,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
  ) {}

  override(provider: Provider): void {
    const RefreshToken = provider.RefreshToken as unknown as Model<RefreshTokenModel>;
    RefreshToken.find = async (value) => {
      const grant = await this.find(value);
      return grant && new RefreshToken({ ...grant.payload.code, kind: 'RefreshToken', jti: value, exp: this.endSeconds(grant) });
    };
    RefreshToken.prototype.consume = () => this.rotate();
    RefreshToken.prototype.save = () => this.save();
    RefreshToken.prototype.destroy = async () => undefined;
  }

  /** The authorization whose refresh token `value` is, if it may still be used for what the request wants. */
  private async find(value: unknown): Promise<Grant | undefined> {
    const id = typeof value === 'string' ? this.tokens.read(value) : undefined;
    const grant = id && (await this.grants.findByNo(id.grantNo));
    if (!id || !grant || !this.isMine(grant) || grant.revokedUs !== null || this.endSeconds(grant) <= this.clock.nowSeconds())
      return undefined;
    // Whoever holds any refresh token of an authorization may end it (RFC 7009 section 2.1); nobody may introspect one.
    const route = Provider.ctx?.oidc.route;
    if (route !== 'revocation' && (route !== 'token' || !(await this.mayUse(grant, id)))) return undefined;
    Object.assign(requestContext(), { grant, refreshN: id.n });
    return grant;
  }

  private isMine(grant: Grant): boolean {
    return knownCaller()?.no === grant.clientNo;
  }

  /** The newest may be used. An older one is a replay, which ends the authorization (RFC 9700 section 4.14.2), unless it comes at once. */
  private async mayUse(grant: Grant, { n }: RefreshTokenId): Promise<boolean> {
    if (n === grant.refreshN) return true;
    const last = n === grant.refreshN - 1;
    if (last && this.getsSuccessor(grant)) return true;
    if (!last || !this.isWithin(grant, DOUBLE_SUBMIT_SECONDS)) await this.grants.revoke(grant.id);
    return false;
  }

  /** A client that lost the answer gets the same successor again, for as long as its application says. */
  private getsSuccessor(grant: Grant): boolean {
    const client = knownCaller();
    return client?.kind === 'application' && this.isWithin(grant, refreshReuseSeconds(client.config));
  }

  private isWithin({ rotatedUs }: Grant, seconds: number): boolean {
    return rotatedUs !== null && seconds > 0 && this.clock.nowUs() - rotatedUs <= seconds * 1_000_000;
  }

  /** @throws InvalidGrant when somebody else was first, or a revocation came in between */
  private async rotate(): Promise<void> {
    const { grant, refreshN = 0 } = requestContext();
    if (!grant) throw new errors.InvalidGrant('refresh token not found');
    if (refreshN < grant.refreshN) return;
    const rotated = await this.grants.rotate(grant.no, refreshN, this.inUs(this.lifetimes.refreshIdle(caller())));
    if (rotated) return void Object.assign(grant, rotated);
    const now = await this.grants.findByNo(grant.no);
    const lostRace = now?.revokedUs === null && now.refreshN === refreshN + 1;
    if (!lostRace || !this.getsSuccessor(now)) throw new errors.InvalidGrant('refresh token already used');
    Object.assign(grant, { sessionUid: now.sessionUid, minN: now.minN });
  }

  /** The successor of the token in hand, or the first token of an authorization. */
  private async save(): Promise<string> {
    const memory = requestContext();
    const { grant } = memory;
    if (!grant) throw new errors.InvalidGrant('the authorization no longer exists');
    const rotated = memory.refreshN !== undefined;
    if (!rotated && !(await this.start(grant))) throw new errors.InvalidGrant('the authorization was revoked');
    memory.refreshN = (memory.refreshN ?? 0) + 1;
    return this.tokens.write({ grantNo: grant.no, n: memory.refreshN });
  }

  private start(grant: Grant): Promise<boolean> {
    const client = caller();
    const [idleUs, untilUs] = [this.inUs(this.lifetimes.refreshIdle(client)), this.inUs(this.lifetimes.refreshAbsolute(client))];
    return this.grants.startRefresh(grant.no, { idleUs, untilUs, expiresUs: untilUs + this.lifetimes.aftermath(client) * 1_000_000 });
  }

  private endSeconds({ refreshIdleUs, refreshUntilUs }: Grant): number {
    return Math.floor(Math.min(refreshIdleUs ?? 0, refreshUntilUs ?? 0) / 1_000_000);
  }

  private inUs(seconds: number): number {
    return this.clock.nowUs() + seconds * 1_000_000;
  }
}

/** The client whose request is being served, if it has been found out already. */
function knownCaller(): ClientRecord | undefined {
  const client = Provider.ctx?.oidc.client;
  return client && recordOf(client);
}

function caller(): ClientRecord {
  const found = knownCaller();
  if (!found) throw new Error('A refresh token is made only while a token request is served.');
  return found;
}
