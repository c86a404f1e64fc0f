// An identity provider: a directory outside this service with which people sign in. Belongs to an organization, or to the whole service.
import type { Organization } from '../../organizations/organizations.service.js';
import type { LdapConnection } from './ldap-connection.js';
import type { OauthConnection, OidcConnection } from './oidc-connection.js';
import type { SamlConnection } from './saml-connection.js';

/** `oauth`: OAuth 2.0 without an ID token. */
export const PROVIDER_KINDS = ['oidc', 'oauth', 'saml', 'ldap'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Stands for the whole service in `orgNo`. */
export const OF_SERVICE = 0;

/** Which people without a link sign in: none, the people invited by an administrator at an address that the identity proves, or all, who get an account. */
export const CREATIONS = ['off', 'invitation', 'automatic'] as const;
/**
 * How the first sign-in finds an existing account. `proof`: the person signs in to it once. `address`: also by an address that the account has
 * verified, if the provider says it has verified it too, or says nothing and it lies in one of the `domains`.
 */
export const LINKINGS = ['off', 'proof', 'address'] as const;
/** What a sign-in copies from the provider to the account. */
export const UPDATED_FIELDS = ['name', 'language', 'personalData'] as const;

/** A group that a provider fills: people for whom the provider sends the value are its members. `groupNo` stays with the group, also if another one gets its id. */
export interface FilledGroup {
  value: string;
  groupId: string;
  groupNo: number;
}

/** Rules that are the same for every kind. */
export interface ProviderRules {
  /** Whether sign-in pages show a button. Without, the provider is used by domain, or where it is requested. */
  buttonShown: boolean;
  /** The name on the button, after "Continue with"; absent: the name of the provider. */
  buttonLabel?: string;
  /** The position among the buttons, ascending. */
  buttonOrder: number;
  /** Verified domains of the organization: people who type a name in one of them are redirected to the provider. */
  domains: string[];
  creation: (typeof CREATIONS)[number];
  linking: (typeof LINKINGS)[number];
  updates: Array<(typeof UPDATED_FIELDS)[number]>;
  /** The SCIM connection of the same directory: its `externalId` finds the person. */
  connectionId?: string;
  /** Values of `amr`, `acr` or `AuthnContextClassRef` that count as a second factor. */
  secondFactorValues: string[];
  /** The same for factors that resist phishing; they count as a second factor too. */
  phishingResistantValues: string[];
  /** Whether people who sign out here are signed out at the provider too; absent: no. */
  upstreamSignOut?: boolean;
  /** Groups of the organization that belong to this provider: each sign-in sets the memberships of its person in them. */
  groups: FilledGroup[];
}

interface Connections {
  oidc: OidcConnection;
  oauth: OauthConnection;
  saml: SamlConnection;
  ldap: LdapConnection;
}

/** How the provider is reached. The secret is apart, see {@link IdentityProvider.sealedSecret}. */
export type ProviderConnection = { [Kind in ProviderKind]: { kind: Kind; connection: Connections[Kind] } }[ProviderKind];

/** What an administrator decides about a provider. */
export type ProviderContent = ProviderConnection & { name: string; enabled: boolean; rules: ProviderRules };

/** Whose provider it is: an organization, or the service for undefined. */
export type ProviderOwner = Organization | undefined;

/** The number of an owner, {@link OF_SERVICE} for the service. */
export const ownerNo = (owner: ProviderOwner): number => owner?.no ?? OF_SERVICE;

/** A stored provider. `no` is internal; `id` is public and stands in the callback URL. Times are microseconds since 1970 UTC. */
export type IdentityProvider = ProviderConnection & {
  no: number;
  id: string;
  /** {@link OF_SERVICE}, or the organization whose people it signs in. */
  orgNo: number;
  /** The template that it was made with. */
  template: string;
  name: string;
  enabled: boolean;
  rules: ProviderRules;
  /** The client secret, the password of the bind, or the keys of this service for a SAML provider, sealed for the purpose `identity-provider`. */
  sealedSecret?: string;
  /** The digest of its logo. */
  logo?: string;
  createdUs: number;
  modifiedUs: number;
};

/** The name that the provider has in every installation: the issuer of OpenID Connect, the entity id of SAML. */
export function issuerOf(provider: ProviderConnection): string | undefined {
  if (provider.kind === 'oidc') return provider.connection.issuer;
  return provider.kind === 'saml' ? provider.connection.entityId : undefined;
}
