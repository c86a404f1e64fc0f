// This service as a SAML service provider: its names for a provider, and its metadata.
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import { samlKeysIn, type SamlKey } from '../../../users/authentication/identity-providers/saml-keys.js';
import type { OpenedProvider } from '../upstream.js';
import { ENCRYPTION_METHODS } from './encrypted-assertion.js';
import { PERSISTENT, PROTOCOL, SIGNATURE } from './saml-names.js';
import { xmlText } from './sent-messages.js';

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
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${xmlText(url)}"${more}/>`;
  const key = (use: string, { certificate }: SamlKey, methods: readonly string[]) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64In(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `${methods.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('')}</md:KeyDescriptor>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="${SIGNATURE}" entityID="${xmlText(serviceEntityId(provider, publicUrl))}" ID="_${provider.id.replaceAll(/[^\w.-]/g, '-')}">`,
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

export function connectionOf(provider: OpenedProvider): SamlConnection {
  if (provider.kind !== 'saml') throw new TypeError(`a provider of the kind ${provider.kind}`);
  return provider.connection;
}
