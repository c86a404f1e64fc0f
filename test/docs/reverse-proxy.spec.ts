// docs/reverse-proxy.md and the files it names leave requests the time that the service gives them. Only that of nginx is run.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseGoDuration } from '../../src/admin/imports/formats/go-duration.js';
import { DEFAULT_TIMEOUT_MS } from '../../src/admin/imports/import.service.js';
import { REQUEST_BOUNDS } from '../../src/common/admission/request-bounds.js';
import { LIMIT_MS } from '../../src/health/database-check.service.js';
import { blocksUnder } from '../support/guide-blocks.js';

const guide = readFileSync('docs/reverse-proxy.md', 'utf8');
const ms = (duration = '') => parseGoDuration(duration) ?? Number.NaN;
/** How long a body may take to arrive that is limited by its size alone. */
const LONG_MS = 3_600_000;

interface Traefik {
  entryPoints: Record<string, { transport: { respondingTimeouts: { readTimeout: string } } }>;
  http: {
    routers: { gatehouse: { entryPoints: string[] } };
    services: {
      gatehouse: { loadBalancer: { healthCheck: { path: string; interval: string; timeout: string }; serversTransport: string } };
    };
    serversTransports: Record<string, { forwardingTimeouts: { idleConnTimeout: string } }>;
  };
}

describe('Traefik', () => {
  const traefik = Object.assign({}, ...blocksUnder(guide, '## Traefik', 'yaml').map((block) => parse(block) as object)) as Traefik;
  const { routers, services, serversTransports } = traefik.http;
  const { healthCheck, serversTransport } = services.gatehouse.loadBalancer;

  it('waits an hour for a whole request at every entry point it uses: by itself it cuts imports after a minute', () => {
    expect(routers.gatehouse.entryPoints).not.toEqual([]);
    for (const name of routers.gatehouse.entryPoints)
      expect(ms(traefik.entryPoints[name]?.transport.respondingTimeouts.readTimeout)).toBeGreaterThanOrEqual(
        Math.max(LONG_MS, REQUEST_BOUNDS.requestMs),
      );
  });

  it('waits for /readyz longer than that takes, and not until it asks again', () => {
    expect(healthCheck.path).toBe('/readyz');
    expect(ms(healthCheck.timeout)).toBeGreaterThan(LIMIT_MS);
    expect(ms(healthCheck.timeout)).toBeLessThan(ms(healthCheck.interval));
  });

  it('ends idle connections before the service does', () => {
    expect(ms(serversTransports[serversTransport]?.forwardingTimeouts.idleConnTimeout)).toBeLessThan(REQUEST_BOUNDS.keepAliveMs);
  });
});

it('Caddy limits no body, and ends idle connections before the service does', () => {
  const [caddyfile = ''] = blocksUnder(guide, '## Caddy', '');
  expect(caddyfile).not.toMatch(/read_body|read_timeout|write_timeout|response_header_timeout|request_buffers|request_body/);
  expect(ms(/^ *keepalive (\S+)$/m.exec(caddyfile)?.[1])).toBeLessThan(REQUEST_BOUNDS.keepAliveMs);
});

describe('nginx', () => {
  const ingress = readFileSync('deploy/helm/gatehouse/values.yaml', 'utf8');

  it.each([
    ['the file', /^ *proxy_read_timeout (\d+)s;$/m, readFileSync('deploy/nginx/gatehouse.conf', 'utf8')],
    ['the ingress of the chart', /proxy-read-timeout: '(\d+)'$/m, ingress],
  ])('%s waits longer than an import takes that sets no time of its own', (_what, pattern, text) => {
    expect(Number(pattern.exec(text)?.[1]) * 1_000).toBeGreaterThan(DEFAULT_TIMEOUT_MS);
  });
});
