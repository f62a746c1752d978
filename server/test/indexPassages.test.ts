import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { indexPassagesOf, startIndexing } from '../src/store/indexPassages.ts';
import type { Client } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { putBook } from './support/shelf.ts';

let server: TestServer;
let reader: Client;

before(async () => {
  server = await startServer();
  reader = await server.reader();
});
after(() => server.stop());

const quiet = { error: () => {} };

async function notIndexed(title: string, word: string): Promise<string> {
  const owner = reader.user?.id ?? '';
  const id = await putBook(server.services, owner, { title });
  await server.services.db
    .insertInto('passages')
    .values(
      Array.from({ length: 450 }, (_, seq) => ({
        ...{ book_id: id, user_id: owner, seq, target: 0, fraction: 0, chapter: null },
        text: `The ${word} of page ${seq}.`,
        indexed: server.services.engine.indexesPassagesLater ? (0 as const) : (1 as const),
      })),
    )
    .execute();
  return id;
}

const found = async (q: string) =>
  (await reader.call('GET /search', { query: { q, limit: 1 } })).items.map(({ book_id }) => book_id);

test('[S-02] the text of a new book is found once it has been indexed, in steps', async () => {
  const id = await notIndexed('A Long Book', 'albatross');
  if (server.services.engine.indexesPassagesLater) assert.deepEqual(await found('albatross'), []);
  await indexPassagesOf(server.services, id);
  assert.deepEqual(await found('albatross'), [id]);
  assert.deepEqual(await found('"page 449"'), [id]);
});

test('[S-02] indexing that was interrupted by a crash continues at the next start', async () => {
  const ids = [await notIndexed('Left One', 'narwhal'), await notIndexed('Left Two', 'porpoise')];
  const indexing = startIndexing(server.services, quiet);
  await indexing.done;
  assert.deepEqual([...(await found('narwhal')), ...(await found('porpoise'))], ids);
  await indexing.stop();
});

test('deleting a book before it was indexed leaves no work behind', async () => {
  const id = await notIndexed('Gone', 'dodo');
  await reader.call('DELETE /books/:id', { params: { id } });
  await indexPassagesOf(server.services, id);
  assert.deepEqual(await found('dodo'), []);
});
