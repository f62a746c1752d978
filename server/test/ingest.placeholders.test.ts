import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookFile, nav, packageDocument, page } from './support/bookFiles.ts';
import { ingested } from './support/ingested.ts';

test('placeholders written by programs are not used as title, author or description', async () => {
  const metadata = '<dc:creator>Unknown Author</dc:creator><dc:description>unknown</dc:description>';
  const { book } = await ingested(
    bookFile({ 'OPS/book.opf': packageDocument({ title: 'Unknown Title', metadata }) }),
    'My_letters.epub',
  );
  const { title, author, description } = book.metadata;
  assert.deepEqual({ title, author, description }, { title: 'My letters', author: '', description: null });
});

test('a chapter does not get the name of its file', async () => {
  const { book } = await ingested(
    bookFile({
      'OPS/book.opf': packageDocument({ chapters: ['one.xhtml', 'two.xhtml'] }),
      'OPS/one.xhtml': page('<p>One.</p>', '<title>one.xhtml</title>'),
      'OPS/two.xhtml': page('<p>Two.</p>', '<title>Two</title>'),
      'OPS/nav.xhtml': nav('<li><a href="one.xhtml"/></li>'),
    }),
  );
  assert.deepEqual(
    book.toc.map(({ title }) => title),
    ['Two'],
  );
});
