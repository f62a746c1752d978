/**
 * Conflict resolution for concurrent changes by two devices, as data: the server uses it to keep texts, the table in
 * docs/sync.md is generated from it, and a test covers every cell of that table.
 */
import type { TwinKind } from '../api/notes.ts';

/** Edited on both devices. */
type EditEdit =
  /** Both texts are kept, and the user chooses. */
  | 'both texts'
  /** Additions and removals are merged. */
  | 'merged'
  /** The change that arrives later wins; the response names the value that it replaced. */
  | 'later, reported'
  /** By the user's rule for positions; the other one goes to the history. */
  | 'rule for positions'
  /** It is never changed. */
  | 'never changed';

/** Edited here, deleted there before the edit arrives. */
type EditDelete =
  /** The edit is refused (404); the user can keep its text as a note. */
  | 'refused, text kept'
  /** The edit creates it again, completely. */
  | 'created again'
  | 'never changed';

/** Deleted here, edited there before the deletion arrives. */
type DeleteEdit =
  /** The deletion is refused (409), and the resource is kept with the edit. */
  | 'kept'
  | 'deleted'
  /** It is deleted; unseen texts are kept as notes. */
  | 'deleted, text kept'
  /** It is deleted, but remains in the history of corrections. */
  | 'deleted, in the history'
  | 'never changed';

/** Created on both devices. */
type AddAdd =
  | 'both kept'
  /** Unique (one bookmark per page, one position per book): treated like edits on both. */
  | 'as edits';

/** What happens to some fields of a kind of resource; most edits of what is deleted are refused, most twins kept. */
const rule = <const Kind extends string>(
  kind: Kind,
  fields: readonly string[],
  editEdit: EditEdit,
  deleteEdit: DeleteEdit,
  editDelete: EditDelete = 'refused, text kept',
  addAdd: AddAdd = 'both kept',
) => ({ kind, fields, editEdit, editDelete, deleteEdit, addAdd });

const describing = ['title', 'author', 'genre', 'series', 'publisher'];
const single = ['rating', 'status', 'favorite', 'language', 'published', 'isbn', 'series_index'];
const counted = ['started_at', 'ended_at', 'seconds', 'pages_read'];

export const conflictRules = [
  rule('note', ['title', 'content'], 'both texts', 'kept'),
  rule('note', ['tags'], 'merged', 'deleted'),
  rule('note', ['color', 'page'], 'later, reported', 'deleted'),
  rule('highlight', ['note'], 'both texts', 'kept'),
  rule('highlight', ['color', 'style'], 'later, reported', 'deleted'),
  rule('bookmark', ['label', 'position'], 'later, reported', 'deleted', 'created again', 'as edits'),
  rule('book', ['description'], 'both texts', 'deleted, text kept'),
  rule('book', ['tags'], 'merged', 'deleted'),
  rule('book', describing, 'both texts', 'deleted'),
  rule('book', single, 'later, reported', 'deleted'),
  rule('collection', ['name', 'description'], 'both texts', 'kept', 'created again'),
  rule('collection', ['books'], 'merged', 'deleted', 'created again'),
  rule('collection', ['color', 'icon', 'rule'], 'later, reported', 'deleted', 'created again'),
  rule('session', ['notes'], 'both texts', 'deleted, in the history'),
  rule('session', counted, 'later, reported', 'deleted, in the history'),
  rule(
    'reading',
    ['started_at', 'finished_at', 'outcome', 'rating'],
    'later, reported',
    'deleted',
    'created again',
  ),
  rule('place', ['position'], 'rule for positions', 'deleted', 'refused, text kept', 'as edits'),
  rule('goal', ['title', 'target', 'deadline'], 'never changed', 'never changed', 'never changed'),
];

/** Fields whose conflicting texts are both kept. */
export function textFields(kind: TwinKind): readonly string[] {
  return conflictRules.flatMap((rule) =>
    rule.kind === kind && rule.editEdit === 'both texts' ? rule.fields : [],
  );
}
