// A provider that ends sessions: it sends a LogoutRequest, by a redirect or by a form, and gets a LogoutResponse (SAML Profiles section 4.4).
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import { attributeOf, childrenNamed, textOf } from '../../../common/xml/bounded-xml.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { UpstreamError, type BrowserMessage, type OpenedProvider } from '../upstream.js';
import { assertMeant, readSigned, refusedMessage } from './logout-messages.js';
import { SamlMetadataCache } from './saml-metadata.service.js';
import { ASSERTION, PROTOCOL } from './saml-names.js';
import { logoutResponse, redirectWith, signingKeyOf } from './sent-messages.js';
import { connectionOf, logoutUrl, serviceEntityId } from './service-provider.js';
import { sessionNameOf } from './session-name.js';

export interface LogoutRequest {
  id: string;
  nameId: string;
  /** Empty: all sessions of the person. */
  sessionIndexes: string[];
  /** Goes back with the response. */
  relayState?: string;
}

/**
 * What a request ends: the person, where the NameID identifies people, and the names of the sessions; none stands for all of the person.
 * @throws UpstreamError
 */
export function endedBy(
  connection: SamlConnection,
  { nameId, sessionIndexes }: Pick<LogoutRequest, 'nameId' | 'sessionIndexes'>,
): { subject?: string; sessionIds: string[] } {
  const sessionIds = sessionIndexes.map((index) => sessionNameOf(connection, nameId, index)).filter((name) => name !== undefined);
  if (!connection.subjectAttribute) return { subject: nameId, sessionIds };
  if (sessionIds.length === 0) throw refused('It names no session, and its NameID is not what identifies people (subjectAttribute).');
  return { sessionIds };
}

const MAX_RELAY_STATE = 80;

@Injectable()
export class SamlLogout {
  constructor(
    private readonly clock: Clock,
    private readonly metadata: SamlMetadataCache,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /** Reads a request, whose signature is required. @throws UpstreamError */
  readLogoutRequest(provider: OpenedProvider, message: BrowserMessage): Promise<LogoutRequest> {
    return this.metadata.verified(connectionOf(provider), async (connection) => {
      const { root, relayState } = await readSigned('LogoutRequest', message, connection);
      assertMeant('LogoutRequest', root, connection, logoutUrl(provider, this.settings.publicUrl), this.clock.nowSeconds() * 1000);
      return { ...contentOf(root), ...(relayState && { relayState: relayState.slice(0, MAX_RELAY_STATE) }) };
    });
  }

  /**
   * Where the browser takes the answer that all sessions have ended, signed if this service has keys for the provider.
   * @returns undefined if the provider has no address for it
   */
  async logoutResponse(provider: OpenedProvider, { id, relayState = '' }: LogoutRequest): Promise<string | undefined> {
    const connection = await this.metadata.current(connectionOf(provider));
    const responseUrl = connection.sloResponseUrl ?? connection.sloUrl;
    if (responseUrl === undefined) return undefined;
    const sent = {
      id: `_${randomBytes(20).toString('hex')}`,
      destination: responseUrl,
      issuer: serviceEntityId(provider, this.settings.publicUrl),
      nowMs: this.clock.nowMs(),
    };
    return redirectWith(logoutResponse(sent, id), relayState, provider.secret === undefined ? undefined : signingKeyOf(provider));
  }
}

const refused = (sentence: string): UpstreamError => refusedMessage('LogoutRequest', sentence);

function contentOf(root: Element): Pick<LogoutRequest, 'id' | 'nameId' | 'sessionIndexes'> {
  if (childrenNamed(root, ASSERTION, 'EncryptedID').length > 0)
    throw new UpstreamError('misconfigured', 'The provider encrypts the NameID of its LogoutRequest. Turn the encryption off there.');
  const [nameId, ...others] = childrenNamed(root, ASSERTION, 'NameID').map(textOf);
  const id = attributeOf(root, 'ID');
  if (id === undefined || !nameId || others.length > 0) throw refused('It has no ID, or not exactly one NameID.');
  return { id, nameId, sessionIndexes: childrenNamed(root, PROTOCOL, 'SessionIndex').map(textOf) };
}
