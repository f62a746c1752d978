import { Basis, MemberChanges, Replaced } from './conflicts.ts';
import { Position } from './locator.ts';
import { BookIdParams, Id, IdParams, listOf, Nullable, nothing, route, Text, Timestamp } from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

/** Fields that can conflict between two devices. */
export const TwinKind = OneOf('note', 'highlight', 'book', 'collection', 'session');
export type TwinKind = Static<typeof TwinKind>;

export const Note = Type.Object({
  id: Id,
  book_id: Nullable(Id),
  title: Text(500),
  content: Text(100_000),
  type: Text(40),
  page: Nullable(Type.Integer()),
  position: Position,
  color: Nullable(Text(20)),
  tags: Type.Array(Text(60)),
  /** Changed elsewhere or by the mentor since the user last looked. */
  unread: Type.Boolean(),
  /** This note keeps the other text of a conflict with this resource, until the user has chosen. */
  twin_of: Type.Optional(Nullable(Id)),
  /** Kind of that resource and field; a note's text by default. */
  twin_kind: Type.Optional(Nullable(TwinKind)),
  twin_field: Type.Optional(Nullable(Text(40))),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Note = Static<typeof Note>;

export const NotePayload = Type.Object({
  id: Type.Optional(Id),
  title: Type.Optional(Text(500)),
  content: Text(100_000),
  type: Type.Optional(Type.String({ maxLength: 40, default: 'note' })),
  page: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 }))),
  position: Type.Optional(Position),
  color: Type.Optional(Nullable(Text(20))),
  tags: Type.Optional(Type.Array(Text(60), { maxItems: 50 })),
  created_at: Type.Optional(Timestamp),
});
export type NotePayload = Static<typeof NotePayload>;

export const noteRoutes = {
  'GET /notes': route('user', 'Every note, newest first', listOf(Note)),
  'GET /notes/:bookId': route('user', 'Notes of a book', { params: BookIdParams, ...listOf(Note) }),
  'POST /notes/book/:bookId': route('user', 'Write a note on a book', {
    params: BookIdParams,
    body: NotePayload,
    status: 201,
    response: Note,
  }),
  'POST /notes': route('user', 'Write a note; also takes one that waited offline, with its book_id', {
    body: Type.Object({ ...NotePayload.properties, book_id: Type.Optional(Nullable(Id)) }),
    status: 201,
    response: Note,
  }),
  'PUT /notes/:id': route('user', 'Change a note', {
    params: IdParams,
    body: Type.Object({
      ...Type.Partial(NotePayload).properties,
      /** textStamp of each text that the change may replace; unseen text is kept as a separate note. */
      replaces: Type.Optional(Type.Array(Text(40), { maxItems: 50 })),
      basis: Type.Optional(Basis),
      /** Preserves tags set by other devices. */
      tagChanges: Type.Optional(MemberChanges),
      /** Null resolves the conflict: both texts are kept, this one as a regular note. */
      twin_of: Type.Optional(Type.Null()),
    }),
    response: Type.Object({ ...Note.properties, replaced: Type.Optional(Replaced) }),
  }),
  'DELETE /notes/:id': route(
    'user',
    'Delete a note; one whose words have changed since they were seen stays',
    {
      params: IdParams,
      /** textStamps, comma-separated. */
      query: Type.Object({ seen: Type.Optional(Text(2_100)) }),
      ...nothing,
    },
  ),
  'POST /notes/seen': route('user', 'The reader has looked at the notes: none is unread now', nothing),
};
