// Signing in with SAML 2.0: web browser single sign-on, with this service as the service provider (SAML Profiles section 4.1).
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { samlKeysIn } from '../../../users/authentication/identity-providers/saml-keys.js';
import {
  UpstreamError,
  type BegunUpstream,
  type FinishedUpstream,
  type OpenedProvider,
  type ProbeStep,
  type RedirectProtocol,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../upstream.js';
import { ProviderHttp } from '../provider-http.service.js';
import { certificateSteps, probeMetadata, probeSignOn } from './probe-steps.js';
import { SamlMetadataCache } from './saml-metadata.service.js';
import { readResponse } from './saml-response.js';
import { authnRequest, redirectWith, signingKeyOf } from './sent-messages.js';
import { connectionOf, consumerUrl, serviceEntityId } from './service-provider.js';

@Injectable()
export class SamlUpstream implements RedirectProtocol {
  constructor(
    private readonly clock: Clock,
    private readonly metadata: SamlMetadataCache,
    private readonly http: ProviderHttp,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /** SAML has no `max_age`: where one is requested, the person authenticates again. */
  async begin(provider: OpenedProvider, { handle, forceLogin, maxAge }: UpstreamRequest): Promise<BegunUpstream> {
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const connection = await this.metadata.current(connectionOf(provider));
    const message = authnRequest(
      {
        id: requestId,
        destination: connection.ssoUrl,
        issuer: serviceEntityId(provider, this.settings.publicUrl),
        nowMs: this.clock.nowMs(),
      },
      {
        consumerUrl: consumerUrl(provider, this.settings.publicUrl),
        forceAuthn: forceLogin || maxAge !== undefined,
        // Another format than that of the attribute's NameID would make some providers refuse the request.
        persistent: connection.subjectAttribute === undefined,
        contexts: connection.authnContexts,
      },
    );
    const url = redirectWith(message, handle, connection.signRequests ? signingKeyOf(provider) : undefined);
    return { url, kept: { requestId, begun: String(this.clock.nowSeconds()) } };
  }

  async finish(provider: OpenedProvider, { callbackUrl, kept, parameters, forceLogin, maxAge }: UpstreamAnswer): Promise<FinishedUpstream> {
    const [encoded, ...others] = parameters.getAll('SAMLResponse');
    if (!encoded || others.length > 0) throw new UpstreamError('invalid', 'The provider sent no SAMLResponse, or several.');
    const nowMs = this.clock.nowSeconds() * 1000;
    // The person authenticates between the request and now: an age requested beside it would refuse people who took their time.
    const oldest = forceLogin ? Number(kept['begun'] ?? Infinity) * 1000 : nowMs - (maxAge ?? Infinity) * 1000;
    const read = (connection: SamlConnection) =>
      readResponse(encoded, {
        connection,
        readsGroups: provider.rules.groups.length > 0,
        audience: serviceEntityId(provider, this.settings.publicUrl),
        callbackUrl,
        requestId: kept['requestId'] ?? '',
        nowMs,
        authenticatedSinceMs: oldest,
        keepsSignOut: provider.rules.upstreamSignOut === true,
        decryptionKey: samlKeysIn(provider.secret)?.encryption.privateKey,
      });
    return this.metadata.verified(connectionOf(provider), read);
  }

  async probe(provider: OpenedProvider): Promise<ProbeStep[]> {
    const stored = connectionOf(provider);
    const { step, result: connection = stored } = await probeMetadata(this.metadata, stored);
    const certificates = certificateSteps(connection.certificates, this.clock.nowSeconds() * 1000);
    return [...(step ? [step] : []), ...certificates, await probeSignOn(this.http, connection)];
  }
}
