// What the authorization endpoint answers: response type by mode by authentication method by prompt, with exactly the members of each answer.
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { RESPONSE_TYPES, type AuthMethod, type NewApplication, type ResponseType } from '../../src/oidc/clients/application.js';
import { GrantsOfUsersRepository } from '../../src/oidc/tokens/stored/grants-of-users.repository.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { authorizeUrl, claimsOf, redeem, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

useWorld();

const ALL: Partial<NewApplication> = { responseTypes: [...RESPONSE_TYPES] };

/** Members of a successful answer. */
const MEMBERS: Record<ResponseType, string[]> = {
  code: ['code', 'iss', 'state'],
  'id_token token': ['access_token', 'expires_in', 'id_token', 'iss', 'scope', 'state', 'token_type'],
  id_token: ['expires_in', 'id_token', 'iss', 'scope', 'state', 'token_type'],
  'code id_token': ['code', 'id_token', 'iss', 'state'],
  'code token': ['access_token', 'code', 'expires_in', 'iss', 'scope', 'state', 'token_type'],
  'code id_token token': ['access_token', 'code', 'expires_in', 'id_token', 'iss', 'scope', 'state', 'token_type'],
};
const IN_FRAGMENT = { '': 'fragment', query: 'fragment', fragment: 'fragment', form_post: 'form_post', bogus: 'fragment' };
/** Where an answer is found for a mode that was asked for; `query` never holds a token, and an unknown mode is ignored. */
const DELIVERED: Record<ResponseType, Record<string, string>> = {
  code: { '': 'query', query: 'query', fragment: 'fragment', form_post: 'form_post', bogus: 'query' },
  'id_token token': IN_FRAGMENT,
  id_token: IN_FRAGMENT,
  'code id_token': IN_FRAGMENT,
  'code token': IN_FRAGMENT,
  'code id_token token': IN_FRAGMENT,
};
const METHODS: AuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'];
const PROMPTS = ['', 'none', 'login', 'select_account', 'create'];

const isHybrid = (type: ResponseType) => type.startsWith('code ');
// What an answer has beside a code does not depend on how clients authenticate or people are asked.
const rows = (Object.keys(MEMBERS) as ResponseType[]).flatMap((type) =>
  Object.entries(DELIVERED[type]).flatMap(([mode, delivered]) =>
    METHODS.slice(isHybrid(type) ? -1 : 0).flatMap((method) =>
      PROMPTS.slice(0, isHybrid(type) ? 2 : undefined).map((prompt) => ({ type, mode, delivered, method, prompt })),
    ),
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
    const { application, clientSecret } = await world.addApplication({ type: 'userAgent', ...ALL, ...input });
    const browser = new Browser(service.url);
    const url = authorizeUrl(service.url, application.clientId, scope, { response_type: type, nonce: 'n-1', ...more });
    const end = await browser.submit(await browser.open(url), world.loginName, PASSWORD);
    const client = { clientId: application.clientId, ...(clientSecret !== undefined && { clientSecret }) };
    return { clientId: application.clientId, client, browser, url, members: answerOf(end).members };
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

  describe('with a code', () => {
    const HYBRID = ['code id_token', 'code token', 'code id_token token'] as const;
    const input: Partial<NewApplication> = { grantTypes: ['authorization_code', 'implicit', 'refresh_token'] };

    it.each(HYBRID)('has one authorization behind everything: %s', async (type) => {
      const { clientId, members } = await implicit(type, {}, input, 'openid offline_access');
      const grants = () =>
        service
          .get(Database)
          .query.rows<{ code_digest: string | null; session_uid: string | null }>(
            'SELECT code_digest, session_uid FROM grants WHERE client_no = (SELECT no FROM applications WHERE client_id = ?)',
            [clientId],
          );
      expect(await grants()).toEqual([{ code_digest: expect.any(String), session_uid: expect.any(String) }]);
      const { status, body } = await redeem(service, { clientId }, members.code ?? '');
      expect([status, typeof body.refresh_token, claimsOf(body.id_token).sub]).toEqual([200, 'string', world.person.id]);
      if (members.id_token) {
        const [front, back] = [claimsOf(members.id_token), claimsOf(body.id_token)];
        for (const name of ['iss', 'sub', 'sid', 'auth_time', 'nonce', 'acr']) expect(front[name], name).toEqual(back[name]);
      }
      expect(await grants()).toHaveLength(1);
    });

    it('ends with the code that comes again: the token beside it and those of the code', async () => {
      // With PKCE a second use at the same moment is a double submit; without, it is a theft.
      const without = { code_challenge: '', code_challenge_method: '' };
      const { client: web, members } = await implicit('code id_token token', without, { ...input, type: 'web' });
      const send = () => redeem(service, web, members.code ?? '', { code_verifier: '' });
      const { body } = await send();
      const tokens = [members.access_token ?? '', body.access_token as string];
      for (const token of tokens) expect((await userinfo(service, token)).status).toBe(200);
      expect((await send()).body.error).toBe('invalid_grant');
      for (const token of tokens) expect((await userinfo(service, token)).status).toBe(401);
    });

    it('has tokens that end with the session, also while the code has not been used, which is then worth nothing', async () => {
      const { clientId, members, browser } = await implicit('code id_token token', {}, input);
      await browser.open(`${service.url}/oidc/v1/end_session?id_token_hint=${members.id_token}&client_id=${clientId}`);
      expect((await userinfo(service, members.access_token ?? '')).status).toBe(401);
      expect((await redeem(service, { clientId }, members.code ?? '')).body.error).toBe('invalid_grant');
    });

    it('counts as tokens that the application has: an unused code alone does not', async () => {
      for (const [type, known] of [
        ['code', false],
        ['code id_token', true],
      ] as const) {
        const { clientId } = await implicit(type, {}, input);
        const { no } =
          (await service.get(Database).query.row<{ no: number }>('SELECT no FROM users WHERE id = ?', [world.person.id])) ?? {};
        const held = await service.get(GrantsOfUsersRepository).listByClient(no ?? 0);
        expect(
          held.some((one) => one.clientId === clientId),
          type,
        ).toBe(known);
      }
    });

    it('is understood by openid-client', async () => {
      const { clientId, browser } = await implicit('code id_token', {}, input);
      const config = await client.discovery(new URL(service.url), clientId, undefined, client.None(), {
        execute: [client.allowInsecureRequests, client.useCodeIdTokenResponseType],
      });
      const verifier = client.randomPKCECodeVerifier();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope: 'openid',
        nonce: 'n-2',
        state: 's-2',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const end = await browser.open(url.href);
      const checks = { expectedNonce: 'n-2', expectedState: 's-2', pkceCodeVerifier: verifier };
      const tokens = await client.authorizationCodeGrant(config, new URL(end.url), checks);
      expect(tokens.claims()?.sub).toBe(world.person.id);
    });
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
