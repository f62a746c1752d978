import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { buildSampleBook, guideLanguages } from '../src/intake/sampleBook/buildSampleBook.ts';
import { ingested } from './support/ingested.ts';
import { inspect } from './support/inspect.ts';
import { startServer } from './support/server.ts';

describe('the guide', () => {
  it('is always the same file, an EPUB from its first bytes', async () => {
    const [{ bytes: one }, { bytes: two }] = [await buildSampleBook(), await buildSampleBook()];
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(hash(one), hash(two));
    assert.equal(one.subarray(30, 58).toString(), 'mimetypeapplication/epub+zip');
  });

  for (const language of guideLanguages)
    it(`is a book with cover, chapters and table of contents in ${language}`, async () => {
      const { title, bytes } = await buildSampleBook(language);
      const { book, text } = await ingested(bytes);
      assert.deepEqual([book.metadata.title, book.metadata.language], [title, language]);
      assert.equal(book.cover_source, 'file');
      assert.equal(book.toc.length, 9);
      assert.deepEqual(
        book.toc.map((entry) => entry.title),
        book.spine.map((entry) => entry.title),
      );
      for (const { href } of book.spine) assert.ok(inspect(text(href) ?? '').wellFormed, href);
    });

  it('[X-13] is added to the library in the user’s language, once, however often it is requested', async () => {
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
        query: { q: 'pear in the rain' },
      });
      assert.equal(items[0]?.chapter, 'Finding Things');
      const inLanguage = (language: string) =>
        reader.call('POST /guide', {}, { headers: { 'accept-language': language } });
      assert.equal((await inLanguage('fr')).title, 'Petit guide de Lectern');
      // There is no guide in this language.
      assert.equal((await inLanguage('tlh')).id, book.id);
      await server.visitor.fails(401, 'POST /guide');
    } finally {
      await server.stop();
    }
  });
});
