/**
 * Every route of the contract, with each of its calls to the database, blob store, mail and providers failing in
 * turn, synchronously and asynchronously: the response is a valid error, the process survives, and nothing is half
 * written.
 */
import { after, before, describe, test } from 'node:test';
import { type RouteKey, routes } from '@lectern/shared-contracts/api/routes.ts';
import type { Client, LooseRequest } from './support/client.ts';
import type { ExampleRequest } from './support/examples/example.ts';
import { exampleRequests } from './support/examples/exampleRequests.ts';
import {
  type Asked,
  type Everything,
  type FaultyServer,
  faultModes,
  startFaultyServer,
  walk,
  walksReads,
} from './support/faults/faultWalk.ts';

let faulty: FaultyServer;
let example: (key: RouteKey) => Promise<ExampleRequest>;

before(async () => {
  faulty = await startFaultyServer();
  example = exampleRequests(faulty);
});
after(() => faulty.stop());

/** The response with its body; a stream is read only for errors. Status 0 when it breaks off. */
async function ask(by: Client, key: RouteKey, request: LooseRequest): Promise<Asked> {
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

/** A streamed response has already begun; parts that the response does not need may fail. */
function mayGoOn(key: RouteKey, failed: string): boolean {
  if ('stream' in routes[key] || /^(mail|model)\.|security_events|pending_blob_deletes/.test(failed))
    return true;
  // An unknown size is left out.
  if (key === 'GET /admin/overview') return failed.includes('pg_database_size');
  // A contact message is mailed in the background, also during the next request, and again by housekeeping.
  if (/^store: (select "id", "body" from|update) "reports" /.test(failed)) return true;
  // Counts new-device emails in the background, and remembers the network of a sign-in, which may fail.
  if (/^POST \/auth\/(?:login|register)$/.test(key) && /^limits\.(?:hit|forget)$/.test(failed)) return true;
  // An unreadable cover is rendered again; bytes without an upload are cleaned up.
  return /^(blobs\.size|blobs\.removeAll|staging\.remove)$/.test(failed);
}

/**
 * May remain after an error: an exchanged refresh token, for which a repeated request gets the same successor; cover
 * files that no book shows, which are deleted with the book; and search keys of books (books/bookKeys.ts), which are
 * computed once.
 */
function withoutRepeatable(key: RouteKey, found: Everything): Everything {
  if (key === 'POST /auth/refresh') return { ...found, refresh_tokens: null };
  if (key === 'PUT /books/:id/cover' || key === 'POST /covers-enhanced/ensure') {
    return { ...found, files: (found.files as string[]).filter((name) => !name.includes('/cover-')) };
  }
  if (key === 'POST /books/import' || key.startsWith('POST /mentor/conversations/')) {
    const books = found.books as string[];
    const keys = /"(match_key|search_words|title_key|author_key)":("[^"]*"|null)/g;
    return { ...found, books: books.map((row) => row.replace(keys, '')).sort() };
  }
  return found;
}

/**
 * A fault is thrown in place of the call, so the engine does not see it. SQLite proves for each write that its calls
 * are in one transaction; half of the writes prove that transactions of PostgreSQL are rolled back. Those of accounts
 * depend on each other, so all of them run.
 */
const isSampled = (key: RouteKey, index: number): boolean =>
  !process.env.DATABASE_URL || key.includes(' /auth/') || index % 3 === 0;

const walked = (Object.keys(routes) as RouteKey[])
  .filter((key) => walksReads || !key.startsWith('GET '))
  .filter(isSampled);

for (const mode of faultModes)
  describe(`[S-01] a call that fails ${mode} ends only its request`, () => {
    for (const key of walked)
      test(key, async () => {
        await walk(faulty, {
          name: key,
          mode,
          async next() {
            const { by, refused, unavailable, ...request } = await example(key);
            return {
              ask: () => ask(by, key, request),
              wanted: unavailable ? [503, 503] : refused ? [400, 499] : [200, 299],
            };
          },
          reads: key.startsWith('GET '),
          unchanged: (found) => withoutRepeatable(key, found),
          mayGoOn: (failed) => mayGoOn(key, failed),
          // From here on the ingest continues without the request, and retries by itself (ingest.queue.test.ts).
          isEnd: (failed) =>
            /^store: (update "uploads" set "state"|select \* from "uploads" where "id")/.test(failed),
        });
        await faulty.server.visitor.call('GET /health', {});
      });
  });
