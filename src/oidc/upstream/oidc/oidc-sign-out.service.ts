// Signing out at an OpenID Connect provider (RP-Initiated Logout 1.0).
import { Injectable } from '@nestjs/common';
import type { BegunUpstream, OpenedProvider, SignOutProtocol, UpstreamSignOutRequest } from '../upstream.js';
import { connectionOf } from './oidc-upstream.service.js';
import { ProviderMetadataCache } from './provider-metadata.service.js';

@Injectable()
export class OidcSignOut implements SignOutProtocol {
  constructor(private readonly metadata: ProviderMetadataCache) {}

  /** Section 2. @throws UpstreamError */
  async beginSignOut(provider: OpenedProvider, { returnUrl, handle, hint }: UpstreamSignOutRequest): Promise<BegunUpstream | undefined> {
    const { issuer, clientId } = connectionOf(provider);
    const { endSessionEndpoint } = await this.metadata.metadataOf(issuer);
    if (endSessionEndpoint === undefined) return undefined;
    const idToken = hint?.['idToken'];
    const parameters = {
      client_id: clientId,
      post_logout_redirect_uri: returnUrl,
      state: handle,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    };
    const url = new URL(endSessionEndpoint);
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, kept: {} };
  }

  /** The answer has nothing but the state (section 3). */
  finishSignOut(): Promise<void> {
    return Promise.resolve();
  }
}
