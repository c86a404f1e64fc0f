// An OpenID provider whose every answer a test may change: a real server with real signatures.
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, type JWK, type JWTPayload } from 'jose';
import { newKeyPair, type Signer } from './clients.js';

export const CLIENT_ID = 'gatehouse';
export const CLIENT_SECRET = 'a secret: 100% & more';

/** What the token endpoint received. */
export interface TokenRequest {
  form: URLSearchParams;
  authorization: string | undefined;
}

export interface HostileProvider {
  origin: string;
  /** Paths that were requested, in order. */
  requested: string[];
  onRequest?: (path: string) => void;
  /** Connections that were opened, whatever came over them. */
  connections: number;
  tokenRequests: TokenRequest[];
  signer: Signer;
  /** Members that its discovery document has besides the usual ones, or instead of them. */
  discovery: Record<string, unknown>;
  keys: JWK[];
  /** Of the ID token, besides the usual ones; undefined leaves one out. */
  claims: JWTPayload;
  header: Record<string, unknown>;
  /** Makes the ID token of its claims; without, it signs them. */
  makeToken: ((claims: JWTPayload) => Promise<string> | string) | undefined;
  /** Members of the token response besides the usual ones. */
  tokenResponse: Record<string, unknown>;
  userinfo: Record<string, unknown> | undefined;
  /** Answers instead of the usual ones, by the end of the path. */
  answers: Record<string, RequestListener>;
  /** The authorization request that its next code is for. */
  authorization: URLSearchParams;
  close(): Promise<void>;
}

/** A new key with its public half as it is published. */
export async function newSigner(kid: string, alg = 'RS256'): Promise<Signer> {
  const pair = await newKeyPair(alg);
  return { ...pair, kid, publicJwk: { ...pair.publicJwk, kid, alg, use: 'sig' } };
}

/** An answer in JSON. */
export const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** Starts one. @param nowSeconds the time of its tokens */
export async function startHostileProvider(nowSeconds: () => number): Promise<HostileProvider> {
  // Made for each: keys come again after a few, so that one kept for long would be that of a later test's attacker, too.
  const signer = await newSigner('key-1');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    provider.requested.push(pathname);
    provider.onRequest?.(pathname);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const path = Object.keys(provider.answers).find((end) => pathname.endsWith(end));
      if (path !== undefined) return provider.answers[path]?.(request, response);
      const answer = async () => {
        if (pathname.endsWith('/.well-known/openid-configuration')) return documentOf(pathname);
        if (pathname === '/keys') return { keys: provider.keys };
        if (pathname === '/userinfo') return provider.userinfo;
        if (pathname !== '/token') return undefined;
        provider.tokenRequests.push({ form, authorization: request.headers.authorization });
        return tokensFor(form);
      };
      answer().then(
        (value) => json(value ?? {}, value === undefined ? 404 : 200)(request, response),
        (error: Error) => json({ error: 'invalid_grant', error_description: error.message }, 400)(request, response),
      );
    });
  });
  server.on('connection', () => provider.connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const documentOf = (pathname: string) => ({
    issuer: origin + pathname.slice(0, -'/.well-known/openid-configuration'.length),
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/keys`,
    ...provider.discovery,
  });
  const tokensFor = async (form: URLSearchParams) => {
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== provider.authorization.get('code_challenge')) throw new Error('the verifier is of another challenge');
    if (form.get('redirect_uri') !== provider.authorization.get('redirect_uri')) throw new Error('the redirect URI is another one');
    const now = nowSeconds();
    const usual = { iss: origin, aud: CLIENT_ID, sub: 'person-1', iat: now, exp: now + 300, nonce: provider.authorization.get('nonce') };
    const claims = Object.fromEntries(Object.entries({ ...usual, ...provider.claims }).filter(([, value]) => value !== undefined));
    const { alg, kid, privateKey } = provider.signer;
    const sign = (payload: JWTPayload) => new SignJWT(payload).setProtectedHeader({ alg, kid, ...provider.header }).sign(privateKey);
    const idToken = await (provider.makeToken ?? sign)(claims);
    return { access_token: 'access-token', token_type: 'Bearer', id_token: idToken, ...provider.tokenResponse };
  };

  const provider: HostileProvider = {
    origin,
    requested: [],
    connections: 0,
    tokenRequests: [],
    signer,
    discovery: {},
    keys: [signer.publicJwk],
    claims: { email: 'barbara@directory.example', name: 'Barbara Jensen' },
    header: {},
    makeToken: undefined,
    tokenResponse: {},
    userinfo: undefined,
    answers: {},
    authorization: new URLSearchParams(),
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return provider;
}

/** Lets a person sign in at the provider. @param url the authorization request @param claims of the ID token @returns the address of the callback */
export function signInAtProvider(provider: HostileProvider, url: string, claims: JWTPayload): string {
  provider.authorization = new URL(url).searchParams;
  provider.claims = claims;
  const answer = new URLSearchParams({ code: 'code-1', state: provider.authorization.get('state') ?? '' });
  return `${provider.authorization.get('redirect_uri')}?${answer.toString()}`;
}
