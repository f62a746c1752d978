import type { OnlineBook } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { parseIsbn } from '../../library/identity/isbn.ts';
import type { MetadataSource } from './source.ts';
import { UnreadableAnswer } from './source.ts';
import { day, get, line, lines, list, names, paragraphs } from './values.ts';

/** Google Books: https://developers.google.com/books/docs/v1/using#PerformingSearch. */
export const googleBooks: MetadataSource = {
  name: 'google',
  coverHosts: ['books.google.com', '.googleusercontent.com'],
  async find(query, ask) {
    const quoted = (words: string) => `"${words.replaceAll('"', ' ')}"`;
    const q =
      'isbn13' in query
        ? `isbn:${query.isbn13}`
        : `intitle:${quoted(query.title)}${query.author === '' ? '' : ` inauthor:${quoted(query.author)}`}`;
    const found = await ask('www.googleapis.com', '/books/v1/volumes', {
      q,
      maxResults: '5',
      printType: 'books',
    });
    // Without a match there are no items.
    if (typeof get(found, 'totalItems') !== 'number') throw new UnreadableAnswer();
    return list(get(found, 'items'))
      .slice(0, 5)
      .map((item) => bookOf(get(item, 'volumeInfo')));
  },
};

function bookOf(info: unknown): OnlineBook {
  const isbns = list(get(info, 'industryIdentifiers')).map((one) => line(get(one, 'identifier'), 20) ?? '');
  return {
    title: line(get(info, 'title'), 1_000),
    subtitle: line(get(info, 'subtitle'), 1_000),
    author: names(get(info, 'authors')),
    series: null,
    series_index: null,
    publisher: line(get(info, 'publisher'), 500),
    published: day(get(info, 'publishedDate')),
    language: line(get(info, 'language'), 35),
    isbn: isbns.map((isbn) => parseIsbn(isbn)?.isbn13).find((isbn) => isbn !== undefined) ?? null,
    description: paragraphs(get(info, 'description')),
    genres: lines(get(info, 'categories'), 200).slice(0, 5),
    cover: coverOf(line(get(info, 'imageLinks', 'thumbnail'), 2_000)),
  };
}

/** The answers say http, and draw a folded corner. */
function coverOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.protocol = 'https:';
  url.searchParams.delete('edge');
  return url.href;
}
