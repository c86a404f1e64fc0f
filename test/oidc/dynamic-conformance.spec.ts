// The modules of the plans Dynamic OP and third-party-initiated login (docs/conformance.md), as far as they can pass: what each asks of a
// server. The suite registers its own clients, with private_key_jwt in the first plan and client_secret_basic in the second.
import { readFileSync } from 'node:fs';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { KeyRotation } from '../../src/oidc/keys/key-rotation.service.js';
import { SigningKeys } from '../../src/oidc/keys/signing-keys.service.js';
import { Browser, type Page } from '../support/browser.js';
import { ASSERTION_TYPE, assertionOf, newKeyPair, type Signer } from '../support/clients.js';
import { codeIn, post, userinfo } from '../support/oauth.js';
import { noteSecret } from '../support/secrets.js';
import { startService, type Answer } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';

const SUITE = 'https://suite.example:8443';
const CALLBACK = `${SUITE}/test/a/gatehouse/callback`;
const ENDPOINT = '/oauth/v2/register';

useWorld(startService);

let token: string;
let discovery: Record<string, string[]>;
beforeAll(async () => {
  const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/registration-tokens`;
  const policy = {
    redirectHosts: ['suite.example:8443'],
    grantTypes: ['authorization_code', 'implicit', 'refresh_token'],
    responseTypes: ['code', 'id_token', 'id_token token'],
  };
  token = (await service.call('POST', path, { name: 'Suite', policy, maxApplications: 100 })).body.token;
  noteSecret('registration token', token);
  discovery = (await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null })).body;
});

/** A client that the suite registered, and the browser of a person. */
class Run {
  readonly browser = new Browser(service.url);
  private count = 0;

  constructor(
    readonly client: Answer['body'],
    private readonly signer: Signer | undefined,
  ) {}

  static async start(metadata: object = {}, byKey = true): Promise<Run> {
    const pair = byKey ? { ...(await newKeyPair()), kid: 'suite' } : undefined;
    const answer = await register({
      ...(pair && { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ ...pair.publicJwk, kid: pair.kid, use: 'sig' }] } }),
      grant_types: ['authorization_code'],
      response_types: ['code'],
      ...metadata,
    });
    expect(answer.status, answer.text).toBe(201);
    noteSecret('client secret', answer.body.client_secret);
    return new Run(answer.body, pair);
  }

  parameters(more: Record<string, string | undefined> = {}): Record<string, string> {
    const [redirect_uri] = this.client.redirect_uris as string[];
    const id = String(++this.count);
    const all = { client_id: this.client.client_id, redirect_uri, response_type: 'code', scope: 'openid', state: id, nonce: id, ...more };
    return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }

  open(parameters: Record<string, string>): Promise<Page> {
    return this.browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(parameters).toString()}`);
  }

  /** The consent page, after the password. */
  async consentPage(parameters = this.parameters()): Promise<Page> {
    return this.browser.submit(await this.open(parameters), world.loginName, PASSWORD);
  }

  /** The address that the person comes back to. */
  async authorize(parameters = this.parameters()): Promise<string> {
    return (await this.browser.submitButton(await this.consentPage(parameters), 'Allow')).url;
  }

  async token(form: Record<string, string>): Promise<Answer> {
    const { client_id: clientId, client_secret: clientSecret } = this.client;
    if (!this.signer) return post(service, '/oauth/v2/token', form, { clientId, clientSecret });
    const assertion = await assertionOf(service, this.signer, clientId);
    return post(service, '/oauth/v2/token', {
      ...form,
      client_id: clientId,
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: assertion,
    });
  }

  async complete(parameters = this.parameters()): Promise<{ url: string; tokens: Answer['body'] }> {
    const url = await this.authorize(parameters);
    const form = { grant_type: 'authorization_code', code: codeIn(url), redirect_uri: parameters['redirect_uri'] ?? '' };
    const { status, body, text } = await this.token(form);
    expect(status, text).toBe(200);
    const keys = createRemoteJWKSet(new URL(`${service.url}/oauth/v2/keys`));
    const currentDate = new Date(service.get(Clock).nowMs());
    const { payload } = await jwtVerify(body.id_token, keys, { issuer: service.url, audience: this.client.client_id, currentDate });
    expect([payload.sub, payload['nonce']]).toEqual([world.person.id, parameters['nonce']]);
    expect((await userinfo(service, body.access_token)).body.sub).toBe(world.person.id);
    return { url, tokens: body };
  }
}

