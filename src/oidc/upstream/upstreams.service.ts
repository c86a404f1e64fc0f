// Which protocol speaks to which kind of identity provider.
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import type { IdentityProvider, ProviderKind } from '../../users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../users/authentication/identity-providers/identity-providers.service.js';
import { UpstreamError, type PasswordProtocol, type ProbeStep, type RedirectProtocol } from './upstream.js';

@Injectable()
export class Upstreams {
  private readonly redirects = new Map<ProviderKind, RedirectProtocol>();
  private readonly passwords = new Map<ProviderKind, PasswordProtocol>();

  constructor(
    private readonly providers: IdentityProviders,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /** Called once, while the service is put together: the folders of the protocols import this one. */
  register(redirects: Partial<Record<ProviderKind, RedirectProtocol>>, passwords: Partial<Record<ProviderKind, PasswordProtocol>>): void {
    for (const [kind, protocol] of Object.entries(redirects)) this.redirects.set(kind as ProviderKind, protocol);
    for (const [kind, protocol] of Object.entries(passwords)) this.passwords.set(kind as ProviderKind, protocol);
  }

  /** The protocol of providers to which the browser is redirected. */
  redirect(kind: ProviderKind): RedirectProtocol | undefined {
    return this.redirects.get(kind);
  }

  /** The protocol of providers that compare a password. */
  password(kind: ProviderKind): PasswordProtocol | undefined {
    return this.passwords.get(kind);
  }

  /** Where a provider sends the browser back to; one for each, so that none answers for another (RFC 9700 section 4.4). */
  callbackUrl(providerId: string): string {
    return `${this.settings.publicUrl}/sign-in/providers/${providerId}/callback`;
  }

  /** Tries what a sign-in needs of a provider, step by step, up to the first that fails. */
  async probe(provider: IdentityProvider): Promise<ProbeStep[]> {
    const protocol = this.redirect(provider.kind) ?? this.password(provider.kind);
    if (!protocol) return [{ step: 'protocol', ok: false, detail: `This version has no protocol for ${provider.kind}.` }];
    try {
      return await protocol.probe(await this.providers.open(provider));
    } catch (error) {
      if (error instanceof UpstreamError) return [{ step: 'connection', ok: false, detail: error.message }];
      if (error instanceof DomainError) return [{ step: 'secret', ok: false, detail: error.message }];
      throw error;
    }
  }
}
