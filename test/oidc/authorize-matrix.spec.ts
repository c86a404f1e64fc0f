// What the authorization endpoint answers: response type by mode by authentication method by prompt, with exactly the members of each answer.
// On SQLite alone: it is about the form of answers.
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { AuthMethod, NewApplication, ResponseType } from '../../src/oidc/clients/application.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { authorizeUrl, claimsOf, userinfo } from '../support/oauth.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await sharedService();
  world = await makeWorld(service);
});
afterAll(() => service.close());

const ALL: Partial<NewApplication> = { responseTypes: ['code', 'id_token token', 'id_token'] };

/** Members of a successful answer. */
const MEMBERS: Record<ResponseType, string[]> = {
  code: ['code', 'iss', 'state'],
  'id_token token': ['access_token', 'expires_in', 'id_token', 'iss', 'scope', 'state', 'token_type'],
  id_token: ['expires_in', 'id_token', 'iss', 'scope', 'state', 'token_type'],
};
/** Where an answer is found for a mode that was asked for; `query` never holds a token, and an unknown mode is ignored. */
const DELIVERED: Record<ResponseType, Record<string, string>> = {
  code: { '': 'query', query: 'query', fragment: 'fragment', form_post: 'form_post', bogus: 'query' },
  'id_token token': { '': 'fragment', query: 'fragment', fragment: 'fragment', form_post: 'form_post', bogus: 'fragment' },
  id_token: { '': 'fragment', query: 'fragment', fragment: 'fragment', form_post: 'form_post', bogus: 'fragment' },
};
const METHODS: AuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'];
const PROMPTS = ['', 'none', 'login', 'select_account', 'create'];

const rows = (Object.keys(MEMBERS) as ResponseType[]).flatMap((type) =>
  Object.entries(DELIVERED[type]).flatMap(([mode, delivered]) =>
    METHODS.flatMap((method) => PROMPTS.map((prompt) => ({ type, mode, delivered, method, prompt }))),
  ),
);

describe('an authorization request', () => {
  const ends = new Map<(typeof rows)[number], Promise<Page>>();

  // A person and a browser for each method: nobody may sign in as often as all of them together do.
  beforeAll(async () => {
    await Promise.all(METHODS.map((method) => askAll(method)));
  });

  async function askAll(authMethod: AuthMethod): Promise<void> {
    const { clientId } = (await world.addApplication({ ...ALL, authMethod })).application;
    const { userName } = await world.addPerson({ userName: `person-${authMethod}` });
    const loginName = `${userName}@${world.organization.primaryDomain}`;
    const live = new Browser(service.url);
    await live.submit(await live.open(authorizeUrl(service.url, clientId, 'openid')), loginName, PASSWORD);
    for (const row of rows.filter(({ method }) => method === authMethod)) {
      const end = ask(live, clientId, loginName, row);
      ends.set(row, end);
      await end.catch(() => undefined);
    }
  }

  async function ask(live: Browser, clientId: string, loginName: string, { type, mode, prompt }: (typeof rows)[number]): Promise<Page> {
    const url = authorizeUrl(service.url, clientId, 'openid email', {
      response_type: type,
      state: 'a b&c',
      nonce: 'n-1',
      ...(mode && { response_mode: mode }),
      ...(prompt && { prompt }),
    });
    const end = await live.open(url);
    if (prompt === 'select_account') return live.submitButton(end, loginName);
    return prompt === 'login' || prompt === 'create' ? live.submit(end, loginName, PASSWORD) : end;
  }

  it.each(rows)('$type, mode $mode, $method, prompt $prompt: answered by $delivered', async (row) => {
    const answer = answerOf((await ends.get(row)) ?? { url: '' });
    expect(answer.mode).toBe(row.delivered);
    expect(answer.address).toBe(REDIRECT_URI);
    expect(Object.keys(answer.members).toSorted()).toEqual(MEMBERS[row.type]);
    expect(answer.members.state).toBe('a b&c');
  });
});

