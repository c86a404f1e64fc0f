// The bodies and views of identity providers: one flat object, whatever the kind.
import { ApiProperty, IntersectionType, OmitType, PartialType } from '@nestjs/swagger';
import { AnyObject, Flag, NestedList, OneOf, PrintableText, Text, TextList, Whole, WordList } from '../../common/http/fields.js';
import { MergePatchOf } from '../../common/http/merge-patch.js';
import { MAX_XML_BYTES } from '../../common/xml/bounded-xml.js';
import {
  CREATIONS,
  LINKINGS,
  PROVIDER_KINDS,
  UPDATED_FIELDS,
  type ProviderKind,
  type ProviderRules,
} from '../../users/authentication/identity-providers/identity-provider.js';
import {
  CLIENT_AUTHENTICATIONS,
  RESPONSE_MODES,
  type ClientOfProvider,
  type OidcConnection,
} from '../../users/authentication/identity-providers/oidc-connection.js';
import {
  MAX_CERTIFICATES,
  MAX_CLOCK_SKEW_SECONDS,
  SAML_ATTRIBUTES,
} from '../../users/authentication/identity-providers/saml-connection.js';
import { PROVIDER_TEMPLATES, type ProviderTemplate } from './provider-templates.js';

const MAX_URL = 2_048;
const MAX_DOMAINS = 100;
const MAX_NAME = 200;
const MAX_VALUES = 20;
const MAX_VALUE = 500;
const MAX_SECRET = 2_000;
const MAX_PEM = 20_000;
/** Values that fill groups. Where there are more, SCIM provisions the groups. */
const MAX_GROUPS = 100;

const url = (what: string) => Text(MAX_URL, { description: what, optional: true });
const attribute = (what: string) => Text(64, { description: `LDAP: the attribute with ${what}; null: it is not read`, optional: true });
const member = (what: string) =>
  Text(MAX_NAME, { description: `OAuth: the member of the answer of userinfoUrl with ${what}`, optional: true });

/** A value of the directory and the group that it fills. */
export class FilledGroupBody {
  @PrintableText(MAX_VALUE, {
    description: 'as the provider sends it: the name, path, id or DN of a group there',
    example: '/engineering',
  })
  value: string;
  @Text(MAX_NAME, { description: 'a group of the organization', example: '268351204312072193' }) groupId: string;
}

export class NewProviderBody {
  @OneOf(PROVIDER_KINDS, { description: 'protocol; oauth is OAuth 2.0 without an ID token; given by most templates', optional: true })
  kind?: ProviderKind;
  @OneOf(PROVIDER_TEMPLATES, { description: 'settings of a well-known provider, which other members replace', optional: true })
  template?: ProviderTemplate;
  @Text(100, { description: 'template entra: the directory (tenant) ID, from which the issuer is made', optional: true }) tenant?: string;
  @PrintableText(MAX_NAME, { description: 'name people see', example: 'Example Corp' }) name: string;
  @Flag({ description: 'whether people can sign in with it; default true', optional: true }) enabled?: boolean;

  @Flag({ description: 'whether sign-in pages show a button; otherwise it is used by domain, or where it is requested', optional: true })
  buttonShown?: boolean;
  @PrintableText(100, { description: 'the name on the button, after “Continue with”; absent: the name of the provider', optional: true })
  buttonLabel?: string;
  @Whole(0, 1_000, { description: 'position among the buttons, ascending', optional: true }) buttonOrder?: number;
  @TextList(MAX_DOMAINS, 253, {
    description: 'verified domains of the organization: people with a name in one of them are redirected to the provider',
    optional: true,
  })
  domains?: string[];
  @OneOf(CREATIONS, {
    description:
      'which people without a link sign in: none; invitation: those who were invited at an address that the provider proves; automatic: all, who get an account',
    optional: true,
  })
  creation?: ProviderRules['creation'];
  @OneOf(LINKINGS, {
    description:
      'how a first sign-in finds an existing account: not at all, by a sign-in to it, or also by a verified address (in a verified domain of the organization, or verified by the provider)',
    optional: true,
  })
  linking?: ProviderRules['linking'];
  @WordList(UPDATED_FIELDS, { description: 'what each sign-in copies to the account', optional: true }) updates?: ProviderRules['updates'];
  @Text(MAX_NAME, { description: 'the SCIM connection of the same directory: its externalId finds the person', optional: true })
  connectionId?: string;
  @TextList(MAX_VALUES, MAX_VALUE, {
    description: 'values of amr, acr or AuthnContextClassRef that count as a second factor',
    optional: true,
  })
  secondFactorValues?: string[];
  @TextList(MAX_VALUES, MAX_VALUE, { description: 'values that count as a factor that resists phishing', optional: true })
  phishingResistantValues?: string[];
  @NestedList(() => FilledGroupBody, MAX_GROUPS, {
    description:
      'groups of the organization that belong to this provider: each sign-in adds its person to those whose value the provider sends, and removes the person from the others. Each group belongs to one provider at most. Not for kind oauth, nor for providers of the service',
    optional: true,
  })
  groups?: FilledGroupBody[];

