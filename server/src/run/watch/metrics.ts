import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { lastBackup } from '../../store/backup/backupManifest.ts';
import { BlobNotFound, type Blobs } from '../../store/blobs/blobs.ts';
import { explainListenError } from '../config/config.ts';
import type { Services } from '../services/services.ts';
import { freeBytes, unreachableParts } from './readiness.ts';

/** Buckets in seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Prometheus metrics of this process. Labels are routes and names of our own, never user input. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time until the answer was sent, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers,
  });
  const underWay = new Gauge({
    name: 'lectern_http_requests_under_way',
    help: 'Requests that are being answered, streams among them',
    registers,
  });
  const blobSeconds = new Counter({
    name: 'lectern_file_operation_seconds_total',
    help: 'Time that operations on the files of books took',
    labelNames: ['operation'],
    registers,
  });
  const blobOperations = new Counter({
    name: 'lectern_file_operations_total',
    help: 'Operations on the files of books',
    labelNames: ['operation', 'result'],
    registers,
  });
  return {
    /** Counts the operations on blobs. BlobNotFound does not count as a failure. */
    watchBlobs({ check, ...operations }: Blobs): Blobs {
      const watched = Object.entries(operations).map(([operation, run]) => [
        operation,
        async (...given: unknown[]): Promise<unknown> => {
          const began = performance.now();
          let result = 'ok';
          try {
            return await (run as (...given: unknown[]) => Promise<unknown>)(...given);
          } catch (error) {
            if (!(error instanceof BlobNotFound)) result = 'failed';
            throw error;
          } finally {
            blobOperations.inc({ operation, result });
            blobSeconds.inc({ operation }, (performance.now() - began) / 1_000);
          }
        },
      ]);
      return { ...(Object.fromEntries(watched) as Omit<Blobs, 'check'>), check };
    },
    /** Counts requests of the API and the pages. Call it before routes are registered. */
    countRequests(app: FastifyInstance) {
      app.addHook('onRequest', async (_request, reply) => {
        underWay.inc();
        reply.raw.once('close', () => underWay.dec());
      });
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'unknown';
        const labels = { method: request.method, route, status: String(reply.statusCode) };
        requests.observe(labels, reply.elapsedTime / 1_000);
      });
    },
    watch: (services: Services) => addStates(registry, services),
    listen: (settings: { host: string; port: number }) => listen(registry, settings),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Gauges computed on scrape: health, uploads, database, backups. */
function addStates(registry: Registry, services: Services): void {
  const { db, engine, config } = services;
  const registers = [registry];
  const gauge = (name: string, help: string, look: (own: Gauge) => Promise<void> | void) =>
    new Gauge({
      name,
      help,
      registers,
      // A failing gauge does not affect the others.
      async collect() {
        await Promise.resolve(look(this)).catch(() => this.reset());
      },
    });
  new Gauge({
    name: 'lectern_ready',
    help: '1 when this part answers',
    labelNames: ['part'],
    registers,
    async collect() {
      const away = await unreachableParts(services);
      for (const part of ['database', 'files'] as const) this.set({ part }, away.includes(part) ? 0 : 1);
    },
  });
  new Gauge({
    name: 'lectern_uploads',
    help: 'Uploads by state; queued and ingesting ones are the queue of ingest',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const counted = await db
        .selectFrom('uploads')
        .select(({ fn }) => ['state', fn.countAll().as('count')])
        .where('state', '!=', 'done')
        .groupBy('state')
        .execute()
        .catch(() => []);
      for (const state of ['receiving', 'queued', 'ingesting', 'refused']) this.set({ state }, 0);
      for (const { state, count } of counted) this.set({ state }, Number(count));
    },
  });
  gauge('lectern_disk_free_bytes', 'Free bytes on the disk of the data folder', async (own) => {
    own.set((await freeBytes(config.dataDir)) ?? Number.NaN);
  });
  gauge('lectern_last_backup_timestamp_seconds', 'When the last whole backup was made', async (own) => {
    const last = await lastBackup(db);
    own.set(last?.ok_at ? Date.parse(last.ok_at) / 1_000 : 0);
  });
  gauge('lectern_backup_faults', 'Files that the last backup found missing or changed', async (own) => {
    own.set((await lastBackup(db))?.faults ?? 0);
  });
  const counter = (name: string, help: string, count: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(count());
      },
    });
  counter(
    'lectern_database_statements_total',
    'Statements sent to the database',
    () => engine.statements.count,
  );
  counter(
    'lectern_database_statement_seconds_total',
    'Time that the database took for them',
    () => engine.statements.milliseconds / 1_000,
  );
}

/**
 * Serves /metrics on a port of its own.
 * @returns its address, and a function that stops it
 * @throws StartError when the port is not available
 */
async function listen(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const settings = { host: 'LECTERN_METRICS_HOST', port: 'LECTERN_METRICS_PORT' };
    throw explainListenError(error, { host, port }, settings);
  });
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
