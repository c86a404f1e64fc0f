// A web application as many are written: Express, passport and passport-openidconnect, which is told every address.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import passport from 'passport';
import { Strategy } from 'passport-openidconnect';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../support/browser.js';
import { addClient } from '../support/clients.js';
import { makeWorld, type World } from '../support/world.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { signInAt } from './round-trip.js';

/** The least of a session that the strategy keeps its state in. */
function memorySessions(): express.RequestHandler {
  const sessions = new Map<string, object>();
  return (request, response, next) => {
    const id = /\bsid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID();
    const session = sessions.get(id) ?? {};
    sessions.set(id, session);
    Object.assign(request, { session });
    response.cookie('sid', id);
    next();
  };
}

// The same way through the service as in openid-client.spec.ts, which always runs: another library that takes it is for the long check.
describe.runIf(process.env['LONG'])('passport-openidconnect', () => {
  let service: TestService;
  let world: World;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    service = await sharedService();
    world = await makeWorld(service);
    const app = express();
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { clientId, clientSecret = '' } = await addClient(world, {
      authMethod: 'client_secret_post',
      redirectUris: [`${url}/callback`],
    });
    const strategy = new Strategy(
      {
        issuer: service.url,
        authorizationURL: `${service.url}/oauth/v2/authorize`,
        tokenURL: `${service.url}/oauth/v2/token`,
        userInfoURL: `${service.url}/oidc/v1/userinfo`,
        clientID: clientId,
        clientSecret,
        callbackURL: `${url}/callback`,
        scope: ['profile', 'email', 'offline_access'],
        nonce: true,
        skipUserProfile: false,
      },
      (issuer, profile, _context, _idToken, accessToken, refreshToken, verified) =>
        verified(null, { issuer, profile, accessToken, refreshToken }),
    );
    app.use(memorySessions());
    app.get('/login', passport.authenticate(strategy, { session: false }));
    app.get('/callback', passport.authenticate(strategy, { session: false }), (request, response) => void response.json(request.user));
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await service?.close();
  });

  it('signs in and reads userinfo', async () => {
    const { end } = await signInAt({ url, path: '/login' }, service, world);
    const user = JSON.parse(end.html ?? '');
    expect(user.issuer).toBe(service.url);
    expect(user.profile).toMatchObject({
      id: world.person.id,
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      emails: [{ value: world.loginName }],
    });
    expect([typeof user.accessToken, typeof user.refreshToken]).toEqual(['string', 'string']);
  });

  it('refuses the answer to another browser', async () => {
    const { callback } = await signInAt({ url, path: '/login' }, service, world);
    expect((await new Browser(url).open(callback)).page?.status).toBe(403);
  });
});
