/**
 * Conflict resolution for concurrent changes by two devices, as data: the server uses it to keep texts, the table in
 * docs/sync.md is generated from it, and a test covers every cell of that table.
 */
import type { TwinKind } from '../api/notes.ts';

/** Edited on both devices. */
export type EditEdit =
  /** Both texts are kept, and the user chooses. */
  | 'both texts'
  /** Additions and removals are merged. */
  | 'merged'
  /** The change that arrives later wins; the response names the value that it replaced. */
  | 'later, said'
  /** By the user's rule for positions; the other one goes to the history. */
  | 'rule for places'
  /** It is never changed. */
  | 'never changed';

/** Edited here, deleted there before the edit arrives. */
export type EditDelete =
  /** The edit is refused (404); the user can keep its text as a note. */
  | 'refused, words kept'
  /** The edit creates it again, completely. */
  | 'made anew'
  | 'never changed';

/** Deleted here, edited there before the deletion arrives. */
export type DeleteEdit =
  /** The deletion is refused (409), and the resource is kept with the edit. */
  | 'stays'
  | 'deleted'
  /** It is deleted; unseen texts are kept as notes. */
  | 'deleted, words kept'
  /** It is deleted, but remains in the history of corrections. */
  | 'deleted, in the history'
  | 'never changed';

/** Created on both devices. */
export type AddAdd =
  | 'both there'
  /** Unique (one bookmark per page, one position per book): treated like edits on both. */
  | 'one of them';

export interface ConflictRule {
  kind: string;
  fields: readonly string[];
  editEdit: EditEdit;
  editDelete: EditDelete;
  deleteEdit: DeleteEdit;
  addAdd: AddAdd;
}

const refused = 'refused, words kept';

export const conflictRules = [
  {
    kind: 'note',
    fields: ['title', 'content'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'stays',
    addAdd: 'both there',
  },
  {
    kind: 'note',
    fields: ['tags'],
    editEdit: 'merged',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both there',
  },
  {
    kind: 'note',
    fields: ['color', 'page'],
    editEdit: 'later, said',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both there',
  },
  {
    kind: 'highlight',
    fields: ['note'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'stays',
    addAdd: 'both there',
  },
  {
    kind: 'highlight',
    fields: ['color', 'style'],
    editEdit: 'later, said',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both there',
  },
  {
    kind: 'bookmark',
    fields: ['label', 'position'],
    editEdit: 'later, said',
    editDelete: 'made anew',
    deleteEdit: 'deleted',
    addAdd: 'one of them',
  },
  {
    kind: 'book',
    fields: ['description'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'deleted, words kept',
    addAdd: 'both there',
  },
  {
    kind: 'book',
    fields: ['title', 'author', 'genre', 'series', 'publisher'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both there',
  },
  {
    kind: 'book',
    fields: ['rating', 'status', 'favorite', 'language', 'published', 'isbn', 'series_index'],
    editEdit: 'later, said',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both there',
  },
  {
    kind: 'collection',
    fields: ['name', 'description'],
    editEdit: 'both texts',
    editDelete: 'made anew',
    deleteEdit: 'stays',
    addAdd: 'both there',
  },
  {
    kind: 'collection',
    fields: ['books'],
    editEdit: 'merged',
    editDelete: 'made anew',
    deleteEdit: 'deleted',
    addAdd: 'both there',
  },
  {
    kind: 'collection',
    fields: ['color', 'icon', 'rule'],
    editEdit: 'later, said',
    editDelete: 'made anew',
    deleteEdit: 'deleted',
    addAdd: 'both there',
  },
  {
    kind: 'session',
    fields: ['notes'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'deleted, in the history',
    addAdd: 'both there',
  },
  {
    kind: 'session',
    fields: ['started_at', 'ended_at', 'seconds', 'pages_read'],
    editEdit: 'later, said',
    editDelete: refused,
    deleteEdit: 'deleted, in the history',
    addAdd: 'both there',
  },
  {
    kind: 'place',
    fields: ['position'],
    editEdit: 'rule for places',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'one of them',
  },
  {
    kind: 'goal',
    fields: ['title', 'target', 'deadline'],
    editEdit: 'never changed',
    editDelete: 'never changed',
    deleteEdit: 'never changed',
    addAdd: 'both there',
  },
] as const satisfies readonly ConflictRule[];

/** Fields whose conflicting texts are both kept. */
export function textFields(kind: TwinKind): readonly string[] {
  return conflictRules.flatMap((rule) =>
    rule.kind === kind && rule.editEdit === 'both texts' ? rule.fields : [],
  );
}
