// What operators see of a running service: metrics, traces, slow statements, the header Server-Timing.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { Ground, type Process } from '../support/processes.js';
import { freePort } from '../support/service.js';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Array<{ key: string; value: { stringValue?: string; intValue?: number } }>;
}

let collector: Receiver;
let ground: Ground;
let service: Process;
let metricsUrl: string;
beforeAll(async () => {
  collector = await startReceiver();
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  ground = await Ground.make({
    LOG_LEVEL: 'info',
    ACCESS_LOG: 'all',
    METRICS_PORT: String(metricsPort),
    SERVER_TIMING: 'true',
    SLOW_STATEMENT_MS: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'gatehouse-under-test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  service = await ground.start();
});
afterAll(async () => {
  await ground?.clear();
  await collector.close();
});

const linesOf = (requestId: string) =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['requestId'] === requestId);
const metrics = async () => (await fetch(metricsUrl)).text();
const valueOf = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1],
  );
const spans = () =>
  collector.received.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: Array<{ scopeSpans: Array<{ spans: Span[] }> }> }).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
const attribute = (span: Span | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};
const hasPools = () => !ground.env['DATABASE_URL']?.startsWith('sqlite');
const authorization = () => `Bearer ${ground.credentials.serviceUser.personalAccessToken}`;
const list = (id: string, headers: Record<string, string> = {}, filter = 'userName eq "eve.visible"') => {
  return fetch(`${service.url}/scim/v2/${ground.credentials.orgId}/Users?filter=${encodeURIComponent(filter)}`, {
    headers: { authorization: authorization(), 'x-request-id': id, ...headers },
  });
};

