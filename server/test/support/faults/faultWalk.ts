import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RateLimits } from '../../../src/http/rateLimits/rateLimit.ts';
import { openBlobs } from '../../../src/intake/staging/openBlobs.ts';
import { loadConfig } from '../../../src/run/config/config.ts';
import { openStore } from '../../../src/store/open/openStore.ts';
import { assertErrorBody, type Client } from '../client.ts';
import { fillLibrary } from '../library.ts';
import { startServer, type TestServer } from '../server.ts';
import { dropDatabaseOf, storesFor } from '../store.ts';
import { stagedNames, storedKeys } from '../stored.ts';
import { rowsOf, tableNames } from '../tables.ts';
import { type FaultMode, type Faults, makeFaults } from './faultyPorts.ts';

/** Disables rate limits. */
const noLimits: RateLimits = {
  hit: async () => {},
  check: async () => {},
  takeBack: async () => {},
  forget: async () => {},
};

/** A server with fault injection in all its ports, and an administrator with a book. */
export interface FaultyServer {
  server: TestServer;
  faults: Faults;
  admin: Client;
  bookId: string;
  /** All tables, sorted. */
  tables: readonly string[];
  /** Unhandled rejections. */
  unhandled: unknown[];
  stop(): Promise<void>;
}

export async function startFaultyServer(): Promise<FaultyServer> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const faults = makeFaults();
  const config = loadConfig({
    DATA_DIR: dataDir,
    LECTERN_LOG: 'silent',
    ...(await storesFor(dataDir, 'migrated')),
  });
  const engine = faults.engine(await openStore(config));
  const { blobs, staging } = await openBlobs(config, engine.db);
  async function* answer(): AsyncGenerator<string> {
    await faults.port('model', { words: async () => {} }).words();
    yield 'Ishmael [1].';
  }
  const server = await startServer({
    dataDir,
    services: {
      engine,
      db: engine.db,
      fullText: engine.fullText,
      blobs: faults.port('blobs', blobs),
      staging: faults.port('staging', staging),
      mail: faults.port('mail', {
        operator: 'operator@example.org',
        from: 'books@example.org',
        send: async () => {},
        check: async () => {},
        close: () => {},
      }),
      mentorModel: { name: 'a model', place: 'model.example.org', answer: () => answer() },
      limits: faults.port('limits', noLimits),
    },
  });
  const admin = await server.reader('admin');
  const { bookId } = await fillLibrary(server, admin, 'The Whale');
  return {
    server,
    faults,
    admin,
    bookId,
    tables: (await tableNames(engine.db)).sort(),
    unhandled,
    async stop() {
      process.off('unhandledRejection', note);
      await server.stop();
      await dropDatabaseOf(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Tables that are written independently of a request: counters, logs, caches, and locks that end by themselves. */
const beside = /^(rate_limits|security_events|kysely|idempotency|passages_fts|upload_locks)/;

export type Everything = Record<string, unknown>;

const filesSeen = new WeakMap<FaultyServer, { calls: number; files: string[]; staged: string[] }>();

/** Names of all files. Listing a bucket is slow, so the list is cached until the next blob operation. */
async function allFiles(faulty: FaultyServer): Promise<{ files: string[]; staged: string[] }> {
  const { server, faults } = faulty;
  const calls = () => faults.calls(['blobs', 'staging']);
  const known = filesSeen.get(faulty);
  if (known?.calls === calls()) return known;
  const files = (await storedKeys(server.services)).sort();
  const staged = (await stagedNames(server.services)).sort();
  const seen = { calls: calls(), files, staged };
  filesSeen.set(faulty, seen);
  return seen;
}

/** All rows, and the names of all files. */
async function everything(faulty: FaultyServer): Promise<Everything> {
  const { files, staged } = await allFiles(faulty);
  const found: Everything = { files, staged };
  for (const [table, rows] of await allRows(faulty)) found[table] = rows.sort();
  return found;
}

/** All rows of each table as JSON. */
async function allRows({ server, tables }: FaultyServer): Promise<[table: string, rows: string[]][]> {
  const { db } = server.services;
  const compared = tables.filter((table) => !beside.test(table));
  if (process.env.DATABASE_URL) {
    // One statement for all tables: each takes a round trip to PostgreSQL.
    const columns = compared.map(
      (table) => sql`array(select row_to_json(t)::text from ${sql.table(table)} t) as ${sql.ref(table)}`,
    );
    const { rows } = await sql<Record<string, string[]>>`select ${sql.join(columns)}`.execute(db);
    return Object.entries(rows[0] ?? {});
  }
  const all: [string, string[]][] = [];
  for (const table of compared)
    all.push([table, (await rowsOf(db, table)).map((row) => JSON.stringify(row))]);
  return all;
}

/**
 * Queries of background jobs: with several processes on one database, each polls for orphaned uploads every two
 * seconds.
 */
const ofOtherJobs =
  /^store: (select "id", "user_id", "attempts", row_number\(\)|update "uploads" set "state" = \$1 where "state" = \$2 and \("l)/;

/** Otherwise the faults of the next request would be met by an ingest that continues in the background. */
async function untilIngested({ server }: FaultyServer): Promise<void> {
  const unfinished = server.services.db
    .selectFrom('uploads')
    .select('id')
    .where('state', 'in', ['queued', 'ingesting']);
  while (await unfinished.executeTakeFirst()) await setImmediate();
}

/** The response; status 0 when it broke off. */
export interface Asked {
  status: number;
  body: unknown;
}

/** A request with its expected results. */
export interface WalkedRequest {
  ask(): Promise<Asked>;
  /** Range of the status when nothing fails. */
  wanted: readonly [number, number];
  /** Whether it uses the example up even on failure, so that each fault needs a new one. */
  once?: boolean;
  /** Further checks after an error, beside that nothing has changed. */
  afterwards?(): Promise<void>;
}

export interface WalkOptions {
  name: string;
  mode: FaultMode;
  /** Creates what the request needs. */
  next(): Promise<WalkedRequest>;
  /** It writes nothing, so that not everything needs to be compared. */
  reads?: boolean;
  /** Removes parts that may have changed after an error. */
  unchanged?(found: Everything): Everything;
  /** Whether the request may succeed, or its stream break off, although this call failed. */
  mayGoOn?(failed: string, asked: Asked): boolean;
  /** Whether this call belongs to other work. */
  isEnd?(failed: string): boolean;
}

/** More calls than any request makes. */
const maxCalls = 200;

/**
 * Makes the first call of a request fail, then the second, and so on until it succeeds.
 * @returns the number of failed calls
 */
export async function walk(faulty: FaultyServer, options: WalkOptions): Promise<number> {
  const { faults, unhandled } = faulty;
  const { name, mode, next, unchanged = (found) => found } = options;
  const look = async () => (options.reads ? {} : unchanged(await everything(faulty)));
  let request = await next();
  let before = await look();
  for (let nth = 1; nth <= maxCalls; nth++) {
    faults.arm(nth, mode);
    const asked = await request.ask();
    const failed = faults.disarm();
    if (failed === null) {
      const [least, most] = request.wanted;
      assert.ok(
        asked.status >= least && asked.status <= most,
        `${name}: ${asked.status} ${JSON.stringify(asked.body)}`,
      );
      return nth - 1;
    }
    const what = `${name}, ${failed} failing ${mode}`;
    if (options.isEnd?.(failed)) {
      await untilIngested(faulty);
      return nth;
    }
    assert.deepEqual(unhandled.splice(0), [], what);
    const isError = asked.status >= 400;
    if (isError) {
      assertErrorBody(asked.body, asked.status);
      assert.deepEqual(await look(), before, what);
      await request.afterwards?.();
    } else {
      assert.ok(
        ofOtherJobs.test(failed) || options.mayGoOn?.(failed, asked),
        `${what}: ${asked.status} ${JSON.stringify(asked.body)}`,
      );
    }
    if (isError && !request.once) continue;
    request = await next();
    before = await look();
  }
  throw new Error(`${name} makes no end of calls`);
}

/** Synchronous errors are bugs of a driver, independent of the engine: on SQLite only. */
export const faultModes: readonly FaultMode[] = process.env.DATABASE_URL ? ['later'] : ['at once', 'later'];

/** Reads leave nothing half written on any engine: on SQLite only, too. */
export const walksReads = !process.env.DATABASE_URL;
