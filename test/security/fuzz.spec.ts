// Requests that were right and have been changed, over all OAuth and OpenID Connect endpoints, SCIM and the JSON API.
// What holds for each: never a 5xx, never anything won by a request that was changed to be wrong, always the protocol's own envelope.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Browser } from '../support/browser.js';
import { addClient, type Credentials } from '../support/clients.js';
import { authorize, CHALLENGE, clientToken, introspect, redeem, refresh, signIn, userinfo, VERIFIER } from '../support/oauth.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';
import { DETAIL_URN, ERROR_URN, freshName, patchOf, scimUser } from '../support/people.js';
import { sendRaw, type RawAnswer, type RawRequest } from '../support/raw-http.js';
import { startService, type TestService } from '../support/service.js';

/** Always the same requests, so that a failure is found again; LONG=1 for many more. */
const RUNS = process.env['LONG'] ? { seed: 20_260, numRuns: 10_000 } : { seed: 20_260, numRuns: 500 };
const LONG_MS = 900_000;

type Pair = [name: string, value: string];

/** A request in parts. `query` or `form` holds the parameters; `critical` names what it does not work without, headers in lower case. */
interface Call {
  method: string;
  path: string;
  query: Pair[];
  form?: Pair[];
  headers: Record<string, string>;
  critical: readonly string[];
  /** Other methods than its own get nothing here. */
  methodMatters: boolean;
  trailer: string;
}

let service: TestService;
let world: World;
let client: Required<Credentials>;
let person: { access: string; id: string; refresh: string; code: string; browser: Browser };
let codeUntil = 0;

beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  const { clientId, clientSecret = '' } = await addClient(world);
  client = { clientId, clientSecret };
  const { tokens, browser } = await signIn(service, world, client, 'openid offline_access');
  person = { access: tokens.access_token, id: tokens.id_token, refresh: tokens.refresh_token, code: '', browser };
});
afterAll(() => service.close());

/** A code lives a minute, and nobody may use it up: the wrong requests must not. */
async function freshCode(): Promise<void> {
  if (Date.now() < codeUntil) return;
  const before = person.code;
  if (before) expect((await redeem(service, client, before)).status, 'an untouched code still works').toBe(200);
  person.code = (await authorize(service, world, client.clientId)).code;
  codeUntil = Date.now() + 40_000;
}

const basic = () => `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`;
const post = (path: string, form: Pair[], critical: string[]): Call => ({
  method: 'POST',
  path,
  query: [],
  form,
  headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic() },
  critical: ['authorization', 'content-type', ...critical],
  methodMatters: true,
  trailer: '',
});
const get = (path: string, query: Pair[], critical: string[], headers: Record<string, string> = {}): Call => ({
  method: 'GET',
  path,
  query,
  headers,
  critical,
  methodMatters: false,
  trailer: '',
});

