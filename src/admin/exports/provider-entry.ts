// An identity provider, and the link of a person to one, as an import takes them.
import {
  issuerOf,
  type IdentityProvider,
  type ProviderConnection,
} from '../../users/authentication/identity-providers/identity-provider.js';
import { portableMembers } from '../identity-providers/provider-members.js';

/** The link of a person. */
export interface ExportedIdentity {
  provider: Pick<IdentityProvider, 'id' | 'orgNo'> & ProviderConnection;
  subject: string;
  loginName?: string;
}

/** Without its secret, and without the connection that provisions for the same directory, which has another id elsewhere. */
export function providerEntry(provider: IdentityProvider): Record<string, unknown> {
  const { id, kind, template } = provider;
  return { identityProviderId: id, identityProvider: { kind, template, ...portableMembers(provider) } };
}

/** A provider of the service has another id in another installation, but the same issuer. */
export function identityEntry({ provider, subject, loginName }: ExportedIdentity, orgNo: number): Record<string, unknown> {
  const issuer = provider.orgNo === orgNo ? undefined : issuerOf(provider);
  return {
    ...(issuer === undefined ? { identityProviderId: provider.id } : { issuer }),
    subject,
    ...(loginName !== undefined && { loginName }),
  };
}
