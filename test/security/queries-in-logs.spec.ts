// Queries hold ID tokens, codes and login names, and paths too: a request whose serving throws before the library sees it leaves its route in the log, no more.
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import { JsonLog } from '../../src/common/logging/log.js';
import { startService, testLog, type TestService } from '../support/service.js';

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  service = await startService();
  Logger.overrideLogger(new JsonLog('debug', { write: (line) => void lines.push(line) }));
});
afterAll(async () => {
  Logger.overrideLogger(testLog());
  await service.close();
});

it.each([
  ['/oidc/v1/end_session', 'id_token_hint=eyJhbGciOiJSUzI1NiJ9.hint-of-eve.signature'],
  ['/oauth/v2/authorize', 'client_id=none&login_hint=hint-of-eve'],
  ['/oauth/v2/authorize/hint-of-eve', 'client_id=none', '/oauth/v2/authorize/:path'],
])('%s', async (path, query, shown = path) => {
  await breakKey(shown);
  lines.length = 0;
  const { status, headers, body } = await service.call('GET', `${path}?${query}`, undefined, { token: null });
  expect([status, body.error]).toEqual([500, 'server_error']);
  const failed = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'request failed');
  expect(failed).toMatchObject([{ method: 'GET', path: shown, requestId: headers.get('x-request-id'), err: expect.anything() }]);
  expect(lines.join('')).not.toMatch(/_hint|hint-of-eve/);
});

/** A key that cannot be opened: there is no provider, and no code that expects it. By SQL, as no API damages what is stored. */
async function breakKey(kid: string): Promise<void> {
  await service.get(Database).write('test', async (tx) => {
    await tx.run("UPDATE signing_keys SET kid = ?, sealed_private_jwk = 'broken' WHERE state = 'active' AND alg = 'ES256'", [kid]);
    await service.get(ConfigVersion).raise(tx);
  });
}
