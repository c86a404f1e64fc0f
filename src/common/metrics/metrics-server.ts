// The HTTP server of the metrics: one path, on a port that the public can't reach.
import { createServer } from 'node:http';
import prometheus from 'prom-client';

export interface MetricsServer {
  close(): Promise<void>;
}

/** @param text the metrics in the format of Prometheus */
export async function serveMetrics({ host, port }: { host: string; port: number }, text: () => Promise<string>): Promise<MetricsServer> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, (request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isAsked) return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only GET /metrics is here.\n');
    text().then(
      (body) =>
        response.writeHead(200, { 'Content-Type': prometheus.Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
