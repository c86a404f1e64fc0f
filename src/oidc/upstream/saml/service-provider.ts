// This service as a SAML service provider: its names for a provider, and the messages and the metadata that it writes.
import type { SAML, SamlOptions } from '@node-saml/node-saml';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { samlKeysIn, type SamlKey } from '../../../users/authentication/identity-providers/saml-keys.js';
import { UpstreamError, type OpenedProvider } from '../upstream.js';
import { ENCRYPTION_METHODS } from './encrypted-assertion.js';
import { PERSISTENT, PROTOCOL, SIGNATURE } from './saml-names.js';

/** A provider is named by its public id. */
interface Named {
  id: string;
}

/** Each provider knows this service by a name of its own, so an assertion for one provider has no other's audience. */
export const serviceEntityId = ({ id }: Named, publicUrl: string): string => `${publicUrl}/sign-in/providers/${id}`;
/** Where the answer to an AuthnRequest goes. */
export const consumerUrl = (provider: Named, publicUrl: string): string => `${serviceEntityId(provider, publicUrl)}/callback`;
/** Where the provider sends its LogoutRequests. */
export const logoutUrl = (provider: Named, publicUrl: string): string => `${serviceEntityId(provider, publicUrl)}/logout`;

/** The metadata that an administrator of the provider loads there (SAML Metadata section 2.4.4). The same document for the same provider. */
export function serviceProviderMetadata(provider: OpenedProvider, publicUrl: string): string {
  const { signRequests = false } = connectionOf(provider);
  const { signing, encryption } = samlKeysIn(provider.secret) ?? {};
  const endpoint = (name: string, binding: string, url: string, more = '') =>
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${escaped(url)}"${more}/>`;
  const key = (use: string, { certificate }: SamlKey, methods: readonly string[]) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64In(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `${methods.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('')}</md:KeyDescriptor>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="${SIGNATURE}" entityID="${escaped(serviceEntityId(provider, publicUrl))}" ID="_${provider.id.replaceAll(/[^\w.-]/g, '-')}">`,
    `<md:SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="${signRequests}" WantAssertionsSigned="true">`,
    ...(signing ? [key('signing', signing, [])] : []),
    ...(encryption ? [key('encryption', encryption, ENCRYPTION_METHODS)] : []),
    endpoint('SingleLogoutService', 'HTTP-POST', logoutUrl(provider, publicUrl)),
    endpoint('SingleLogoutService', 'HTTP-Redirect', logoutUrl(provider, publicUrl)),
    `<md:NameIDFormat>${PERSISTENT}</md:NameIDFormat>`,
    endpoint('AssertionConsumerService', 'HTTP-POST', consumerUrl(provider, publicUrl), ' index="1" isDefault="true"'),
    '</md:SPSSODescriptor></md:EntityDescriptor>',
    '',
  ].join('\n');
}

const base64In = (pem: string): string =>
  pem
    .split('\n')
    .filter((line) => !line.startsWith('-----'))
    .join('');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What signs messages to a provider, as options of the library. @throws UpstreamError without a key */
export function signedBy(provider: OpenedProvider): Partial<SamlOptions> {
  const { signing } = samlKeysIn(provider.secret) ?? {};
  if (!signing)
    throw new UpstreamError('misconfigured', 'This provider has no keys here to sign messages with. Make them with `renewKeys`.');
  return { privateKey: signing.privateKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' };
}

/** The library that writes messages to a provider. It reads none: it accepts SHA-1, and redirects that are not signed. */
export async function messagesTo(
  connection: SamlConnection,
  provider: Named,
  publicUrl: string,
  options: Partial<SamlOptions> = {},
): Promise<SAML> {
  const { SAML: Messages } = await import('@node-saml/node-saml');
  return new Messages({
    issuer: serviceEntityId(provider, publicUrl),
    callbackUrl: consumerUrl(provider, publicUrl),
    idpCert: connection.certificates,
    entryPoint: connection.ssoUrl,
    // Another format than that of the attribute's NameID would make some providers refuse the request.
    identifierFormat: connection.subjectAttribute ? null : PERSISTENT,
    disableRequestedAuthnContext: connection.authnContexts.length === 0,
    authnContext: connection.authnContexts,
    ...options,
  });
}

export function connectionOf(provider: OpenedProvider): SamlConnection {
  if (provider.kind !== 'saml') throw new TypeError(`a provider of the kind ${provider.kind}`);
  return provider.connection;
}
