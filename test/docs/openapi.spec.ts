// The API document that is kept in the repository: made of the code as it is, and complete for those who read it and generate from it.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { apiDocument } from '../../src/admin/openapi/api-document.js';
import { SERVER_URL } from '../support/database.js';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
/** It reads the types of all controllers and starts a service. */
const MAKING_MS = 300_000;

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Array<{ in?: string }>;
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema: object }> }>;
}
interface Document {
  openapi: string;
  servers: Array<{ url: string }>;
  tags: Array<{ name: string; description: string }>;
  paths: Record<string, Record<string, Operation>>;
}

const document = JSON.parse(readFileSync(join(ROOT, 'src/admin/openapi/openapi.json'), 'utf8')) as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, ...operation })),
);
const lacking = (lacks: (operation: (typeof operations)[number]) => boolean) => operations.filter(lacks).map(({ name }) => name);

describe.skipIf(SERVER_URL)('the API document', () => {
  it(
    'is made of the code as it is: `npm run docs` would change nothing',
    async () => {
      const { stdout } = await run(process.execPath, ['scripts/update-openapi.mjs', '--check'], { cwd: ROOT });
      expect(stdout).toBe('');
    },
    MAKING_MS,
  );

  it('is OpenAPI 3.1 and speaks of this installation where it is served', () => {
    expect(document.openapi).toBe('3.1.0');
    const served = JSON.stringify(JSON.parse(apiDocument({ publicUrl: 'https://id.example.com', vendor: 'acme' })));
    expect(served).toContain('"url":"https://id.example.com"');
    expect(served).toContain('urn:acme:iam:org:project:id:acme:aud');
    expect(served).toContain('urn:ietf:params:scim:api:acme:messages:2.0:ErrorDetail');
    expect(served).not.toMatch(/localhost:8080|urn:gatehouse|api:gatehouse/);
  });
});

describe('each operation', () => {
  it('has a name of verb and noun that no other has, and a line that says what it does', () => {
    expect(lacking(({ operationId, summary }) => !/^[a-z]+[A-Z]\w+$|^authorize$/.test(operationId) || !summary)).toEqual([]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('has a description that says more than its summary', () => {
    const words = (text: string) =>
      text
        .toLowerCase()
        .match(/[\w{}]+/g)
        ?.join(' ') ?? '';
    const repeats = ({ summary, description }: Operation) => {
      const [own = ''] = description.split('\n\nNeeds the permission');
      return words(own) === words(summary) || words(own) === '';
    };
    expect(lacking(repeats)).toEqual([]);
    // A line break of the source is none of the text.
    expect(lacking(({ description }) => /[^\n]\n[^\n]/.test(description))).toEqual([]);
  });

  it('names the parameters of its path first', () => {
    const places = ({ parameters }: Operation) => parameters.map((parameter) => (parameter.in === 'path' ? 'path' : 'other'));
    expect(lacking((operation) => places(operation).join().includes('other,path'))).toEqual([]);
  });

  it('belongs to one section, whose sentence says what it is for', () => {
    const names = document.tags.map(({ name }) => name);
    expect(lacking(({ tags }) => tags.length !== 1 || !names.includes(tags[0] ?? ''))).toEqual([]);
    expect(document.tags.filter(({ description }) => !/^[A-Z][^]{29,}[.?]$/.test(description) || /The resource/.test(description))).toEqual(
      [],
    );
    expect(new Set(document.tags.map(({ description }) => description)).size).toBe(document.tags.length);
  });

  it('says what it answers: a schema, or that there is no body', () => {
    const silent = lacking(({ responses }) =>
      Object.entries(responses).some(
        ([status, answer]) =>
          /^20[012]$/.test(status) && !Object.values(answer.content ?? {}).some(({ schema }) => Object.keys(schema).length > 0),
      ),
    );
    // RFC 7009 section 2.2 has no body.
    expect(silent).toEqual(['POST /oauth/v2/revoke']);
  });

  it('says how it fails, in the errors of its protocol', () => {
    const errors = (responses: Operation['responses']) => Object.values(responses).flatMap(({ $ref }) => $ref ?? []);
    expect(lacking(({ responses }) => errors(responses).length === 0)).toEqual(['GET /healthz']);
    for (const { name, path, responses } of operations)
      for (const reference of errors(responses))
        expect([name, reference]).toEqual([
          name,
          expect.stringMatching(path.startsWith('/scim/') ? /ScimError/ : path.startsWith('/admin/') ? /\/(Import)?Error/ : /OAuthError/),
        ]);
  });

  it('shows a body that it takes', () => {
    expect(lacking(({ requestBody }) => Object.values(requestBody?.content ?? {}).some(({ example }) => example === undefined))).toEqual(
      [],
    );
  });
});
