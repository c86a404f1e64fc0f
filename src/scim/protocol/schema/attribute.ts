/** Attribute definitions (RFC 7643 sections 2 and 7): the constructors of the attribute tables, and how a name is resolved to its row. */
import { BASE64, EXACT, TEXT, VERSION, WEB_ADDRESS, type Normalizer } from './normalizer.js';

export type Mutability = 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
export type Returned = 'always' | 'never' | 'default' | 'request';
export type Uniqueness = 'none' | 'server';

/** The operators of RFC 7644 section 3.4.2.2, table 3. */
export const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;
export type Operator = (typeof OPERATORS)[number];

const TEXT_OPERATORS: readonly Operator[] = OPERATORS;
const FLAG_OPERATORS: readonly Operator[] = ['eq', 'ne', 'pr'];
const TIME_OPERATORS: readonly Operator[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'pr'];

/** The columns of every row. Those below the line are internal and not published. */
interface Row<F extends string = string> {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Required only if the client's dialect has this switch on. */
  readonly requiredBy?: 'requireNameAndEmail';
  readonly mutability: Mutability;
  readonly returned: Returned;
  // ---
  /** A value that can't be stored is refused in every dialect: the identity of a resource and its access are never omitted. */
  readonly essential?: true;
  /** The location of the value in the domain: a field of the record, or inside a list a field of its element. */
  readonly field: F;
  readonly operators: readonly Operator[];
  readonly sortable: boolean;
  /** The possible values of an attribute that is derived from the resource type instead of stored. */
  readonly derived?: (type: ResourceType) => readonly DerivedText[];
}

/** A value that every resource of the type has. With `extension`, only resources with an attribute of that extension have it. */
export interface DerivedText {
  readonly text: string;
  readonly extension?: string;
}

/**
 * A text, a URI or binary data as base64 (RFC 7643 sections 2.3.1, 2.3.7 and 2.3.6). It is multi-valued only in lists that the server
 * fills.
 */
export interface TextAttribute<F extends string = string> extends Row<F> {
  readonly type: 'string' | 'reference' | 'binary';
  readonly multiValued: boolean;
  readonly uniqueness: Uniqueness;
  readonly caseExact: boolean;
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly normalizer: Normalizer;
  readonly maxLength: number;
  /** The value when a create or replace request omits the attribute. */
  readonly initial?: string;
}

export interface BooleanAttribute<F extends string = string> extends Row<F> {
  readonly type: 'boolean';
  readonly multiValued: false;
  readonly initial?: boolean;
  /** A PUT that omits the attribute, or a PATCH that removes it, keeps its value. */
  readonly keptUnlessGiven?: boolean;
  /** The value that comparisons use if the attribute is absent (RFC 7643 section 2.4, `primary`). */
  readonly assumed?: boolean;
}

/** A dateTime; only the server sets one. */
export interface DateTimeAttribute<F extends string = string> extends Row<F> {
  readonly type: 'dateTime';
  readonly multiValued: false;
  readonly mutability: 'readOnly';
}

interface ComplexRow<F extends string, Sub> extends Row<F> {
  readonly type: 'complex';
  readonly multiValued: boolean;
  readonly subAttributes: readonly Sub[];
}

/** One value whose parts are fields of the same record. */
export interface ObjectAttribute<Sub = Attribute> extends ComplexRow<string, Sub> {
  readonly multiValued: false;
}

/** A list whose elements are separate records. */
export interface ListAttribute<F extends string = string, M extends string = string> extends ComplexRow<F, SimpleAttribute<M>> {
  readonly multiValued: true;
  /**
   * The list is associated with the record and not part of it: it may have a million elements, or be derived. The binding reads the
   * elements, and changes single ones by their `value`. A PUT that doesn't name the list keeps it.
   */
  readonly apart?: true;
}

export type ComplexAttribute = ObjectAttribute | ListAttribute;

/**
 * The fields of a domain record, by kind, and the members of its lists' elements. A schema row that names any other field doesn't compile.
 */
