/**
 * Every route of the contract, with each call that it makes of the database, the files, the mail and the providers
 * failing in turn, at once and later: the answer is an error of our shape, the process lives, nothing is half written.
 */
import { after, before, describe, test } from 'node:test';
import { type RouteKey, routes } from '@lectern/shared-contracts/api/routes.ts';
import type { Client, LooseRequest } from './support/client.ts';
import { type ExampleRequest, exampleRequests } from './support/exampleRequests.ts';
import {
  type Asked,
  type Everything,
  type FaultyServer,
  faultModes,
  startFaultyServer,
  walk,
  walksReads,
} from './support/faultWalk.ts';

let faulty: FaultyServer;
let example: (key: RouteKey) => Promise<ExampleRequest>;

before(async () => {
  faulty = await startFaultyServer();
  example = exampleRequests(faulty.server, faulty.admin, faulty.bookId);
});
after(() => faulty.stop());

/** The answer with its body, which of a stream is read only when it is an error; status 0 when it breaks off. */
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

/** What is told in pieces has begun to be told; what is not needed for the answer does not keep it. */
function mayGoOn(key: RouteKey, failed: string): boolean {
  if ('stream' in routes[key] || /^(mail|model)\.|security_events|pending_blob_deletes/.test(failed))
    return true;
  // A size that is not known is left out.
  if (key === 'GET /admin/overview') return failed.includes('pg_database_size');
  // Mailed in the background, and again by the housekeeping.
  if (key === 'POST /contact') return /^store: (select|update).*"reports"/.test(failed);
  // Counts the letters about new devices, in the background.
  if (key === 'POST /auth/login' && failed === 'limits.hit') return true;
  // A cover that cannot be looked at is drawn again; bytes of no upload are swept up.
  return /^(blobs\.size|blobs\.removeAll|staging\.remove)$/.test(failed);
}

/**
 * What may be there after an error: a refresh token that was exchanged, for which the same request gets the same again;
 * files of a cover that no book names, which the next cover overwrites; the keys by which books are compared and found
 * (books/bookKeys.ts), which are worked out once.
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

const walked = (Object.keys(routes) as RouteKey[]).filter((key) => walksReads || !key.startsWith('GET '));

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
          // From here on it is the ingest that asks, which tries again by itself (ingest.queue.test.ts).
          isEnd: (failed) => /^store: update "uploads" set "state"/.test(failed),
        });
        await faulty.server.visitor.call('GET /health', {});
      });
  });
