import { Book, BookStatus } from './books.ts';
import { Basis, MemberChanges, Replaced } from './conflicts.ts';
import { Id, IdParams, listOf, Nullable, nothing, route, Text, Timestamp } from './route.ts';
import { Closed, type Static, Type } from './type.ts';

const words = Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { maxItems: 50 });

/** Rule of a smart collection: all given conditions must hold. */
export const SmartRule = Closed({
  /** Any of these, ignoring case. */
  authors: Type.Optional(words),
  genres: Type.Optional(words),
  tags: Type.Optional(words),
  languages: Type.Optional(words),
  statuses: Type.Optional(Type.Array(BookStatus, { maxItems: 4 })),
  formats: Type.Optional(Type.Array(Book.properties.format, { maxItems: 3 })),
  favorite: Type.Optional(Type.Literal(true)),
  /** Minimum number of stars. */
  rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  /** Added within this many days. */
  addedWithin: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
  /** Every word must occur in title, author, series, genre or tags. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});
export type SmartRule = Static<typeof SmartRule>;

export const Collection = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Nullable(Text(2_000)),
  color: Nullable(Text(20)),
  icon: Nullable(Text(40)),
  bookIds: Type.Array(Id, { maxItems: 100_000 }),
  /** Rule of a smart collection; missing for a manual one. */
  rule: Type.Optional(Nullable(SmartRule)),
  updated_at: Timestamp,
});
export type Collection = Static<typeof Collection>;

const changes = {
  /** Added and removed books, so that books added by other devices stay. Without it, the books become `bookIds`. */
  books: Type.Optional(MemberChanges),
  /**
   * basisOf the collection as shown, for the changed fields; other fields are kept. Without it, all fields are
   * written.
   */
  basis: Type.Optional(Basis),
};
/** A collection as sent by a device. */
export const ChangedCollection = Type.Object({ ...Collection.properties, ...changes });
export type ChangedCollection = Static<typeof ChangedCollection>;

export const collectionRoutes = {
  'GET /collections': route('user', 'The reader’s collections', listOf(Collection)),
  'PUT /collections/:id': route('user', 'Create or replace a collection; its id is made by the client', {
    params: IdParams,
    body: Type.Omit(ChangedCollection, ['id', 'updated_at']),
    response: Type.Object({ ...Collection.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /collections/:id': route(
    'user',
    'Delete a collection; its books stay, and so does one whose words have changed since they were seen',
    {
      params: IdParams,
      /** valueStamps of name and description, comma-separated. */
      query: Type.Object({ seen: Type.Optional(Text(2_100)) }),
      ...nothing,
    },
  ),
};
