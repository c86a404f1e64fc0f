// Identity providers as they are stored, for specs of the protocols.
import { LDAP_DEFAULTS, type LdapConnection } from '../../src/users/authentication/identity-providers/ldap-connection.js';
import type { OidcConnection } from '../../src/users/authentication/identity-providers/oidc-connection.js';
import type { Admits, OpenedProvider, TypedPassword } from '../../src/oidc/upstream/upstream.js';
import { OF_SERVICE, type ProviderConnection } from '../../src/users/authentication/identity-providers/identity-provider.js';

/** A stored provider with any connection. */
export function openedProvider(connection: ProviderConnection, secret?: string): OpenedProvider {
  return {
    no: 1,
    id: '1',
    orgNo: OF_SERVICE,
    template: 'oidc',
    name: 'Directory',
    enabled: true,
    rules: {
      buttonShown: true,
      buttonOrder: 0,
      domains: [],
      creation: 'off',
      linking: 'proof',
      updates: [],
      secondFactorValues: [],
      phishingResistantValues: [],
      groups: [],
    },
    createdUs: 0,
    modifiedUs: 0,
    ...connection,
    ...(secret !== undefined && { secret }),
  };
}

/** An OpenID Connect provider; what isn't given is usual. */
export function oidcProvider(connection: Partial<OidcConnection>, secret?: string): OpenedProvider {
  return openedProvider(
    {
      kind: 'oidc',
      connection: {
        issuer: '',
        clientId: 'client',
        clientAuthentication: 'client_secret_basic',
        scopes: ['openid', 'profile', 'email'],
        tenants: [],
        hostedDomains: [],
        externalIdClaim: 'sub',
        subjectClaims: ['sub'],
        ...connection,
      },
    },
    secret,
  );
}

/** For {@link PasswordProtocol}: every attempt may be made. */
export const admitsAll: Admits = () => Promise.resolve(true);

/** What a person types, in a browser at a usual address. */
export const typed = (loginName: string, password: string, ip = '192.0.2.1'): TypedPassword => ({ loginName, password, ip });

/** An LDAP directory; what isn't given is usual. */
export function ldapProvider(connection: Partial<LdapConnection>, secret = 'The-account-that-searches-7'): OpenedProvider {
  const usual = { ...LDAP_DEFAULTS, loginAttributes: ['uid', 'mail'], urls: [], bindDn: 'cn=gatehouse,dc=example,dc=com' };
  return openedProvider({ kind: 'ldap', connection: { ...usual, baseDn: 'dc=example,dc=com', ...connection } }, secret);
}