describe('an answer by redirect', () => {
  async function implicit(
    type: ResponseType,
    more: Record<string, string> = {},
    input: Partial<NewApplication> = {},
    scope = 'openid email',
  ) {
    const { application } = await world.addApplication({ type: 'userAgent', ...ALL, ...input });
    const browser = new Browser(service.url);
    const url = authorizeUrl(service.url, application.clientId, scope, { response_type: type, nonce: 'n-1', ...more });
    const end = await browser.submit(await browser.open(url), world.loginName, PASSWORD);
    return { clientId: application.clientId, browser, url, members: answerOf(end).members };
  }

  it.each(['id_token token', 'token id_token'])(
    'to "%s" holds an ID token with nonce, at_hash and the session, without the claims of the scopes',
    async (type) => {
      const { members, clientId } = await implicit(type as ResponseType);
      expect(members).toMatchObject({ token_type: 'Bearer', expires_in: '3600', scope: 'openid email' });
      const keys = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
      const { payload } = await jwtVerify(members.id_token ?? '', keys, { issuer: service.url, audience: clientId });
      const half = createHash('sha256')
        .update(members.access_token ?? '')
        .digest()
        .subarray(0, 16)
        .toString('base64url');
      expect(payload).toMatchObject({
        sub: world.person.id,
        nonce: 'n-1',
        at_hash: half,
        azp: clientId,
        amr: ['pwd'],
        acr: 'https://refeds.org/profile/sfa',
      });
      expect(payload).toHaveProperty('sid');
      expect(payload).not.toHaveProperty('email');
      expect((await userinfo(service, members.access_token ?? '')).body).toMatchObject({ sub: world.person.id, email: world.loginName });
    },
  );

  it('to "id_token" holds the claims of the scopes in the ID token, and no at_hash', async () => {
    const { members } = await implicit('id_token');
    expect(members).toMatchObject({ token_type: 'Bearer', expires_in: '3600', scope: 'openid email' });
    expect(claimsOf(members.id_token ?? '')).toMatchObject({ sub: world.person.id, email: world.loginName, nonce: 'n-1' });
    expect(claimsOf(members.id_token ?? '')).not.toHaveProperty('at_hash');
  });

  it('holds the claims beside an access token as well for an application with user info inside the ID token', async () => {
    const { members } = await implicit('id_token token', {}, { idTokenUserinfoAssertion: true });
    expect(claimsOf(members.id_token ?? '')).toMatchObject({ email: world.loginName });
  });

  it('has a JWT as its access token when the application has those', async () => {
    const { members } = await implicit('id_token token', {}, { accessTokenType: 'jwt' });
    expect(claimsOf(members.access_token ?? '')).toMatchObject({ sub: world.person.id, scope: 'openid email' });
  });

  it('grants no offline access, and the project of an audience scope', async () => {
    const audience = `urn:gatehouse:iam:org:project:id:${world.projectId}:aud`;
    const { members } = await implicit(
      'id_token token',
      {},
      {
        responseTypes: ['code', 'id_token token'],
        grantTypes: ['authorization_code', 'implicit', 'refresh_token'],
      },
      `openid offline_access ${audience}`,
    );
    expect(members.scope).toBe(`openid ${audience}`);
  });

  it('has an access token that dies with the session', async () => {
    const { members, browser, clientId } = await implicit('id_token token');
    expect((await userinfo(service, members.access_token ?? '')).status).toBe(200);
    await browser.open(
      `${service.url}/oidc/v1/end_session?${new URLSearchParams({ id_token_hint: members.id_token ?? '', client_id: clientId }).toString()}`,
    );
    expect((await userinfo(service, members.access_token ?? '')).status).toBe(401);
  });

  it('has one authorization behind it, without a code and bound to the session, for an ID token alone as well', async () => {
    for (const type of ['id_token token', 'id_token'] as const) {
      const { clientId } = await implicit(type);
      const rows = await service
        .get(Database)
        .query.rows<{ code_digest: string | null; session_uid: string | null }>(
          'SELECT code_digest, session_uid FROM grants WHERE client_no = (SELECT no FROM applications WHERE client_id = ?)',
          [clientId],
        );
      expect(rows).toEqual([{ code_digest: null, session_uid: expect.any(String) }]);
    }
  });

  it('is understood by openid-client', async () => {
    const { clientId, browser } = await implicit('id_token');
    const config = await client.discovery(new URL(service.url), clientId, undefined, client.None(), {
      execute: [client.allowInsecureRequests, client.useIdTokenResponseType],
    });
    const url = client.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: 'openid', nonce: 'n-2', state: 's-2' });
    const end = await browser.open(url.href);
    const claims = await client.implicitAuthentication(config, new URL(end.url), 'n-2', { expectedState: 's-2' });
    expect(claims.sub).toBe(world.person.id);
  });
});

describe('an answer by form_post', () => {
  it('is a page that is never stored, with one script that its policy names, and a form to the application alone', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const browser = new Browser(service.url);
    const url = authorizeUrl(service.url, application.clientId, 'openid', {
      response_mode: 'form_post',
      state: '"><script>alert(1)</script>',
    });
    const first = await browser.submit(await browser.open(url), world.loginName, PASSWORD);
    const again = await browser.open(url);
    const nonces = [first, again].map(({ page, html }) => {
      const policy = page?.headers.get('content-security-policy') ?? '';
      const nonce = /script-src 'nonce-([\w-]{20,})'/.exec(policy)?.[1];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self' https://app.example;");
      expect(policy).not.toContain('unsafe');
      expect(page?.headers.get('cache-control')).toBe('no-store');
      expect(html?.match(/<script/g)).toHaveLength(1);
      expect(html).toContain(`<script nonce="${nonce}">`);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(answerOf(first).members.state).toBe('"><script>alert(1)</script>');
  });
});
