// The identity providers that a sign-in page offers, and the provider of a typed name.
import { Injectable } from '@nestjs/common';
import { organizationNoFor } from '../../users/accounts/federation/federated-accounts.service.js';
import { type Organization, Organizations } from '../../users/organizations/organizations.service.js';
import { domainOf, foldKey } from '../../common/identifiers/fold.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { reservedScopes } from '../protocol/scopes.js';
import { providerButton, type ProviderButton } from '../pages/layout/provider-buttons.view.js';
import { isProviderId } from '../upstream/provider-id.js';
import type { SignInRequest } from './sign-in-pages.service.js';
import { UnsolicitedAnswers } from '../upstream/saml/unsolicited-answers.service.js';

@Injectable()
export class ProviderChoice {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly unsolicited: UnsolicitedAnswers,
    private readonly organizations: Organizations,
  ) {}

  /** The buttons of a page, in the order that administrators chose. @param isAlone whether the page has nothing else */
  async buttonsFor(visit: SignInRequest, isAlone: boolean): Promise<ProviderButton[]> {
    const isOffered = ({ rules }: IdentityProvider) => rules.buttonShown || (isAlone && rules.domains.length === 0);
    const offered = (await this.providers.forSignIn(visit.orgNo, visit.configVersion)).filter(isOffered);
    return offered.map((provider) => providerButton(visit.at(`to/${provider.id}`), provider));
  }

  /** Whether the page asks for the name alone first: the organization has people who sign in elsewhere, by the domain of their names. */
  async asksNameFirst({ orgNo, configVersion }: SignInRequest): Promise<boolean> {
    return (await this.providers.forSignIn(orgNo, configVersion)).some(({ rules }) => rules.domains.length > 0);
  }

  /** The provider of a typed name. It depends on the domain alone, so the answer says nothing about which accounts exist. */
  async ofName(typed: string): Promise<IdentityProvider | undefined> {
    const key = foldKey(typed.trim());
    return key.includes('@') ? this.providers.byDomain(domainOf(key)) : undefined;
  }

  /** The provider of the domain that an application has requested. */
  private async ofHint(domain: string | undefined): Promise<IdentityProvider | undefined> {
    return domain === undefined ? undefined : this.providers.byDomain(domainOf(domain));
  }

  /**
   * The provider that the request leads to without a page: the one named by its scope, that of the domain in `login_hint` or `domain_hint`, or one of
   * the organization at which this browser has begun.
   */
  async straightFor(visit: SignInRequest): Promise<IdentityProvider | undefined> {
    const { pending, vendor } = visit;
    const named = reservedScopes(pending.scope, vendor).find(({ kind }) => kind === 'identityProvider');
    if (named) return this.usable(named.value, visit.configVersion);
    if (pending.account) return undefined;
    const ofName = pending.loginHint === undefined ? undefined : await this.ofName(pending.loginHint);
    return ofName ?? (await this.ofHint(pending.domainHint)) ?? this.offered(visit, this.unsolicited.take(visit.request, visit.response));
  }

  /** A provider that the organization of the request has: another one's must not get its people. */
  private async offered({ orgNo, configVersion }: SignInRequest, id: string | undefined): Promise<IdentityProvider | undefined> {
    return id === undefined ? undefined : (await this.providers.forSignIn(orgNo, configVersion)).find((one) => one.id === id);
  }

  /** An enabled provider, with the organization whose people it signs in. @param orgNo of the request */
  async usableFor(orgNo: number, id: string): Promise<{ provider: IdentityProvider; organization: Organization } | undefined> {
    const provider = await this.usable(id);
    const organization = provider && (await this.organizations.byNo(organizationNoFor(provider, orgNo)));
    return organization && { provider, organization };
  }

  /** An enabled provider. @param configVersion as read during this request; absent: it is read */
  async usable(id: string, configVersion?: number): Promise<IdentityProvider | undefined> {
    if (!isProviderId(id)) return undefined;
    const provider = await this.providers.byId(id, configVersion);
    return provider?.enabled ? provider : undefined;
  }
}
