// Settings for well-known providers, so that only what is particular to a customer is asked for.
import { DomainError } from '../../common/primitives/domain-error.js';
import type { ProviderKind } from '../../users/authentication/identity-providers/identity-provider.js';
import { ACTIVE_DIRECTORY_DEFAULTS } from '../../users/authentication/identity-providers/ldap-connection.js';
import type { GivenMembers } from './provider-members.js';

export const PROVIDER_TEMPLATES = ['generic', 'entra', 'okta', 'google', 'github', 'apple', 'keycloak', 'adfs', 'activeDirectory'] as const;
export type ProviderTemplate = (typeof PROVIDER_TEMPLATES)[number];

/** The kind is fixed unless the template serves several. */
const TEMPLATES: Readonly<Record<ProviderTemplate, { kind?: ProviderKind; members: GivenMembers }>> = {
  generic: { members: {} },
  // The subject differs for each application, and addresses are not verified; `oid` is what SCIM provisions as externalId.
  entra: { kind: 'oidc', members: { subjectClaims: ['tid', 'oid'], externalIdClaim: 'oid' } },
  // `mfa` among the values of `amr` (RFC 8176).
  okta: { kind: 'oidc', members: { secondFactorValues: ['mfa'] } },
  // No auth_time, unless Google has verified the application and it was switched on there.
  google: { kind: 'oidc', members: { issuer: 'https://accounts.google.com', sendsAuthTime: false } },
  // The number of the account; its login may pass to another person.
  github: {
    kind: 'oauth',
    members: {
      authorizationUrl: 'https://github.com/login/oauth/authorize',
      tokenUrl: 'https://github.com/login/oauth/access_token',
      userinfoUrl: 'https://api.github.com/user',
      emailsUrl: 'https://api.github.com/user/emails',
      clientAuthentication: 'client_secret_post',
      scopes: ['read:user', 'user:email'],
      subjectMember: 'id',
      loginNameMember: 'login',
      nameMember: 'name',
    },
  },
  // The secret is the private key of the team. Apple sends the name in a form, and has no userinfo endpoint.
  apple: {
    kind: 'oidc',
    members: {
      issuer: 'https://appleid.apple.com',
      clientAuthentication: 'apple',
      responseMode: 'form_post',
      scopes: ['openid', 'name', 'email'],
    },
  },
  keycloak: { kind: 'oidc', members: {} },
  // Clocks of federation servers differ by minutes.
  adfs: { kind: 'saml', members: { clockSkewSeconds: 180 } },
  activeDirectory: {
    kind: 'ldap',
    members: { ...ACTIVE_DIRECTORY_DEFAULTS, loginAttributes: [...ACTIVE_DIRECTORY_DEFAULTS.loginAttributes] },
  },
};

const TENANT = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|common|organizations)$/i;

/**
 * The kind and the members of a new provider, its own completed by those of the template.
 * @throws DomainError `invalid` for another kind than the template's, and for a tenant that is none
 */
export function withProviderTemplate(
  template: ProviderTemplate,
  { kind: named, tenant, ...given }: GivenMembers & { kind?: ProviderKind; tenant?: string },
): { kind: ProviderKind; given: GivenMembers } {
  const { kind = named, members } = TEMPLATES[template];
  if (kind === undefined) throw invalid('kind', 'kind is required without a template.');
  if (named !== undefined && named !== kind) throw invalid('kind', `The template ${template} is of the kind ${kind}.`);
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { kind, given: { ...members, ...issuerOf(template, tenant), ...said } };
}

function issuerOf(template: ProviderTemplate, tenant: string | undefined): { issuer?: string } {
  if (tenant === undefined) return {};
  if (template !== 'entra') throw invalid('tenant', 'tenant is for the template entra.');
  if (!TENANT.test(tenant)) throw invalid('tenant', 'tenant must be the directory (tenant) ID, or organizations together with tenants.');
  return { issuer: `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0` };
}

function invalid(field: string, message: string): DomainError {
  return new DomainError('invalid', 'identityProvider.template', message, field);
}
