// The API document, as the explorer shows it: operations in the order of their sections.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  contentEncoding?: string;
  enum?: Array<string | number | boolean>;
  example?: string | number | boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Content {
  type: string;
  schema: Schema;
  example?: unknown;
}

export interface Answer {
  status: string;
  description: string;
  content?: Content;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  section: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** Forms in which its body can be sent. */
  bodies: Content[];
  answers: Answer[];
  caller: 'anyone' | 'token' | 'client';
  permission?: { name: string; isOfService: boolean };
  /** A page, which a browser opens. */
  isPage: boolean;
}

export interface Section {
  name: string;
  description: string;
  operations: Operation[];
}

export interface ApiDocument {
  sections: Section[];
  operations: Operation[];
  /** @returns the schema that a reference names, or the schema itself */
  resolve(schema: Schema): Schema;
}

type Contents = Record<string, { schema?: Schema; example?: unknown }>;
interface RawOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Array<Record<string, string[]>>;
  parameters: Array<Parameter | { $ref: string }>;
  requestBody?: { content: Contents };
  responses: Record<string, { $ref?: string; description?: string; content?: Contents }>;
  'x-access'?: { kind: string; permission?: string };
}
export interface RawDocument {
  tags: Array<{ name: string; description: string }>;
  paths: Record<string, Record<string, RawOperation>>;
  components: Record<string, Record<string, unknown>>;
}

export function readDocument(raw: RawDocument): ApiDocument {
  const target = <T>(reference: string) => {
    const [kind = '', name = ''] = reference.split('/').slice(-2);
    return raw.components[kind]?.[name] as T;
  };
  const operations = Object.entries(raw.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(method.toUpperCase(), path, operation, target)),
  );
  const sections = raw.tags.map((tag) => ({ ...tag, operations: operations.filter(({ section }) => section === tag.name) }));
  return {
    sections,
    operations: sections.flatMap((section) => section.operations),
    resolve: (schema) => (schema.$ref === undefined ? schema : target<Schema>(schema.$ref)),
  };
}

function readOperation(method: string, path: string, raw: RawOperation, target: <T>(reference: string) => T): Operation {
  const schemes = raw.security.flatMap((alternative) => Object.keys(alternative));
  const answers = Object.entries(raw.responses).map(([status, response]): Answer => {
    const { description = '', content } = response.$ref === undefined ? response : target<typeof response>(response.$ref);
    const [first] = contentsOf(content);
    return { status, description, ...(first && { content: first }) };
  });
  const { permission, kind } = raw['x-access'] ?? {};
  return {
    id: raw.operationId,
    method,
    path,
    section: raw.tags[0] ?? '',
    summary: raw.summary,
    description: raw.description ?? '',
    parameters: raw.parameters.map((parameter) => ('$ref' in parameter ? target<Parameter>(parameter.$ref) : parameter)),
    bodies: contentsOf(raw.requestBody?.content),
    answers,
    caller: schemes.includes('client') ? 'client' : schemes.length > 0 ? 'token' : 'anyone',
    isPage: method === 'GET' && answers.some(({ content }) => content?.type === 'text/html'),
    ...(permission !== undefined && { permission: { name: permission, isOfService: kind === 'service' } }),
  };
}

function contentsOf(contents: Contents = {}): Content[] {
  return Object.entries(contents).map(([type, { schema = {}, example }]) => ({ type, schema, example }));
}

/** The member of a body that is a file in base64. */
export function fileMember(schema: Schema, api: ApiDocument): string | undefined {
  return Object.entries(api.resolve(schema).properties ?? {}).find(([, { contentEncoding }]) => contentEncoding === 'base64')?.[0];
}

/** Operations that contain every word; those whose summary or name does come first. */
export function search(operations: readonly Operation[], text: string): Operation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (searched: string) => words.every((word) => searched.toLowerCase().includes(word));
  const found = operations.filter((one) => hasAll([one.method, one.path, one.id, one.summary, one.description, one.section].join(' ')));
  const inName = ({ id, summary }: Operation) => Number(hasAll(`${id} ${summary}`));
  return found.toSorted((a, b) => inName(b) - inName(a));
}
