import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { buildSampleBook, sampleBookTitle } from '../src/sampleBook/buildSampleBook.ts';
import { ingested } from './support/ingested.ts';
import { inspect } from './support/inspect.ts';
import { startServer } from './support/server.ts';

describe('the guide', () => {
  it('is the same file every time, an EPUB from its first bytes on', async () => {
    const [one, two] = [await buildSampleBook(), await buildSampleBook()];
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(hash(one), hash(two));
    assert.equal(one.subarray(30, 58).toString(), 'mimetypeapplication/epub+zip');
  });

  it('reads as a book with a cover, chapters and contents', async () => {
    const { book, text } = await ingested(await buildSampleBook());
    assert.equal(book.metadata.title, sampleBookTitle);
    assert.equal(book.cover_source, 'file');
    assert.ok(book.toc.length >= 6 && book.toc.length === book.spine.length);
    assert.deepEqual(
      book.toc.map(({ title }) => title),
      book.spine.map(({ title }) => title),
    );
    assert.ok(book.word_count > 1_200 && book.word_count < 3_000);
    for (const { href } of book.spine) assert.ok(inspect(text(href) ?? '').wellFormed, href);
  });

  it('is put into the library once, however often it is asked for', async () => {
    const server = await startServer();
    try {
      const reader = await server.reader();
      const book = await reader.call('POST /guide', {});
      const [again, atOnce] = await Promise.all([
        reader.call('POST /guide', {}),
        reader.call('POST /guide', {}),
      ]);
      assert.equal(again.id, book.id);
      assert.equal(atOnce.id, book.id);
      assert.equal((await reader.call('GET /books', {})).total, 1);
      const { items } = await reader.call('GET /books/:id/search', {
        params: { id: book.id },
        query: { q: 'commonplace book' },
      });
      assert.equal(items[0]?.chapter, 'Marks in the Margin');
      await server.visitor.fails(401, 'POST /guide');
    } finally {
      await server.stop();
    }
  });
});
