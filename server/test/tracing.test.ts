import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { loadConfig } from '../src/run/config/config.ts';
import { bookFile } from './support/bookFiles.ts';
import { startServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status?: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** The format of OTLP over HTTP. */
interface Sent {
  resourceSpans: { resource: object; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** The traces of a library in use. */
describe('OpenTelemetry', () => {
  const parent = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
  const bodies: Sent[] = [];
  const keys = new Set<unknown>();
  let spans: SentSpan[];

  before(async () => {
    const collector = createServer((request, response) => {
      keys.add(request.headers['api-key']);
      json(request).then(
        (body) => {
          bodies.push(body as Sent);
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        },
        () => response.destroy(),
      );
    });
    collector.unref();
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const tracing = { endpoint, headers: 'api-key=k-1', serviceName: 'home', share: 1 };
    const server = await startServer({ config: { tracing, trustProxy: true } });
    try {
      const reader = await server.reader('ada');
      const { id } = await uploadBook(reader, bookFile());
      await reader.call('POST /notes', { body: { content: 'a private thought' } });
      await reader.fetch(`/v1/books/${id}/search?q=in-the-address`, {
        headers: { traceparent: `00-${parent.trace}-${parent.span}-01` },
      });
    } finally {
      // Flushes pending spans.
      await server.stop();
      collector.close();
    }
    spans = bodies.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  });
  after(() => assert.deepEqual([...keys], ['k-1']));

  const attributesOf = ({ attributes }: SentSpan) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
  const below = (span: SentSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);

  test('a request is a span with route, status and id, below the trusted proxy’s span', () => {
    const span = spans.find(({ parentSpanId }) => parentSpanId === parent.span);
    assert.ok(span);
    assert.deepEqual([span.name, span.traceId], ['GET /v1/books/:id/search', parent.trace]);
    const attributes = attributesOf(span);
    assert.equal(attributes['http.route'], '/v1/books/:id/search');
    assert.ok(attributes['lectern.request_id']);
    assert.match(JSON.stringify(bodies[0]?.resourceSpans[0]?.resource), /"service\.name".*"home"/);
  });

  test('statements and blob operations are child spans of their request, also after its body was read', () => {
    const note = spans.find(({ name }) => name === 'POST /v1/notes');
    const statements = below(note).map((span) => attributesOf(span)['db.query.text']);
    assert.ok(
      statements.some((sql) => /insert into "notes"/.test(String(sql))),
      statements.join('\n'),
    );
    const names = new Set(below(spans.find(({ name }) => name === 'POST /v1/books')).map(({ name }) => name));
    assert.ok(names.has('select') && names.has('insert'), [...names].join(', '));
  });

  test('URLs, values and user texts are not exported', () => {
    const all = JSON.stringify(bodies);
    for (const secret of [
      'private thought',
      'in-the-address',
      'ada@example.org',
      'Bearer',
      'password of ada',
    ])
      assert.ok(!all.includes(secret), secret);
  });
});

test('an unreachable collector delays no request and no shutdown', async () => {
  const tracing = { endpoint: 'http://127.0.0.1:1', headers: '', serviceName: 'lectern', share: 1 };
  const server = await startServer({ config: { tracing } });
  const reader = await server.reader('ada');
  assert.equal((await reader.call('GET /books', {})).items.length, 0);
  await server.stop();
});

test('invalid OpenTelemetry settings stop the start', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  const load = (env: Record<string, string>) =>
    loadConfig({ LECTERN_SECRET: 'a secret that is long enough for a test of it', ...env }).tracing;
  assert.equal(load({}), null);
  assert.equal(load(endpoint)?.endpoint, 'http://127.0.0.1:4318');
  assert.throws(
    () => load({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }),
    /OTEL_EXPORTER_OTLP_ENDPOINT must be/,
  );
  assert.throws(
    () => load({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '7' }),
    /OTEL_TRACES_SAMPLER_ARG must be a share of requests from 0 to 1, not '7'/,
  );
});
