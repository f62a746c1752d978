/**
 * No request causes a 5xx or ends the server. LECTERN_FUZZ_RUNS sets the number of requests (500; `npm run test:all`
 * sends 2,000 on SQLite), LECTERN_FUZZ_SEED the seed (constant by default); a failing request is shrunk and printed
 * with its seed.
 */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { routes } from '@lectern/shared-contracts/api/routes.ts';
import type { RateLimits } from '../src/http/rateLimits/rateLimit.ts';
import { assertErrorBody, type Client } from './support/client.ts';
import fc, { seed as usualSeed } from './support/fastCheck.ts';
import { fillLibrary } from './support/library.ts';
import { type FuzzedRequest, requests } from './support/requestArbitrary.ts';
import { startServer, type TestServer } from './support/server.ts';
import { tableNames } from './support/tables.ts';

const usualRuns = process.env.LECTERN_TESTS === 'all' && !process.env.DATABASE_URL ? 2_000 : 500;
const runs = Number(process.env.LECTERN_FUZZ_RUNS ?? usualRuns);
const seed = Number(process.env.LECTERN_FUZZ_SEED ?? usualSeed);

/** Disables rate limits. */
const noLimits: RateLimits = {
  hit: async () => {},
  check: async () => {},
  takeBack: async () => {},
  forget: async () => {},
};

let server: TestServer;
let reader: Client;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);

before(async () => {
  process.on('unhandledRejection', note);
  server = await startServer({ services: { limits: noLimits } });
  reader = await server.reader('admin');
});
after(async () => {
  process.off('unhandledRejection', note);
  agent.destroy();
  await server.stop();
});

/**
 * Sends the request unchanged.
 * @returns the status; also 400 when the server closes a connection without valid HTTP
 */
function send({ method, path, headers, body }: FuzzedRequest): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          authorization: `Bearer ${reader.token}`,
          ...headers,
          ...(body ? { 'content-length': String(body.length) } : {}),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    asked.once('error', (error: NodeJS.ErrnoException) =>
      /^(ECONNRESET|EPIPE|HPE_\w+)$/.test(error.code ?? '')
        ? resolve({ status: 400, text: '' })
        : reject(error),
    );
    asked.end(body ?? undefined);
  });
}

/** A request may end its own session. */
async function staySignedIn(status: number): Promise<void> {
  if (status !== 401) return;
  const { status: now } = await reader.try('GET /auth/profile', {});
  if (now !== 401) return;
  // Or suspend its own user, after making another one administrator.
  await server.services.db.updateTable('users').set({ suspended_at: null }).execute();
  await reader.signIn({ email: 'admin@example.org', password: 'password of admin' });
}

/** Ids of all existing resources. */
async function knownIds(): Promise<string[]> {
  const { db } = server.services;
  const found = new Set<string>();
  for (const table of await tableNames(db)) {
    const rows = (await db
      .selectFrom(table as 'books')
      .selectAll()
      .limit(3)
      .execute()) as object[];
    for (const row of rows)
      for (const [name, value] of Object.entries(row))
        if (/(^|_)id$/.test(name) && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(String(value)))
          found.add(String(value));
  }
  return [...found];
}

test(`[S-01] ${runs} requests of every kind cause no 5xx and no crash`, async (t) => {
  const { bookId } = await fillLibrary(server, reader, 'The Whale');
  const { content_url, file_url } = await reader.call('GET /books/:id/manifest', { params: { id: bookId } });
  const { url } = await reader.call('POST /export', { body: {} });
  const seen = new Set<string>();
  const statuses = new Map<number, number>();
  const answered = async (request: FuzzedRequest) => {
    const { status, text } = await send(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // None is configured, and the response says so.
    assert.ok(status < 500 || /"provider_unreachable"/.test(text), `${status} ${text}`);
    assert.deepEqual(unhandled, []);
    if (status >= 400 && text !== '') assertErrorBody(JSON.parse(text), status);
    await staySignedIn(status);
  };
  await fc.assert(
    fc.asyncProperty(
      requests(server.config.root, await knownIds(), [content_url, file_url, url]),
      async ({ key, request }) => {
        seen.add(key);
        await answered(request);
      },
    ),
    { numRuns: runs, seed, endOnFailure: process.env.LECTERN_FUZZ_SHRINK === '0' },
  );
  await server.visitor.call('GET /health', {});
  const missed = Object.keys(routes).filter((key) => !seen.has(key));
  if (runs >= 2_000) assert.deepEqual(missed, []);
  t.diagnostic(
    `seed ${seed}; answers by status: ${[...statuses]
      .sort()
      .map(([status, n]) => `${status}: ${n}`)
      .join(', ')}`,
  );
});
