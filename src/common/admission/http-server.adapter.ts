// Nest's HTTP adapter with handlers in front. Requests to OAuth endpoints bypass Express, which would cost more than their work.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { OverLimitError } from '../primitives/over-limit-error.js';
import { announcesBody } from './json-body.js';
import { failAtGate, type Gate, refuseAtGate } from './gate.js';
import { REQUESTS } from '../observation/topics.js';
import { refuseOtherMethods } from '../http/method-not-allowed.js';
import { echoInteraction, nameRequest, observeRequest, pathOf } from '../http/observed-requests.js';
import { type Problem, PROBLEM_RENDERER } from '../http/problem.js';
import { REQUEST_BOUNDS } from './request-bounds.js';

/** Handles requests to some paths before Express. */
export interface EarlyHandler {
  handles(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Answers a request that the gate refused. */
  refuse(request: IncomingMessage, response: ServerResponse, error: OverLimitError): void;
}

/** Answers ordinary requests to some paths before Express. */
export interface Shortcut {
  handles(path: string): boolean;
  /** @returns whether the request was answered; if not, nothing was sent, and Express continues */
  answerRequest(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** Node's own request timeout is off, since it would apply to every request; see {@link HttpServerAdapter.hurry}. */
const SERVER_OPTIONS = {
  maxHeaderSize: REQUEST_BOUNDS.headerBytes,
  headersTimeout: REQUEST_BOUNDS.headersMs,
  connectionsCheckingInterval: REQUEST_BOUNDS.lookMs,
  requestTimeout: 0,
  keepAliveTimeout: REQUEST_BOUNDS.keepAliveMs,
};
const UNHURRIED = /^\/admin\/v1\/imports?\/?$/i;
const DRAIN_MS = 8_000;
const IDLE_GRACE_MS = 2_000;
/** How long a refused connection is still read. If it were closed with unread bytes, a reset could reach the caller before the response. */
const LINGER_MS = 1_000;

/** Responses to unparsable requests, by the error code of Node's parser (RFC 9112 section 2.2, RFC 6585 section 5, RFC 9110 section 15.5.9). */
const UNREADABLE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request.headersTooLarge', detail: 'The request line and headers are too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'body.tooLarge', detail: 'The chunk extensions are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request.timeout', detail: 'The request took too long to arrive.' },
};
const TOO_SLOW = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
const MALFORMED: Problem = { status: 400, code: 'request.malformed', detail: 'This is not a valid HTTP request.' };

export class HttpServerAdapter extends ExpressAdapter {
  /** Tests set a shorter value. */
  requestMs: number = REQUEST_BOUNDS.requestMs;
  private frontDoor: EarlyHandler | undefined;
  private gate: Gate | undefined;
  private shortcut: Shortcut | undefined;
  private readonly open = new Set<ServerResponse>();
  private closing = false;

  /** Pending answers continue, and each closes its connection: the client's next connection may lead to another process. */
  leave(): void {
    this.closing = true;
    for (const response of this.open) response.shouldKeepAlive = false;
  }

  openFrontDoor(frontDoor: EarlyHandler, gate: Gate, shortcut: Shortcut): void {
    this.frontDoor = frontDoor;
    this.gate = gate;
    this.shortcut = shortcut;
  }

  override initHttpServer(): void {
    const server = createServer(SERVER_OPTIONS, (request, response) => this.dispatch(request, response));
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.refuse(error, socket));
    server.setTimeout(REQUEST_BOUNDS.silenceMs, (socket) => this.endSilent(socket));
    this.httpServer = server as typeof this.httpServer;
  }

