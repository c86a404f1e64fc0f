// A single-page application with oidc-client-ts in real Chromium: code with PKCE, and every request across origins.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { User, UserManagerSettings } from 'oidc-client-ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../browser/chromium.mjs';
import { send, signIn } from '../browser/scene.mjs';
import { addClient } from '../support/clients.js';
import { makeWorld, type World } from '../support/world.js';
import { userinfo } from '../support/oauth.js';
import { startService, type TestService } from '../support/service.js';

const LIBRARY = join(dirname(createRequire(import.meta.url).resolve('oidc-client-ts')), '../browser/oidc-client-ts.min.js');

/** The application: one page, which takes up the answer when it is called with one. */
const page = (settings: UserManagerSettings) => `<!DOCTYPE html>
<title>Application</title>
<script src="/library.js"></script>
<script>
  const manager = new oidc.UserManager(${JSON.stringify(settings)});
  const signedIn = location.search.includes('code=') ? manager.signinCallback() : undefined;
</script>`;

// Takes a browser and several seconds, so only in the long check.
describe.runIf(process.env['LONG'])('oidc-client-ts', () => {
  let service: TestService;
  let world: World;
  let server: Server;
  let browser: Browser;
  let origin: string;
  let clientId: string;

  beforeAll(async () => {
    service = await startService();
    world = await makeWorld(service);
    browser = await launchChromium();
    const settings = {} as UserManagerSettings;
    server = createServer((request, response) => {
      const script = request.url === '/library.js';
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      response.end(script ? readFileSync(LIBRARY) : page(settings));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const addresses = { redirectUris: [`${origin}/`], postLogoutRedirectUris: [`${origin}/bye`] };
    ({ clientId } = await addClient(world, { type: 'userAgent', ...addresses }));
    Object.assign(settings, {
      authority: service.url,
      client_id: clientId,
      redirect_uri: `${origin}/`,
      post_logout_redirect_uri: `${origin}/bye`,
      scope: 'openid profile email offline_access',
      loadUserInfo: true,
      revokeTokensOnSignout: true,
    });
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    await service?.close();
  });

  /** Lets the library leave the page. */
  const leave = (tab: Page, call: string) => Promise.all([tab.waitForEvent('load'), tab.evaluate(`void ${call}`)]);
  const evaluate = (tab: Page, call: string) => tab.evaluate<User>(call);

  it('signs in, reads userinfo, refreshes and signs out', async () => {
    const tab = await browser.newPage();
    await tab.goto(origin);
    await leave(tab, 'manager.signinRedirect()');
    await signIn(tab, world);
    const user = await evaluate(tab, 'signedIn');
    expect(user.profile).toMatchObject({ sub: world.person.id, given_name: 'Barbara', email: world.loginName });
    const next = await evaluate(tab, 'manager.signinSilent()');
    expect(next.access_token).not.toBe(user.access_token);
    expect((await userinfo(service, next.access_token)).body.sub).toBe(world.person.id);
    // It refuses an empty answer that says it is text.
    await evaluate(tab, "manager.revokeTokens(['refresh_token'])");
    expect((await userinfo(service, next.access_token)).status).toBe(401);
    await leave(tab, 'manager.signinRedirect()');
    const again = await evaluate(tab, 'signedIn');
    await leave(tab, 'manager.signoutRedirect()');
    if (!tab.url().startsWith(origin)) await send(tab, 'button[name=logout]');
    expect(new URL(tab.url()).pathname).toBe('/bye');
    expect((await userinfo(service, again.access_token)).status).toBe(401);
  });

  it('is refused from an origin that is not registered', async () => {
    const tab = await browser.newPage();
    // The same machine by another name is another origin.
    await tab.goto(origin.replace('127.0.0.1', 'localhost'));
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: clientId }).toString();
    const ask = (from: Page) =>
      from.evaluate(
        ([url = '', body = '']) => fetch(url, { method: 'POST', body: new URLSearchParams(body) }).then(({ status }) => status),
        [`${service.url}/oauth/v2/token`, form],
      );
    await expect(ask(tab)).rejects.toThrow('Failed to fetch');
    await tab.goto(origin);
    expect(await ask(tab)).toBe(400);
  });
});
