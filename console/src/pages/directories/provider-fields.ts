// The members of a provider that its form has, by kind, and how each is typed. What is left to the API: the certificates and the text of SAML metadata,
// which the metadata address keeps current, and new keys.
import type { Provider } from './directory.ts';
import type { Owner } from './owner.ts';
import FIELDS from './provider-fields.json';
import { linesOf } from './templates.ts';

/**
 * `lines`: a list, an entry a line. `pairs`: a name and a value a line. `long`: a text of several lines. `kept`: never shown; empty keeps what is stored.
 * A list of words: one of them; in `many`, any of them.
 */
export type FieldType =
  | 'text'
  | 'flag'
  | 'number'
  | 'lines'
  | 'pairs'
  | 'long'
  | 'kept'
  | 'connection'
  | readonly string[]
  | { readonly many: readonly string[] };

export type FieldValue = boolean | string | string[];

type Fields = Readonly<Record<string, FieldType>>;

/** What people see and may do, and how the service reaches the provider. Only OpenID Connect sends the website, birth date and gender of a person. */
export function fieldsOf(owner: Owner, kind: Provider['kind']): { rules: Fields; connection: Fields } {
  const offered = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => owner.orgId !== undefined || !OF_ORGANIZATIONS.has(name))) as Fields;
  return { rules: offered({ ...FIELDS.rules, ...FIELDS.moreRules[kind] }), connection: offered(FIELDS.connections[kind]) };
}

/** Domains, connections and groups belong to organizations: providers of the service have none. */
const OF_ORGANIZATIONS: ReadonlySet<string> = new Set(FIELDS.ofOrganizations);

/** Those whose hint the form shows. */
export const HINTED: ReadonlySet<string> = new Set(FIELDS.hinted);

/** The values of a provider as its fields have them. */
export function valuesOf(owner: Owner, provider: Provider): Record<string, FieldValue> {
  const { rules, connection } = fieldsOf(owner, provider.kind);
  const stored = provider as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries({ ...rules, ...connection }).map(([name, type]) => [name, shown(type, stored[name])]));
}

function shown(type: FieldType, value: unknown): FieldValue {
  if (type === 'flag') return value === true;
  if (type === 'kept') return '';
  if (typeof type === 'object' && 'many' in type) return (value ?? []) as string[];
  if (type === 'lines') return ((value ?? []) as string[]).join('\n');
  if (type === 'pairs')
    return Object.entries((value ?? {}) as Record<string, string>)
      .map((pair) => pair.join(': '))
      .join('\n');
  return typeof value === 'number' ? String(value) : ((value ?? '') as string);
}

/** A value as the service takes it; null goes back to the default. */
export function sent(type: FieldType, value: FieldValue): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'lines') return linesOf(value);
  if (type === 'pairs') return Object.fromEntries(linesOf(value).map(pairIn));
  const text = value.trim();
  if (text === '') return null;
  // What is no number is sent as it is: the service says what is wrong with it.
  return type === 'number' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function pairIn(line: string): [name: string, value: string] {
  const at = line.indexOf(':');
  return at < 0 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
