import { NoContent, route, Text } from './route.ts';
import { type Static, Type } from './type.ts';

/** A web vital: milliseconds, or the score for CLS. */
export const Vital = Type.Object(
  {
    name: Type.Union([
      Type.Literal('CLS'),
      Type.Literal('FID'),
      Type.Literal('FCP'),
      Type.Literal('LCP'),
      Type.Literal('TTFB'),
      Type.Literal('INP'),
    ]),
    value: Type.Number({ minimum: 0, maximum: 3_600_000 }),
    rating: Type.Union([Type.Literal('good'), Type.Literal('needs-improvement'), Type.Literal('poor')]),
  },
  { additionalProperties: false },
);
export type Vital = Static<typeof Vital>;

export const systemRoutes = {
  'GET /health': route({
    summary: 'Is the server there, whatever else is; HEAD works too',
    access: 'visitor',
    response: Type.Object({ status: Type.Literal('ok'), version: Type.String() }),
  }),
  'GET /ready': route({
    summary: 'Whether readers can be served: database and files answer; 503 with those that do not',
    access: 'visitor',
    response: Type.Object({ status: Type.Literal('ready'), version: Type.String() }),
  }),
  'POST /reports': route({
    summary: 'Report a problem: version, route and error, nothing about the person',
    access: 'visitor',
    body: Type.Object(
      { version: Text(40), route: Text(300), error: Text(4_000), area: Type.Optional(Text(40)) },
      { additionalProperties: false },
    ),
    status: 204,
    response: NoContent,
  }),
  'POST /vitals': route({
    summary: 'How fast a page was, from a browser whose reader allows analytics; nothing about the person',
    access: 'visitor',
    body: Type.Object(
      {
        /** Required: without consent nothing is stored. */
        consent: Type.Literal('analytics'),
        version: Text(40),
        /** The route pattern, never the URL: '/read/:bookId'. */
        route: Type.String({ maxLength: 100, pattern: '^/[a-z/:A-Z-]*$' }),
        metrics: Type.Array(Vital, { minItems: 1, maxItems: 6 }),
      },
      { additionalProperties: false },
    ),
    status: 204,
    response: NoContent,
  }),
  'POST /contact': route({
    summary: 'A message to the operator',
    access: 'visitor',
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 200 }),
        email: Type.String({ minLength: 3, maxLength: 254, pattern: '^\\S+@\\S+$' }),
        message: Type.String({ minLength: 1, maxLength: 10_000 }),
      },
      { additionalProperties: false },
    ),
    status: 204,
    response: NoContent,
  }),
};
