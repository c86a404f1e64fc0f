// A DPoP proof counts once (RFC 9449 section 11.1), of many requests at the same moment and in every process.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postWithProof, proofMaker } from '../support/dpop.js';
import { startTwin, type TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const TOKEN = '/oauth/v2/token';
const CC = { grant_type: 'client_credentials' };

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const key = proofMaker();

it.each([
  ['the fast path', ''],
  ['the library', '?way=library'],
] as const)('one of twelve requests with a proof at the same moment gets a token, by %s', async (_, query) => {
  const proof = key.make('POST', service.url + TOKEN);
  const { serviceUser } = service.credentials;
  const ask = () => postWithProof(service, key, TOKEN + query, CC, serviceUser, { proof });
  const statuses = (await Promise.all(Array.from({ length: 12 }, ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

it('another process refuses a proof that was used here, and accepts the same nonce', async ({ skip }) => {
  const twin = await startTwin(service);
  if (!twin) return skip();
  const { serviceUser } = service.credentials;
  try {
    const proof = key.make('POST', service.settings.publicUrl + TOKEN);
    expect((await postWithProof(service, key, TOKEN, CC, serviceUser, { proof })).status).toBe(200);
    const again = await postWithProof(twin, key, TOKEN, CC, serviceUser, { proof });
    expect([again.status, again.body.error]).toEqual([400, 'invalid_dpop_proof']);
    const origin = service.settings.publicUrl;
    const nonce = (await postWithProof(service, key, TOKEN, CC, serviceUser, { claims: { iat: 1 } })).headers.get('dpop-nonce') ?? '';
    expect((await postWithProof(twin, key, TOKEN, CC, serviceUser, { nonce, origin })).status).toBe(200);
  } finally {
    await twin.close();
  }
});