  /**
   * JSON media types have no parameters (RFC 8259 section 11), but Express adds a charset to texts. So an answer with a `+json` type is
   * sent as bytes.
   */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const isBytes = String(response.getHeader('content-type')).endsWith('+json') && typeof body === 'object' && body !== null;
    if (!isBytes || body instanceof StreamableFile) return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) response.status(statusCode);
    return response.send(Buffer.from(JSON.stringify(body)));
  }

  /** Nest calls this after the last route. */
  override setNotFoundHandler(handler: (...args: never[]) => unknown): unknown {
    refuseOtherMethods(this.getInstance());
    return super.setNotFoundHandler(handler as never);
  }

  /**
   * Accepts no new connections; pending requests are answered, then their connections close. An idle connection stays open for a moment,
   * because its client may be sending a request, which is still answered.
   */
  override async close(): Promise<void> {
    this.leave();
    const server = this.httpServer as unknown as HttpServer;
    if (!server.listening) return;
    // setImmediate: first reads data that has arrived meanwhile, so that its connection is no longer idle.
    const idle = setTimeout(() => setImmediate(() => server.closeIdleConnections()), IDLE_GRACE_MS);
    const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    // The server's close() would cut idle connections at once.
    await new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    clearTimeout(idle);
    clearTimeout(cut);
    // Ends the timer that checks the connections, which would keep the whole service in memory.
    server.close();
  }

  /** Answers an unparsable request and closes the connection. Its path is unknown, so every protocol gets the same response. */
  private refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
    if (code === 'ECONNRESET') return void socket.destroy();
    // Bytes after a refused request are ignored.
    if (!socket.writable) return;
    const underWay = [...this.open].find((response) => response.socket === socket);
    // A response that has begun can't be replaced.
    if (underWay?.headersSent) return void socket.destroy();
    // Earlier requests are still answered; then the connection closes.
    if (underWay?.req.complete) return void (underWay.shouldKeepAlive = false);
    const problem = UNREADABLE[code] ?? MALFORMED;
    const requestId = randomUUID();
    tellRefused(requestId, problem.status);
    socket.end(refusal(problem, requestId), () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
  }

  /**
   * Ends a connection without any traffic for a long time, unless the service itself is busy. Node leaves idle connections to this handler
   * as well.
   */
  private endSilent(socket: Socket): void {
    const underWay = [...this.open].find((response) => response.socket === socket);
    // No request is pending, or the caller doesn't read the answer.
    if (!underWay || underWay.writableLength > 0) return void socket.destroy();
    const { complete, readableLength } = underWay.req;
    if (!complete && readableLength === 0) return this.refuse(TOO_SLOW, socket);
    socket.setTimeout(REQUEST_BOUNDS.silenceMs);
  }

  /** Aborts a request whose body takes too long. The server's own timeout would apply to every request. */
  private hurry(request: IncomingMessage): void {
    const timer = setTimeout(() => {
      if (!request.complete) this.refuse(TOO_SLOW, request.socket);
    }, this.requestMs).unref();
    request.once('close', () => clearTimeout(timer));
  }

  private dispatch(request: IncomingMessage, response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.closing) response.shouldKeepAlive = false;
    request.url = originForm(request.url ?? '/');
    const path = pathOf(request.url);
    // After a refusal no handler limits the time of a streamed body, so the timeout is added then.
    if (announcesBody(request.headers) && UNHURRIED.test(path)) response.once('finish', () => request.complete || this.hurry(request));
    else if (announcesBody(request.headers)) this.hurry(request);
    if (announcesBody(request.headers)) response.once('finish', () => discardRest(request));
    nameRequest(request);
    echoInteraction(request, response);
    observeRequest(request, response, path, () => this.letIn(request, response, path));
  }

  private letIn(request: IncomingMessage, response: ServerResponse, path: string): void {
    const refusal = this.gate?.admit(request, response, path);
    const isEarly = this.frontDoor?.handles(path) === true && refusal?.isPage !== true;
    if (isEarly && refusal) return this.frontDoor?.refuse(request, response, refusal.error);
    if (isEarly) return this.frontDoor?.handle(request, response);
    if (refusal) refuseAtGate(request, refusal);
    else if (this.shortcut?.handles(path)) return void this.tryShortcut(this.shortcut, request, response);
    this.enterExpress(request, response);
  }

  private async tryShortcut(shortcut: Shortcut, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (await shortcut.answerRequest(request, response)) return;
    } catch (error) {
      failAtGate(request, error);
    }
    this.enterExpress(request, response);
  }

  private enterExpress(request: IncomingMessage, response: ServerResponse): void {
    (this.getInstance() as (request: IncomingMessage, response: ServerResponse) => void)(request, response);
  }
}

/**
 * Reads the rest of a body that was refused before its end, for at most the time limit of a request. Unread, it would block the next
 * request on the connection (RFC 9112 section 9.3). Node does this only for bodies that no code has begun to read.
 */
function discardRest(request: IncomingMessage): void {
  if (!request.complete) request.unpipe().resume();
}

/** A target may be an absolute URL (RFC 9112 section 3.2.2). PUBLIC_URL is authoritative, so everything before the path is dropped. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') || rest === target ? rest : `/${rest}`;
}

/** Reports the refusal, so that the request id the caller gets is found in the log. */
function tellRefused(requestId: string, status: number): void {
  if (!REQUESTS.hasListeners) return;
  const startedMs = performance.now();
  REQUESTS.publish({ requestId, method: '', route: '', status, startedMs, ms: 0, failed: false, context: undefined });
}

/** A complete response (RFC 9112 section 2.1) with the problem as its body. */
function refusal(problem: Problem, requestId: string): string {
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
