import { bookKeys } from '../../library/books/bookKeys.ts';
import type { Db } from '../../store/db.ts';
import type { BookRow } from '../../store/schema.ts';
import type { IngestedBook, TextQuote } from '../ingest/ingestedBook.ts';

/** Passages of a book by which it is recognized, and the UTF-16 units of each that are searched for. */
const sampleCount = 10;
const sampleLength = { least: 20, most: 120 };

/** Texts from all over a book, by which another file of the same work is recognized. */
export async function samplesOf(db: Db, { id }: { id: string }): Promise<TextQuote[]> {
  const passages = db.selectFrom('passages').where('book_id', '=', id);
  const rows = await passages.select(['seq', 'text']).orderBy('seq').execute();
  const long = rows.filter(({ text }) => text.length >= sampleLength.least);
  const step = Math.max(1, Math.floor(long.length / sampleCount));
  return long
    .filter((_, at) => at % step === 0)
    .slice(0, sampleCount)
    .map(({ seq, text }, at, { length }) => ({
      key: `sample ${seq}`,
      words: text.slice(0, sampleLength.most),
      before: '',
      after: '',
      share: at / length,
    }));
}

/** Whether a file is of the same work as a book: by ISBN, by title and author, or by a fifth of the samples. */
export function isSameWork(
  book: BookRow,
  { metadata, found = {} }: Pick<IngestedBook, 'metadata' | 'found'>,
  samples: readonly TextQuote[],
): boolean {
  if (book.isbn13 !== null && book.isbn13 === metadata.isbn13) return true;
  const [old, now] = [bookKeys(book.title, book.author), bookKeys(metadata.title, metadata.author)];
  const isSameTitle = old.match_key === now.match_key;
  if (isSameTitle && old.author_key !== null && old.author_key === now.author_key) return true;
  if (samples.length === 0) return isSameTitle;
  return samples.filter(({ key }) => found[key] !== undefined).length >= samples.length / 5;
}