export interface RecordFields {
  readonly text: string;
  readonly flag: string;
  readonly time: string;
  readonly lists: Readonly<Record<string, string>>;
}

type ListsOf<R extends RecordFields> = { [L in keyof R['lists'] & string]: ListAttribute<L, R['lists'][L]> }[keyof R['lists'] & string];

export type SimpleAttribute<M extends string = string> = TextAttribute<M> | BooleanAttribute<M> | DateTimeAttribute<M>;
export type Attribute<R extends RecordFields = RecordFields> =
  | TextAttribute<R['text']>
  | BooleanAttribute<R['flag']>
  | DateTimeAttribute<R['time']>
  | ObjectAttribute<Attribute<R>>
  | ListsOf<R>;

type Options<K extends keyof TextAttribute> = Partial<Pick<TextAttribute, K>>;
type RowOptions = 'essential' | 'required' | 'requiredBy' | 'mutability' | 'returned' | 'operators' | 'sortable' | 'derived';
/** The field that a row names in its options, else the row's own name. */
type FieldOf<N extends string, O> = O extends { readonly field: infer F extends string } ? F : N;
type TextOptions<K extends keyof TextAttribute> = Options<K | 'field'>;

const ROW = { required: false, mutability: 'readWrite', returned: 'default', sortable: false } as const;

/** A text; folded in comparisons unless `caseExact`, and ordered by code point. */
export function string<
  N extends string,
  const O extends TextOptions<RowOptions | 'uniqueness' | 'caseExact' | 'canonicalValues' | 'normalizer' | 'maxLength' | 'initial'>,
>(name: N, description: string, options?: O): TextAttribute<FieldOf<N, O>> {
  const row = { ...ROW, uniqueness: 'none', caseExact: false, normalizer: TEXT, maxLength: 1000, operators: TEXT_OPERATORS } as const;
  return { ...row, type: 'string', multiValued: false, name, description, ...options, field: (options?.field ?? name) as FieldOf<N, O> };
}

/** Texts that the server sets. */
export function fixedTexts<N extends string>(
  name: N,
  description: string,
  options: Options<'returned' | 'derived'> = {},
): TextAttribute<N> {
  return { ...string(name, description, { mutability: 'readOnly', caseExact: true, ...options }), multiValued: true };
}

/** A URI; always case exact (RFC 7643 section 2.3.7). */
export function reference<
  N extends string,
  const O extends TextOptions<'mutability' | 'returned' | 'operators' | 'normalizer' | 'maxLength'>,
>(name: N, description: string, referenceTypes: readonly string[], options?: O): TextAttribute<FieldOf<N, O>> {
  const text = string(name, description, { normalizer: WEB_ADDRESS, maxLength: 2000, caseExact: true, ...options });
  return { ...text, field: (options?.field ?? name) as FieldOf<N, O>, type: 'reference', referenceTypes };
}

/** Bytes in base64; compared exactly and only as a whole (RFC 7643 section 2.3.6). */
export function binary<N extends string>(name: N, description: string, options: Options<'maxLength'> = {}): TextAttribute<N> {
  return { ...string(name, description, { normalizer: BASE64, caseExact: true, operators: FLAG_OPERATORS, ...options }), type: 'binary' };
}

/** True or false, without case or uniqueness. */
export function boolean<N extends string>(
  name: N,
  description: string,
  options: Partial<Pick<BooleanAttribute, 'essential' | 'initial' | 'keptUnlessGiven' | 'assumed'>> = {},
): BooleanAttribute<N> {
  return { ...ROW, type: 'boolean', multiValued: false, name, field: name, description, operators: FLAG_OPERATORS, ...options };
}

/** A dateTime set by the server; its domain field holds microseconds since 1970 UTC. */
export function dateTime<F extends string>(
  name: string,
  description: string,
  options: Pick<DateTimeAttribute<F>, 'field' | 'sortable'>,
): DateTimeAttribute<F> {
  return { ...ROW, type: 'dateTime', multiValued: false, mutability: 'readOnly', name, description, operators: TIME_OPERATORS, ...options };
}

