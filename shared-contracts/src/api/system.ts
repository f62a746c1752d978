import { Id, nothing, route, Text, Timestamp } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

/** A web vital: milliseconds, or the score for CLS. */
export const Vital = Closed({
  name: OneOf('CLS', 'FID', 'FCP', 'LCP', 'TTFB', 'INP'),
  value: Type.Number({ minimum: 0, maximum: 3_600_000 }),
  rating: OneOf('good', 'needs-improvement', 'poor'),
});
export type Vital = Static<typeof Vital>;

export const systemRoutes = {
  'GET /health': route('visitor', 'Is the server there, whatever else is; HEAD works too', {
    response: Type.Object({ status: Type.Literal('ok'), version: Type.String() }),
  }),
  'GET /ready': route(
    'visitor',
    'Whether readers can be served: database and files answer; 503 with those that do not',
    {
      response: Type.Object({ status: Type.Literal('ready'), version: Type.String() }),
    },
  ),
  'POST /reports': route('visitor', 'Report a problem: version, route and error, nothing about the person', {
    body: Closed({ version: Text(40), route: Text(300), error: Text(4_000), area: Type.Optional(Text(40)) }),
    ...nothing,
  }),
  'POST /vitals': route(
    'visitor',
    'How fast a page was, from a browser whose reader allows analytics; nothing about the person',
    {
      body: Closed({
        /** Required: without consent nothing is stored. */
        consent: Type.Literal('analytics'),
        version: Text(40),
        /** The route pattern, never the URL: '/read/:bookId'. */
        route: Type.String({ maxLength: 100, pattern: '^/[a-z/:A-Z-]*$' }),
        metrics: Type.Array(Vital, { minItems: 1, maxItems: 6 }),
      }),
      ...nothing,
    },
  ),
  'POST /contact': route('visitor', 'A message to the operator', {
    body: Closed({
      name: Type.String({ minLength: 1, maxLength: 200 }),
      email: Type.String({ minLength: 3, maxLength: 254, pattern: '^\\S+@\\S+$' }),
      message: Type.String({ minLength: 1, maxLength: 10_000 }),
    }),
    ...nothing,
  }),
};

export const exportRoutes = {
  'POST /export': route('user', 'An address, good for some minutes, of a zip with everything of the reader', {
    body: Closed({
      /** Whether to include the uploaded book files; false by default. */
      files: Type.Optional(Type.Boolean()),
      /** Instead of everything: the book files of a collection. */
      collection_id: Type.Optional(Id),
      /** Instead of everything: EPUB Annotations of a book, a collection, or all. */
      marks: Type.Optional(
        Closed({
          book_id: Type.Optional(Id),
          collection_id: Type.Optional(Id),
          /** The EPUB of the book with its marks in META-INF. */
          in_file: Type.Optional(Type.Boolean()),
        }),
      ),
    }),
    response: Type.Object({ url: Type.String(), expires_at: Timestamp }),
  }),
};
