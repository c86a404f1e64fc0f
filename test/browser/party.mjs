// The other side of the pages: the server of an application, every address of which is a page. It takes text messages too, and is a directory
// that asks nothing and whose person is always the same, by OAuth and by OpenID Connect.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** @typedef {Awaited<ReturnType<typeof startParty>>} Party */

/** Of the directory, as it names its person. */
export const SUBJECT = '4711';
const ALG = 'ES256';

export async function startParty() {
  /** @type {Array<{ to: string, text: string }>} */
  const texts = [];
  const { privateKey, publicKey } = await generateKeyPair(ALG);
  const keys = [{ ...(await exportJWK(publicKey)), alg: ALG, use: 'sig' }];
  /** What the last sign-in asked for. @type {URLSearchParams} */
  let asked = new URLSearchParams();
  const idToken = async () => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer(), sub: SUBJECT, aud: asked.get('client_id') ?? '', nonce: asked.get('nonce'), auth_time: now };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALG })
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(privateKey);
  };
  /** @type {Record<string, () => object | Promise<object>>} */
  const documents = {
    '/provider/.well-known/openid-configuration': () => ({
      issuer: issuer(),
      authorization_endpoint: `${issuer()}/authorize`,
      token_endpoint: `${issuer()}/token`,
      jwks_uri: `${issuer()}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [ALG],
    }),
    '/provider/keys': () => ({ keys }),
    '/provider/token': async () => ({ access_token: 'token', token_type: 'Bearer', id_token: await idToken() }),
    '/provider/person': () => ({ id: SUBJECT, login: 'ada.stone@boatyard.example', name: 'Ada Stone' }),
  };
  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const answer = async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://party.example');
    if (pathname === '/sms') texts.push(JSON.parse(body));
    if (Object.hasOwn(documents, pathname))
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(await documents[pathname]?.()));
    if (pathname === '/provider/authorize') {
      asked = searchParams;
      const given = new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' });
      return response.writeHead(303, { location: `${searchParams.get('redirect_uri')}?${given}` }).end();
    }
    return response.setHeader('content-type', 'text/html').end('<!DOCTYPE html><title>Sail planner</title><h1>Welcome aboard</h1>');
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}`;
  const issuer = () => `${url}/provider`;
  return {
    url,
    texts,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      // A browser keeps its connections open.
      server.closeAllConnections();
      await closed;
    },
  };
}
