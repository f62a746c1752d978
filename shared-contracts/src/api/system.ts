import { Type } from 'typebox';
import { NoContent, route, Text } from './route.ts';

export const systemRoutes = {
  'GET /health': route({
    summary: 'Is the server there; HEAD works too',
    access: 'visitor',
    response: Type.Object({ status: Type.Literal('ok'), version: Type.String() }),
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
