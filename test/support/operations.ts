// The operations of the API document, for tests that go through all of them.
import { readFileSync } from 'node:fs';

/** Who may call it, as its access mark says. */
export type Access = { kind: 'public' | 'own' | 'caller' } | { kind: 'organization' | 'service'; permission: string };

export interface Operation {
  method: string;
  path: string;
  access: Access;
  /** Names of the parameters of the query. */
  query: string[];
  /** Parameters of the path that are words and no ids, as the document shows them: an example, or the first of the words there are. */
  words: Readonly<Record<string, string>>;
  /** An example of the body with its media type; absent where there is no body. */
  body?: { type: string; example: unknown };
}

interface Described {
  'x-access'?: Access;
  parameters?: Array<{ $ref?: string; name?: string; in?: string; schema?: { enum?: string[]; example?: string } }>;
  requestBody?: { content: Record<string, { example?: unknown }> };
}

const FILE = new URL('../../src/admin/openapi/openapi.json', import.meta.url);

/** Those of the admin API and SCIM. */
export function apiOperations(): Operation[] {
  const { paths } = JSON.parse(readFileSync(FILE, 'utf8')) as { paths: Record<string, Record<string, Described>> };
  return Object.entries(paths)
    .filter(([path]) => /^\/(admin|scim)\//.test(path))
    .flatMap(([path, item]) => Object.entries(item).map(([method, described]) => operation(method.toUpperCase(), path, described)));
}

function operation(method: string, path: string, { 'x-access': access, parameters = [], requestBody }: Described): Operation {
  if (!access) throw new Error(`${method} ${path} has no access mark.`);
  const query = parameters.flatMap((parameter) => (parameter.in === 'query' && parameter.name ? [parameter.name] : []));
  const words = parameters.flatMap(({ in: place, name, schema }) => {
    const word = schema?.example ?? schema?.enum?.[0];
    return place === 'path' && name && word !== undefined ? [[name, word] as const] : [];
  });
  const [content] = Object.entries(requestBody?.content ?? {});
  return {
    method,
    path,
    access,
    query,
    words: Object.fromEntries(words),
    ...(content ? { body: { type: content[0], example: content[1].example } } : {}),
  };
}

/** A path with these values in the place of its parameters. @param valueOf also told the path up to the parameter and with it */
export function filled(path: string, valueOf: (name: string, place: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string, at: number) => encodeURIComponent(valueOf(name, path.slice(0, at) + whole)));
}

/** The value of the longest key that the place ends in. */
export function atPlace(values: Readonly<Record<string, string>>, place: string): string | undefined {
  const [key] = Object.keys(values)
    .filter((one) => place.endsWith(one))
    .toSorted((a, b) => b.length - a.length);
  return key === undefined ? undefined : values[key];
}