  @Flag({
    description: 'OpenID Connect and SAML: whether people who sign out here are signed out at the provider too; default false',
    optional: true,
  })
  upstreamSignOut?: boolean;

  @Text(MAX_URL, { description: 'OpenID Connect: the issuer', optional: true }) issuer?: string;
  @Text(MAX_VALUE, {
    description: 'OpenID Connect and OAuth: the client id that the provider has given',
    optional: true,
  })
  clientId?: string;
  @Text(MAX_SECRET, {
    description: 'OpenID Connect and OAuth: the client secret, or the private key of Apple in PEM, which is never shown',
    optional: true,
  })
  clientSecret?: string;
  @OneOf(CLIENT_AUTHENTICATIONS, { description: 'OpenID Connect and OAuth: how the client authenticates', optional: true })
  clientAuthentication?: ClientOfProvider['clientAuthentication'];
  @TextList(MAX_VALUES, 100, { description: 'OpenID Connect and OAuth: the scopes that are requested', optional: true }) scopes?: string[];
  @TextList(MAX_DOMAINS, 36, { description: 'Microsoft Entra: the tenants whose people may sign in', optional: true }) tenants?: string[];
  @TextList(MAX_DOMAINS, 253, { description: 'Google: the Workspace domains whose people may sign in; empty: any account', optional: true })
  hostedDomains?: string[];
  @Flag({
    description:
      'OpenID Connect: whether ID tokens have `auth_time`. If not, sign-ins that require a recent one are not sent to the provider',
    optional: true,
  })
  sendsAuthTime?: boolean;
  @Text(MAX_NAME, { description: 'OpenID Connect: the claim whose value is the externalId of SCIM', optional: true })
  externalIdClaim?: string;
  @TextList(4, MAX_NAME, { description: 'OpenID Connect: the claims that identify a person for ever, never an address', optional: true })
  subjectClaims?: string[];
  @OneOf(RESPONSE_MODES, { description: 'OpenID Connect: how the answer arrives', optional: true })
  responseMode?: OidcConnection['responseMode'];
  @Text(10, { description: 'Apple: the team ID', optional: true }) teamId?: string;
  @Text(10, { description: 'Apple: the key ID', optional: true }) keyId?: string;
  @Text(MAX_NAME, { description: 'OpenID Connect: the claim with the groups of the person; absent: groups', optional: true })
  groupsClaim?: string;
  @url('OAuth: the authorization endpoint') authorizationUrl?: string;
  @url('OAuth: the token endpoint') tokenUrl?: string;
  @url('OAuth: where the profile of the person is read') userinfoUrl?: string;
  @url('OAuth: where verified addresses are listed, as at GitHub') emailsUrl?: string;
  @member('the id of the account') subjectMember?: string;
  @member('the login name') loginNameMember?: string;
  @member('the name of the person') nameMember?: string;
  @member('the address') emailMember?: string;

  @Text(1_024, { description: 'SAML: the entity id of the provider', optional: true }) entityId?: string;
  @url('SAML: where the browser is redirected to sign in') ssoUrl?: string;
  @url('SAML: where the browser is redirected to sign out, and with answers to LogoutRequests') sloUrl?: string;
  @url('SAML: where answers to LogoutRequests go, if elsewhere') sloResponseUrl?: string;
  @TextList(MAX_CERTIFICATES, MAX_PEM, { description: 'SAML: certificates whose keys may sign, PEM', optional: true })
  certificates?: string[];
  @url('SAML: the metadata document, which is enough for a new provider, and from which addresses and certificates are refreshed')
  metadataUrl?: string;
  @Text(MAX_XML_BYTES, { description: 'SAML: the text of the metadata document, instead of what it says', optional: true })
  metadata?: string;
  @AnyObject({ description: `SAML: names of attributes, by ${Object.keys(SAML_ATTRIBUTES).join(', ')}`, optional: true })
  attributes?: object;
  @Whole(0, MAX_CLOCK_SKEW_SECONDS, { description: 'SAML: how far the clocks may differ', optional: true }) clockSkewSeconds?: number;
  @TextList(MAX_VALUES, MAX_VALUE, { description: 'SAML: requested values of AuthnContextClassRef', optional: true })
  authnContexts?: string[];
  @Flag({ description: 'SAML: whether requests are signed, also where the metadata of the provider wants it', optional: true })
  signRequests?: boolean;
  @Flag({
    description: 'SAML: whether sign-ins that the provider starts begin anew here, at the application of RelayState',
    optional: true,
  })
  idpInitiated?: boolean;
  @Text(1_024, { description: 'SAML and LDAP: the attribute that identifies a person for ever, never an address', optional: true })
  subjectAttribute?: string;

