import type { OnlineBook } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { parse } from 'isbn3';
import { parseIsbn } from '../../library/identity/isbn.ts';
import type { MetadataSource, OnlineQuery } from './source.ts';
import { get, line, list, names, requiredList } from './values.ts';

const host = 'www.wikidata.org';
const path = '/w/api.php';
/** Things that are asked for: one of a well-known work may have a hundred kilobytes. */
const maxThings = 3;
const maxNames = 50;

/** Properties of books. */
const has = {
  title: 'P1476',
  subtitle: 'P1680',
  author: 'P50',
  authorName: 'P2093',
  publisher: 'P123',
  published: 'P577',
  series: 'P179',
  ordinal: 'P1545',
  genre: 'P136',
  image: 'P18',
  isbn13: 'P212',
  isbn10: 'P957',
} as const;

/** Literary work, book, edition, novel, written work. */
const kinds = ['Q7725634', 'Q571', 'Q3331189', 'Q8261', 'Q47461344'];

/** Wikidata: https://www.wikidata.org/wiki/Wikidata:Data_access. */
export const wikidata: MetadataSource = {
  name: 'wikidata',
  coverHosts: ['commons.wikimedia.org', 'upload.wikimedia.org'],
  async find(query, ask) {
    const api = (parameters: Record<string, string>) => ask(host, path, { format: 'json', ...parameters });
    const search = { action: 'query', list: 'search', srlimit: String(maxThings), srsearch: searchOf(query) };
    const hits = requiredList(get(await api(search), 'query', 'search'));
    const ids = hits.flatMap((hit) => idOf(get(hit, 'title')) ?? []).slice(0, maxThings);
    if (ids.length === 0) return [];
    const entities = (some: readonly string[], props: string) =>
      api({
        action: 'wbgetentities',
        ids: some.join('|'),
        props,
        languages: 'en|mul',
        languagefallback: '1',
      });
    const things = get(await entities(ids, 'labels|claims'), 'entities');
    const own = ids.map((id) => get(things, id));
    const named = [...new Set(own.flatMap(namedBy))].slice(0, maxNames);
    const others = named.length === 0 ? {} : get(await entities(named, 'labels'), 'entities');
    return own.map((thing) => bookOf(thing, (id) => labelOf(get(others, id))));
  },
};

/** ISBNs are there with their hyphens. */
function searchOf(query: OnlineQuery): string {
  if (!('isbn13' in query)) {
    const words = `${query.title} ${query.author}`.replaceAll(/[^\p{L}\p{M}\p{N}\s]/gu, ' ');
    return `${words} haswbstatement:${kinds.map((kind) => `P31=${kind}`).join('|')}`;
  }
  const parts = parse(query.isbn13);
  const written = [
    `${has.isbn13}=${parts?.isbn13h ?? query.isbn13}`,
    ...(query.isbn10 === null ? [] : [`${has.isbn10}=${parts?.isbn10h ?? query.isbn10}`]),
  ];
  return `haswbstatement:${written.join('|')}`;
}

const idOf = (value: unknown): string | null => (/^Q\d{1,12}$/.test(String(value)) ? String(value) : null);

/** Statements of a property: the preferred ones, else all that are not outdated. */
function statementsOf(thing: unknown, property: string): unknown[] {
  const all = list(get(thing, 'claims', property)).filter((claim) => get(claim, 'rank') !== 'deprecated');
  const preferred = all.filter((claim) => get(claim, 'rank') === 'preferred');
  return preferred.length > 0 ? preferred : all;
}

const mainValue = (statement: unknown) => get(statement, 'mainsnak', 'datavalue', 'value');
const valuesOf = (thing: unknown, property: string) => statementsOf(thing, property).map(mainValue);
const idsOf = (thing: unknown, property: string) =>
  valuesOf(thing, property).flatMap((value) => idOf(get(value, 'id')) ?? []);

/** The things whose names a book needs. */
const namedBy = (thing: unknown) =>
  [has.author, has.publisher, has.series, has.genre].flatMap((property) =>
    idsOf(thing, property).slice(0, 10),
  );

const labelOf = (thing: unknown) =>
  line(get(thing, 'labels', 'en', 'value'), 500) ?? line(get(thing, 'labels', 'mul', 'value'), 500);

function bookOf(thing: unknown, nameOf: (id: string) => string | null): OnlineBook {
  const namesOf = (property: string) => idsOf(thing, property).flatMap((id) => nameOf(id) ?? []);
  const [title] = valuesOf(thing, has.title);
  const authors = [
    ...namesOf(has.author),
    ...valuesOf(thing, has.authorName).flatMap((name) => line(name, 200) ?? []),
  ];
  const [inSeries] = statementsOf(thing, has.series);
  const ordinal = Number(
    get(list(get(inSeries, 'qualifiers', has.ordinal))[0], 'datavalue', 'value') ?? Number.NaN,
  );
  const isbns = [...valuesOf(thing, has.isbn13), ...valuesOf(thing, has.isbn10)];
  const image = line(valuesOf(thing, has.image)[0], 300);
  return {
    title: line(get(title, 'text'), 1_000) ?? labelOf(thing),
    subtitle: line(get(valuesOf(thing, has.subtitle)[0], 'text'), 1_000),
    author: names(authors),
    series: namesOf(has.series)[0] ?? null,
    series_index: Number.isFinite(ordinal) ? ordinal : null,
    publisher: namesOf(has.publisher)[0] ?? null,
    published: dateOf(valuesOf(thing, has.published)[0]),
    language: languageOf(line(get(title, 'language'), 35)),
    isbn: isbns.map((isbn) => parseIsbn(String(isbn))?.isbn13).find((isbn) => isbn !== undefined) ?? null,
    description: null,
    genres: namesOf(has.genre)
      .map((name) => name.slice(0, 200))
      .slice(0, 5),
    cover:
      image && `https://commons.wikimedia.org/wiki/Special:FilePath/${encodeURIComponent(image)}?width=512`,
  };
}

/** `+1937-09-21T00:00:00Z`, as far as the precision says: 9 is the year, 10 the month, 11 the day. */
function dateOf(value: unknown): string | null {
  const [, year, month, day] = /^\+(\d{4})-(\d\d)-(\d\d)T/.exec(line(get(value, 'time'), 40) ?? '') ?? [];
  const precision = Number(get(value, 'precision'));
  if (year === undefined || !(precision >= 9)) return null;
  return [year, ...(precision >= 10 ? [month] : []), ...(precision >= 11 ? [day] : [])].join('-');
}

/** Codes for several languages or none begin with these. */
const languageOf = (code: string | null) => (code === null || /^(mul|und|mis|zxx)$/.test(code) ? null : code);
