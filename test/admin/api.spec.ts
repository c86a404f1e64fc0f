// The JSON API: organizations, projects, applications, service users, members; its problem details; the API document.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientToken, userinfo } from '../support/oauth.js';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, eventsOf, freshName, usersPath } from '../support/people.js';
import { startService, type Answer, type CallOptions, type TestService } from '../support/service.js';

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await startService();
  base = `/admin/v1/organizations/${service.credentials.orgId}`;
});
afterAll(() => service.close());

function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({
    type: `/docs/errors#${code}`,
    status,
    code,
    detail: expect.stringMatching(/\w/),
    requestId: answer.headers.get('x-request-id'),
  });
  expect(answer.text).not.toMatch(/\\n\s+at |node_modules|SELECT/);
}

describe('an organization', () => {
  it('can be made, read and listed', async () => {
    const name = freshName('org');
    const { status, body } = await service.call('POST', '/admin/v1/organizations', { name, primaryDomain: `${name}.test`, orgId: name });
    expect(status).toBe(201);
    expect(body).toEqual({
      orgId: name,
      name,
      primaryDomain: `${name}.test`,
      state: 'active',
      createdAt: expect.stringMatching(/Z$/),
      modifiedAt: body.createdAt,
    });
    expect((await service.call('GET', `/admin/v1/organizations/${name}`)).body).toEqual(body);
    expect((await service.call('GET', '/admin/v1/organizations')).body.organizations).toContainEqual(body);
  });

  it('is listed page by page', async () => {
    for (let i = 0; i < 3; i++) await createOrganization(service);
    const ids: string[] = [];
    for (let after: number | null = 0; after !== null;) {
      const { body }: Answer = await service.call('GET', `/admin/v1/organizations?limit=2&after=${after}`);
      ids.push(...body.organizations.map(({ orgId }: { orgId: string }) => orgId));
      after = body.after;
    }
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids).toEqual(
      (await service.call('GET', '/admin/v1/organizations?limit=1000')).body.organizations.map(({ orgId }: { orgId: string }) => orgId),
    );
  });

  it('has a domain of its own', async () => {
    const domain = `${freshName('d')}.test`;
    await service.call('POST', '/admin/v1/organizations', { name: 'One', primaryDomain: domain });
    expectProblem(
      await service.call('POST', '/admin/v1/organizations', { name: 'Two', primaryDomain: domain.toUpperCase() }),
      409,
      'organization.domainTaken',
    );
  });
});