/** What the alerts and the dashboard ask for, with the texts that name labels of the answer. */
function expressions(): Array<{ expr: string; texts: string }> {
  const { groups } = parse(readFileSync('deploy/prometheus-alerts.yaml', 'utf8')) as {
    groups: Array<{ rules: Array<{ expr: string; annotations: Record<string, string> }> }>;
  };
  const { panels } = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as {
    panels: Array<{ targets: Array<{ expr: string; legendFormat: string }> }>;
  };
  return [
    ...groups.flatMap(({ rules }) => rules).map(({ expr, annotations }) => ({ expr, texts: Object.values(annotations).join('\n') })),
    ...panels.flatMap(({ targets }) => targets).map(({ expr, legendFormat }) => ({ expr, texts: legendFormat })),
  ];
}
/** Labels that a scrape puts in the place of those that were served. */
const OF_TARGETS = ['job', 'instance'];
const comparedIn = (selector: string) => [...selector.matchAll(/(\w+)[=!]~?"/g)].map(([, label = '']) => label);

describe('metrics', () => {
  it('count requests by class of route, statements, caches, sealing, queues and what Node tells of itself', async () => {
    await list('counted');
    const { clientId, clientSecret } = ground.credentials.serviceUser;
    const headers = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    await fetch(`${service.url}/oauth/v2/token`, { method: 'POST', headers, body });
    const ofScim = 'gatehouse_http_request_duration_seconds_count{class="scim",method="GET",status="2xx"}';
    await expect.poll(async () => valueOf(await metrics(), ofScim)).toBe(1);
    const text = await metrics();
    expect(valueOf(text, 'gatehouse_http_request_duration_seconds_count{class="token",method="POST",status="2xx"}')).toBe(1);
    expect(valueOf(text, 'gatehouse_database_statement_duration_seconds_count{use="read",outcome="done"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'gatehouse_cache_lookups_total{result="miss"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'gatehouse_seal_operations_total{operation="seal",purpose="access-token",outcome="done"}')).toBe(1);
    for (const queue of ['password', 'database']) expect(text).toContain(`gatehouse_queue_tasks{queue="${queue}",state="waiting"} 0`);
    expect(text).toContain('nodejs_eventloop_lag_max_seconds');
    expect(text.includes('gatehouse_database_pool_connections{pool="writer",state="open"}')).toBe(hasPools());
  });

  it('count units of work and password hashes, by how they ended', async () => {
    const counted = async (series: string) => valueOf(await metrics(), `gatehouse_${series}`) || 0;
    const failures = () => counted('database_unit_duration_seconds_count{outcome="failed"}');
    const add = () =>
      fetch(`${service.url}/scim/v2/${ground.credentials.orgId}/Users`, {
        method: 'POST',
        headers: { authorization: authorization(), 'content-type': 'application/scim+json' },
        body: JSON.stringify({
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
          userName: 'counted.once',
          name: { givenName: 'Counted', familyName: 'Once' },
          emails: [{ value: 'counted.once@example.com', primary: true }],
          password: 'Correct-Horse-Battery-9!',
        }),
      });
    const of = 'password_hash_duration_seconds_count{worth="administration",outcome="done"}';
    const before = { hashes: await counted(of), failures: await failures() };
    const done = await counted('database_unit_duration_seconds_count{outcome="done"}');
    expect((await add()).status).toBe(201);
    expect(await counted(of)).toBe(before.hashes + 1);
    expect(await counted('database_unit_duration_seconds_count{outcome="done"}')).toBeGreaterThan(done);
    expect(await failures()).toBe(before.failures);
    expect((await add()).status).toBe(409);
    expect(await failures()).toBe(before.failures + 1);
    for (const kind of ['unit', 'read'])
      expect(valueOf(await metrics(), `gatehouse_database_repeats_total{of="${kind}"}`)).toBeGreaterThanOrEqual(0);
  });

  it('count runs of background jobs, and say when one last succeeded', async () => {
    const startedAt = Date.now() / 1_000;
    // It runs by itself every ten minutes, for the first time after as many.
    const run = () => fetch(`${service.url}/admin/v1/jobs/purge/_run`, { method: 'POST', headers: { authorization: authorization() } });
    expect((await run()).status).toBe(202);
    const runs = 'gatehouse_job_run_duration_seconds_count{task="purge",outcome="done"}';
    await expect.poll(async () => valueOf(await metrics(), runs)).toBe(1);
    const at = valueOf(await metrics(), 'gatehouse_job_last_success_timestamp_seconds{task="purge"}');
    expect(at).toBeGreaterThanOrEqual(startedAt);
    expect(at).toBeLessThanOrEqual(Date.now() / 1_000);
  });

  it('count a request whose caller went before the answer as 499, and so does the access log', async () => {
    const answered = async () => valueOf(await metrics(), ofToken('2xx'));
    const ofToken = (status: string) => `gatehouse_http_request_duration_seconds_count{class="token",method="POST",status="${status}"}`;
    const before = await answered();
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const head = [
      `POST /oauth/v2/token HTTP/1.1`,
      `Host: ${hostname}`,
      'X-Request-Id: left',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    socket.write([...head, 'Content-Type: application/x-www-form-urlencoded', '', ''].join('\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.destroy();
    // Every statement that takes a millisecond has a line of its own here.
    const lines = () => linesOf('left').filter(({ message }) => message !== 'slow statement');
    await expect.poll(lines).toMatchObject([{ message: 'request', route: '/oauth/v2/token', status: 499 }]);
    expect(valueOf(await metrics(), ofToken('499'))).toBe(1);
    expect(await answered()).toBe(before);
  });

  it('have a bounded number of series, whatever is asked for', async () => {
    const series = async () =>
      (await metrics()).split('\n').filter((line) => line.startsWith('gatehouse_http_request_duration_seconds_count'));
    await fetch(`${service.url}/a`);
    await expect.poll(async () => (await series()).join()).toContain('class="other"');
    const before = await series();
    for (let i = 0; i < 30; i++) await fetch(`${service.url}/${'x'.repeat(i)}/organizations/${i}`);
    expect(await series()).toHaveLength(before.length);
  });

  it('count refusals by class and by whose quota it was, and by nothing that callers choose', async () => {
    const policy = `${service.url}/admin/v1/organizations/${ground.credentials.orgId}/policies/limits`;
    const headers = { authorization: authorization(), 'content-type': 'application/json' };
    await fetch(policy, { method: 'PATCH', headers, body: JSON.stringify({ scimPerCaller: 1 }) });
    // A minute may end in between.
    await expect.poll(async () => (await list('refused')).status).toBe(429);
    await fetch(policy, { method: 'DELETE', headers });
    const series = (await metrics()).split('\n').filter((line) => line.startsWith('gatehouse_limit_refusals_total'));
    expect(series).toEqual(['gatehouse_limit_refusals_total{class="scim",of="caller"} 1']);
  });

  it('leave the labels `job` and `instance` to Prometheus, and have every other that the dashboard and the alerts name', async () => {
    const served = [...(await metrics()).matchAll(/^(\w+)\{(.*)\} /gm)].map(([, series, labels = '']) => ({
      series,
      labels: comparedIn(labels),
    }));
    const labelsOf = (name: string) => served.filter(({ series }) => series === name).flatMap(({ labels }) => labels);
    expect(served.filter(({ labels }) => labels.some((label) => OF_TARGETS.includes(label)))).toEqual([]);
    for (const { expr, texts } of expressions()) {
      const named = [
        ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', ')),
        ...[...texts.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = '']) => label),
      ];
      for (const [, series = '', selector = ''] of expr.matchAll(/\b((?:gatehouse|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)) {
        // SQLite has no pools.
        if (series === 'gatehouse_database_pool_connections' && !hasPools()) continue;
        const asked = [...comparedIn(selector), ...named].filter((label) => label !== 'instance');
        expect(
          asked.filter((label) => !labelsOf(series).includes(label)),
          series,
        ).toEqual([]);
      }
    }
  });

  it('are all that the dashboard and the alerts ask for', async () => {
    const served = new Set([...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    for (const file of ['deploy/grafana-dashboard.json', 'deploy/prometheus-alerts.yaml']) {
      const asked = [
        ...readFileSync(file, 'utf8').matchAll(/\b((?:gatehouse|nodejs|process)_[a-z0-9_]+?)(?:_bucket|_count|_sum)?\b(?=[{[,) ]|$)/gm),
      ];
      expect(asked.length).toBeGreaterThan(5);
      expect(asked.map(([, name]) => name).filter((name) => !served.has(name))).toEqual([]);
    }
  });

  it('are asked for as what tells of the worst worker, where several are averaged', () => {
    const asked = expressions().flatMap(({ expr }) => expr.match(/\bnodejs_eventloop_lag_\w+/g) ?? []);
    expect([...new Set(asked)]).toEqual(['nodejs_eventloop_lag_max_seconds']);
  });

  it('have a panel for refusals by limits and one for the age of the last success of jobs', () => {
    const exprs = expressions().map(({ expr }) => expr);
    const ofPanels = exprs.filter((expr) => expr.includes('$instance')).join('\n');
    expect(ofPanels).toContain('gatehouse_limit_refusals_total');
    expect(ofPanels).toContain('time() - max by (task) (gatehouse_job_last_success_timestamp_seconds');
  });

  it('stand on their own port alone, and nothing else stands there', async () => {
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    expect((await fetch(metricsUrl.replace('/metrics', '/healthz'))).status).toBe(404);
    expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404);
  });
});

describe('traces', () => {
  const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

  it('continue the caller’s, with the route, the request id and each statement, and with no value', async () => {
    await list('traced', { traceparent: `00-${caller.traceId}-${caller.spanId}-01` });
    const ofRequest = () => spans().find((span) => attribute(span, 'gatehouse.request_id') === 'traced');
    await expect.poll(ofRequest).toMatchObject({ name: 'GET /scim/v2/:orgId/Users', traceId: caller.traceId, parentSpanId: caller.spanId });
    expect(attribute(ofRequest(), 'gatehouse.organization_id')).toBe(ground.credentials.orgId);
    await expect.poll(() => spans().some((span) => span.name === 'SELECT' && span.parentSpanId === ofRequest()?.spanId)).toBe(true);
    const sent = collector.received.map(({ body }) => body).join('\n');
    expect(sent).toContain('gatehouse-under-test');
    for (const value of ['eve.visible', ground.credentials.serviceUser.personalAccessToken]) expect(sent).not.toContain(value);
  });

  it('are named by the lines of the log', async () => {
    await expect.poll(() => linesOf('traced')).toContainEqual(expect.objectContaining({ message: 'request', traceId: caller.traceId }));
  });
});

it('answers say what their time was spent on, if the setting wants it', async () => {
  expect((await list('timed')).headers.get('server-timing')).toMatch(/^db;dur=[\d.]+;desc="\d+", total;dur=[\d.]+$/);
  expect((await fetch(`${service.url}/oauth/v2/keys`)).headers.get('server-timing')).toMatch(/total;dur=/);
});

it('slow statements are logged with placeholders, and with the request they were for', async () => {
  // Searches every person, which the embedded database does in a process beside. Few as they are, one search may take less.
  const search = () => list('slow', {}, 'displayName co "eve.visible"');
  const line = () => linesOf('slow').find(({ message }) => message === 'slow statement');
  await expect
    .poll(async () => (await search(), line()))
    .toMatchObject({ level: 'warn', use: 'read', ms: expect.any(Number), statement: expect.stringMatching(/^(SELECT|WITH) /) });
  expect(service.output()).not.toContain('eve.visible');
});
