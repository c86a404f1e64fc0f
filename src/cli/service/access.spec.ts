import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccess } from './access.js';

const FOREIGN = 'https://elsewhere.example';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-access-'));
  env = { DATA_DIR: folder, XDG_CONFIG_HOME: folder, GATEHOUSE_TOKEN: 'token-of-the-environment' };
  write(FOREIGN);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (baseUrl: string) =>
  writeFileSync(
    join(folder, 'bootstrap.json'),
    JSON.stringify({ baseUrl, orgId: 'org', serviceUser: { personalAccessToken: 'of-the-file' } }),
  );

describe('the way to a service', () => {
  it('a token from the environment is not sent to an address that only a file names', () => {
    expect(() => findAccess(undefined, env)).toThrow(`GATEHOUSE_TOKEN is not sent to ${FOREIGN}`);
  });

  it.each([
    ['an option', FOREIGN, {}],
    ['GATEHOUSE_URL', undefined, { GATEHOUSE_URL: FOREIGN }],
    ['PUBLIC_URL', undefined, { PUBLIC_URL: FOREIGN }],
  ])('it is sent to a server that %s names', (_, url, more) => {
    expect(findAccess(url, { ...env, ...more })).toMatchObject({ base: FOREIGN, token: 'token-of-the-environment' });
  });

  it('and the token of the file to the address in it', () => {
    expect(findAccess(undefined, { ...env, GATEHOUSE_TOKEN: '' })).toMatchObject({ base: FOREIGN, token: 'of-the-file' });
  });
});
