import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseKeyPairsIntoRecord, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { TracingSettings } from '../config/tracingSettings.ts';
import type { BlobWatcher } from '../metrics/watchBlobs.ts';
import type { StatementWatcher } from '../store/engine.ts';

export interface Tracing {
  /** Makes a span of each request. Call it before routes are registered, and before all other hooks. */
  traceRequests(app: FastifyInstance): void;
  /** Adds a statement of the database to the request that it was made for. */
  onStatement: StatementWatcher;
  /** Adds an operation on files to the request that it was made for. */
  onBlob: BlobWatcher;
  /** Sends what waits to be sent. */
  close(): Promise<void>;
}

/** Milliseconds that sending to the collector may take. */
const exportTimeoutMs = 3_000;

/**
 * Traces of requests for a collector of OpenTelemetry (OTLP over HTTP, as JSON): each with its statements and
 * operations on files. Spans have routes and our own statements, never addresses, values or names of readers.
 */
export function createTracing(
  settings: TracingSettings,
  { version, trustProxy }: Pick<Config, 'version' | 'trustProxy'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(settings.headers),
    timeoutMillis: exportTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: warnOnce(exporter, settings, log),
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const tracer = provider.getTracer('lectern', version);
  const propagator = new W3CTraceContextPropagator();
  const current = new AsyncLocalStorage<Context>();
  const contexts = new WeakMap<FastifyRequest, Context>();

  /** Something that has just ended, below the request that it was done for; nothing where there is none. */
  function addEnded(name: string, milliseconds: number, failed: boolean, attributes: Record<string, string>) {
    const parent = current.getStore();
    if (parent === undefined) return;
    const startTime = Date.now() - milliseconds;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, parent);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startTime + milliseconds);
  }

  return {
    traceRequests(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        // A visitor could name any trace, and have it kept.
        const from = trustProxy
          ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
          : ROOT_CONTEXT;
        const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER }, from);
        const context = trace.setSpan(from, span);
        contexts.set(request, context);
        current.run(context, done);
      });
      // What reads a body from the socket goes on outside of the request.
      app.addHook('preValidation', (request, _reply, done) => {
        current.run(contexts.get(request) ?? ROOT_CONTEXT, done);
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
        if (span) endRequest(span, request, reply.statusCode);
      });
    },
    onStatement: (sql, milliseconds, failed) =>
      addEnded(sql.split(' ', 1)[0] ?? 'statement', milliseconds, failed, { 'db.query.text': sql }),
    onBlob: (operation, failed, seconds) =>
      addEnded(`files ${operation}`, seconds * 1_000, failed, { 'lectern.operation': operation }),
    // What could not be sent was said.
    close: () => provider.shutdown().catch(() => {}),
  };
}

const nameOf = ({ method, routeOptions }: FastifyRequest) =>
  routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`;

function endRequest(span: Span, request: FastifyRequest, status: number): void {
  span.setAttributes({
    'http.request.method': request.method,
    'http.response.status_code': status,
    'lectern.request_id': request.id,
    ...(request.routeOptions.url === undefined ? {} : { 'http.route': request.routeOptions.url }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** A collector that is away is no fault of the library: it is said once, until it is there again. */
function warnOnce(
  exporter: SpanExporter,
  { endpoint }: TracingSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SpanExporter {
  let said = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !said) log.warn({ err: result.error, endpoint }, 'traces cannot be sent');
        said = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
