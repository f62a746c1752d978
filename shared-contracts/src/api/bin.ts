/** The bin of deleted things, and earlier versions of texts. */
import { Bookmark, Highlight } from './annotations.ts';
import { Collection } from './collections.ts';
import { Note } from './notes.ts';
import { PartRowPlace, StoredPartRow } from './parts.ts';
import { Id, listOf, NextCursor, Nullable, nothing, pageQuery, route, Text, Timestamp } from './route.ts';
import { OneOf, type Static, Type } from './type.ts';
import { LookedUpWord } from './words.ts';

/** Kinds of things in the bin. A review is a note; a row is what a part keeps; a file was removed from its book. */
export const BinKind = OneOf(
  'book',
  'note',
  'highlight',
  'bookmark',
  'collection',
  'session',
  'conversation',
  'word',
  'goal',
  'reading',
  'row',
  'file',
);
export type BinKind = Static<typeof BinKind>;

/** Kinds of things whose texts have versions. Those of a session are listed with it. */
export const VersionKind = OneOf('book', 'note', 'highlight', 'collection');
export type VersionKind = Static<typeof VersionKind>;

/** Those, and rows of parts. */
const HistoryKind = OneOf('book', 'note', 'highlight', 'collection', 'row');
export type HistoryKind = Static<typeof HistoryKind>;

/** Id of a deletion or version. They ascend. */
const HistoryId = Type.String({ pattern: '^[0-9]{1,15}$', maxLength: 15 });

export const BinEntry = Type.Object({
  id: HistoryId,
  kind: BinKind,
  thing_id: Id,
  /** Title of a book, note, collection, conversation or goal; a word, part of a row, name of a file; else ''. */
  title: Text(500),
  /** Start of its text. */
  excerpt: Text(500),
  /** The book it belongs to, in the library or in the bin; null when there is none (any more). */
  book_id: Nullable(Id),
  book_title: Nullable(Text(500)),
  /** This book is in the bin, too: restoring asks for `with_book`. */
  book_in_bin: Type.Boolean(),
  deleted_at: Timestamp,
  /** What deleted it: the user agent of a browser, or the name of an app password. */
  device: Nullable(Text(200)),
  /** When it is deleted for good. */
  goes_at: Timestamp,
  /** What was deleted with it, and is restored with it. */
  with: Type.Object({
    notes: Type.Integer(),
    highlights: Type.Integer(),
    bookmarks: Type.Integer(),
    messages: Type.Integer(),
  }),
  /** The thing as lists have it, unless it is large: so that it can be shown before the server has restored it. */
  note: Type.Optional(Note),
  highlight: Type.Optional(Highlight),
  bookmark: Type.Optional(Bookmark),
  collection: Type.Optional(Collection),
  word: Type.Optional(LookedUpWord),
  row: Type.Optional(Type.Object({ ...StoredPartRow.properties, ...PartRowPlace.properties })),
});
export type BinEntry = Static<typeof BinEntry>;

/** A text that was replaced. */
export const Version = Type.Object({
  id: HistoryId,
  /** When it was replaced. */
  at: Timestamp,
  /** What replaced it: the user agent of a browser, or the name of an app password. */
  device: Nullable(Text(200)),
  /** The text fields as they were, by their names in the API: tags are an array, a rule and a row are objects. */
  fields: Type.Record(Type.String(), Type.Unknown()),
});
export type Version = Static<typeof Version>;

const EntryParams = Type.Object({ id: HistoryId });

/**
 * The thing that the entry must have. A library that was restored from a backup gives the ids of later entries to other
 * things.
 */
const thingOfEntry = { thing_id: Type.Optional(Id) };

export const binRoutes = {
  'GET /bin': route('user', 'What was deleted and can be restored, newest first', {
    query: Type.Object({
      ...pageQuery(),
      kind: Type.Optional(BinKind),
      /** Words in its title or text. */
      q: Type.Optional(Text(400)),
    }),
    response: Type.Object({
      items: Type.Array(BinEntry),
      next_cursor: NextCursor,
    }),
  }),
  'POST /bin/:id/restore': route(
    'user',
    'Restore something with what was deleted with it; 409 book_in_bin when its book must be restored first',
    {
      params: EntryParams,
      body: Type.Object({
        ...thingOfEntry,
        /** Restores its book, too. */
        with_book: Type.Optional(Type.Boolean()),
      }),
      response: Type.Object({
        kind: BinKind,
        thing_id: Id,
        book_id: Nullable(Id),
        /** Number of things that are back; 0 when it was there already. */
        restored: Type.Integer(),
        /** The book of a highlight or bookmark is gone, so it is a note now. */
        became_note: Type.Optional(Type.Boolean()),
      }),
    },
  ),
  'DELETE /bin/:id': route('user', 'Delete something in the bin for good, with its versions', {
    params: EntryParams,
    query: Type.Object(thingOfEntry),
    ...nothing,
  }),
  'DELETE /bin': route('user', 'Empty the bin for good', {
    query: Type.Object({
      kind: Type.Optional(BinKind),
      /** `deleted_at` of the newest entry that was shown: what was deleted later stays. */
      until: Type.Optional(Timestamp),
    }),
    ...nothing,
  }),
  'GET /versions/:kind/:id': route('user', 'Texts that were replaced, newest first', {
    params: Type.Object({ kind: HistoryKind, id: Id }),
    ...listOf(Version),
  }),
};
