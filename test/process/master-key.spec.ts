// Another master key, as docs/operate.md describes it.
// On SQLite alone: texts are sealed before they reach the database.
import { afterEach, expect, it } from 'vitest';
import { Ground } from '../support/processes.js';

let ground: Ground | undefined;
afterEach(() => ground?.clear());

// Five processes, one after the other.
it('a change of the master key is a restart with both keys; tokens and sessions outlive it, and the old key does not start any more', async () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)].map((key) => key.toString('base64')) as [string, string];
  const made = (ground = await Ground.make());
  const PUBLIC_URL = 'http://127.0.0.1:65001';
  const first = await made.start({ MASTER_KEY: oldKey, PUBLIC_URL });
  const { clientId, clientSecret } = made.credentials.serviceUser;
  const answer = await fetch(`${first.url}/oauth/v2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await first.end('SIGTERM');
  const look = async (env: Record<string, string>) => {
    const process = await made.start({ PUBLIC_URL, ...env });
    const { status } = await fetch(`${process.url}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    await process.end('SIGTERM');
    return status;
  };
  expect(await made.run({ PORT: '0', MASTER_KEY: newKey })).toMatchObject({
    code: 1,
    output: expect.stringContaining('MASTER_KEY_PREVIOUS'),
  });
  expect(await look({ MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: oldKey })).toBe(200);
  expect(await look({ MASTER_KEY: newKey })).toBe(200);
  expect(await made.run({ PORT: '0', MASTER_KEY: oldKey })).toMatchObject({ code: 1 });
}, 120_000);
