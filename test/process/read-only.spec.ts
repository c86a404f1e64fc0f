// A process that was told by its setting to write nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openData } from '../support/open-database.js';
import { Ground } from '../support/processes.js';
import { refusedHere, startHere } from '../support/start-here.js';

let ground: Ground;
beforeAll(async () => {
  ground = await Ground.make();
});
afterAll(() => ground.clear());

it('does not begin a database', async () => {
  expect(await refusedHere(ground.env, { READ_ONLY: 'true' })).toMatch(
    /READ_ONLY is set, and \d+ migrations are still to be made, the next one Baseline/,
  );
});

it('answers from one that is there, gives tokens that need no row, and neither writes nor ends the mode', async () => {
  await (await startHere(ground.env)).close();
  // At another address, which the explorer's application is not told of.
  const { url, end } = await ground.start({ READ_ONLY: 'true' });
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ok', readOnly: true });
  const { clientId, clientSecret, personalAccessToken } = ground.credentials.serviceUser;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  expect((await fetch(`${url}/oauth/v2/token`, { method: 'POST', headers: { authorization }, body: form })).status).toBe(200);
  const send = (method: string, path: string, body?: object) =>
    fetch(`${url}/admin/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${personalAccessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await send('GET', 'organizations')).status).toBe(200);
  for (const refused of [await send('POST', 'organizations', { name: 'Later' }), await send('POST', 'read-only-mode/_end')])
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'service.readOnly']);
  expect(await end('SIGTERM')).toBe(0);
});

it('says what to do where data keys of this version are still to be made', async () => {
  const { database, close } = await openData(ground.env);
  await database.write('as by a version before', (tx) => tx.run("DELETE FROM data_keys WHERE purpose = 'proof'"));
  await close();
  expect(await refusedHere(ground.env, { READ_ONLY: 'true' })).toMatch(/^Data keys are still to be made .* Start once without it\.$/m);
  await (await startHere(ground.env)).close();
});
