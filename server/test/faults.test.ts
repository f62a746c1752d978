/**
 * Every route of the contract, with each call that it makes of the database, the files, the mail and the providers
 * failing in turn, at once and later: the answer is an error of our shape, the process lives, nothing is half written.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type RouteKey, routes } from '@lectern/shared-contracts/api/routes.ts';
import { loadConfig } from '../src/config/config.ts';
import type { RateLimits } from '../src/rateLimits/rateLimit.ts';
import { openBlobs } from '../src/staging/openBlobs.ts';
import { openStore } from '../src/store/open/openStore.ts';
import { assertErrorBody, type Client, type LooseRequest } from './support/client.ts';
import { type ExampleRequest, exampleRequests } from './support/exampleRequests.ts';
import { type FaultMode, type Faults, makeFaults } from './support/faultyPorts.ts';
import { fillLibrary } from './support/library.ts';
import { startServer, type TestServer } from './support/server.ts';
import { dropDatabaseOf, storesFor } from './support/store.ts';
import { storedKeys } from './support/stored.ts';
import { rowsOf, tableNames } from './support/tables.ts';

/** Nobody is refused for asking often. */
const noLimits: RateLimits = {
  hit: async () => {},
  check: async () => {},
  takeBack: async () => {},
  forget: async () => {},
};

let server: TestServer;
let faults: Faults;
let dataDir: string;
let admin: Client;
let example: (key: RouteKey) => Promise<ExampleRequest>;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

before(async () => {
  process.on('unhandledRejection', note);
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  faults = makeFaults();
  const config = loadConfig({ DATA_DIR: dataDir, LECTERN_LOG: 'silent', ...(await storesFor(dataDir)) });
  const engine = faults.engine(await openStore(config));
  const { blobs, staging } = await openBlobs(config, engine.db);
  server = await startServer({
    dataDir,
    services: {
      engine,
      db: engine.db,
      fullText: engine.fullText,
      blobs: faults.port('blobs', blobs),
      staging: faults.port('staging', staging),
      mail: faults.port('mail', { operator: 'operator@example.org', send: async () => {}, close: () => {} }),
      mentorModel: {
        name: 'a model',
        place: 'model.example.org',
        answer: () => answer(),
      },
      limits: faults.port('limits', noLimits),
    },
  });
  admin = await server.reader('admin');
  const { bookId } = await fillLibrary(server, admin, 'The Whale');
  example = exampleRequests(server, admin, bookId);
});
after(async () => {
  process.off('unhandledRejection', note);
  await server.stop();
  await dropDatabaseOf(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

async function* answer(): AsyncGenerator<string> {
  await faults.port('model', { words: async () => {} }).words();
  yield 'Ishmael [1].';
}

/** Tables that are written beside a request, whatever becomes of it: what is counted, watched and looked up. */
const beside = /^(rate_limits|security_events|kysely|idempotency|upload_locks|passages_fts)/;

/** All rows and the names of all files. */
async function everything(): Promise<Record<string, unknown>> {
  const { db } = server.services;
  const found: Record<string, unknown> = { files: (await storedKeys(server.services)).sort() };
  for (const table of (await tableNames(db)).sort()) {
    if (beside.test(table)) continue;
    found[table] = (await rowsOf(db, table)).map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

/** More than any request asks for. */
const mostCalls = 200;

/** The answer with its body, which of a stream is read only when it is an error; status 0 when it breaks off. */
async function ask(
  by: Client,
  key: RouteKey,
  request: LooseRequest,
): Promise<{ status: number; body: unknown }> {
  try {
    if (!('stream' in routes[key])) return await by.try(key, request);
    const [method = '', path = ''] = key.split(' ');
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => request.params?.[name] ?? '');
    const answer = await by.fetch(`/v1${filled}`, {
      method,
      ...(request.body === undefined
        ? {}
        : { body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    return { status: answer.status, body: answer.ok ? text : JSON.parse(text) };
  } catch (error) {
    return { status: 0, body: String(error) };
  }
}

/** @returns how many calls failed in turn until the request went through */
async function walk(key: RouteKey, mode: FaultMode): Promise<number> {
  let { by, refused, unavailable, ...request } = await example(key);
  const reads = key.startsWith('GET ');
  let before = withoutRepeatable(key, await everything());
  for (let nth = 1; nth <= mostCalls; nth++) {
    faults.arm(nth, mode);
    const asked = await ask(by, key, request);
    const failed = faults.disarm();
    if (failed === null) {
      const wanted = unavailable ? [503, 503] : refused ? [400, 499] : [200, 299];
      assert.ok(
        asked.status >= (wanted[0] ?? 0) && asked.status <= (wanted[1] ?? 0),
        `${key}: ${asked.status}`,
      );
      return nth - 1;
    }
    const what = `${key}, ${failed} failing ${mode}`;
    // From here on it is the ingest that asks, which tries again by itself (ingest.queue.test.ts).
    if (/^store: update "uploads" set "state"/.test(failed)) return nth;
    assert.deepEqual(unhandled.splice(0), [], what);
    if (asked.status >= 400) {
      assertErrorBody(asked.body, asked.status);
      if (!reads) assert.deepEqual(withoutRepeatable(key, await everything()), before, what);
    } else {
      assert.ok(mayGoOn(key, failed), `${what}: ${asked.status} ${JSON.stringify(asked.body)}`);
      // It is done: the next call that fails needs something new to do it to.
      ({ by, refused, unavailable, ...request } = await example(key));
      before = withoutRepeatable(key, await everything());
    }
  }
  throw new Error(`${key} makes no end of calls`);
}

/** What is told in pieces has begun to be told; what is not needed for the answer does not keep it. */
function mayGoOn(key: RouteKey, failed: string): boolean {
  if ('stream' in routes[key] || /^(mail|model)\.|security_events|pending_blob_deletes/.test(failed))
    return true;
  // With several processes on one database, each looks around for uploads that another has left, every two seconds.
  if (/^store: select "id", "user_id", row_number\(\)/.test(failed)) return true;
  // Mailed in the background, and again by the housekeeping.
  if (key === 'POST /contact') return /^store: (select|update).*"reports"/.test(failed);
  // Counts the letters about new devices, in the background.
  if (key === 'POST /auth/login' && failed === 'limits.hit') return true;
  // A cover that cannot be looked at is drawn again; bytes of no upload are swept up.
  return /^(blobs\.size|blobs\.removeAll|staging\.remove)$/.test(failed);
}

/**
 * What may be there after an error: a refresh token that was exchanged, for which the same request gets the same again;
 * and files of a cover that no book names, which the next cover overwrites.
 */
function withoutRepeatable(key: RouteKey, found: Record<string, unknown>): Record<string, unknown> {
  if (key === 'POST /auth/refresh') return { ...found, refresh_tokens: null };
  if (key === 'PUT /books/:id/cover' || key === 'POST /covers-enhanced/ensure') {
    return { ...found, files: (found.files as string[]).filter((name) => !name.includes('/cover-')) };
  }
  return found;
}

// A call that throws at once is a fault of a driver, whichever engine it is for: that walk is of SQLite only.
const modes: FaultMode[] = process.env.DATABASE_URL ? ['later'] : ['at once', 'later'];

for (const mode of modes)
  describe(`[S-01] a call that fails ${mode} ends its request and nothing else`, () => {
    for (const key of Object.keys(routes) as RouteKey[])
      test(key, async () => {
        await walk(key, mode);
        await server.visitor.call('GET /health', {});
      });
  });
