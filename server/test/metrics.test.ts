import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { bookFile } from './support/bookFiles.ts';
import { freePort } from './support/freePort.ts';
import { startServer } from './support/server.ts';
import { uploadBook } from './support/uploads.ts';

/** The value of a metric by name and labels. */
const figureIn = (text: string, figure: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${figure} `))
      ?.split(' ')[1],
  );

test('[O-17] Prometheus metrics cover requests by route, uploads, database, blobs and backups, on a separate port', async () => {
  const metrics = { host: '127.0.0.1', port: await freePort() };
  const server = await startServer({ config: { metrics } });
  try {
    const reader = await server.reader();
    const book = await uploadBook(reader, bookFile());
    for (let times = 0; times < 3; times++) await reader.call('GET /books/:id', { params: { id: book.id } });
    const answer = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    const text = await answer.text();
    assert.equal(
      figureIn(
        text,
        'lectern_http_request_duration_seconds_count{method="GET",route="/v1/books/:id",status="200"}',
      ),
      3,
    );
    assert.equal(figureIn(text, 'lectern_ready{part="database"}'), 1);
    assert.equal(figureIn(text, 'lectern_ready{part="files"}'), 1);
    assert.equal(figureIn(text, 'lectern_uploads{state="queued"}'), 0);
    assert.equal(figureIn(text, 'lectern_last_backup_timestamp_seconds'), 0);
    assert.ok(figureIn(text, 'lectern_database_statements_total') > 10);
    assert.ok(figureIn(text, 'lectern_file_operations_total{operation="putFile",result="ok"}') > 0);
    assert.ok(figureIn(text, 'lectern_disk_free_bytes') > 0);
    assert.ok(text.includes('nodejs_eventloop_lag_seconds'));
    // It contains no user data.
    assert.ok(!text.includes(book.id) && !text.includes('example.org'));
    assert.equal((await fetch(`http://127.0.0.1:${metrics.port}/`)).status, 404);
    // Programs that look for these must not get the app's page.
    for (const path of ['/metrics', '/ready'])
      assert.equal((await fetch(`${server.origin}${path}`)).status, 404);
  } finally {
    await server.stop();
  }
});

test('a metrics port that is in use stops the start with a message', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  try {
    await assert.rejects(
      startServer({ config: { metrics: { host: '127.0.0.1', port } } }),
      /Port \d+ of 127\.0\.0\.1 is in use .* set LECTERN_METRICS_PORT/,
    );
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});
