// A stored LDAP provider, as the seam to the protocols gets it.
import type { OpenedProvider } from '../../src/oidc/upstream/upstream.js';
import { OF_SERVICE } from '../../src/users/authentication/identity-providers/identity-provider.js';
import type { LdapConnection } from '../../src/users/authentication/identity-providers/ldap-connection.js';

export function ldapProvider(connection: LdapConnection, secret: string): OpenedProvider {
  return {
    kind: 'ldap',
    connection,
    secret,
    no: 1,
    id: 'ldap-1',
    orgNo: OF_SERVICE,
    template: 'ldap',
    name: 'Directory',
    enabled: true,
    rules: {
      buttonShown: true,
      buttonOrder: 0,
      domains: [],
      creation: 'off',
      linking: 'off',
      updates: [],
      secondFactorValues: [],
      phishingResistantValues: [],
    },
    createdUs: 1,
    modifiedUs: 1,
  };
}
