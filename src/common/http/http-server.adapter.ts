// Nest's HTTP adapter with a door in front: paths of the OAuth endpoints never enter Express, which costs more than all they do.
import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import { announcesBody } from './body-headers.js';
import { refuseOtherMethods } from './method-not-allowed.js';
import { PROBLEM_RENDERER, type Problem } from './problem.js';

/** Handles some paths by itself. */
export interface EarlyHandler {
  handles(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** Longer than any proxy in front keeps an idle connection, so that it never sends a request into a closing one. */
const KEEP_ALIVE_MS = 65_000;
/** A client that sends its headers slower than this is cut off. */
const HEADERS_MS = 20_000;
/** The same for a whole request; those that are read as they come bound themselves until they are answered. */
const REQUEST_MS = 300_000;
const UNHURRIED = /^\/admin\/v1\/imports?\/?$/;
const DRAIN_MS = 8_000;
const IDLE_GRACE_MS = 2_000;
/** A refused connection is read on for so long: closed with unread bytes, it would be reset before the caller has read the answer. */
const LINGER_MS = 1_000;

/** What never becomes a request, by the code of node's parser (RFC 9112 section 2.2, RFC 6585 section 5, RFC 9110 section 15.5.9). */
const UNREADABLE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request.headersTooLarge', detail: 'The request line and headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'body.tooLarge', detail: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request.timeout', detail: 'The request took too long to arrive.' },
};
const MALFORMED: Problem = { status: 400, code: 'request.malformed', detail: 'This is not a valid HTTP request.' };

export class HttpServerAdapter extends ExpressAdapter {
  /** Changed by tests, which have no five minutes. */
  requestMs = REQUEST_MS;
  private frontDoor: EarlyHandler | undefined;
  private readonly open = new Set<ServerResponse>();
  private closing = false;

  openFrontDoor(frontDoor: EarlyHandler): void {
    this.frontDoor = frontDoor;
  }

  override initHttpServer(): void {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS, requestTimeout: 0 }, (request, response) =>
      this.dispatch(request, response),
    );
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.refuse(error, socket));
    this.httpServer = server as typeof this.httpServer;
  }

  /** Nest calls this behind the last route. */
  override setNotFoundHandler(handler: (...args: never[]) => unknown): unknown {
    refuseOtherMethods(this.getInstance());
    return super.setNotFoundHandler(handler as never);
  }

  /**
   * No new connections; what was accepted is answered, then its connection closes. A connection that is idle stays open for a moment,
   * because its client may be sending right now: such a request is answered too, instead of being cut off.
   */
  override async close(): Promise<void> {
    this.closing = true;
    for (const response of this.open) response.shouldKeepAlive = false;
    const server = this.httpServer as unknown as HttpServer;
    if (!server.listening) return;
    // Behind an immediate, so that what has arrived meanwhile is read, and its connection is not idle any more.
    const idle = setTimeout(() => setImmediate(() => server.closeIdleConnections()), IDLE_GRACE_MS);
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // HTTP's own close() would cut idle connections at once.
    await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    clearTimeout(idle);
    clearTimeout(cut);
  }

  /** Answers what could not be read as a request, and closes. There is no request to ask for its path, so every protocol gets the same. */
  private refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
    if (code === 'ECONNRESET') return void socket.destroy();
    // Bytes that follow a refused request are no request either.
    if (!socket.writable) return;
    const underWay = [...this.open].find((response) => response.socket === socket);
    // An answer that began cannot become another one.
    if (underWay?.headersSent) return void socket.destroy();
    // What was accepted before is answered; its connection closes behind it.
    if (underWay?.req.complete) return void (underWay.shouldKeepAlive = false);
    socket.end(refusal(UNREADABLE[code] ?? MALFORMED), () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
  }

  /** Cuts off a body that takes too long to arrive. The server's own limit would hold for every request. */
  private hurry(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) this.refuse(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
    }, this.requestMs).unref();
    request.once('close', () => clearTimeout(timer));
  }

  private dispatch(request: IncomingMessage, response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.closing) response.shouldKeepAlive = false;
    request.url = originForm(request.url ?? '/');
    const path = pathOf(request.url);
    // Whoever is refused bounds nothing any more.
    if (announcesBody(request.headers) && UNHURRIED.test(path)) response.once('finish', () => this.hurry(request));
    else if (announcesBody(request.headers)) this.hurry(request);
    if (this.frontDoor?.handles(path)) this.frontDoor.handle(request, response);
    else (this.getInstance() as (request: IncomingMessage, response: ServerResponse) => void)(request, response);
  }
}

/** RFC 9112 section 3.2.2: a target may be a whole URL. Where we are, PUBLIC_URL says, so what stands before the path is dropped. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') || rest === target ? rest : `/${rest}`;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** A whole response (RFC 9112 section 2.1) with the problem as its body. */
function refusal(problem: Problem): string {
  const requestId = randomUUID();
  const body = JSON.stringify(PROBLEM_RENDERER.body(problem, undefined, requestId));
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_RENDERER.contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
