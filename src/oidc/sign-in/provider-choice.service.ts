// The identity providers that a sign-in page offers, and the provider of a typed name.
import { Injectable } from '@nestjs/common';
import { domainOf } from '../../common/identifiers/domain-of.js';
import { foldKey } from '../../common/identifiers/fold.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import type { IdentityProvider } from '../../users/authentication/identity-providers/identity-provider.js';
import { reservedScopes } from '../protocol/scopes.js';
import type { ProviderButton } from '../pages/sign-in/provider.view.js';
import type { SignInRequest } from './sign-in-pages.service.js';

@Injectable()
export class ProviderChoice {
  constructor(private readonly providers: IdentityProviders) {}

  /** The buttons of a page, in the order that administrators chose. @param isAlone whether the page has nothing else */
  async buttonsFor(visit: SignInRequest, isAlone: boolean): Promise<ProviderButton[]> {
    const isOffered = ({ rules }: IdentityProvider) => rules.buttonShown || (isAlone && rules.domains.length === 0);
    const offered = (await this.providers.forSignIn(visit.orgNo)).filter(isOffered);
    return offered.map(({ id, name, rules }) => ({ href: visit.at(`to/${id}`), label: rules.buttonLabel ?? name }));
  }

  /** Whether the page asks for the name alone first: the organization has people who sign in elsewhere, by the domain of their names. */
  async asksNameFirst({ orgNo }: SignInRequest): Promise<boolean> {
    return (await this.providers.forSignIn(orgNo)).some(({ rules }) => rules.domains.length > 0);
  }

  /** The provider of a typed name. It depends on the domain alone, so the answer says nothing about which accounts exist. */
  async ofName(typed: string): Promise<IdentityProvider | undefined> {
    const key = foldKey(typed.trim());
    return key.includes('@') ? this.providers.byDomain(domainOf(key)) : undefined;
  }

  /** The provider that the request leads to without a page: the one named by its scope, or that of the domain in `login_hint`. */
  async straightFor({ pending, vendor }: SignInRequest): Promise<IdentityProvider | undefined> {
    const named = reservedScopes(pending.scope, vendor).find(({ kind }) => kind === 'identityProvider');
    if (named) return this.usable(named.value);
    return pending.loginHint === undefined || pending.account ? undefined : this.ofName(pending.loginHint);
  }

  /** An enabled provider. */
  async usable(id: string): Promise<IdentityProvider | undefined> {
    if (!isProviderId(id)) return undefined;
    const provider = await this.providers.byId(id);
    return provider?.enabled ? provider : undefined;
  }
}

/** Ids are UUIDs. Nothing else is looked up, so that addresses that anybody types do not fill the cache. */
export function isProviderId(text: string): boolean {
  return /^[\da-f-]{36}$/.test(text);
}