function register(metadata: object): Promise<Answer> {
  return service.call('POST', ENDPOINT, { client_name: 'Suite', redirect_uris: [CALLBACK], ...metadata }, { token });
}

/** Nothing is sent to the address: the service shows the error. */
function assertShown(page: Page): void {
  expect(page.page?.status).toBe(400);
  expect(page.url.startsWith(service.url)).toBe(true);
}

async function assertRefused(metadata: object, error = 'invalid_client_metadata'): Promise<void> {
  const answer = await register(metadata);
  expect([answer.status, answer.body.error]).toEqual([400, error]);
}

const DYNAMIC: Record<string, () => Promise<void>> = {
  'oidcc-discovery-endpoint-verification': async () => {
    expect(discovery['registration_endpoint']).toBe(service.url + ENDPOINT);
    expect(discovery['response_types_supported']).toEqual(expect.arrayContaining(['code', 'id_token', 'id_token token']));
    expect(discovery['grant_types_supported']).toEqual(expect.arrayContaining(['authorization_code', 'implicit']));
    expect(discovery['subject_types_supported']).toEqual(['public']);
    expect(discovery['id_token_signing_alg_values_supported']).toContain('RS256');
    expect(discovery['token_endpoint_auth_methods_supported']).toContain('private_key_jwt');
  },
  'oidcc-server': async () => {
    await (await Run.start()).complete();
  },
  'oidcc-ensure-client-assertion-with-iss-aud-succeeds': async () => {
    // `assertionOf` names the issuer as the only audience.
    await (await Run.start()).complete();
  },
  'oidcc-ensure-redirect-uri-in-authorization-request': async () => {
    const run = await Run.start();
    assertShown(await run.open(run.parameters({ redirect_uri: undefined })));
  },
  'oidcc-ensure-request-object-with-redirect-uri': async () => {
    const pair = { ...(await newKeyPair('RS256')), kid: 'request' };
    const run = await Run.start({ jwks: { keys: [{ ...pair.publicJwk, kid: pair.kid }] } });
    const { client_id: id } = run.client;
    const now = service.get(Clock).nowSeconds();
    const inside = run.parameters();
    const request = await new SignJWT({ ...inside, iss: id, aud: service.url, iat: now, nbf: now, exp: now + 60 })
      .setProtectedHeader({ alg: 'RS256', kid: pair.kid })
      .sign(pair.privateKey);
    // The address outside is not a registered one: that of the object counts (OpenID Connect Core section 6.1).
    const page = await run.open(run.parameters({ ...inside, redirect_uri: `${SUITE}/invalid`, request }));
    const consent = await run.browser.submit(page, world.loginName, PASSWORD);
    const { url } = await run.browser.submitButton(consent, 'Allow');
    expect(url.startsWith(`${CALLBACK}?`)).toBe(true);
  },
  'oidcc-idtoken-rs256': async () => {
    const { tokens } = await (await Run.start({ id_token_signed_response_alg: 'RS256' })).complete();
    expect(decodeProtectedHeader(tokens.id_token).alg).toBe('RS256');
  },
  'oidcc-idtoken-unsigned': async () => {
    // The suite skips it: `none` is not offered.
    expect(discovery['id_token_signing_alg_values_supported']).not.toContain('none');
    await assertRefused({ id_token_signed_response_alg: 'none' });
  },
  'oidcc-redirect-uri-query-OK': async () => {
    const run = await Run.start({ redirect_uris: [`${CALLBACK}?dummy1=lorem&dummy2=ipsum`] });
    const { url } = await run.complete();
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({ dummy1: 'lorem', dummy2: 'ipsum', code: expect.any(String) });
  },
  'oidcc-redirect-uri-query-added': async () => {
    const run = await Run.start();
    assertShown(await run.open(run.parameters({ redirect_uri: `${CALLBACK}?dummy1=lorem` })));
  },
  'oidcc-redirect-uri-query-mismatch': async () => {
    const run = await Run.start({ redirect_uris: [`${CALLBACK}?dummy1=lorem`] });
    assertShown(await run.open(run.parameters({ redirect_uri: `${CALLBACK}?dummy1=lorem&dummy2=ipsum` })));
  },
  'oidcc-redirect-uri-regfrag': () => assertRefused({ redirect_uris: [`${CALLBACK}#foobar`] }, 'invalid_redirect_uri'),
  'oidcc-refresh-token': async () => {
    const run = await Run.start({ grant_types: ['authorization_code', 'refresh_token'] });
    const other = await Run.start({ grant_types: ['authorization_code', 'refresh_token'] });
    const { tokens } = await run.complete(run.parameters({ scope: 'openid offline_access', prompt: 'consent' }));
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const foreign = await other.token(form);
    expect([foreign.status, foreign.body.error]).toEqual([400, 'invalid_grant']);
    const refreshed = await run.token(form);
    expect([refreshed.status, refreshed.body.token_type]).toEqual([200, 'Bearer']);
  },
  'oidcc-registration-policy-uri': async () => {
    const run = await Run.start({ policy_uri: `${SUITE}/policy` });
    expect((await run.consentPage()).html).toContain(`href="${SUITE}/policy"`);
  },
  'oidcc-registration-tos-uri': async () => {
    const run = await Run.start({ tos_uri: `${SUITE}/terms` });
    expect((await run.consentPage()).html).toContain(`href="${SUITE}/terms"`);
  },
  'oidcc-registration-sector-uri': () => assertRefused({ sector_identifier_uri: `${SUITE}/sector` }),
  'oidcc-registration-sector-bad': () => assertRefused({ sector_identifier_uri: `${SUITE}/sector` }),
  'oidcc-server-rotate-keys': async () => {
    const kidOf = async () => decodeProtectedHeader((await (await Run.start()).complete()).tokens.id_token).kid;
    const before = await kidOf();
    await service.get(SigningKeys).rotateKey('RS256');
    service.get(Clock).advance(3_600_000);
    await service.get(KeyRotation).rotateDueKeys();
    expect(await kidOf()).not.toBe(before);
  },
};

