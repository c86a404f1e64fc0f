// Converts the identity providers and the LDAP directories of a Keycloak realm, as far as this service has the same.
import { shown, type ListLine } from './import-line.js';
import type { ProviderMapping, Target } from './identities.js';
import type { Remarks } from './remarks.js';

/** keycloak.org, IdentityProviderRepresentation: the properties used here. */
export interface KeycloakProvider {
  alias?: string;
  displayName?: string;
  providerId?: string;
  enabled?: boolean;
  config?: Record<string, string>;
}

/** keycloak.org, ComponentExportRepresentation of a user storage. */
export interface KeycloakStorage {
  id?: string;
  name?: string;
  providerId?: string;
  config?: Record<string, string[]>;
}

/** What federated identities and links of people are converted by. */
interface ConvertedProviders {
  /** By the alias of an identity provider, and by the id of a storage. */
  targets: ProviderMapping;
  lines: ListLine[];
}

const MAX_ID = 36;
const ID = /^[A-Za-z0-9._~:@-]+$/;
const MASKED = /^\*+$/;

/** @param mapped providers that are here already, by their names in the export */
export function convertProviders(
  { providers, storages }: { providers: readonly KeycloakProvider[]; storages: readonly KeycloakStorage[] },
  org: string,
  mapped: ProviderMapping,
  remark: Remarks,
): ConvertedProviders {
  const targets = new Map<string, Target>();
  const lines: ListLine[] = [];
  const add = (name: string, key: string, made: { members: object; tenant?: string } | string, who: string) => {
    if (mapped.has(name)) return;
    if (typeof made === 'string') return remark('provider', who, `is not taken: ${made}`);
    const identityProviderId = idOf(org, name);
    if (identityProviderId === undefined) return remark('provider', who, `is not taken: its name can't be part of an address`);
    const target: Target = { member: 'identityProviderId', value: identityProviderId };
    targets.set(key, made.tenant === undefined ? target : { ...target, tenant: made.tenant });
    lines.push({ orgId: org, list: 'identityProviders', identityProviderId, identityProvider: made.members });
  };
  for (const provider of providers) {
    const { alias = 'unknown' } = provider;
    add(alias, alias, providerOf(provider), `the identity provider ${alias}`);
  }
  for (const storage of storages) {
    const { id = '', name = id } = storage;
    const target = mapped.targetOf(name);
    if (target) targets.set(id, target);
    add(name, id, directoryOf(storage), `the directory ${name}`);
  }
  return { targets: mapped.with(targets), lines };
}

/** Ids are unique in the whole service, aliases in their realm. */
function idOf(org: string, alias: string): string | undefined {
  const id = `${org}-${alias}`;
  return [id, alias].find((one) => ID.test(one) && one.length <= MAX_ID);
}

function providerOf({ alias = '', displayName, providerId = '', enabled = true, config = {} }: KeycloakProvider) {
  const common = { name: displayName || alias, enabled };
  const { clientId, clientSecret: secret } = config;
  const client = { clientId, ...(secret && !MASKED.test(secret) ? { clientSecret: secret } : {}) };
  switch (providerId) {
    case 'oidc':
    case 'keycloak-oidc': {
      if (!config['issuer']) return 'it has no issuer, by which this service finds its endpoints';
      const scopes = [...new Set(['openid', ...(config['defaultScope'] ?? 'profile email').split(' ').filter(Boolean)])];
      const asForm = config['clientAuthMethod'] === 'client_secret_post' ? { clientAuthentication: 'client_secret_post' } : {};
      return { members: { ...common, kind: 'oidc', issuer: config['issuer'], scopes, ...client, ...asForm } };
    }
    case 'google':
      return { members: { ...common, kind: 'oidc', template: 'google', ...client } };
    case 'github':
      return { members: { ...common, kind: 'oauth', template: 'github', ...client } };
    case 'microsoft': {
      const tenant = config['tenantId'];
      if (!tenant) return 'it is for every tenant of Microsoft: add it with its tenants';
      return { members: { ...common, kind: 'oidc', template: 'entra', tenant, ...client }, tenant };
    }
    case 'saml': {
      const { idpEntityId: entityId, singleSignOnServiceUrl: ssoUrl, singleLogoutServiceUrl: sloUrl, signingCertificate = '' } = config;
      const certificates = signingCertificate.split(',').filter((one) => one.trim() !== '');
      if (!entityId || !ssoUrl || certificates.length === 0) return 'it lacks its entity ID, its address or its certificate';
      return {
        members: { ...common, kind: 'saml', entityId, ssoUrl, ...(sloUrl ? { sloUrl } : {}), certificates: certificates.map(pemOf) },
      };
    }
    default:
      return `this service has no provider of the kind ${shown(providerId)}`;
  }
}

function directoryOf({ name = '', providerId = '', config = {} }: KeycloakStorage) {
  const one = (key: string) => config[key]?.[0];
  if (providerId !== 'ldap') return `this service has no directory of the kind ${shown(providerId)}`;
  if (one('vendor') === 'ad') return 'people of Active Directory have another subject here: add it, and link them at their first sign-in';
  const [urls, bindDn, baseDn] = [one('connectionUrl')?.split(' ').filter(Boolean) ?? [], one('bindDn'), one('usersDn')];
  if (urls.length === 0 || !bindDn || !baseDn) return 'it lacks its address, its bind DN or its base DN';
  const secret = one('bindCredential');
  return {
    members: {
      kind: 'ldap',
      name,
      enabled: one('enabled') !== 'false',
      urls,
      startTls: one('startTls') === 'true',
      bindDn,
      ...(secret && !MASKED.test(secret) ? { bindPassword: secret } : {}),
      baseDn,
      loginAttributes: [...new Set([one('usernameLDAPAttribute') ?? 'uid', 'mail'])],
      loginNameAttribute: one('usernameLDAPAttribute') ?? 'uid',
      subjectAttribute: one('uuidLDAPAttribute') ?? 'entryUUID',
      ...(one('customUserSearchFilter') ? { personFilter: one('customUserSearchFilter') } : {}),
    },
  };
}

/** Keycloak keeps certificates as bare base64. */
function pemOf(base64: string): string {
  const bare = base64.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `-----BEGIN CERTIFICATE-----\n${bare.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----\n`;
}
