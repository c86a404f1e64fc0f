// What a new directory of each product needs, so that only what is particular to a customer is asked for.
import type { components } from '../../api/document.d.ts';
import type { NewProvider } from './directory.ts';
import type { Owner } from './owner.ts';

type Preset = NonNullable<components['schemas']['NewConnectionBody']['preset']>;

/** Members of a provider that are typed when it is made. */
export type Field =
  | 'tenant'
  | 'issuer'
  | 'clientId'
  | 'clientSecret'
  | 'teamId'
  | 'keyId'
  | 'hostedDomains'
  | 'metadataUrl'
  | 'urls'
  | 'bindDn'
  | 'bindPassword'
  | 'baseDn';

interface Template {
  /** Products that provision by SCIM. */
  preset?: Preset;
  /** Products that people sign in with. */
  provider?: Pick<NewProvider, 'template' | 'kind'>;
  fields: readonly Field[];
  optional?: readonly Field[];
}

const CLIENT = ['clientId', 'clientSecret'] as const;
const OIDC = ['issuer', ...CLIENT] as const;
const LDAP = ['urls', 'baseDn', 'bindDn', 'bindPassword'] as const;

/** In the order of how often they are chosen. */
const TEMPLATES = {
  entra: { preset: 'entra', provider: { template: 'entra' }, fields: ['tenant', ...CLIENT] },
  okta: { preset: 'okta', provider: { template: 'okta' }, fields: OIDC },
  google: { provider: { template: 'google' }, fields: [...CLIENT, 'hostedDomains'], optional: ['hostedDomains'] },
  onelogin: { preset: 'onelogin', provider: { kind: 'oidc' }, fields: OIDC },
  keycloak: { preset: 'default', provider: { template: 'keycloak', kind: 'oidc' }, fields: OIDC },
  oidc: { preset: 'default', provider: { kind: 'oidc' }, fields: OIDC },
  saml: { preset: 'default', provider: { kind: 'saml' }, fields: ['metadataUrl'] },
  adfs: { provider: { template: 'adfs' }, fields: ['metadataUrl'] },
  activeDirectory: { provider: { template: 'activeDirectory' }, fields: LDAP },
  ldap: { provider: { kind: 'ldap' }, fields: LDAP },
  github: { provider: { template: 'github' }, fields: CLIENT },
  apple: { provider: { template: 'apple' }, fields: ['clientId', 'teamId', 'keyId', 'clientSecret'] },
  scim: { preset: 'default', fields: [] },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;

/** A provider of the service provisions no one. */
export function templateOf({ orgId }: Owner, name: TemplateName): Template {
  const { preset, ...others }: Template = TEMPLATES[name];
  return orgId === undefined || preset === undefined ? others : { preset, ...others };
}

/** The products that an owner can connect. */
export function templatesFor(owner: Owner): TemplateName[] {
  const names = Object.keys(TEMPLATES) as TemplateName[];
  return names.filter((name) => owner.orgId !== undefined || templateOf(owner, name).provider !== undefined);
}

/** Fields with a list, an entry a line. */
export const LISTS: ReadonlySet<Field> = new Set(['hostedDomains', 'urls']);
/** Fields whose value is never shown again. */
export const SECRET_FIELDS: ReadonlySet<Field> = new Set(['clientSecret', 'bindPassword']);

export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
