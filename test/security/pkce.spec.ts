// PKCE cannot be talked away (RFC 7636, RFC 9700 section 2.1.1): neither by leaving the verifier out, nor the challenge, nor by `plain`.
import { beforeAll, describe, expect, it } from 'vitest';
import { DEVICE_CODE } from '../../src/oidc/clients/application.js';
import { addClient, type Credentials } from '../support/clients.js';
import { authorize, post, redeem, VERIFIER } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { REDIRECT_URI } from '../support/world.js';

useWorld();

let confidential: Credentials;
let publicClient: Credentials;
beforeAll(async () => {
  confidential = await addClient(world);
  publicClient = await addClient(world, { type: 'userAgent' });
});

describe.each([
  ['public', () => publicClient],
  ['confidential', () => confidential],
])('a code of a %s client that is bound to a challenge', (_, client) => {
  it.each([
    ['without a verifier', undefined],
    ['with an empty one', ''],
    ['with another one', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl'],
    ['with the challenge itself', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('is refused %s, and still redeemed by whoever has the verifier', async (__, verifier) => {
    const { code } = await authorize(service, world, client().clientId);
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      ...(verifier === undefined ? {} : { code_verifier: verifier }),
    };
    const refused = await post(service, '/oauth/v2/token', form, client());
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    expect((await redeem(service, client(), code)).status).toBe(200);
  });
});

const NO_CHALLENGE = { code_challenge: '', code_challenge_method: '' };

it('a code that was made without a challenge is not redeemed with a verifier', async () => {
  const { code } = await authorize(service, world, confidential.clientId, NO_CHALLENGE);
  expect(code).not.toBe('');
  const answer = await redeem(service, confidential, code);
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
});

it.each([
  ['no challenge', NO_CHALLENGE],
  ['the method plain', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
  ['a challenge without its method, which would mean plain', { code_challenge: VERIFIER }],
])('a public client gets no code with %s', async (_, parameters) => {
  const query = { client_id: publicClient.clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...parameters };
  const answer = await service.call('GET', `/oauth/v2/authorize?${new URLSearchParams(query).toString()}`, undefined, { token: null });
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request');
});

it.each(['userAgent', 'native', 'web'] as const)(
  'the code of a client of type %s is no device code, which would need no verifier',
  async (type) => {
    const client = await addClient(world, { type, grantTypes: ['authorization_code', 'refresh_token', DEVICE_CODE] });
    const { code } = await authorize(service, world, client.clientId, { scope: 'openid offline_access' });
    const stolen = await post(service, '/oauth/v2/token', { grant_type: DEVICE_CODE, device_code: code }, client);
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
    expect((await redeem(service, client, code)).status).toBe(200);
  },
);
