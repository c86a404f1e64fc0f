// Connects the identity of a provider to the account that the person proves by signing in to it.
import { Injectable } from '@nestjs/common';
import { FederatedAccounts, organizationNoFor } from '../../users/accounts/federation/federated-accounts.service.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { DIRECTORY_METHODS, METHODS, type Check, type CheckMethod } from '../../users/authentication/assurance/checks.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { ProviderHealth } from '../../users/authentication/identity-providers/provider-health.service.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { refusalText } from './provider-sign-in.service.js';
import { ReturnedIdentities } from './returned-identities.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

@Injectable()
export class AccountConnections {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly health: ProviderHealth,
    private readonly accounts: FederatedAccounts,
    private readonly returned: ReturnedIdentities,
    private readonly organizations: Organizations,
    private readonly assurances: Assurances,
  ) {}

  /** Connects the identity that waits in this sign-in, if the person has just proven an account by a check of this service. */
  async connectWaiting(visit: SignInRequest, subject: LiveSubject, checks: readonly Check[]): Promise<void> {
    const waiting = await this.returned.takeToConnect(visit);
    if (!waiting || !('identity' in waiting.outcome)) return;
    const isProven = checks.some(({ method, isFresh }) => isFresh && METHODS[method].isFirst && !isOfDirectory(method));
    if (!isProven || (await this.assurances.missing(subject, checks, { isForChange: true }))) return;
    const provider = await this.providers.byId(waiting.providerId);
    const organization = provider?.enabled ? await this.organizations.byNo(organizationNoFor(provider, visit.orgNo)) : undefined;
    if (!provider || !organization) return;
    const { identity } = waiting.outcome;
    const reason = await this.accounts.connect({ provider, organization, identity, ip: visit.request.ip ?? '' }, subject.userNo);
    if (reason) await this.health.noteFailure(provider, refusalText({ reason }));
  }
}

const isOfDirectory = (method: CheckMethod) => (DIRECTORY_METHODS as readonly CheckMethod[]).includes(method);