describe('a service user', () => {
  it('gets secrets and tokens that work, each shown once', async () => {
    const user = (await service.call('POST', `${base}/service-users`, { userName: freshName() })).body;
    const secrets = [
      await service.call('POST', `${base}/service-users/${user.userId}/secrets`, {}),
      await service.call('POST', `${base}/service-users/${user.userId}/secrets`, {}),
    ];
    for (const { status, body } of secrets) {
      expect(status).toBe(201);
      expect(body).toEqual({ clientId: user.clientId, clientSecret: expect.stringMatching(/^[\w-]{43}$/), secretId: expect.any(String) });
    }
    expect(secrets[0]?.body.clientSecret).not.toBe(secrets[1]?.body.clientSecret);
    const read = await service.call('GET', `${base}/service-users/${user.userId}`);
    expect(read.body).toEqual(user);
    expect(read.text).not.toContain(secrets[0]?.body.clientSecret);
  });

  it('is changed member by member, once for one event, and keeps its tokens', async () => {
    const input = { userName: freshName(), name: 'Robot', description: 'cleans', accessTokenType: 'jwt', assertionReuse: true };
    const { body: made } = await service.call('POST', `${base}/service-users`, input);
    expect(made).toMatchObject(input);
    const path = `${base}/service-users/${made.userId}`;
    const secret = (await service.call('POST', `${path}/secrets`, {})).body;
    const before = await clientToken(service, secret);
    const change = { description: 'cleans more', accessTokenType: 'opaque', assertionReuse: false };
    for (let i = 0; i < 2; i++) {
      const { status, body } = await service.call('PATCH', path, change);
      expect([status, body]).toEqual([200, { ...made, ...change, modifiedAt: expect.any(String) }]);
    }
    expect((await service.call('PATCH', path, { name: ' ' })).body).toEqual({
      ...made,
      ...change,
      name: input.userName,
      modifiedAt: expect.any(String),
    });
    expect((await service.call('GET', path)).body.name).toBe(input.userName);
    // The process that serves it knows at once, and the tokens of before live on.
    const after = await clientToken(service, secret);
    expect([before.includes('.'), after.includes('.')]).toEqual([true, false]);
    for (const token of [before, after]) expect((await userinfo(service, token)).status).toBe(200);
    const events = await eventsOf(service, made.userId);
    expect(events.filter(({ type }) => type === 'user.machine.changed').map(({ payload, sequence }) => [payload, sequence])).toEqual([
      [{ changed: ['description', 'assertionReuse', 'accessTokenType'] }, '3'],
      [{ changed: ['name'] }, '4'],
    ]);
  });

  it('loses no change of two that come at once', async () => {
    const path = `${base}/service-users/${(await createServiceUser(service, service.credentials.orgId)).userId}`;
    const changes = [{ name: 'Robot' }, { description: 'cleans' }, { accessTokenType: 'jwt' }, { assertionReuse: true }];
    await Promise.all(changes.map((change) => service.call('PATCH', path, change)));
    expect((await service.call('GET', path)).body).toMatchObject(Object.assign({}, ...changes));
  });

  it.each([
    ['an id', { userId: 'x' }],
    ['a name to sign in with', { userName: 'x' }],
    ['a client id', { clientId: 'x' }],
    ['null', { assertionReuse: null }],
    ['no description', { description: '' }],
    ['a word for a yes', { assertionReuse: 'true' }],
    ['a format nobody has', { accessTokenType: 'saml' }],
  ])('cannot be given %s', async (_, change) => {
    const { userId } = await createServiceUser(service, service.credentials.orgId);
    expectProblem(await service.call('PATCH', `${base}/service-users/${userId}`, change), 400, 'body.invalid');
  });

  it('of somebody stronger is not changed by somebody weaker', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_USER_MANAGER');
    const path = `${base}/service-users/${service.credentials.serviceUser.userId}`;
    expectProblem(await service.call('PATCH', path, { assertionReuse: true }, { token }), 403, 'access.strongerUser');
  });

  it('of somebody stronger gets no credential from somebody weaker', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_USER_MANAGER');
    const strong = `${base}/service-users/${service.credentials.serviceUser.userId}`;
    for (const kind of ['secrets', 'personal-access-tokens']) {
      expectProblem(await service.call('POST', `${strong}/${kind}`, {}, { token }), 403, 'access.strongerUser');
    }
    const weak = await createServiceUser(service, service.credentials.orgId);
    expect((await service.call('POST', `${base}/service-users/${weak.userId}/secrets`, {}, { token })).status).toBe(201);
  });

  it('loses access with its role at once', async () => {
    const { orgId } = service.credentials;
    const { token } = await createServiceUser(service, orgId);
    expect((await service.call('GET', usersPath(service), undefined, { token })).status).toBe(404);
  });
});

describe('a role', () => {
  it('cannot be given by somebody who has less', async () => {
    const { token, userId } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    expectProblem(await service.call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER' }, { token }), 403, 'access.noPermission');
    expect(
      (
        await service.call(
          'POST',
          `${base}/members`,
          { userId: (await createServiceUser(service, service.credentials.orgId)).userId, role: 'ORG_OWNER' },
          { token },
        )
      ).status,
    ).toBe(201);
  });

  it('cannot be given to a user of another organization by somebody who knows only this one', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    const stranger = await createServiceUser(service, await createOrganization(service));
    expectProblem(
      await service.call('POST', `${base}/members`, { userId: stranger.userId, role: 'ORG_OWNER' }, { token }),
      404,
      'user.notFound',
    );
    expect((await service.call('POST', `${base}/members`, { userId: stranger.userId, role: 'ORG_OWNER_VIEWER' })).status).toBe(201);
  });

  it('tells nobody, when it is taken away, who there is in another organization', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    const stranger = await createServiceUser(service, await createOrganization(service));
    for (const userId of [stranger.userId, 'nobody'])
      expectProblem(await service.call('DELETE', `${base}/members/${userId}/ORG_OWNER`, undefined, { token }), 404, 'membership.notFound');
  });

  it('is one of those that exist, and given once', async () => {
    const { userId } = await createServiceUser(service, service.credentials.orgId);
    expectProblem(await service.call('POST', `${base}/members`, { userId, role: 'IAM_OWNER' }), 400, 'body.invalid');
    await service.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER' });
    expectProblem(await service.call('POST', `${base}/members`, { userId, role: 'ORG_OWNER' }), 409, 'membership.exists');
  });
});

