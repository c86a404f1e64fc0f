// The options of a row: their types, texts and choices are those of the API document.
import { readFileSync } from 'node:fs';
import { wordingOf } from '../names/sources.js';
import type { Asked, Row } from '../rows/row.js';

/** A member of a body, or a query parameter, as an option. */
export interface Field {
  member: string;
  /** The option's name, without dashes. */
  option: string;
  /** `values` is a list of `{ value }`, the first of which is the primary one. */
  type: 'text' | 'number' | 'flag' | 'list' | 'values';
  does: string;
  required: boolean;
  choices?: readonly string[];
}

interface Schema {
  $ref?: string;
  allOf?: readonly Schema[];
  type?: string | readonly string[];
  description?: string;
  enum?: ReadonlyArray<string | null>;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

interface Operation {
  parameters?: ReadonlyArray<{ in: string; name: string; description?: string; required?: boolean; schema: Schema }>;
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

const DOCUMENT = JSON.parse(readFileSync(new URL('../../admin/openapi/openapi.json', import.meta.url), 'utf8')) as Document;

/** The options for parameters of the query. @throws Error for a parameter that the document doesn't have */
export function queryFields({ route, query = [] }: Pick<Row, 'route' | 'query'>): Field[] {
  const parameters = operationOf(route).parameters?.filter((one) => one.in === 'query') ?? [];
  const schemas = parameters.map(({ name, schema, description }) => [name, { ...whole(schema), ...(description && { description }) }]);
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  return query.map((asked) =>
    fieldOf(route, asked, { properties: Object.fromEntries(schemas) as Schema['properties'] & object, required }),
  );
}

/** The options for members of the body. @throws Error for a member that the document doesn't have */
export function bodyFields({ route, body = [] }: Pick<Row, 'route' | 'body'>): Field[] {
  const [content] = Object.values(operationOf(route).requestBody?.content ?? {});
  return body.map((asked) => fieldOf(route, asked, whole(content?.schema)));
}

/** The options for parameters of the path. */
export function namedFields({ route, named = [] }: Pick<Row, 'route' | 'named'>): Field[] {
  return named.map((asked) => {
    const [member = '', option = member] = asked.split(' --');
    return { member, option, type: 'text', does: wordingOf(route, member) ?? `the ${option}`, required: true };
  });
}

function operationOf(route: Row['route']): Operation {
  const [method = '', path = ''] = route.split(' ');
  return DOCUMENT.paths[path]?.[method.toLowerCase()] ?? {};
}

/** A schema with what it refers to and what it extends. */
function whole(schema: Schema = {}): Schema {
  const { $ref, ...own } = schema;
  const referred = $ref === undefined ? {} : DOCUMENT.components.schemas[$ref.slice('#/components/schemas/'.length)];
  const one = { ...referred, ...own };
  const parts = (one.allOf ?? []).map(whole);
  return {
    ...Object.assign({}, ...parts),
    ...one,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), one.properties) as NonNullable<Schema['properties']>,
    required: [...parts.flatMap(({ required = [] }) => required), ...(one.required ?? [])],
  };
}

function fieldOf(route: Row['route'], asked: Asked, { properties = {}, required = [] }: Schema): Field {
  const [member = '', named] = asked.split(' --');
  const [outer = '', inner] = member.split('.');
  const found = inner === undefined ? properties[outer] : whole(properties[outer]).properties?.[inner];
  if (!found) throw new Error(`The API document has no ${member}.`);
  const schema = whole(found);
  const type = named?.startsWith('[no-]') ? 'flag' : typeOf(schema);
  const choices = (schema.enum ?? whole(schema.items).enum)?.filter((one) => one !== null);
  const wording = wordingOf(route, member);
  const repeated = type === 'list' || type === 'values' ? '; may be repeated' : '';
  return {
    member,
    option: named?.replace('[no-]', '') ?? member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    type,
    does: `${wording === undefined ? '' : `${wording}: `}${schema.description ?? ''}${repeated}`,
    required: inner === undefined && required.includes(outer),
    ...(choices && type !== 'flag' && { choices }),
  };
}

function typeOf({ type, items }: Schema): Field['type'] {
  const types = [type].flat();
  if (types.includes('array')) return whole(items).properties?.['value'] ? 'values' : 'list';
  if (types.includes('boolean')) return 'flag';
  return types.includes('integer') || types.includes('number') ? 'number' : 'text';
}
