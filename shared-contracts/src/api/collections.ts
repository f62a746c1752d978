import { Book, BookStatus } from './books.ts';
import { Basis, MemberChanges, Replaced } from './conflicts.ts';
import { Id, IdParams, NoContent, Nullable, pageOf, pageQuery, route, Text, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

const words = Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { maxItems: 50 });

/** What a book must be to stand in a smart collection: every condition that is given holds. */
export const SmartRule = Type.Object(
  {
    /** One of these, without regard to case. */
    authors: Type.Optional(words),
    genres: Type.Optional(words),
    languages: Type.Optional(words),
    statuses: Type.Optional(Type.Array(BookStatus, { maxItems: 4 })),
    formats: Type.Optional(Type.Array(Book.properties.format, { maxItems: 3 })),
    favorite: Type.Optional(Type.Literal(true)),
    /** Stars, at least. */
    rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    /** Added within this many days. */
    addedWithin: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })),
    /** Every word of it in title, author, series or genre. */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
);
export type SmartRule = Static<typeof SmartRule>;

export const Collection = Type.Object({
  id: Id,
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Nullable(Text(2_000)),
  color: Nullable(Text(20)),
  icon: Nullable(Text(40)),
  bookIds: Type.Array(Id, { maxItems: 100_000 }),
  /** Of a smart collection, whose books are those it fits; none for one that was filled by hand. */
  rule: Type.Optional(Nullable(SmartRule)),
  updated_at: Timestamp,
});
export type Collection = Static<typeof Collection>;

const changes = {
  /**
   * What was put in and taken out: other books that another device has put in stay
   * there. Without it, the books are just `bookIds`.
   */
  books: Type.Optional(MemberChanges),
  /**
   * basisOf the collection as it was shown, for the fields that are changed; the others
   * stay as they are. Without it, all are changed.
   */
  basis: Type.Optional(Basis),
};
/** A collection as a device sends it. */
export const ChangedCollection = Type.Object({ ...Collection.properties, ...changes });
export type ChangedCollection = Static<typeof ChangedCollection>;

export const collectionRoutes = {
  'GET /collections': route({
    summary: 'The reader’s collections',
    access: 'user',
    query: Type.Object(pageQuery()),
    response: pageOf(Collection),
  }),
  'PUT /collections/:id': route({
    summary: 'Create or replace a collection; its id is made by the client',
    access: 'user',
    params: IdParams,
    body: Type.Omit(ChangedCollection, ['id', 'updated_at']),
    response: Type.Object({ ...Collection.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /collections/:id': route({
    summary:
      'Delete a collection; its books stay, and so does one whose words have changed since they were seen',
    access: 'user',
    params: IdParams,
    /** valueStamps of name and description, with commas between them. */
    query: Type.Object({ seen: Type.Optional(Text(2_100)) }),
    status: 204,
    response: NoContent,
  }),
};
