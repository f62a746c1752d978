import type { BookDetails } from '@lectern/shared-contracts/api/books.ts';
import { cleanTags, mostTags, tagLength } from '@lectern/shared-contracts/domain/books/tags.ts';
import { tagColumns } from '../../../library/books/tags.ts';
import { parseIsbn } from '../../../library/identity/isbn.ts';
import { htmlToText } from '../../ingest/epub/package/metadata.ts';
import { canonicalLanguage, genreOf, publicationDate, sortForm } from '../../ingest/metadataValues.ts';
import { cleanLine, cleanParagraphs } from '../../ingest/plainText.ts';
import type { CalibreBook } from './libraryFile.ts';

/** What a calibre library says of a book, in our columns. */
export interface BookValues extends BookDetails {
  title_sort: string | null;
  author_sort: string | null;
  /** Stars, 1 to 5. */
  rating: number | null;
  tags: string;
  tag_keys: string;
}

/** Names that calibre gives to what has none. */
const unknown = /^unknown$/i;
const known = (text: string) => (unknown.test(text) ? '' : text);

/** calibre's own form of a book counts before that of its author. */
const firstOf = (authorSort: string) => authorSort.split(' & ', 1)[0]?.trim() ?? '';

/** Values as plain text of limited length; null or '' for what the library does not say. */
export function bookValues(book: CalibreBook): BookValues {
  const { authors, authorSort, comments, languages, publisher, published, series, series_index } = book;
  const isbn = parseIsbn(book.isbn);
  const stars = Math.round(book.rating / 2);
  const seriesName = cleanLine(series, 300) || null;
  const title = known(cleanLine(book.title, 500));
  return {
    title,
    title_sort: sortForm(title, book.titleSort),
    author: known(cleanLine(authors.map(({ name }) => name).join(', '), 500)),
    author_sort: known(cleanLine(firstOf(authorSort) || (authors[0]?.sort ?? ''), 200)) || null,
    description: cleanParagraphs(htmlToText(comments), 10_000) || null,
    genre: genreOf(book.tags),
    ...tagColumns(cleanTags(book.tags.map((tag) => cleanLine(tag, tagLength))).slice(0, mostTags)),
    language: canonicalLanguage(languages[0] ?? ''),
    publisher: known(cleanLine(publisher, 300)) || null,
    published: publicationDate(published),
    series: seriesName,
    series_index: seriesName !== null && Number.isFinite(series_index) ? series_index : null,
    isbn: isbn?.isbn13 ?? null,
    isbn10: isbn?.isbn10 ?? null,
    isbn13: isbn?.isbn13 ?? null,
    rating: stars >= 1 && stars <= 5 ? stars : null,
  };
}
