// A provider that ends sessions: it sends a LogoutRequest, by a redirect or by a form, and gets a LogoutResponse (SAML Profiles section 4.4).
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { SETTINGS_TOKEN } from '../../../common/settings/settings.module.js';
import type { Settings } from '../../../common/settings/settings.js';
import {
  attributeOf,
  childrenNamed,
  decodeXml,
  isNamed,
  MAX_XML_BYTES,
  parseXml,
  textOf,
  XmlError,
} from '../../../common/xml/bounded-xml.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { shown } from '../provider-http.service.js';
import { UpstreamError, type OpenedProvider } from '../upstream.js';
import { connectionOf, logoutUrl, messagesTo, signedBy } from './service-provider.js';
import { SamlMetadataCache } from './saml-metadata.service.js';
import { sessionNameOf } from './session-name.js';
import { ASSERTION, PROTOCOL } from './saml-names.js';
import { decodedMessage } from './saml-response.js';
import { signedElements, UnknownKeyError } from './signed-elements.js';
import { isSignedBy } from './signature-algorithms.js';
import { providerKeys } from './provider-keys.js';
import { timeFault, timeOf } from './times.js';

/** How the request arrived: the query as it was sent, without `?`, since its signature covers the encoding too; or the fields of the form. */
export type LogoutMessage = { query: string } | { form: URLSearchParams };

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

/** An older request is refused: most name no end themselves, and a request from before the person signed in again must not count. */
const MAX_AGE_MS = 300_000;
const MAX_RELAY_STATE = 80;

@Injectable()
export class SamlLogout {
  constructor(
    private readonly clock: Clock,
    private readonly metadata: SamlMetadataCache,
    @Inject(SETTINGS_TOKEN) private readonly settings: Pick<Settings, 'publicUrl'>,
  ) {}

  /** Reads a request, whose signature is required. @throws UpstreamError */
  readLogoutRequest(provider: OpenedProvider, message: LogoutMessage): Promise<LogoutRequest> {
    return this.metadata.verified(connectionOf(provider), async (connection) => {
      const keys = providerKeys(connection);
      const { root, relayState } = 'query' in message ? await ofQuery(message.query, keys) : await ofForm(message.form, keys);
      this.assertMeant(root, provider, connection);
      return { ...contentOf(root), ...(relayState && { relayState: relayState.slice(0, MAX_RELAY_STATE) }) };
    });
  }

  /**
   * Where the browser takes the answer that all sessions have ended, signed if this service has keys for the provider.
   * @returns undefined if the provider has no address for it
   */
  async logoutResponse(provider: OpenedProvider, { id, nameId, relayState = '' }: LogoutRequest): Promise<string | undefined> {
    const connection = await this.metadata.current(connectionOf(provider));
    if (connection.sloUrl === undefined) return undefined;
    const messages = await messagesTo(connection, provider, this.settings.publicUrl, {
      logoutUrl: connection.sloUrl,
      ...(provider.secret !== undefined && signedBy(provider)),
    });
    return messages.getLogoutResponseUrlAsync(
      { ID: id, nameID: nameId, nameIDFormat: '', issuer: connection.entityId },
      relayState,
      {},
      true,
    );
  }

  private assertMeant(root: Element, provider: OpenedProvider, { entityId, clockSkewSeconds }: SamlConnection): void {
    if (!isNamed(root, PROTOCOL, 'LogoutRequest') || attributeOf(root, 'Version') !== '2.0')
      throw refused('It is not a LogoutRequest of SAML 2.0.');
    const [issuer, ...others] = childrenNamed(root, ASSERTION, 'Issuer').map(textOf);
    if (issuer !== entityId || others.length > 0) throw refused(`Its issuer is ${shown(issuer)}; expected is ${shown(entityId)}.`);
    const [destination, own] = [attributeOf(root, 'Destination'), logoutUrl(provider, this.settings.publicUrl)];
    if (destination !== own) throw refused(`Its Destination is ${shown(destination)}; expected is ${shown(own)}.`);
    const clocks = { nowMs: this.clock.nowSeconds() * 1000, skewMs: clockSkewSeconds * 1000 };
    const fault = timeFault(root, clocks);
    if (fault) throw refused(fault);
    const age = clocks.nowMs - (timeOf(root, 'IssueInstant') ?? 0);
    if (age > MAX_AGE_MS + clocks.skewMs || age < -clocks.skewMs) throw refused('Its IssueInstant is not of the last minutes.');
  }
}

const refused = (sentence: string): UpstreamError =>
  new UpstreamError('invalid', `The LogoutRequest of the provider is refused. ${sentence}`);

function contentOf(root: Element): Pick<LogoutRequest, 'id' | 'nameId' | 'sessionIndexes'> {
  if (childrenNamed(root, ASSERTION, 'EncryptedID').length > 0)
    throw new UpstreamError('misconfigured', 'The provider encrypts the NameID of its LogoutRequest. Turn the encryption off there.');
  const [nameId, ...others] = childrenNamed(root, ASSERTION, 'NameID').map(textOf);
  const id = attributeOf(root, 'ID');
  if (id === undefined || !nameId || others.length > 0) throw refused('It has no ID, or not exactly one NameID.');
  return { id, nameId, sessionIndexes: childrenNamed(root, PROTOCOL, 'SessionIndex').map(textOf) };
}

interface Verified {
  root: Element;
  relayState?: string | undefined;
}

/** SAML Bindings section 3.5. */
async function ofForm(form: URLSearchParams, keys: readonly KeyObject[]): Promise<Verified> {
  const [encoded, ...others] = form.getAll('SAMLRequest');
  if (!encoded || others.length > 0) throw refused('There is no SAMLRequest, or several.');
  const message = await decodedMessage(encoded);
  const covered = (await signedElements(message, [message.root], keys)).get(message.root);
  if (covered === undefined) throw refused('It is not signed.');
  return { root: await parseXml(covered, { comments: false }), relayState: form.get('RelayState') ?? undefined };
}

/** SAML Bindings section 3.4.4.1: the signature covers these parameters as they were encoded, in this order. */
async function ofQuery(query: string, keys: readonly KeyObject[]): Promise<Verified> {
  const names = ['SAMLRequest', 'RelayState', 'SigAlg'];
  const sent = [...names, 'Signature'].map((name) => query.split('&').filter((part) => part.startsWith(`${name}=`)));
  if (sent.some((parts) => parts.length > 1)) throw refused('One of its parameters is there twice.');
  const signedText = sent.slice(0, names.length).flat().join('&');
  const {
    SAMLRequest: encoded,
    SigAlg: algorithm,
    Signature: signature,
    RelayState: relayState,
  } = Object.fromEntries(new URLSearchParams(sent.flat().join('&')));
  if (!encoded || !algorithm || !signature) throw refused('It is not signed.');
  if (!keys.some((key) => isSignedBy(key, algorithm, signedText, signature))) throw new UnknownKeyError();
  const text = decodeXml(await inflated(Buffer.from(encoded, 'base64')));
  return { root: await parseXml(text, { comments: false }), relayState };
}

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(inflateRaw)(bytes, { maxOutputLength: MAX_XML_BYTES });
  } catch (error) {
    throw new XmlError(`it can't be inflated to at most ${MAX_XML_BYTES} bytes`, { cause: error });
  }
}