/** One value made of sub-attributes, whose fields are in the same domain record. */
export function complex<Sub>(
  name: string,
  description: string,
  subAttributes: readonly Sub[],
  options: Options<'required' | 'requiredBy' | 'mutability' | 'returned'> = {},
): ObjectAttribute<Sub> {
  return { ...ROW, type: 'complex', multiValued: false, name, field: name, description, operators: ['pr'], subAttributes, ...options };
}

/**
 * A list of elements (RFC 7643 section 2.4); its domain field is an array of records. A comparison with the whole list applies to its
 * `value`.
 */
export function list<N extends string, M extends string>(
  name: N,
  description: string,
  subAttributes: readonly SimpleAttribute<M>[],
  options: Options<'required' | 'requiredBy' | 'mutability' | 'sortable'> & Partial<Pick<ListAttribute, 'apart'>> = {},
): ListAttribute<N, M> {
  return { ...complex(name, description, subAttributes), field: name, multiValued: true, ...options };
}

/** The name of an attribute's part. After an extension, which is named by its URN, the separator is a colon (RFC 7644 section 3.10). */
export function partOf({ name }: Attribute, where: string, part: string): string {
  return `${where}${name.startsWith('urn:') ? ':' : '.'}${part}`;
}

/** Whether an attribute is an associated list, whose elements are not part of the record. */
export function isApart(attribute: Attribute): attribute is ListAttribute {
  return attribute.type === 'complex' && attribute.multiValued && attribute.apart === true;
}

/** One schema: a URN and its attribute table (RFC 7643 section 7). */
export interface Schema<R extends RecordFields = RecordFields> {
  readonly urn: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute<R>[];
}

/** A resource type (RFC 7643 section 6) with all its attributes. */
export interface ResourceType<R extends RecordFields = RecordFields> {
  readonly name: string;
  readonly endpoint: string;
  readonly description: string;
  /**
   * The attribute by which people recognize a resource. The provisioning log keeps its value, and creates with the same value run one after
   * the other.
   */
  readonly naming: string;
  readonly schema: Schema<R>;
  readonly extensions: readonly Schema<R>[];
  /** Common attributes, those of the schema, and one complex attribute per extension, named by its URN as in JSON (RFC 7643 section 3.3). */
  readonly attributes: readonly Attribute[];
  /** Attributes of extensions may be named without the URN, or with a dot after it. */
  readonly shortNames?: boolean;
}

/** The attributes of every resource (RFC 7643 section 3.1); they belong to no schema URN. */
const COMMON_ATTRIBUTES: readonly Attribute[] = [
  fixedTexts('schemas', 'URNs of the schemas this resource consists of.', { returned: 'always', derived: schemaTexts }),
  string('id', 'Identifier given by the service; never changes and is never given again.', {
    mutability: 'readOnly',
    returned: 'always',
    caseExact: true,
    uniqueness: 'server',
    sortable: true,
  }),
  string('externalId', 'Identifier given by the provisioning client, kept to the letter.', {
    essential: true,
    caseExact: true,
    normalizer: EXACT,
    maxLength: 400,
  }),
  complex(
    'meta',
    'What the service knows about the resource itself.',
    [
      string('resourceType', 'Name of the resource type.', {
        mutability: 'readOnly',
        caseExact: true,
        derived: ({ name }) => [{ text: name }],
      }),
      dateTime('created', 'When the resource was created.', { field: 'createdUs', sortable: true }),
      dateTime('lastModified', 'When the resource was changed last.', { field: 'modifiedUs', sortable: true }),
      reference('location', 'Absolute address of the resource.', ['uri'], { mutability: 'readOnly', operators: [] }),
      string('version', 'Entity tag of the resource; another one after every change.', {
        mutability: 'readOnly',
        caseExact: true,
        normalizer: VERSION,
        operators: FLAG_OPERATORS,
      }),
    ],
    { mutability: 'readOnly' },
  ),
];

