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
import type { StatementWatcher } from '../../store/engine.ts';
import type { Config } from '../config/config.ts';
import type { TracingSettings } from '../config/tracingSettings.ts';
import type { BlobWatcher } from './watchBlobs.ts';

export interface Tracing {
  /** Creates a span for each request. Call it before routes and other hooks are registered. */
  traceRequests(app: FastifyInstance): void;
  /** Adds a database statement to the current request's trace. */
  onStatement: StatementWatcher;
  /** Adds a blob operation to the current request's trace. */
  onBlob: BlobWatcher;
  /** Flushes pending spans. */
  close(): Promise<void>;
}

/** Timeout for exporting to the collector. */
const exportTimeoutMs = 3_000;

/**
 * Exports traces of requests to an OpenTelemetry collector (OTLP over HTTP, JSON), with their statements and blob
 * operations. Spans contain routes and statements, never URLs, values or user names.
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

  /** Adds a span that has just ended to the current request; nothing outside of one. */
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
        // Trace ids are accepted from a trusted proxy only: a visitor could choose any.
        const from = trustProxy
          ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
          : ROOT_CONTEXT;
        const span = tracer.startSpan(nameOf(request), { kind: SpanKind.SERVER }, from);
        const context = trace.setSpan(from, span);
        contexts.set(request, context);
        current.run(context, done);
      });
      // Reading the body happens outside of the request's async context.
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
    // Export errors have been logged already.
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

/** An unreachable collector is not an error of ours: it is logged once until it is back. */
function warnOnce(
  exporter: SpanExporter,
  { endpoint }: TracingSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SpanExporter {
  let warned = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !warned) log.warn({ err: result.error, endpoint }, 'traces cannot be exported');
        warned = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
