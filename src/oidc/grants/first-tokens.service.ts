// The first tokens of an authorization that a person gave, by a code or on a device: one conditional UPDATE redeems it, once.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import type { ApplicationRecord } from '../clients/clients.service.js';
import { scopeValues } from '../protocol/scopes.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { Lifetimes } from '../tokens/lifetimes.service.js';
import { GrantsRepository, type HeldGrant } from '../tokens/stored/grants.repository.js';
import { checkKey, resourceValues, type TokenRequest, type TokenResponse } from './token-grant.js';
import { mayRefresh, TokenResponses } from './token-responses.service.js';

/** An authorization whose code, client and person have been checked. */
interface Redeemed extends Pick<TokenRequest, 'parameters' | 'proof'> {
  client: ApplicationRecord;
  grant: HeldGrant;
  subject: LiveSubject;
}

@Injectable()
export class FirstTokens {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly tokenResponses: TokenResponses,
    private readonly lifetimes: Lifetimes,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined if the authorization was redeemed before @throws OAuthError */
  async issue({ client, grant, subject, parameters, proof }: Redeemed): Promise<TokenResponse | undefined> {
    checkKey(grant, proof);
    const scopes = scopeValues(grant.scope);
    const resources = await this.tokenResponses.resourcesFor(client, grant, subject, scopes, resourceValues(parameters));
    await proof?.useOnce();
    const refreshable = mayRefresh(client, scopes);
    const refreshEndUs = refreshable ? this.lifetimes.firstRefresh(client, this.clock.nowUs()) : undefined;
    if (!(await this.grants.redeem(grant.no, refreshEndUs))) return undefined;
    return this.tokenResponses.forAuthorization(client, grant, subject, { scopes, resources }, refreshable ? 1 : 0, proof?.jkt);
  }
}
