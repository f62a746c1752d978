/** What online services say about a book, where the operator allows asking them. */
import { Nullable, route, Text } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

export const OnlineSource = OneOf('openlibrary', 'google', 'wikidata');
export type OnlineSource = Static<typeof OnlineSource>;

/** A book as a service describes it; fields as in BookDetails, with what a book here has no field for. */
export const OnlineBook = Type.Object({
  title: Nullable(Text(1_000)),
  subtitle: Nullable(Text(1_000)),
  author: Nullable(Text(1_000)),
  series: Nullable(Text(500)),
  series_index: Nullable(Type.Number()),
  publisher: Nullable(Text(500)),
  published: Nullable(Text(40)),
  language: Nullable(Text(35)),
  isbn: Nullable(Text(20)),
  /** Plain text. */
  description: Nullable(Text(20_000)),
  genres: Type.Array(Text(200), { maxItems: 5 }),
  /** For POST /online-metadata/cover; a browser cannot load it. */
  cover: Nullable(Text(2_000)),
});
export type OnlineBook = Static<typeof OnlineBook>;

export const OnlineAnswer = Type.Object({
  source: OnlineSource,
  /** The best first. */
  books: Type.Array(OnlineBook, { maxItems: 5 }),
  /** Why there is no answer; null when there is one. */
  problem: Nullable(Type.String()),
});
export type OnlineAnswer = Static<typeof OnlineAnswer>;

export const onlineMetadataRoutes = {
  'GET /online-metadata': route('user', 'The services that may be asked about books; none by default', {
    response: Type.Object({ sources: Type.Array(OnlineSource) }),
  }),
  'POST /online-metadata': route(
    'user',
    'Ask the services about a book: by ISBN, and if they do not know it, by title and author',
    {
      body: Closed({
        isbn: Type.Optional(Text(40)),
        title: Type.Optional(Text(1_000)),
        author: Type.Optional(Text(1_000)),
      }),
      response: Type.Object({ answers: Type.Array(OnlineAnswer) }),
    },
  ),
  'POST /online-metadata/cover': route('user', 'A cover of an answer, as a WebP in base64', {
    body: Closed({ source: OnlineSource, cover: Text(2_000) }),
    response: Type.Object({ image: Type.String() }),
  }),
};
