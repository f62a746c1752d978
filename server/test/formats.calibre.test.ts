import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TocEntry } from '@lectern/shared-contracts/api/books.ts';
import { diffArrays } from 'diff';
import { ingested } from './support/ingested.ts';
import { realBooks } from './support/realBooks.ts';

/** Calibre writes each format of a real book, and says which words are in it. */
const hasCalibre = (() => {
  try {
    execFileSync('ebook-convert', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const books = realBooks('epub').filter(({ name }) =>
  /^(arthur-conan-doyle|jane-austen|regime-anticancer|childrens-literature)/.test(name),
);
const minutes = 60_000;

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const entries = (toc: readonly TocEntry[]): number =>
  toc.reduce((sum, { children }) => sum + 1 + entries(children), 0);

/** The share of the words that are in the other text in the same order. */
function shareInOrder(wanted: string[], found: string[]): number {
  const same = diffArrays(wanted, found).filter(({ added, removed }) => !added && !removed);
  return wanted.length === 0 ? 1 : same.reduce((sum, { count }) => sum + count, 0) / wanted.length;
}

describe('formats that calibre writes', { skip: !hasCalibre || books.length === 0 }, () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-calibre-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const convert = (from: string, to: string) =>
    execFileSync('ebook-convert', [from, to], { stdio: 'ignore' });

  for (const { name, path } of books)
    for (const format of ['mobi', 'azw3', 'fb2', 'docx'] as const)
      it(`${format} of ${name}: the words in their order, chapters and cover`, {
        timeout: 5 * minutes,
      }, async () => {
        const [made, text] = [join(folder, `${name}.${format}`), join(folder, `${name}.${format}.txt`)];
        convert(path, made);
        convert(made, text);
        const { book } = await ingested(await readFile(made), `book.${format}`);
        const ours = wordsOf(book.passages.map((passage) => passage.text).join(' '));
        const share = shareInOrder(wordsOf(await readFile(text, 'utf8')), ours);
        assert.ok(share >= 0.98, `${share}`);
        assert.equal(book.source_format, format);
        assert.ok(entries(book.toc) > 0);
        assert.equal(book.metadata.language, name.includes('arabic') ? 'ar' : 'en');
        // Calibre keeps the drawn cover of the other books in MOBI and FB2 only.
        if (name.startsWith('childrens') || format === 'mobi') assert.equal(book.cover_source, 'file');
      });
});
