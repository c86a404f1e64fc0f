// Another master key, as docs/operate.md describes it.
import { afterEach, expect, it } from 'vitest';
import { Ground } from '../support/processes.js';
import { freePort } from '../support/service.js';
import { refusedHere, startHere } from '../support/start-here.js';

let ground: Ground | undefined;
afterEach(() => ground?.clear());

// Five starts, one after the other.
it('a change of the master key is a restart with both keys; tokens and sessions outlive it, and the old key does not start any more', async () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)].map((key) => key.toString('base64')) as [string, string];
  const made = (ground = await Ground.make());
  const PORT = String(await freePort());
  const first = await startHere(made.env, { PORT, MASTER_KEY: oldKey });
  const { clientId, clientSecret } = made.credentials.serviceUser;
  const answer = await fetch(`${first.url}/oauth/v2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await first.close();
  const statusWith = async (keys: Record<string, string>) => {
    const service = await startHere(made.env, { PORT, ...keys });
    const { status } = await fetch(`${service.url}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    await service.close();
    return status;
  };
  expect(await refusedHere(made.env, { PORT, MASTER_KEY: newKey })).toContain('MASTER_KEY_PREVIOUS');
  expect(await statusWith({ MASTER_KEY: newKey, MASTER_KEY_PREVIOUS: oldKey })).toBe(200);
  expect(await statusWith({ MASTER_KEY: newKey })).toBe(200);
  expect(await refusedHere(made.env, { PORT, MASTER_KEY: oldKey })).toContain('MASTER_KEY is not the key');
});
