// The messages of this service to a SAML provider, each by a redirect (SAML Bindings section 3.4). Nothing of them is read here.
import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { samlKeysIn } from '../../../users/authentication/identity-providers/saml-keys.js';
import { UpstreamError, type OpenedProvider, type SignOutHint } from '../upstream.js';
import { ASSERTION, PERSISTENT, PROTOCOL, SUCCESS } from './saml-names.js';
import { SENT_ALGORITHM } from './signature-algorithms.js';
import { utc } from './times.js';

/** What each message has (SAML Core section 3.2.1). */
export interface SentMessage {
  id: string;
  /** Where the browser takes it. */
  destination: string;
  /** The entity id of this service for the provider. */
  issuer: string;
  nowMs: number;
}

/** A message and the parameter that carries it. */
interface WrittenMessage {
  parameter: 'SAMLRequest' | 'SAMLResponse';
  xml: string;
  destination: string;
}

/** Requests a sign-in, whose answer a form brings to `consumerUrl` (SAML Core section 3.4.1). */
export function authnRequest(
  sent: SentMessage,
  {
    consumerUrl,
    forceAuthn,
    persistent,
    contexts,
  }: { consumerUrl: string; forceAuthn: boolean; persistent: boolean; contexts: readonly string[] },
): WrittenMessage {
  const references = contexts.map((context) => element('saml:AuthnContextClassRef', {}, xmlText(context)));
  return written('SAMLRequest', 'AuthnRequest', sent, {
    attributes: {
      ...(forceAuthn && { ForceAuthn: 'true' }),
      ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
      AssertionConsumerServiceURL: consumerUrl,
    },
    content: [
      element('samlp:NameIDPolicy', { ...(persistent && { Format: PERSISTENT }), AllowCreate: 'true' }),
      ...(references.length > 0 ? [element('samlp:RequestedAuthnContext', { Comparison: 'exact' }, ...references)] : []),
    ],
  });
}

/** Ends a session at the provider, by the NameID as the provider wrote it (SAML Core section 3.7.1). */
export function logoutRequest(
  sent: SentMessage,
  { nameId = '', format, nameQualifier, spNameQualifier, sessionIndex }: SignOutHint,
): WrittenMessage {
  const qualifiers = {
    ...(nameQualifier !== undefined && { NameQualifier: nameQualifier }),
    ...(spNameQualifier !== undefined && { SPNameQualifier: spNameQualifier }),
    ...(format !== undefined && { Format: format }),
  };
  const session = sessionIndex === undefined ? [] : [element('samlp:SessionIndex', {}, xmlText(sessionIndex))];
  return written('SAMLRequest', 'LogoutRequest', sent, { content: [element('saml:NameID', qualifiers, xmlText(nameId)), ...session] });
}

/** Answers that all sessions have ended (SAML Core section 3.7.2). */
export function logoutResponse(sent: SentMessage, requestId: string): WrittenMessage {
  const status = element('samlp:Status', {}, element('samlp:StatusCode', { Value: SUCCESS }));
  return written('SAMLResponse', 'LogoutResponse', sent, { attributes: { InResponseTo: requestId }, content: [status] });
}

/**
 * The address that takes a message to the provider. The signature covers the parameters as they are encoded (SAML Bindings section 3.4.4.1).
 * @param relayState comes back with the answer; empty: none
 * @param key PEM; absent: the message isn't signed
 */
export function redirectWith({ parameter, xml, destination }: WrittenMessage, relayState: string, key?: string): string {
  const query = new URLSearchParams({
    [parameter]: deflateRawSync(xml).toString('base64'),
    ...(relayState !== '' && { RelayState: relayState }),
    ...(key !== undefined && { SigAlg: SENT_ALGORITHM }),
  }).toString();
  const signature = key === undefined ? '' : `&Signature=${encodeURIComponent(sign('sha256', Buffer.from(query), key).toString('base64'))}`;
  const url = new URL(destination);
  // The address may have a query, which stays (SAML Bindings section 3.4.3).
  const before = url.search === '' ? '' : `${url.search.slice(1)}&`;
  url.search = `${before}${query}${signature}`;
  return url.href;
}

/** What signs messages to a provider: PEM. @throws UpstreamError without a key */
export function signingKeyOf({ secret }: OpenedProvider): string {
  const { signing } = samlKeysIn(secret) ?? {};
  if (!signing)
    throw new UpstreamError('misconfigured', 'This provider has no keys here to sign messages with. Make them with `renewKeys`.');
  return signing.privateKey;
}

function written(
  parameter: WrittenMessage['parameter'],
  name: string,
  { id, destination, issuer, nowMs }: SentMessage,
  { attributes = {}, content }: { attributes?: Readonly<Record<string, string>>; content: readonly string[] },
): WrittenMessage {
  const common = {
    'xmlns:samlp': PROTOCOL,
    'xmlns:saml': ASSERTION,
    ID: id,
    Version: '2.0',
    IssueInstant: utc(nowMs),
    Destination: destination,
  };
  const xml = element(`samlp:${name}`, { ...common, ...attributes }, element('saml:Issuer', {}, xmlText(issuer)), ...content);
  return { parameter, xml, destination };
}

/** @param content XML */
function element(name: string, attributes: Readonly<Record<string, string>>, ...content: string[]): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${xmlText(value)}"`);
  return `<${name}${written.join('')}>${content.join('')}</${name}>`;
}

/** Character references for what has a meaning in XML, and for white space, which a parser would change in an attribute. */
export const xmlText = (value: string): string => value.replaceAll(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
