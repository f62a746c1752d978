import type { OnlineBook } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { parseIsbn } from '../../library/identity/isbn.ts';
import type { MetadataSource } from './source.ts';
import { day, firstLine, get, line, lines, list, names, paragraphs, requiredList } from './values.ts';

const host = 'openlibrary.org';
const editionFields = [
  'key',
  'title',
  'subtitle',
  'publisher',
  'publish_date',
  'language',
  'isbn',
  'cover_i',
];
const fields = [
  'key',
  'title',
  'subtitle',
  'author_name',
  'subject',
  'cover_i',
  'editions',
  ...editionFields.map((field) => `editions.${field}`),
].join(',');

/** Codes of MARC that differ from ISO 639-2/T, which Intl knows. */
const marcLanguages: Readonly<Record<string, string>> = {
  alb: 'sq',
  arm: 'hy',
  baq: 'eu',
  bur: 'my',
  chi: 'zh',
  cze: 'cs',
  dut: 'nl',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gre: 'el',
  ice: 'is',
  mac: 'mk',
  may: 'ms',
  per: 'fa',
  rum: 'ro',
  slo: 'sk',
  wel: 'cy',
};

function languageOf(code: string | null): string | null {
  if (code === null || !/^[a-z]{3}$/.test(code) || code === 'und' || code === 'mul') return null;
  return marcLanguages[code] ?? Intl.getCanonicalLocales(code)[0] ?? null;
}

/** `Discworld, #1`, `Discworld (1)` or `Discworld ; 1`. */
function seriesOf(text: string | null): Pick<OnlineBook, 'series' | 'series_index'> {
  const [, name = text, number] =
    /^(.+?)[\s,;:(#]+(?:no\.|vol\.|book)?\s*(\d{1,4}(?:\.\d)?)\)?$/i.exec(text ?? '') ?? [];
  return { series: name, series_index: number === undefined ? null : Number(number) };
}

/** Open Library: https://openlibrary.org/dev/docs/api/search. Of the best match also description and series. */
export const openLibrary: MetadataSource = {
  name: 'openlibrary',
  coverHosts: ['covers.openlibrary.org', 'archive.org', '.archive.org'],
  async find(query, ask) {
    const wanted: Record<string, string> =
      'isbn13' in query
        ? { isbn: query.isbn13 }
        : { title: query.title, ...(query.author === '' ? {} : { author: query.author }) };
    const found = await ask(host, '/search.json', { ...wanted, fields, limit: '5' });
    const docs = requiredList(get(found, 'docs')).slice(0, 5);
    const books = docs.map((doc) => bookOf(doc, 'isbn13' in query ? query.isbn13 : null));
    const [first] = books;
    if (first === undefined) return [];
    const [work, edition] = [
      keyOf(docs[0], 'works'),
      keyOf(list(get(docs[0], 'editions', 'docs'))[0], 'books'),
    ];
    // Details: without them the answer is still one.
    if (edition !== null) {
      const more = await ask(host, `${edition}.json`, {}).catch(() => null);
      Object.assign(first, seriesOf(firstLine(get(more, 'series'), 500)));
      first.description = descriptionOf(more);
    }
    if (work !== null) {
      first.description ??= descriptionOf(await ask(host, `${work}.json`, {}).catch(() => null));
    }
    return books;
  },
};

function bookOf(doc: unknown, asked: string | null): OnlineBook {
  const edition = list(get(doc, 'editions', 'docs'))[0];
  const cover = get(edition, 'cover_i') ?? get(doc, 'cover_i');
  const isbns = lines(get(edition, 'isbn'), 20).flatMap((isbn) => parseIsbn(isbn)?.isbn13 ?? []);
  return {
    title: line(get(edition, 'title'), 1_000) ?? line(get(doc, 'title'), 1_000),
    subtitle: line(get(edition, 'subtitle'), 1_000) ?? line(get(doc, 'subtitle'), 1_000),
    author: names(get(doc, 'author_name')),
    series: null,
    series_index: null,
    publisher: firstLine(get(edition, 'publisher'), 500),
    published: day(firstLine(get(edition, 'publish_date'), 100)),
    language: languageOf(firstLine(get(edition, 'language'), 10)),
    isbn: isbns.find((isbn) => isbn === asked) ?? isbns[0] ?? null,
    description: null,
    genres: lines(get(doc, 'subject'), 200).slice(0, 5),
    cover:
      Number.isSafeInteger(cover) && Number(cover) > 0
        ? `https://covers.openlibrary.org/b/id/${cover}-L.jpg`
        : null,
  };
}

/** Such as /works/OL45804W: it becomes part of an address. */
function keyOf(value: unknown, kind: 'works' | 'books'): string | null {
  const key = line(get(value, 'key'), 40);
  return key !== null && new RegExp(`^/${kind}/OL\\d+[MW]$`).test(key) ? key : null;
}

/** A text, or one with its type. */
const descriptionOf = (value: unknown): string | null => {
  const description = get(value, 'description');
  return paragraphs(get(description, 'value') ?? description);
};
