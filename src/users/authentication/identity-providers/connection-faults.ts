// What is wrong with how a provider is reached, for administrators. Whether an address may be called at all is judged when it is called.
import { X509Certificate } from 'node:crypto';
import { isDomainName } from '../../../common/primitives/domain-name.js';
import type { Fault } from '../../../common/primitives/domain-error.js';
import { parsedUrl } from '../../../common/primitives/parsed-url.js';
import { isChangeable } from './changeable-names.js';
import type { ProviderConnection } from './identity-provider.js';
import { ldapConnectionFaults } from './ldap-connection.js';
import { ENTRA_HOSTS, TENANT, type ClientOfProvider, type OauthConnection, type OidcConnection } from './oidc-connection.js';
import { providerUrlFaults } from './provider-url.js';
import { MAX_CERTIFICATES, MAX_CLOCK_SKEW_SECONDS, SAML_ATTRIBUTES, type SamlConnection } from './saml-connection.js';

const MAX_ENTITY_ID = 1_024;
const MAX_PEM = 20_000;
const MAX_SUBJECT_CLAIMS = 4;
/** Segments in issuers of Microsoft Entra that stand for all tenants. */
const ALL_TENANTS = ['common', 'organizations', 'consumers'];
/** RFC 6749 section 3.3. */
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]{1,100}$/;
/** Names of claims, and of members of JSON. */
const CLAIM = /^[\x21-\x7E]{1,200}$/;
const APPLE_ID = /^[A-Z\d]{10}$/;
const TENANT_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** All faults of the connection. */
export function connectionFaults(provider: ProviderConnection): Fault[] {
  switch (provider.kind) {
    case 'oidc':
      return oidcFaults(provider.connection);
    case 'oauth':
      return oauthFaults(provider.connection);
    case 'saml':
      return samlFaults(provider.connection);
    case 'ldap':
      return ldapConnectionFaults(provider.connection);
  }
}

function oidcFaults(connection: OidcConnection): Fault[] {
  const { issuer, tenants, hostedDomains, externalIdClaim, subjectClaims, groupsClaim, scopes } = connection;
  const { hostname = '', pathname = '' } = parsedUrl(issuer) ?? {};
  const isOfAllTenants =
    issuer.includes(TENANT) || (ENTRA_HOSTS.has(hostname) && pathname.split('/').some((segment) => ALL_TENANTS.includes(segment)));
  return [
    ...urlFaults('issuer', issuer.replace(TENANT, 'tenant')),
    ...(issuer.includes('?') ? [fault('issuer', 'must have no query')] : []),
    ...clientFaults(connection),
    ...appleFaults(connection),
    ...(scopes.includes('openid') ? [] : [fault('scopes', 'must contain openid')]),
    ...tenants.filter((tenant) => !TENANT_ID.test(tenant)).map((tenant) => fault('tenants', `"${tenant}" is not the ID of a tenant`)),
    ...(isOfAllTenants && tenants.length === 0
      ? [fault('tenants', 'must list the tenants whose people may sign in, because the issuer stands for all of them')]
      : []),
    ...hostedDomains.filter((one) => !isDomainName(one)).map((one) => fault('hostedDomains', `"${one}" is not a domain in lower case`)),
    ...(groupsClaim === undefined || CLAIM.test(groupsClaim) ? [] : [fault('groupsClaim', 'is not the name of a claim')]),
    ...identifierFaults('externalIdClaim', [externalIdClaim]),
    // Entra assigns the `oid`; the administrators of a tenant fill other claims, with values of people of another tenant if they like.
    ...(tenants.length > 1 && externalIdClaim !== 'oid' ? [fault('externalIdClaim', 'must be oid where several tenants are listed')] : []),
    ...(subjectClaims.length === 0 || subjectClaims.length > MAX_SUBJECT_CLAIMS
      ? [fault('subjectClaims', `must name 1 to ${MAX_SUBJECT_CLAIMS} claims`)]
      : identifierFaults('subjectClaims', subjectClaims)),
  ];
}

function appleFaults(connection: OidcConnection): Fault[] {
  if (connection.clientAuthentication !== 'apple') return [];
  return (['teamId', 'keyId'] as const)
    .filter((name) => !APPLE_ID.test(connection[name] ?? ''))
    .map((name) => fault(name, 'must be the 10 characters that Apple shows'));
}

