import { Id, IdParams, listOf, Nullable, route, Text, Timestamp } from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

/** A file with highlights, notes and bookmarks of one or more books, from another program or library. */
const MarksFile = Type.Object({
  /** Name of the file. */
  name: Text(255),
  /** Base64; at most 16 MB unencoded. */
  content: Type.String({ minLength: 1, maxLength: 21_400_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
  /** Books that the reader has chosen for sets of the file; others are recognized by ISBN, title and author. */
  books: Type.Optional(
    Type.Array(Type.Object({ set: Type.Integer({ minimum: 0 }), book_id: Id }), { maxItems: 1_000 }),
  ),
});

/** Where a mark is in the book: at its words; near them; not found, so kept as a note; here already. */
export const MarkVerdict = OneOf('placed', 'near', 'not_found', 'known');
export type MarkVerdict = Static<typeof MarkVerdict>;

/** The marks of a file about one book. */
const ProvedSet = Type.Object({
  title: Type.String(),
  author: Type.String(),
  marks: Type.Integer(),
  /** The book here; null when there is none, so that these marks are left out. */
  book: Nullable(Type.Object({ id: Id, title: Type.String() })),
});
export type ProvedSet = Static<typeof ProvedSet>;

const ProvedMark = Type.Object({
  /** Index of its set. */
  set: Type.Integer(),
  verdict: MarkVerdict,
  kind: OneOf('highlight', 'note', 'bookmark'),
  text: Text(500),
  note: Text(500),
  color: Nullable(Text(20)),
  /** Page or position in the book; null when not found. */
  page: Nullable(Type.Integer()),
});
export type ProvedMark = Static<typeof ProvedMark>;

/** What an import of a file would do. */
export const MarksProof = Type.Object({
  sets: Type.Array(ProvedSet),
  /** Marks by verdict. */
  counts: Type.Object({
    placed: Type.Integer(),
    near: Type.Integer(),
    not_found: Type.Integer(),
    known: Type.Integer(),
  }),
  /** The first 500: those that are not found come first, those that are here already last. */
  items: Type.Array(ProvedMark),
});
export type MarksProof = Static<typeof MarksProof>;

/** An import that can be undone. */
export const MarksImport = Type.Object({
  id: Id,
  name: Type.String(),
  /** Highlights, notes and bookmarks that it added. */
  marks: Type.Integer(),
  created_at: Timestamp,
});
export type MarksImport = Static<typeof MarksImport>;

export const markRoutes = {
  'POST /marks/proof': route('user', 'What an import of highlights and notes would do; writes nothing', {
    body: MarksFile,
    response: MarksProof,
  }),
  'POST /marks/import': route('user', 'Import highlights and notes, each once', {
    body: MarksFile,
    status: 201,
    /** No import when everything was here already. */
    response: Type.Object({ import: Nullable(MarksImport) }),
  }),
  'GET /marks/imports': route('user', 'Imports of highlights and notes, newest first', listOf(MarksImport)),
  'DELETE /marks/imports/:id': route(
    'user',
    'Undo an import: deletes what it has added, but not what was changed since',
    {
      params: IdParams,
      response: Type.Object({ removed: Type.Integer(), kept: Type.Integer() }),
    },
  ),
};
