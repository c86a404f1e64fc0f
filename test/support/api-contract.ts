// Holds every answer that a test gets from the APIs against the API document: its status, its media type, and each member of its body.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Schema {
  [name: string]: unknown;
  properties?: Record<string, unknown>;
}
interface Answer {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Schema }>;
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { responses: Record<string, Answer>; schemas: Record<string, Schema> };
}

const FILE = new URL('../../src/admin/openapi/openapi.json', import.meta.url);
/** Every operation may answer these: a method it does not have, and what tests break on purpose. */
const NOT_OF_THE_CONTRACT = [405, 500];

let contract: Contract | undefined;

/** @returns what an answer has that the document does not say, or the other way round; undefined if they agree, or nothing is said of this path */
export function contractFault(method: string, path: string, status: number, headers: Headers, body: unknown): string | undefined {
  contract ??= new Contract();
  return contract.fault(method, path, status, headers, body);
}

class Contract {
  private readonly document = closed(JSON.parse(readFileSync(FILE, 'utf8'))) as Document;
  private readonly routes = Object.entries(this.document.paths)
    .map(([path, item]) => ({ path, item, fits: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    // An address without parameters goes before one that has some.
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor() {
    addFormats.default(this.ajv);
    this.ajv.addSchema(this.document, 'api');
  }

  fault(method: string, path: string, status: number, headers: Headers, body: unknown): string | undefined {
    const route = this.routes.find(({ fits }) => fits.test(path));
    const operation = route?.item[method.toLowerCase()];
    if (!route || !operation || NOT_OF_THE_CONTRACT.includes(status)) return undefined;
    const asked = `${method} ${route.path}: ${status}`;
    const answer = operation.responses[status];
    if (!answer) return `${asked} is not in the API document`;
    const at = answer.$ref ?? `#/paths/${pointerPart(route.path)}/${method.toLowerCase()}/responses/${status}`;
    const described = answer.$ref ? (this.document.components.responses[String(answer.$ref.split('/').at(-1))] ?? {}) : answer;
    // Others depend on the request; this one tells every caller that is refused for now when to come back.
    if (described.headers?.['Retry-After'] && !headers.has('retry-after')) return `${asked} comes without Retry-After`;
    const { content } = described;
    const media = headers.get('content-type')?.split(';')[0] ?? '';
    if (body === undefined) return undefined;
    if (!content?.[media]) return `${asked} comes as ${media}, which is not in the API document`;
    const validate = this.validator(`api${at}/content/${pointerPart(media)}/schema`);
    return validate(body) ? undefined : `${asked} is not as the API document says: ${this.ajv.errorsText(validate.errors)}`;
  }

  private validator($ref: string): ValidateFunction {
    const known = this.validators.get($ref) ?? this.ajv.compile({ $ref });
    this.validators.set($ref, known);
    return known;
  }
}

/** The same schemas, but that no object may have members which are not described. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const whole = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)])) as Schema;
  const isOpen = whole.properties === undefined || 'additionalProperties' in whole || 'name' in whole;
  return isOpen ? whole : { ...whole, unevaluatedProperties: false };
}

/** RFC 6901, in the fragment of a URI. */
function pointerPart(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