/** A resource consists of its schema, and of each extension that it has a value of (RFC 7643 section 3). */
function schemaTexts({ schema, extensions }: ResourceType): DerivedText[] {
  return [{ text: schema.urn }, ...extensions.map(({ urn }) => ({ text: urn, extension: urn }))];
}

/** The value of `schemas` in a resource. */
export function schemasOf(type: ResourceType, resource: Readonly<Record<string, unknown>>): string[] {
  return schemaTexts(type).flatMap(({ text, extension }) => (extension === undefined || resource[extension] !== undefined ? text : []));
}

/**
 * Builds a resource type from a schema, its extensions, and the attributes that all resources share.
 * `R` declares the fields of the record that its rows may name.
 */
export function resourceType<R extends RecordFields = RecordFields>(type: Omit<ResourceType<R>, 'attributes'>): ResourceType {
  const { schema, extensions } = type as unknown as Omit<ResourceType, 'attributes'>;
  const objects = extensions.map(({ urn, description, attributes }) => complex(urn, description, attributes));
  return { ...type, schema, extensions, attributes: [...COMMON_ATTRIBUTES, ...schema.attributes, ...objects] };
}

/**
 * The rows from the outermost to the row that `name` refers to: `emails.value` -> [emails, value]; case is ignored (RFC 7643 section 2.1).
 * The name may start with the URN of the schema or of an extension (RFC 7644 section 3.10). `undefined` for an unknown attribute.
 */
export function findSteps(type: ResourceType, name: string): readonly Attribute[] | undefined {
  const local = withoutPrefix(name, type.schema.urn);
  if (local !== undefined) return descend(type.attributes, local);
  for (const { urn } of type.extensions) {
    const extension = type.attributes.find((attribute) => attribute.name === urn) as ComplexAttribute;
    if (name.toLowerCase() === urn.toLowerCase()) return [extension];
    const inside = withoutPrefix(name, urn);
    const steps = inside === undefined ? undefined : descend(extension.subAttributes, inside);
    if (steps) return [extension, ...steps];
  }
  return descend(type.attributes, name) ?? (type.shortNames ? findShort(type, name) : undefined);
}

/** Deviation: `manager` and `urn:…:User.manager`, as Entra ID names it. */
function findShort(type: ResourceType, name: string): readonly Attribute[] | undefined {
  for (const { urn } of type.extensions) {
    const extension = type.attributes.find((attribute) => attribute.name === urn) as ComplexAttribute;
    const local = name.toLowerCase().startsWith(`${urn.toLowerCase()}.`) ? name.slice(urn.length + 1) : name;
    const steps = descend(extension.subAttributes, local);
    if (steps) return [extension, ...steps];
  }
  return undefined;
}

const SHORT_NAMED = new WeakMap<ResourceType, ResourceType>();

/** The same type with {@link ResourceType.shortNames} enabled. */
export function withShortNames(type: ResourceType): ResourceType {
  const short = SHORT_NAMED.get(type) ?? { ...type, shortNames: true };
  SHORT_NAMED.set(type, short);
  return short;
}

/** The rows that a dotted name refers to within a table; `undefined` for an unknown attribute. */
export function descend(attributes: readonly Attribute[], name: string): readonly Attribute[] | undefined {
  const steps: Attribute[] = [];
  let table: readonly Attribute[] = attributes;
  for (const part of name.toLowerCase().split('.')) {
    const attribute = table.find((row) => row.name.toLowerCase() === part);
    if (!attribute) return undefined;
    steps.push(attribute);
    table = attribute.type === 'complex' ? attribute.subAttributes : [];
  }
  return steps;
}

function withoutPrefix(name: string, urn: string): string | undefined {
  return name.toLowerCase().startsWith(`${urn.toLowerCase()}:`) ? name.slice(urn.length + 1) : undefined;
}

/** Whether a caller may set the attribute. */
export function isWritable(attribute: Attribute): boolean {
  return attribute.mutability !== 'readOnly';
}

/** The attributes of a resource that a caller may set. */
export function writableOf({ attributes }: ResourceType): readonly Attribute[] {
  return attributes.filter(isWritable);
}
