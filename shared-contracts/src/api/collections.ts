import { type Static, Type } from 'typebox';
import { Id, IdParams, NoContent, Nullable, route, Text, Timestamp } from './route.ts';

export const Collection = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Nullable(Text(2_000)),
  color: Nullable(Text(20)),
  icon: Nullable(Text(40)),
  bookIds: Type.Array(Id, { maxItems: 100_000 }),
  updated_at: Timestamp,
});
export type Collection = Static<typeof Collection>;

export const collectionRoutes = {
  'GET /collections': route({
    summary: 'The reader’s collections',
    access: 'user',
    response: Type.Object({ items: Type.Array(Collection) }),
  }),
  'PUT /collections/:id': route({
    summary: 'Create or replace a collection; its id is made by the client',
    access: 'user',
    params: IdParams,
    body: Type.Omit(Collection, ['id', 'updated_at']),
    response: Collection,
  }),
  'DELETE /collections/:id': route({
    summary: 'Delete a collection; its books stay',
    access: 'user',
    params: IdParams,
    status: 204,
    response: NoContent,
  }),
};