function oauthFaults(connection: OauthConnection): Fault[] {
  const urls = ['authorizationUrl', 'tokenUrl', 'userinfoUrl', 'emailsUrl'] as const;
  const members = ['loginNameMember', 'nameMember', 'emailMember'] as const;
  return [
    ...urls.flatMap((name) => (connection[name] === undefined ? [] : urlFaults(name, connection[name]))),
    ...clientFaults(connection),
    ...(connection.clientAuthentication === 'apple' ? [fault('clientAuthentication', 'apple is for OpenID Connect')] : []),
    ...identifierFaults('subjectMember', [connection.subjectMember]),
    ...members
      .filter((name) => connection[name] !== undefined && !CLAIM.test(connection[name]))
      .map((name) => fault(name, 'is not a name')),
  ];
}

function clientFaults({ clientId, scopes }: ClientOfProvider): Fault[] {
  return [
    ...(/^[\x20-\x7E]+$/.test(clientId) ? [] : [fault('clientId', 'must be printable ASCII (RFC 6749 appendix A.1)')]),
    ...scopes.filter((scope) => !SCOPE.test(scope)).map((scope) => fault('scopes', `"${scope}" is not a scope (RFC 6749 section 3.3)`)),
  ];
}

function samlFaults(connection: SamlConnection): Fault[] {
  const { entityId, certificates, subjectAttribute, attributes, clockSkewSeconds, authnContexts } = connection;
  const urls = ['ssoUrl', 'sloUrl', 'sloResponseUrl', 'metadataUrl'] as const;
  return [
    ...(isLine(entityId, MAX_ENTITY_ID) ? [] : [fault('entityId', `must have 1 to ${MAX_ENTITY_ID} printable characters`)]),
    ...urls.flatMap((name) => (connection[name] === undefined ? [] : urlFaults(name, connection[name]))),
    ...(certificates.length >= 1 && certificates.length <= MAX_CERTIFICATES && certificates.every(isCertificate)
      ? []
      : [fault('certificates', `must be 1 to ${MAX_CERTIFICATES} certificates in PEM, each at most ${MAX_PEM} characters`)]),
    ...(subjectAttribute === undefined || isLine(subjectAttribute, MAX_ENTITY_ID) ? [] : [fault('subjectAttribute', 'is not a name')]),
    ...(subjectAttribute !== undefined && isChangeable(subjectAttribute) ? [changeable('subjectAttribute', subjectAttribute)] : []),
    ...Object.entries(attributes as Record<string, unknown>)
      .filter(([field, name]) => !Object.hasOwn(SAML_ATTRIBUTES, field) || typeof name !== 'string' || !isLine(name, MAX_ENTITY_ID))
      .map(([field]) =>
        fault('attributes', `may name the attributes of ${Object.keys(SAML_ATTRIBUTES).join(', ')}, not ${field.slice(0, 50)}`),
      ),
    ...(typeof attributes.externalId === 'string' && isChangeable(attributes.externalId)
      ? [changeable('attributes', attributes.externalId)]
      : []),
    ...(clockSkewSeconds <= MAX_CLOCK_SKEW_SECONDS ? [] : [fault('clockSkewSeconds', `must be at most ${MAX_CLOCK_SKEW_SECONDS}`)]),
    ...(authnContexts.every((one) => isLine(one, MAX_ENTITY_ID)) ? [] : [fault('authnContexts', 'must be printable')]),
  ];
}

function urlFaults(field: string, text: string): Fault[] {
  return providerUrlFaults(text).map((rule) => fault(field, rule));
}

/** Of claims that identify a person. */
function identifierFaults(field: string, names: readonly string[]): Fault[] {
  return names.flatMap((name) => {
    if (!CLAIM.test(name)) return [fault(field, `"${name.slice(0, 50)}" is not the name of a claim`)];
    return isChangeable(name) ? [changeable(field, name)] : [];
  });
}

function isLine(text: string, max: number): boolean {
  return text.trim() !== '' && text.length <= max && !/\p{C}/u.test(text);
}

function isCertificate(text: string): boolean {
  if (text.length > MAX_PEM || text.split('-----BEGIN ').length !== 2) return false;
  try {
    return new X509Certificate(text).publicKey !== undefined;
  } catch {
    return false;
  }
}

function changeable(field: string, name: string): Fault {
  return fault(field, `must not be ${name}, whose value may pass to another person`);
}

function fault(field: string, rule: string): Fault {
  return { field, code: 'identityProvider.connection', message: `${field}: ${rule}.` };
}