/** A right request to each endpoint. */
const CALLS: Readonly<Record<string, () => Call>> = {
  code: () =>
    post(
      '/oauth/v2/token',
      [
        ['grant_type', 'authorization_code'],
        ['code', person.code],
        ['redirect_uri', REDIRECT_URI],
        ['code_verifier', VERIFIER],
      ],
      ['grant_type', 'code', 'redirect_uri', 'code_verifier'],
    ),
  refresh: () =>
    post(
      '/oauth/v2/token',
      [
        ['grant_type', 'refresh_token'],
        ['refresh_token', person.refresh],
      ],
      ['grant_type', 'refresh_token'],
    ),
  clientCredentials: () => {
    const { clientId, clientSecret } = service.credentials.serviceUser;
    const call = post(
      '/oauth/v2/token',
      [
        ['grant_type', 'client_credentials'],
        ['client_id', clientId],
        ['client_secret', clientSecret],
        ['scope', 'openid'],
      ],
      ['grant_type', 'client_id', 'client_secret'],
    );
    delete call.headers.authorization;
    return call;
  },
  introspect: () => post('/oauth/v2/introspect', [['token', person.access]], ['token']),
  revoke: () => post('/oauth/v2/revoke', [['token', person.access]], ['token']),
  userinfo: () => get('/oidc/v1/userinfo', [], ['authorization'], { authorization: `Bearer ${person.access}` }),
  authorize: () =>
    get(
      '/oauth/v2/authorize',
      [
        ['client_id', client.clientId],
        ['redirect_uri', REDIRECT_URI],
        ['response_type', 'code'],
        ['scope', 'openid'],
        ['prompt', 'none'],
        ...(Object.entries(CHALLENGE) as Pair[]),
      ],
      ['client_id', 'redirect_uri', 'response_type', 'scope', 'code_challenge_method'],
      { cookie: person.browser.cookieHeader('/oauth/v2/authorize') },
    ),
  endSession: () => get('/oidc/v1/end_session', [['id_token_hint', person.id]], []),
  keys: () => get('/oauth/v2/keys', [], []),
  discovery: () => get('/.well-known/openid-configuration', [], []),
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];
const HEADERS: readonly Pair[] = [
  ['content-type', 'application/json'],
  ['content-type', 'text/plain; charset=utf-16'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-encoding', 'gzip'],
  ['authorization', 'Basic Og=='],
  ['authorization', 'Basic %%%'],
  ['authorization', 'Bearer '],
  ['authorization', `Bearer ${'A'.repeat(6_000)}`],
  ['authorization', 'DPoP abc'],
  ['cookie', 'gatehouse_session=../../etc; gatehouse_session=x'],
  ['host', 'evil.example'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'https'],
  ['forwarded', 'host=evil.example;proto=javascript'],
  ['x-http-method-override', 'DELETE'],
  ['origin', 'null'],
  ['accept', 'image/png;q=x'],
  ['accept-language', `${'de,'.repeat(300)}`],
];
const NAMES = [
  '',
  '__proto__',
  'constructor',
  'scope[]',
  'request',
  'request_uri',
  'claims',
  'resource',
  'registration',
  'client_assertion',
  'response_mode',
  'max_age',
  'id_token_hint',
  'ui_locales',
  'token_type_hint',
  'dpop_jkt',
];
const TRAILERS = [
  '&%E0%A4%A=%zz',
  '&%00=%00',
  '&&&=&',
  '&a=%F0%28%8C%28',
  `&${'a&'.repeat(2_000)}`,
  `&big=${'x'.repeat(70_000)}`,
  '\uFEFF',
  '+&+',
];

const parameters = (call: Call): Pair[] => call.form ?? call.query;

const at = (call: Call, n: number): Pair | undefined => parameters(call)[n % Math.max(1, parameters(call).length)];

function put(call: Call, n: number, change: (value: string) => string): void {
  const pair = at(call, n);
  if (pair) pair[1] = change(pair[1]);
}

/** Whether something that a request does not work without is not what it was. */
function isBroken(right: Call, call: Call): boolean {
  if (right.methodMatters && right.method !== call.method) return true;
  return right.critical.some((name) => JSON.stringify(valuesOf(right, name)) !== JSON.stringify(valuesOf(call, name)));
}

const valuesOf = (call: Call, name: string) => [
  decoded(call.headers[name]),
  ...parameters(call).flatMap(([key, value]) => (key === name ? [value] : [])),
];

/** Base64 has several texts for the same bytes. */
function decoded(header: string | undefined): string | null {
  const [, base64] = /^Basic (.*)$/.exec(header ?? '') ?? [];
  return base64 === undefined ? (header ?? null) : Buffer.from(base64, 'base64').toString();
}

/** What may be done to a request; `n` chooses among variants, `text` is anything. */
const MUTATIONS: Readonly<Record<string, (call: Call, n: number, text: string) => void>> = {
  method: (call, n) => void (call.method = METHODS[n % METHODS.length] ?? 'GET'),
  drop: (call, n) => void parameters(call).splice(n % Math.max(1, parameters(call).length), 1),
  repeat(call, n) {
    const pair = at(call, n);
    if (pair) parameters(call).push([...pair]);
  },
  replace: (call, n, text) => put(call, n, () => text),
  giant: (call, n) => put(call, n, (value) => value.padEnd(7_000, 'x')),
  flip: (call, n) => put(call, n, (value) => flipped(value, n)),
  cut: (call, n) => put(call, n, (value) => value.slice(0, n % (value.length + 1))),
  extend: (call, n, text) => put(call, n, (value) => value + (text || '=')),
  upper: (call, n) => put(call, n, (value) => value.toUpperCase()),
  otherToken: (call, n) => put(call, n, () => [person.access, person.id, person.refresh, person.code, client.clientSecret][n % 5] ?? ''),
  add: (call, n, text) => void parameters(call).push([NAMES[n % NAMES.length] ?? '', text]),
  header(call, n) {
    const [name, value] = HEADERS[n % HEADERS.length] ?? ['x', ''];
    call.headers[name] = value;
  },
  noHeader: (call, n) => void delete call.headers[Object.keys(call.headers)[n % Math.max(1, Object.keys(call.headers).length)] ?? ''],
  credentials(call, n) {
    const [scheme, value] = call.headers.authorization?.split(' ') ?? [];
    if (value) call.headers.authorization = `${scheme} ${flipped(value, n)}`;
  },
  path: (call, n) =>
    void (call.path =
      [`${call.path}/`, `${call.path}//`, call.path.toUpperCase(), `${call.path}/%2e%2e/x`, `${call.path};a=b`][n % 5] ?? ''),
  trailer: (call, n) => void (call.trailer = TRAILERS[n % TRAILERS.length] ?? ''),
};

function flipped(value: string, n: number): string {
  const at = n % Math.max(1, value.length);
  return value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
}

const encode = (pairs: Pair[]) => pairs.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&');
/** encodeURIComponent throws on lone surrogates; these are sent as what a browser makes of them. */
const percent = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function wire({ method, path, query, form, headers, trailer }: Call): RawRequest {
  const search = encode(query);
  const target = search ? `${path}?${search}${form ? '' : trailer.slice(0, 6_000).replaceAll('\uFEFF', '')}` : path;
  const bodiless = method === 'GET' || method === 'HEAD' || !form;
  return { method, target, headers, ...(bodiless ? {} : { body: encode(form) + trailer }) };
}

/** An answer that gives the caller what it asked for. */
const WON: Readonly<Record<string, (answer: RawAnswer) => boolean>> = {
  code: ({ text }) => text.includes('access_token'),
  refresh: ({ text }) => text.includes('access_token'),
  clientCredentials: ({ text }) => text.includes('access_token'),
  introspect: ({ json }) => json?.active === true,
  userinfo: ({ json }) => json?.sub !== undefined,
  authorize: ({ headers }) => /[?&#]code=/.test(String(headers.location)),
};

const USES_UP = new Set(['code', 'refresh', 'revoke']);

function checkEnvelope({ method, headers: sent }: Call, { status, headers, text, json }: RawAnswer): void {
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/\n\s+at .+\(|node_modules|SELECT |SQLITE/);
  const type = String(headers['content-type'] ?? '');
  if (status >= 300 && status < 400) {
    const { origin } = new URL(String(headers.location), service.url);
    expect([service.url, new URL(REDIRECT_URI).origin]).toContain(origin);
    return;
  }
  if (status < 400 || method === 'HEAD') return;
  if (type.startsWith('text/html')) expect(text).toContain('<h1>');
  else expect(json?.error ?? json?.code, `${status} ${type} ${text}`).toEqual(expect.any(String));
  // RFC 6749 section 5.2: only who tried the header is told how it is used.
  if (status === 401 && sent.authorization !== undefined) expect(headers['www-authenticate']).toBeDefined();
}

const mutation = fc.tuple(
  fc.constantFrom(...Object.keys(MUTATIONS)),
  fc.nat(10_000),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('none', 'plain', '*', 'null', '0', 'javascript:alert(1)', 'https://evil.example/callback'),
  ),
);

/** Found by a long run: three giant hints were more than headers may be, and were answered without an envelope. */
const FOUND: Array<[string, Array<[string, number, string]>]> = [
  [
    'endSession',
    [
      ['giant', 0, 'none'],
      ['repeat', 0, 'none'],
      ['repeat', 0, 'none'],
      ['method', 0, ''],
    ],
  ],
];

describe('the OAuth and OpenID Connect endpoints', () => {
  it(
    `survive ${RUNS.numRuns} changed requests, and give none of the wrong ones anything`,
    async () => {
      let wrong = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(CALLS)),
          fc.array(mutation, { minLength: 1, maxLength: 4 }),
          async (name, changes) => {
            await freshCode();
            const [right, call] = [CALLS[name]?.() as Call, CALLS[name]?.() as Call];
            for (const [kind, n, text] of changes) MUTATIONS[kind]?.(call, n, text);
            const isWrong = isBroken(right, call);
            // A request that stayed right would use up what the others need; so would revoking the refresh token instead.
            if (USES_UP.has(name) && (!isWrong || valuesOf(call, 'token').includes(person.refresh))) return;
            wrong += Number(isWrong);
            const answer = await sendRaw(service.url, wire(call));
            checkEnvelope(call, answer);
            if (isWrong) expect(WON[name]?.(answer) ?? false, answer.text).toBe(false);
          },
        ),
        { ...RUNS, examples: FOUND },
      );
      expect(wrong).toBeGreaterThan(RUNS.numRuns / 4);
    },
    LONG_MS,
  );

  it('do afterwards what they did before: no code was used up, no token ended', async () => {
    await freshCode();
    expect((await userinfo(service, person.access)).status).toBe(200);
    expect((await introspect(service, client, person.access)).body.active).toBe(true);
    expect((await redeem(service, client, person.code)).status).toBe(200);
    expect((await refresh(service, client, person.refresh)).status).toBe(200);
    expect(await clientToken(service, service.credentials.serviceUser)).toBeTruthy();
  });
});

