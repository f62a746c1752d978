import { Basis, Replaced } from './conflicts.ts';
import { Position } from './locator.ts';
import { Id, IdParams, listOf, Nullable, nothing, route, Text, Timestamp } from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

export const HighlightColor = OneOf('yellow', 'green', 'blue', 'pink', 'purple');
export type HighlightColor = Static<typeof HighlightColor>;

/** Highlighted or underlined. */
export const HighlightStyle = OneOf('highlight', 'underline');
export type HighlightStyle = Static<typeof HighlightStyle>;

export const Highlight = Type.Object({
  id: Id,
  book_id: Id,
  text: Text(20_000),
  color: HighlightColor,
  /** 'highlight' when missing. */
  style: Type.Optional(HighlightStyle),
  page: Nullable(Type.Integer()),
  position: Position,
  /** The user's note on it; null when there is none. */
  note: Nullable(Text(20_000)),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Highlight = Static<typeof Highlight>;

export const Bookmark = Type.Object({
  id: Id,
  book_id: Id,
  page: Type.Integer(),
  position: Position,
  label: Nullable(Text(300)),
  updated_at: Timestamp,
});
export type Bookmark = Static<typeof Bookmark>;

export const annotationRoutes = {
  'GET /highlights': route('user', 'Every highlight of the reader, newest first', listOf(Highlight)),
  'GET /books/:id/highlights': route('user', 'Highlights of a book', {
    params: IdParams,
    ...listOf(Highlight),
  }),
  'POST /books/:id/highlights': route('user', 'Mark words in a book', {
    params: IdParams,
    body: Type.Object({
      id: Type.Optional(Id),
      text: Type.String({ minLength: 1, maxLength: 20_000 }),
      color: HighlightColor,
      style: Type.Optional(HighlightStyle),
      page: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 }))),
      position: Type.Optional(Position),
      note: Type.Optional(Nullable(Text(20_000))),
      created_at: Type.Optional(Timestamp),
    }),
    status: 201,
    response: Highlight,
  }),
  'PUT /highlights/:id': route('user', 'Change colour, style or note of a highlight', {
    params: IdParams,
    body: Type.Object({
      color: Type.Optional(HighlightColor),
      style: Type.Optional(HighlightStyle),
      note: Type.Optional(Nullable(Text(20_000))),
      /** textStamp of the note that this one replaces; unseen text is kept as a separate note. */
      replaces: Type.Optional(Type.Array(Text(40), { maxItems: 50 })),
      basis: Type.Optional(Basis),
    }),
    response: Type.Object({ ...Highlight.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /highlights/:id': route('user', 'Remove a highlight', {
    params: IdParams,
    query: Type.Object({ seen: Type.Optional(Text(2_000)) }),
    ...nothing,
  }),
  'GET /books/:id/bookmarks': route('user', 'Bookmarks of a book', { params: IdParams, ...listOf(Bookmark) }),
  'PUT /books/:id/bookmark': route('user', 'Set a bookmark; one a page', {
    params: IdParams,
    body: Type.Object({
      id: Type.Optional(Id),
      page: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
      updated_at: Timestamp,
      position: Type.Optional(Position),
      label: Type.Optional(Nullable(Text(300))),
      basis: Type.Optional(Basis),
    }),
    response: Type.Object({ ...Bookmark.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /bookmarks/:id': route(
    'user',
    'Remove a bookmark: the one with this id, else the one on this page of this book',
    {
      params: IdParams,
      query: Type.Object({
        book_id: Type.Optional(Id),
        page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      }),
      ...nothing,
    },
  ),
};

/** Value of a form field: a text, a checkbox, or selected options. */
export const FieldValue = Type.Union([
  Text(20_000),
  Type.Boolean(),
  Type.Array(Text(1_000), { maxItems: 500 }),
]);
export type FieldValue = Static<typeof FieldValue>;

/** By field name in the file; at most 200 characters. */
export const FormValues = Type.Object({ values: Type.Record(Type.String(), FieldValue) });
export type FormValues = Static<typeof FormValues>;

export const formRoutes = {
  'GET /books/:id/form': route('user', 'What the reader has filled into the fields of a PDF', {
    params: IdParams,
    response: FormValues,
  }),
  'PUT /books/:id/form': route(
    'user',
    'Fill in fields of a PDF: those that are named, the others stay as they are; null gives a field the value of the file back',
    {
      params: IdParams,
      body: Type.Object({
        values: Type.Record(Type.String(), Nullable(FieldValue)),
        updated_at: Timestamp,
      }),
      response: FormValues,
    },
  ),
};