  @TextList(4, 300, { description: 'LDAP: ldaps:// or ldap:// addresses, tried in order', optional: true }) urls?: string[];
  @Flag({ description: 'LDAP: whether connections to ldap:// are encrypted by StartTLS', optional: true }) startTls?: boolean;
  @Text(MAX_PEM, { description: 'LDAP: certificates of the authorities of the directory, PEM; absent: the public ones', optional: true })
  certificate?: string;
  @Text(MAX_VALUE, { description: 'LDAP: the account that searches', optional: true }) bindDn?: string;
  @Text(MAX_SECRET, { description: 'LDAP: its password, which is never shown', optional: true }) bindPassword?: string;
  @Text(MAX_VALUE, { description: 'LDAP: people are searched below', optional: true }) baseDn?: string;
  @TextList(4, 64, { description: 'LDAP: the attributes that have what people type as their name', optional: true })
  loginAttributes?: string[];
  @Text(1_000, { description: 'LDAP: a filter that people must also match', optional: true }) personFilter?: string;
  @Flag({ description: 'LDAP: whether the directory is an Active Directory', optional: true }) activeDirectory?: boolean;
  @Text(64, { description: 'LDAP: the attribute with the groups of the person; absent: memberOf', optional: true })
  groupsAttribute?: string;
  @Flag({ description: 'LDAP: whether groups count that the person is in through other groups', optional: true }) nestedGroups?: boolean;
  @attribute('the login name') loginNameAttribute?: string;
  @attribute('the address') emailAttribute?: string;
  @attribute('the given name') givenNameAttribute?: string;
  @attribute('the family name') familyNameAttribute?: string;
  @attribute('the name that is shown') displayNameAttribute?: string;
  @attribute('the language') languageAttribute?: string;
}

/** Members that never change. */
const FIXED = ['kind', 'template', 'tenant'] as const;

/** A merge patch (RFC 7396): absent members stay, and null goes back to the default. */
export class ProviderChangeBody extends MergePatchOf(NewProviderBody, {
  fixed: FIXED,
  unsettable: [
    'buttonLabel',
    'connectionId',
    'teamId',
    'keyId',
    'groupsClaim',
    'groupsAttribute',
    'emailsUrl',
    'loginNameMember',
    'nameMember',
    'emailMember',
    'sloUrl',
    'sloResponseUrl',
    'metadataUrl',
    'subjectAttribute',
    'certificate',
    'personFilter',
    'loginNameAttribute',
    'emailAttribute',
    'givenNameAttribute',
    'familyNameAttribute',
    'displayNameAttribute',
    'languageAttribute',
  ],
}) {
  @Flag({ description: 'SAML: true makes new keys of this service; the provider must load its metadata again', optional: true })
  renewKeys?: boolean;
}

class ProviderFacts {
  @ApiProperty() identityProviderId: string;
  @ApiProperty({ enum: PROVIDER_KINDS }) kind: string;
  @ApiProperty() template: string;
  @ApiProperty() name: string;
  @ApiProperty() enabled: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'path of its logo, below the address of this service' }) logo: string | null;
  @ApiProperty({ required: false, description: 'where the provider sends the browser back to; enter it there. LDAP has none' })
  callbackUrl?: string;
  @ApiProperty({
    required: false,
    description: 'where the provider sends logout tokens (OpenID Connect) or LogoutRequests (SAML); enter it there. Other kinds have none',
  })
  signOutUrl?: string;
  @ApiProperty({
    required: false,
    description: 'OpenID Connect: where the provider sends the browser back to after a sign-out; enter it there for upstreamSignOut',
  })
  postLogoutRedirectUrl?: string;
  @ApiProperty({ required: false, description: 'the metadata document of this service, for a SAML provider to load' })
  metadataUrl?: string;
  @ApiProperty({ required: false, description: 'whether a client secret is stored' }) clientSecretSet?: boolean;
  @ApiProperty({ required: false, description: 'whether the password of the bind is stored' }) bindPasswordSet?: boolean;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) changedAt: string;
}

export class ProviderView extends IntersectionType(
  ProviderFacts,
  PartialType(OmitType(NewProviderBody, [...FIXED, 'name', 'enabled', 'clientSecret', 'bindPassword', 'metadata'] as const)),
) {}

class CertificateView {
  @ApiProperty({ description: 'the name of its owner' }) subject: string;
  @ApiProperty({ format: 'date-time' }) endsAt: string;
}

export class ProviderHealthView {
  @ApiProperty({ format: 'date-time', required: false, description: 'up to a minute out of date; absent: never' }) lastUsedAt?: string;
  @ApiProperty({ format: 'date-time', required: false, description: 'up to a minute out of date; absent: never' }) lastFailureAt?: string;
  @ApiProperty({ required: false, description: 'what went wrong' }) lastFailure?: string;
  @ApiProperty({ type: [CertificateView], required: false, description: 'SAML: the certificates that sign, the one that ends first first' })
  certificates?: CertificateView[];
}

export class ProbeStepView {
  @ApiProperty({ example: 'discovery' }) step: string;
  @ApiProperty() ok: boolean;
  @ApiProperty({ description: 'what was found, or what is wrong' }) detail: string;
}

export class ProbeView {
  @ApiProperty({ type: [ProbeStepView], description: 'in the order of a sign-in, up to the first that failed' }) steps: ProbeStepView[];
}