describe('SCIM and the JSON API', () => {
  /** Routes with a body, and a right one; ids are those of a sandbox. */
  const ROUTES: ReadonlyArray<[method: string, path: string, body: () => unknown]> = [
    ['POST', '/scim/v2/{org}/Users', () => scimUser(freshName())],
    ['PUT', '/scim/v2/{org}/Users/{person}', () => scimUser(freshName())],
    ['PATCH', '/scim/v2/{org}/Users/{person}', () => patchOf({ op: 'replace', path: 'displayName', value: 'x' })],
    [
      'POST',
      '/scim/v2/{org}/Users/.search',
      () => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: 'userName eq "a"', count: 1 }),
    ],
    ['POST', '/admin/v1/organizations', () => ({ name: 'Fuzz', orgId: freshName() })],
    ['POST', '/admin/v1/organizations/{org}/projects', () => ({ name: 'Fuzz', projectId: freshName() })],
    [
      'POST',
      '/admin/v1/organizations/{org}/projects/{project}/applications',
      () => ({ name: 'Fuzz', redirectUris: [REDIRECT_URI], apiAccess: false }),
    ],
    [
      'PUT',
      '/admin/v1/organizations/{org}/projects/{project}/applications/{application}',
      () => ({ name: 'Fuzz', redirectUris: [REDIRECT_URI], grantTypes: ['authorization_code'] }),
    ],
    [
      'POST',
      '/admin/v1/organizations/{org}/projects/{project}/applications/{application}/secrets',
      () => ({ expiresAt: '2100-01-01T00:00:00Z' }),
    ],
    ['POST', '/admin/v1/organizations/{org}/service-users', () => ({ userName: freshName(), name: 'Fuzz', description: 'x' })],
    [
      'POST',
      '/admin/v1/organizations/{org}/service-users/{user}/personal-access-tokens',
      () => ({ expiresAt: '2100-01-01T00:00:00Z', scope: 'openid', audience: [] }),
    ],
    ['POST', '/admin/v1/organizations/{org}/members', () => ({ userId: ids.user, role: 'ORG_USER_MANAGER' })],
    ['PUT', '/admin/v1/features', () => ({ oidcTokenExchange: false })],
    ['PUT', '/admin/v1/policies/impersonation', () => ({ enabled: false })],
    ['POST', '/admin/v1/events/_search', () => ({ asc: true, limit: 1, event_types: ['user.human.added'] })],
    ['POST', '/admin/v1/import', () => ({ timeout: '1s', dataOrgs: { orgs: [{ orgId: ids.org, humanUsers: [] }] } })],
  ];
  let ids: Record<'org' | 'person' | 'project' | 'application' | 'user', string>;
  beforeAll(async () => {
    const sandbox = await makeWorld(service);
    const { application } = await sandbox.addApplication();
    const made = await service.call('POST', `/admin/v1/organizations/${sandbox.organization.id}/service-users`, { userName: freshName() });
    ids = {
      org: sandbox.organization.id,
      person: sandbox.person.id,
      project: sandbox.projectId,
      application: application.id,
      user: made.body.userId,
    };
  });

  /** Puts `value` somewhere into a body; `at` chooses the place. */
  function planted(body: unknown, at: number, value: unknown): unknown {
    if (typeof body !== 'object' || body === null) return value;
    const keys = [...Object.keys(body), freshName('member')];
    const key = keys[at % keys.length] ?? '';
    const inside = (body as Record<string, unknown>)[key];
    const next = at % 3 === 0 ? planted(inside, Math.floor(at / 3), value) : value;
    return Array.isArray(body) ? body.map((entry: unknown, index) => (String(index) === key ? next : entry)) : { ...body, [key]: next };
  }

  const nasty = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom<unknown>(
      null,
      '',
      ' ',
      '\u0000',
      '\uD800',
      '\uFDFA'.repeat(80),
      'x'.repeat(5_000),
      -1,
      1e308,
      2 ** 53,
      true,
      [],
      {},
      [null],
      ['a', 1],
      { __proto__: null },
      '9999-12-31T23:59:59Z',
      '2030-W01',
    ),
  );
  const pathFault = fc.constantFrom<((path: string) => string) | undefined>(
    undefined,
    undefined,
    undefined,
    (path) => path.replace(/\{\w+\}$/, '%00'),
    (path) => path.replace(/\{\w+\}/g, '..%2f'),
    (path) => path.replace(/\{\w+\}/, 'x'.repeat(3_000)),
    (path) => `${path}?filter=${'('.repeat(500)}&count=x`,
  );
  const rawBody = fc.constantFrom<string | undefined>(
    undefined,
    undefined,
    undefined,
    undefined,
    '{',
    '[]',
    'null',
    '"x"',
    '\uFEFF{}',
    '{"a":1,"a":2}',
    `${'['.repeat(20_000)}`,
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{}}}',
  );

  it(
    `survive ${RUNS.numRuns} changed bodies and paths`,
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...ROUTES),
          fc.nat(10_000),
          nasty,
          pathFault,
          rawBody,
          async ([method, path, right], at, value, fault, raw) => {
            const target = (fault?.(path) ?? path).replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => encodeURIComponent(ids[name]));
            const headers = {
              authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}`,
              'content-type': 'application/json',
            };
            const answer = await sendRaw(service.url, {
              method,
              target,
              headers,
              body: raw ?? JSON.stringify(planted(right(), at, value)),
            });
            const shown = `${method} ${target} ${answer.text}`;
            expect(answer.status, shown).toBeLessThan(500);
            expect(answer.text).not.toMatch(/\n\s+at .+\(|node_modules|SQLITE/);
            if (answer.status < 400) return;
            if (path.startsWith('/scim/') && target.startsWith('/scim/'))
              expect(answer.json?.schemas, shown).toEqual([ERROR_URN, DETAIL_URN]);
            else
              expect(answer.json, shown).toMatchObject({ status: answer.status, code: expect.any(String), requestId: expect.any(String) });
          },
        ),
        RUNS,
      );
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    },
    LONG_MS,
  );
});
