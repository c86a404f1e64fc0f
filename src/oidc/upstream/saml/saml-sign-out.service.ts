// Signing out at a SAML provider: a signed LogoutRequest by a redirect, and the LogoutResponse (SAML Profiles section 4.4).
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { attributeOf, childrenNamed } from '../../../common/xml/bounded-xml.js';
import {
  UpstreamError,
  type BegunUpstream,
  type BrowserMessage,
  type OpenedProvider,
  type SignOutProtocol,
  type UpstreamSignOutRequest,
} from '../upstream.js';
import { shown } from '../provider-http.service.js';
import { assertMeant, readSigned, refusedMessage } from './logout-messages.js';
import { SamlMetadataCache } from './saml-metadata.service.js';
import { PROTOCOL, STATUS, SUCCESS } from './saml-names.js';
import { logoutRequest, redirectWith, signingKeyOf } from './sent-messages.js';
import { connectionOf, logoutUrl, serviceEntityId } from './service-provider.js';

/** The provider has ended its own session, though not those of all its other services. */
const PARTIAL = `${STATUS}PartialLogout`;

@Injectable()
export class SamlSignOut implements SignOutProtocol {
  constructor(
    private readonly clock: Clock,
    private readonly metadata: SamlMetadataCache,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /** @throws UpstreamError */
  async beginSignOut(provider: OpenedProvider, { handle, hint = {} }: UpstreamSignOutRequest): Promise<BegunUpstream | undefined> {
    const connection = await this.metadata.current(connectionOf(provider));
    if (connection.sloUrl === undefined || hint['nameId'] === undefined) return undefined;
    const requestId = `_${randomBytes(20).toString('hex')}`;
    const issuer = serviceEntityId(provider, this.settings.publicUrl);
    const message = logoutRequest({ id: requestId, destination: connection.sloUrl, issuer, nowMs: this.clock.nowMs() }, hint);
    return { url: redirectWith(message, handle, signingKeyOf(provider)), kept: { requestId } };
  }

  /** @throws UpstreamError */
  async finishSignOut(
    provider: OpenedProvider,
    { kept, message }: { kept: Readonly<Record<string, string>>; message: BrowserMessage },
  ): Promise<void> {
    await this.metadata.verified(connectionOf(provider), async (connection) => {
      const { root } = await readSigned('LogoutResponse', message, connection);
      assertMeant('LogoutResponse', root, connection, logoutUrl(provider, this.settings.publicUrl), this.clock.nowSeconds() * 1000);
      if (attributeOf(root, 'InResponseTo') !== kept['requestId']) throw refusedMessage('LogoutResponse', 'It answers another request.');
      const codes = childrenNamed(root, PROTOCOL, 'Status').flatMap((status) => childrenNamed(status, PROTOCOL, 'StatusCode'));
      const inner = codes.flatMap((code) => childrenNamed(code, PROTOCOL, 'StatusCode'));
      const values = [...codes, ...inner].map((code) => attributeOf(code, 'Value') ?? '');
      if (values[0] === SUCCESS || values.includes(PARTIAL)) return;
      throw new UpstreamError('denied', `The provider did not sign the person out: ${shown(values.at(-1) ?? '')}.`);
    });
  }
}
