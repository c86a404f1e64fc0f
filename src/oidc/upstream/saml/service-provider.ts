// This service as a SAML service provider: its names for a provider, and the messages and the metadata that it writes.
import type { SAML, SamlOptions } from '@node-saml/node-saml';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import type { OpenedProvider } from '../upstream.js';
import { PERSISTENT } from './saml-names.js';

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

/** The metadata that an administrator of the provider loads there (SAML Metadata section 2.4.4). */
export async function serviceProviderMetadata(provider: Named, publicUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  return generateServiceProviderMetadata({
    issuer: serviceEntityId(provider, publicUrl),
    callbackUrl: consumerUrl(provider, publicUrl),
    logoutCallbackUrl: logoutUrl(provider, publicUrl),
    identifierFormat: PERSISTENT,
    wantAssertionsSigned: true,
    // The same document for the same provider.
    generateUniqueId: () => `_${provider.id}`,
  });
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
