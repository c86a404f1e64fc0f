/** The discovery documents (RFC 7644 section 4, RFC 7643 sections 5 to 7), derived from the tables. `base` is `{base_url}/scim/v2/{orgId}`. */
import type { Attribute, ResourceType, Schema } from './schema/attribute.js';
import { DEFAULT_DIALECT, type Dialect } from './schema/dialect.js';
import { LIMITS } from './wire/limits.js';
import { URN } from './wire/messages.js';
import { isRequired } from './validate.js';

interface Described {
  readonly schemas: readonly string[];
  readonly meta: { readonly resourceType: string; readonly location: string };
}

/** An attribute as `/Schemas` shows it (RFC 7643 section 7). */
export interface AttributeDocument {
  readonly name: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly canonicalValues?: readonly string[];
  readonly caseExact?: boolean;
  readonly mutability: string;
  readonly returned: string;
  readonly uniqueness?: string;
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly AttributeDocument[];
}

export interface SchemaDocument extends Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly AttributeDocument[];
}

export interface ResourceTypeDocument extends Described {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly schema: string;
  readonly schemaExtensions: readonly { readonly schema: string; readonly required: boolean }[];
}

/**
 * `/Schemas`: each schema of the given types once, with the requirements of the dialect. Common attributes belong to no schema and are not
 * shown (RFC 7643 section 3.1).
 */
export function describeSchemas(base: string, types: readonly ResourceType[], dialect: Dialect = DEFAULT_DIALECT): SchemaDocument[] {
  const schemas = new Set(types.flatMap((type) => [type.schema, ...type.extensions]));
  return [...schemas].map((schema) => describeSchema(schema, base, dialect));
}

/** `/ResourceTypes`. */
export function describeResourceTypes(base: string, types: readonly ResourceType[]): ResourceTypeDocument[] {
  return types.map((type) => ({
    schemas: [URN.resourceType],
    id: type.name,
    name: type.name,
    description: type.description,
    endpoint: type.endpoint,
    schema: type.schema.urn,
    schemaExtensions: type.extensions.map(({ urn }) => ({ schema: urn, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }));
}

/** `/ServiceProviderConfig` (RFC 7643 section 5), with the paging of RFC 9865 section 3. */
export function describeServiceProvider(
  base: string,
  { documentationUri, etag }: { documentationUri: string; etag: boolean },
): Described & Record<string, unknown> {
  return {
    schemas: [URN.serviceProviderConfig],
    documentationUri,
    patch: { supported: true },
    bulk: { supported: true, maxOperations: LIMITS.bulkOperations, maxPayloadSize: LIMITS.bodyBytes },
    filter: { supported: true, maxResults: LIMITS.pageSize },
    changePassword: { supported: true },
    sort: { supported: true },
    pagination: {
      cursor: true,
      index: true,
      defaultPaginationMethod: 'index',
      defaultPageSize: LIMITS.pageSize,
      maxPageSize: LIMITS.pageSize,
      cursorTimeout: LIMITS.cursorSeconds,
    },
    etag: { supported: etag },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth Bearer Token',
        description: 'A bearer token of a service user in the Authorization header.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: false,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

function describeSchema(schema: Schema, base: string, dialect: Dialect): SchemaDocument {
  return {
    schemas: [URN.schema],
    id: schema.urn,
    name: schema.name,
    description: schema.description,
    attributes: schema.attributes.map((attribute) => describeAttribute(attribute, dialect)),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.urn}` },
  };
}

/** Includes only the characteristics that the type has: a boolean has no case, a string no sub-attributes. */
function describeAttribute(attribute: Attribute, dialect: Dialect): AttributeDocument {
  const { name, type, multiValued, description, mutability, returned } = attribute;
  const common = { name, type, multiValued, description, required: isRequired(attribute, dialect), mutability, returned };
  if (attribute.type === 'complex')
    return { ...common, subAttributes: attribute.subAttributes.map((part) => describeAttribute(part, dialect)) };
  if (attribute.type === 'boolean' || attribute.type === 'dateTime') return common;
  const { caseExact, uniqueness, canonicalValues, referenceTypes } = attribute;
  return { ...common, caseExact, uniqueness, ...(canonicalValues && { canonicalValues }), ...(referenceTypes && { referenceTypes }) };
}