describe('an application', () => {
  it('is made in a project, with a secret that is shown once', async () => {
    const project = (await service.call('POST', `${base}/projects`, { name: 'Intranet' })).body;
    expect((await service.call('GET', `${base}/projects`)).body.projects).toContainEqual(project);
    const { status, body } = await service.call('POST', `${base}/projects/${project.projectId}/applications`, {
      name: 'Web',
      redirectUris: ['https://app.example.com/cb'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      clientId: expect.any(String),
      clientSecret: expect.stringMatching(/^[\w-]{43}$/),
      config: { authMethod: 'client_secret_basic', type: 'web' },
    });
    const listed = await service.call('GET', `${base}/projects/${project.projectId}/applications`);
    const { clientSecret, ...rest } = body;
    expect(listed.body.applications).toEqual([rest]);
    expect(listed.text).not.toContain(clientSecret);
  });

  it.each([
    [{ redirectUris: ['http://app.example.com/cb'], type: 'userAgent' }, 'redirectUris'],
    [{ redirectUris: ['https://app.example.com/*'] }, 'redirectUris'],
    [{ redirectUris: ['javascript:alert(1)'] }, 'redirectUris'],
    [{ redirectUris: ['https://app.example.com/cb#x'] }, 'redirectUris'],
    [{ redirectUris: [] }, 'redirectUris'],
    [{ type: 'native', authMethod: 'client_secret_basic', redirectUris: ['com.example:/cb'] }, 'authMethod'],
  ])('is refused with %j', async (input, field) => {
    const { projectId } = (await service.call('POST', `${base}/projects`, { name: 'Strict' })).body;
    const answer = await service.call('POST', `${base}/projects/${projectId}/applications`, { name: 'Web', ...input });
    expectProblem(answer, 400, `application.${field}`);
  });

  it('has devMode, consentRequired and response types by redirect, shown and changed like the rest', async () => {
    const { projectId } = (await service.call('POST', `${base}/projects`, { name: 'Implicit' })).body;
    const path = `${base}/projects/${projectId}/applications`;
    const made = await service.call('POST', path, {
      name: 'Page',
      type: 'userAgent',
      devMode: true,
      responseTypes: ['code', 'id_token token', 'id_token'],
      redirectUris: ['http://app.example.com/cb'],
    });
    expect(made.status).toBe(201);
    expect(made.body.config).toMatchObject({
      devMode: true,
      consentRequired: false,
      responseTypes: ['code', 'id_token token', 'id_token'],
      grantTypes: ['authorization_code', 'implicit'],
    });
    const change = (body: object) => service.call('PATCH', `${path}/${made.body.applicationId}`, body);
    expect((await change({ consentRequired: true })).body.config).toMatchObject({ devMode: true, consentRequired: true });
    expectProblem(await change({ devMode: false }), 400, 'application.redirectUris');
    expectProblem(await change({ grantTypes: ['authorization_code'] }), 400, 'application.grantTypes');
    expectProblem(await change({ responseTypes: ['token'] }), 400, 'body.invalid');
  });

  it('that may call this API is made only by those who manage the whole service', async () => {
    const { projectId } = (await service.call('POST', `${base}/projects`, { name: 'Console' })).body;
    const body = { name: 'Console', apiAccess: true, redirectUris: ['https://console.example.com/cb'] };
    // Its tokens would speak for an IAM_OWNER who signs in, so a lesser role must not make one.
    const { token: lesser } = await createServiceUser(service, service.credentials.orgId, 'IAM_ORG_MANAGER');
    expectProblem(
      await service.call('POST', `${base}/projects/${projectId}/applications`, body, { token: lesser }),
      403,
      'application.apiAccess',
    );
    const open = { ...body, redirectUris: ['http://console.example.com/cb'] };
    expectProblem(await service.call('POST', `${base}/projects/${projectId}/applications`, open), 400, 'application.redirectUris');
    const { token } = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER');
    expectProblem(await service.call('POST', `${base}/projects/${projectId}/applications`, body, { token }), 403, 'application.apiAccess');
    expect((await service.call('POST', `${base}/projects/${projectId}/applications`, body)).status).toBe(201);
  });
});

describe('an id that the caller chose', () => {
  it('is refused from whoever manages one organization only, taken elsewhere or not', async () => {
    const orgId = await createOrganization(service);
    const { token } = await createServiceUser(service, orgId, 'ORG_OWNER');
    const { projectId } = (await service.call('POST', `${base}/projects`, { name: 'Theirs' })).body;
    const own = `/admin/v1/organizations/${orgId}`;
    const mine = (await service.call('POST', `${own}/projects`, { name: 'Mine' }, { token })).body.projectId;
    const redirectUris = ['https://app.example.com/cb'];
    for (const [path, body] of [
      [`${own}/projects`, { name: 'Probe', projectId }],
      [`${own}/projects`, { name: 'Probe', projectId: 'nobody-has-it' }],
      [`${own}/projects/${mine}/applications`, { name: 'Probe', redirectUris, applicationId: 'nobody-has-it' }],
      [`${own}/service-users`, { userName: freshName(), userId: service.credentials.admin.userId }],
      [`${own}/service-users`, { userName: freshName(), userId: 'nobody-has-it' }],
    ] as const)
      expectProblem(await service.call('POST', path, body, { token }), 403, 'id.forbidden');
    expect((await service.call('POST', `${own}/projects`, { name: 'Moved', projectId: freshName('kept') })).status).toBe(201);
  });
});

describe('a feature', () => {
  it('is off until it is switched on, and leaves an event', async () => {
    expect((await service.call('GET', '/admin/v1/features')).body).toEqual({ oidcTokenExchange: false });
    expect((await service.call('PUT', '/admin/v1/features', { oidcTokenExchange: true })).body).toEqual({ oidcTokenExchange: true });
    expect((await service.call('GET', '/admin/v1/features')).body).toEqual({ oidcTokenExchange: true });
    const { body } = await service.call('POST', '/admin/v1/events/_search', { event_types: ['instance.feature.set'] });
    expect(body.events[0].payload).toEqual({ name: 'oidcTokenExchange', enabled: true });
  });
});

describe('the signing keys', () => {
  it('are listed without their private parts', async () => {
    const { status, text, body } = await service.call('GET', '/admin/v1/keys');
    expect(status).toBe(200);
    expect(body.keys.map(({ alg, state }: { alg: string; state: string }) => `${alg} ${state}`).toSorted()).toEqual(
      ['ES256', 'EdDSA', 'RS256'].flatMap((alg) => [`${alg} active`, `${alg} published`]),
    );
    expect(text).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });
});

describe('a JSON request with', () => {
  const rows: Array<[string, () => [string, string, unknown?, CallOptions?], number, string]> = [
    ['no token', () => ['GET', base, undefined, { token: null }], 401, 'access.noToken'],
    ['a bad token', () => ['GET', base, undefined, { token: 'bad' }], 401, 'access.invalidToken'],
    ['an unknown organization', () => ['GET', '/admin/v1/organizations/nowhere'], 404, 'organization.notFound'],
    ['an unknown route', () => ['GET', '/admin/v1/nothing'], 404, 'route.notFound'],
    ['an unknown route elsewhere', () => ['GET', '/nothing', undefined, { token: null }], 404, 'route.notFound'],
    ['a method that the address does not have', () => ['PATCH', '/admin/v1/organizations', {}], 405, 'route.method'],
    ['malformed JSON', () => ['POST', '/admin/v1/organizations', '{"name": "topsecret'], 400, 'body.malformed'],
    ['another media type', () => ['POST', '/admin/v1/organizations', 'name=x', { type: 'text/plain' }], 415, 'body.mediaType'],
    ['no body', () => ['POST', '/admin/v1/organizations'], 400, 'body.invalid'],
    ['a body that is too large', () => ['POST', '/admin/v1/organizations', { name: 'x'.repeat(2 ** 20) }], 413, 'body.tooLarge'],
    ['a member nobody knows', () => ['POST', '/admin/v1/organizations', { name: 'x', colour: 'red' }], 400, 'body.invalid'],
    ['a wrong type', () => ['POST', '/admin/v1/organizations', { name: 5 }], 400, 'body.invalid'],
    ['a bad id', () => ['POST', '/admin/v1/organizations', { name: 'x', orgId: 'a/b' }], 400, 'id.invalid'],
    [
      'a name with a control character',
      () => ['POST', `${base}/service-users`, { userName: freshName(), name: 'a\u0007' }],
      400,
      'serviceUser.name',
    ],
    ['a path that does not decode', () => ['GET', '/admin/v1/organizations/%E0%A4%A'], 400, 'request.invalid'],
    ['a query parameter that the route does not take', () => ['GET', '/admin/v1/organizations?limt=2'], 400, 'query.unknown'],
    ['a query parameter where none is taken', () => ['POST', `${base}/projects?colour=red`, { name: 'x' }], 400, 'query.unknown'],
    ['a page that is no number', () => ['GET', '/admin/v1/organizations?limit=many'], 400, 'page.invalid'],
  ];
  it.each(rows)('%s is refused as a problem', async (_, request, status, code) => {
    const [method, path, body, options] = request();
    const answer = await service.call(method, path, body, options);
    expectProblem(answer, status, code);
    expect(answer.text).not.toContain('topsecret');
  });

  it('an unknown query parameter is told its name and what the route takes', async () => {
    const answer = await service.call('GET', '/admin/v1/organizations?limt=2&color=red');
    expect(answer.body).toMatchObject({
      field: 'limt',
      detail:
        'This route has no query parameter limt, color. It takes limit, cursor, after, total, sort, state, name, q, createdAfter, createdBefore, changedAfter.',
    });
    const { body } = await service.call('POST', '/admin/v1/imports?dryrun=true', { dataOrgs: { orgs: [] } });
    expect(body).toMatchObject({ code: 'query.unknown', detail: expect.stringContaining('mode, dryRun, allowReusedIds') });
  });

  it('a request id gets it back, in the header and in the problem', async () => {
    const answer = await service.call('GET', '/nothing', undefined, { headers: { 'x-request-id': 'trace-1' } });
    expect(answer.headers.get('x-request-id')).toBe('trace-1');
    expect(answer.body.requestId).toBe('trace-1');
    expect(
      (await service.call('GET', '/nothing', undefined, { headers: { 'x-request-id': 'bad id!' } })).headers.get('x-request-id'),
    ).not.toBe('bad id!');
  });
});

it('another origin may not read anything unless a setting or an application names it', async () => {
  const origin = 'https://console.example.com';
  const preflight = { origin, 'access-control-request-method': 'GET' };
  for (const [method, headers] of [
    ['OPTIONS', preflight],
    ['GET', { origin }],
  ] as const) {
    const answer = await service.call(method, '/admin/v1/organizations', undefined, { headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

describe('the API document', () => {
  it('names every part of the service, compressed or not', async () => {
    const { status, body } = await service.call('GET', '/openapi.json', undefined, { token: null });
    expect(status).toBe(200);
    expect(body.openapi).toMatch(/^3\./);
    for (const path of [
      '/scim/v2/{orgId}/Users',
      '/oauth/v2/token',
      '/oidc/v1/userinfo',
      '/admin/v1/import',
      '/admin/v1/events/_search',
      '/healthz',
    ])
      expect(Object.keys(body.paths)).toContain(path);
    const plain = await service.call('GET', '/openapi.json', undefined, { token: null, headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, expect.stringContaining('Accept-Encoding')]);
    expect(plain.body).toEqual(body);
    expect((await service.call('GET', '/openapi.json/x', undefined, { token: null })).status).toBe(404);
  });
});

describe('each operation of the API document', () => {
  interface Operation {
    operationId: string;
    summary?: string;
    parameters: Array<{ name: string; in: string; required: boolean }>;
  }
  let operations: Array<[name: string, path: string, operation: Operation]>;
  let document: { paths: Record<string, Record<string, Operation>> };
  beforeAll(async () => {
    document = (await service.call('GET', '/openapi.json', undefined, { token: null })).body;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, string, Operation] => [`${method} ${path}`, path, operation]),
    );
  });

  it('declares the parameters of its path, once each, so that it can be tried', () => {
    for (const [name, path, { parameters }] of operations) {
      const declared = parameters.filter((parameter) => parameter.in === 'path' && parameter.required).map((parameter) => parameter.name);
      expect(declared.toSorted(), name).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => String(parameter)).toSorted());
    }
  });

  it('says in a line what it does, where it is about groups, roles, grants, authorizations or metadata', () => {
    const about = /^\/admin\/.*\/(?:groups|roles|grants|granted-projects|authorizations|metadata)(?:\/|$)/;
    const found = operations.filter(([, path]) => about.test(path));
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter(([, , { summary }]) => !summary).map(([name]) => name)).toEqual([]);
  });

  it('has an operationId of its own, and no reference leads nowhere', () => {
    expect(new Set(operations.map(([, , { operationId }]) => operationId)).size).toBe(operations.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, reference]) => String(reference).split('/'));
    const dangling = references.filter(
      (parts) => !parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document),
    );
    expect(dangling).toEqual([]);
  });
});

describe('health', () => {
  it('is told without a token', async () => {
    expect((await service.call('GET', '/healthz', undefined, { token: null })).body).toEqual({ status: 'ok' });
    expect((await service.call('GET', '/readyz', undefined, { token: null })).body).toEqual({
      status: 'ok',
      checks: { database: 'ok', keys: 'ok' },
    });
  });
});
