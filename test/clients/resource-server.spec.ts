// A resource server as others write it: Express with express-oauth2-jwt-bearer, which knows this service by its discovery document alone.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { auth, requiredScopes } from 'express-oauth2-jwt-bearer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClient, type Credentials } from '../support/clients.js';
import { makeWorld, type World } from '../support/world.js';
import { signIn } from '../support/oauth.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let world: World;
let client: Credentials;
let server: Server;
let api: string;
beforeAll(async () => {
  service = await sharedService();
  world = await makeWorld(service);
  client = await addClient(world, { type: 'userAgent', accessTokenType: 'jwt' });
  const app = express();
  app.use(auth({ issuerBaseURL: service.url, audience: world.projectId, tokenSigningAlg: 'ES256', strict: true }));
  app.get('/profile', requiredScopes('email'), (request, response) => void response.json({ sub: request.auth?.payload.sub }));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await service.close();
});

const get = (token: string) => fetch(api, { headers: { authorization: `Bearer ${token}` } });

it('lets a token of its project in, with the scope it wants', async () => {
  const answer = await get((await signIn(service, world, client, 'openid email')).tokens.access_token);
  expect([answer.status, await answer.json()]).toEqual([200, { sub: world.person.id }]);
});

it('refuses a token without the scope, of another project, and an ID token', async () => {
  expect((await get((await signIn(service, world, client, 'openid')).tokens.access_token)).status).toBe(403);
  const other = await makeWorld(service);
  const foreign = await addClient(other, { type: 'userAgent', accessTokenType: 'jwt' });
  expect((await get((await signIn(service, other, foreign, 'openid email')).tokens.access_token)).status).toBe(401);
  expect((await get((await signIn(service, world, client, 'openid email')).tokens.id_token)).status).toBe(401);
});
