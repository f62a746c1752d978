/** The readings of a book: each time that it was read, with its own dates and stars. */
import { Basis, Replaced } from './conflicts.ts';
import { Id, IdParams, listOf, Nullable, nothing, route, Timestamp } from './route.ts';
import { Closed, OneOf, type Static, Type } from './type.ts';

export const Reading = Type.Object({
  id: Id,
  book_id: Id,
  /** Null when unknown. */
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  /** Null for the latest reading: its end and its stars are those of the book. */
  outcome: Nullable(OneOf('finished', 'abandoned')),
  rating: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  updated_at: Timestamp,
});
export type Reading = Static<typeof Reading>;

const { id: _id, updated_at: _updated, ...fields } = Reading.properties;

export const readingRoutes = {
  'GET /readings': route(
    'user',
    'When the reader’s books were read, the last changed first',
    listOf(Reading),
  ),
  'PUT /readings/:id': route('user', 'Create or replace a reading; its id is made by the client', {
    params: IdParams,
    body: Closed({
      ...fields,
      /** basisOf the reading as shown, for the changed fields; other fields are kept. Without it, all are written. */
      basis: Type.Optional(Basis),
    }),
    response: Type.Object({ ...Reading.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /readings/:id': route('user', 'Delete a reading; its sessions stay', {
    params: IdParams,
    ...nothing,
  }),
};
