// oidc-provider with nothing around it: its own in-memory storage, one client, opaque tokens, at the service's addresses.
import { createServer } from 'node:http';
import { randomBytes } from 'node:crypto';
import Provider from 'oidc-provider';
import { answer } from '../harness/processes.mjs';
import { basic } from '../harness/service.mjs';

answer({ start });

async function start() {
  const client = { client_id: 'bench', client_secret: randomBytes(32).toString('base64url') };
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  const provider = new Provider(url, {
    clients: [{ ...client, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
    features: { clientCredentials: { enabled: true }, introspection: { enabled: true }, devInteractions: { enabled: false } },
    routes: { token: '/oauth/v2/token', introspection: '/oauth/v2/introspect' },
    ttl: { ClientCredentials: 3600 },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));
  return { url, authorization: basic(client.client_id, client.client_secret) };
}
