// What people and applications of another system do after they were migrated: the same as before.
import { expect } from 'vitest';
import { Browser } from './browser.js';
import { authorizeUrl, claimsOf, codeIn, VERIFIER } from './oauth.js';

/** An application with what it was registered with in the old system. */
interface MigratedClient {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

/** Signs in to the application with the old user name and password. @returns the claims of the ID token and of userinfo */
export async function signInAfterMigration(
  url: string,
  { clientId, clientSecret, redirectUri }: MigratedClient,
  userName: string,
  password: string,
): Promise<Record<string, unknown>> {
  const browser = new Browser(url);
  const page = await browser.open(authorizeUrl(url, clientId, 'openid profile email groups', { redirect_uri: redirectUri }));
  const code = codeIn((await browser.submit(page, userName, password)).url);
  const response = await fetch(`${url}/oauth/v2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: VERIFIER }),
  });
  const tokens = (await response.json()) as { id_token: string; access_token: string };
  expect(response.status, JSON.stringify(tokens)).toBe(200);
  const userinfo = await fetch(`${url}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  return { ...claimsOf(tokens.id_token), ...((await userinfo.json()) as object) };
}
