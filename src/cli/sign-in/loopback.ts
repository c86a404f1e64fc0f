// The redirect URI of a sign-in: an address of this machine that listens for as long as the sign-in takes (RFC 8252 section 7.3).
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError } from '../terminal/command-error.js';

const WAIT_MS = 600_000;

export interface Loopback {
  redirectUri: string;
  /** The URL of the redirect with this `state`; all other requests are refused. @throws CommandError after ten minutes */
  comesBack(state: string): Promise<URL>;
  close(): void;
}

export async function listenOnLoopback(path: string): Promise<Loopback> {
  let arrived: (url: URL) => void = () => undefined;
  let expected = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
    if (expected === '' || url.pathname !== path || url.searchParams.get('state') !== expected) return refuse(request, response);
    answer(response, url.searchParams.has('error'));
    arrived(url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return {
    redirectUri,
    comesBack: (state) =>
      new Promise((resolve, reject) => {
        expected = state;
        const timer = setTimeout(() => reject(new CommandError('There was no sign-in within ten minutes.')), WAIT_MS);
        arrived = (url) => {
          clearTimeout(timer);
          resolve(new URL(url.pathname + url.search, redirectUri));
        };
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function refuse(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing here.\n');
}

function answer(response: ServerResponse, failed: boolean): void {
  const said = failed ? 'You are not signed in. The terminal says why.' : 'You are signed in. You can close this window.';
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    .end(`<!doctype html><html lang="en"><title>Gatehouse</title><p>${said}</p></html>\n`);
}
