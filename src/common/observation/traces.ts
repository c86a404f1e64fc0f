// OpenTelemetry traces, configured by its standard environment variables. Its packages are optional and loaded only when traces are
// enabled.
import {
  HASHES,
  JOB_RUNS,
  keepRequestContext,
  type Measured,
  requestContext,
  type RequestContext,
  REQUESTS,
  STATEMENTS,
  UNITS,
} from './topics.js';

/** The reason why traces can't be started, as a sentence for the operator. */
export class TracesError extends Error {}

/** Whether the environment enables traces (OpenTelemetry, Environment Variable Specification). */
export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  const exporter = env['OTEL_TRACES_EXPORTER'];
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none') return false;
  return exporter === 'otlp' || Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']);
}

/** Starts traces. @returns a function that sends the remaining spans and ends them @throws TracesError */
export async function startTraces(): Promise<() => Promise<void>> {
  const { api, core, exporter, resources, sdk } = await loadPackages();
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, defaultTextMapGetter } = api;
  // The SDK reads the variables for address, headers, time limits, batches and sampling.
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'gatehouse' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('gatehouse');
  const propagator = new core.W3CTraceContextPropagator();
  type Span = ReturnType<typeof tracer.startSpan>;
  const spans = new WeakMap<RequestContext, Span>();

  const finished = (name: string, { startedMs, ms, failed }: Measured, attributes: Record<string, string> = {}): void => {
    const from = epochMs(startedMs);
    const parent = (requestContext()?.trace?.context ?? ROOT_CONTEXT) as typeof ROOT_CONTEXT;
    const span = tracer.startSpan(name, { startTime: from, attributes }, parent);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(from + ms);
  };

  const ends = [
    keepRequestContext((context) => {
      const parent = propagator.extract(ROOT_CONTEXT, context.request.headers, defaultTextMapGetter);
      const { method = '' } = context.request;
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, startTime: Date.now() }, parent);
      const { traceId, spanId } = span.spanContext();
      spans.set(context, span);
      context.trace = { traceId, spanId, context: trace.setSpan(parent, span) };
    }),
    REQUESTS.listen((request) => {
      const span = request.context && spans.get(request.context);
      if (!span) return;
      span.updateName(`${request.method} ${request.route}`);
      span.setAttributes({
        'http.request.method': request.method,
        'http.route': request.route,
        'http.response.status_code': request.status,
        'gatehouse.request_id': request.requestId,
        ...(request.callerId && { 'gatehouse.caller_id': request.callerId }),
        ...(request.organizationId && { 'gatehouse.organization_id': request.organizationId }),
      });
      if (request.failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(epochMs(request.startedMs + request.ms));
    }),
    STATEMENTS.listen((one) => finished(verbOf(one.sql), one, { 'db.query.text': one.sql })),
    UNITS.listen((one) => finished(`unit ${one.unit}`, one)),
    HASHES.listen((one) => finished('password hash', one, { 'gatehouse.worth': one.worth })),
    JOB_RUNS.listen((one) => finished(`job ${one.job}`, one)),
  ];
  return async () => {
    for (const end of ends) end();
    await provider.shutdown().catch(() => undefined);
  };
}

function epochMs(startedMs: number): number {
  return performance.timeOrigin + startedMs;
}

function verbOf(sql: string): string {
  return sql.slice(0, sql.indexOf(' ')).toUpperCase();
}

async function loadPackages() {
  try {
    const [api, core, exporter, resources, sdk] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ]);
    return { api, core, exporter, resources, sdk };
  } catch {
    throw new TracesError(
      'The OTEL_* variables ask for traces, and the optional packages of OpenTelemetry are not installed: install without --omit=optional, or set OTEL_SDK_DISABLED=true.',
    );
  }
}
