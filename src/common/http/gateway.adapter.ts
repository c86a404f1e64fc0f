// Nest's HTTP adapter with a door in front: paths of the OAuth endpoints never enter Express, which costs more than all they do.
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Handles some paths by itself. */
export interface FrontDoor {
  handles(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

/** Longer than any proxy in front keeps an idle connection, so that it never sends a request into a closing one. */
const KEEP_ALIVE_MS = 65_000;
/** A client that sends its headers slower than this is cut off. */
const HEADERS_MS = 20_000;
const DRAIN_MS = 8_000;
const IDLE_GRACE_MS = 2_000;

export class GatewayAdapter extends ExpressAdapter {
  private frontDoor: FrontDoor | undefined;
  private readonly open = new Set<ServerResponse>();
  private closing = false;

  openFrontDoor(frontDoor: FrontDoor): void {
    this.frontDoor = frontDoor;
  }

  override initHttpServer(): void {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS }, (request, response) =>
      this.dispatch(request, response),
    );
    this.httpServer = server as typeof this.httpServer;
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

  private dispatch(request: IncomingMessage, response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.closing) response.shouldKeepAlive = false;
    const path = pathOf(request.url ?? '/');
    if (this.frontDoor?.handles(path)) this.frontDoor.handle(request, response);
    else (this.getInstance() as (request: IncomingMessage, response: ServerResponse) => void)(request, response);
  }
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