/** Modules that fail in the suite, and what the service does instead. */
const FAILING: Record<string, () => Promise<void>> = {
  'oidcc-registration-jwks-uri': () => assertRefused({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `${SUITE}/keys` }),
  'oidcc-refresh-token-rp-key-rotation': () => assertRefused({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `${SUITE}/keys` }),
  'oidcc-registration-logo-uri': async () => {
    const run = await Run.start({ logo_uri: `${SUITE}/logo.png` });
    expect(run.client.logo_uri).toBe(`${SUITE}/logo.png`);
    expect((await run.consentPage()).html).not.toContain(`${SUITE}/logo.png`);
  },
  'oidcc-userinfo-rs256': () => assertRefused({ userinfo_signed_response_alg: 'RS256' }),
  'oidcc-request-uri-unsigned': requestByReference,
  'oidcc-request-uri-signed-rs256': requestByReference,
};

async function requestByReference(): Promise<void> {
  expect(discovery['request_uri_parameter_supported']).toBe(false);
  const run = await Run.start();
  const { url } = await run.open(run.parameters({ request_uri: `${SUITE}/request` }));
  expect(new URL(url).searchParams.get('error')).toBe('request_uri_not_supported');
}

const THIRD_PARTY: Record<string, () => Promise<void>> = {
  'oidcc-3rd_party-init-login': async () => {
    const run = await Run.start({ initiate_login_uri: `${SUITE}/initiate` }, false);
    expect(run.client.initiate_login_uri).toBe(`${SUITE}/initiate`);
    await run.complete();
    // The person's own page leads there; the suite answers with an authorization request.
    const { html = '' } = await run.browser.open(`${service.url}/account/applications`);
    const href = /href="(https:\/\/suite\.example:8443\/initiate[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(Object.fromEntries(new URL(href).searchParams)).toEqual({ iss: service.url, login_hint: world.loginName });
    const { url } = await run.open(run.parameters({ login_hint: world.loginName }));
    expect(codeIn(url)).not.toBe('');
  },
  'oidcc-3rd_party-init-login-nohttps': () => assertRefused({ initiate_login_uri: 'http://suite.example:8443/initiate' }),
};

describe('Dynamic OP', () => {
  it.each(Object.entries(DYNAMIC))('%s', (_, run) => run());
  it.each(Object.entries(FAILING))('%s fails in the suite', (_, run) => run());
});
it.each(Object.entries(THIRD_PARTY))('third-party-initiated login: %s passes', (_, run) => run());

it('docs/conformance.md names every module under the plans of registered clients, and no other', () => {
  const text =
    readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8').split(
      '\n## Plans whose clients register themselves\n',
    )[1] ?? '';
  const named = [...text.matchAll(/^\| `(oidcc-[A-Za-z0-9_-]+)`/gm)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual([DYNAMIC, FAILING, THIRD_PARTY].flatMap((modules) => Object.keys(modules)).toSorted());
});
