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

interface ConflictRule {
  kind: string;
  fields: readonly string[];
  editEdit: EditEdit;
  editDelete: EditDelete;
  deleteEdit: DeleteEdit;
  addAdd: AddAdd;
}

const refused = 'refused, text kept';

export const conflictRules = [
  {
    kind: 'note',
    fields: ['title', 'content'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'kept',
    addAdd: 'both kept',
  },
  {
    kind: 'note',
    fields: ['tags'],
    editEdit: 'merged',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both kept',
  },
  {
    kind: 'note',
    fields: ['color', 'page'],
    editEdit: 'later, reported',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both kept',
  },
  {
    kind: 'highlight',
    fields: ['note'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'kept',
    addAdd: 'both kept',
  },
  {
    kind: 'highlight',
    fields: ['color', 'style'],
    editEdit: 'later, reported',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both kept',
  },
  {
    kind: 'bookmark',
    fields: ['label', 'position'],
    editEdit: 'later, reported',
    editDelete: 'created again',
    deleteEdit: 'deleted',
    addAdd: 'as edits',
  },
  {
    kind: 'book',
    fields: ['description'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'deleted, text kept',
    addAdd: 'both kept',
  },
  {
    kind: 'book',
    fields: ['title', 'author', 'genre', 'series', 'publisher'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both kept',
  },
  {
    kind: 'book',
    fields: ['rating', 'status', 'favorite', 'language', 'published', 'isbn', 'series_index'],
    editEdit: 'later, reported',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'both kept',
  },
  {
    kind: 'collection',
    fields: ['name', 'description'],
    editEdit: 'both texts',
    editDelete: 'created again',
    deleteEdit: 'kept',
    addAdd: 'both kept',
  },
  {
    kind: 'collection',
    fields: ['books'],
    editEdit: 'merged',
    editDelete: 'created again',
    deleteEdit: 'deleted',
    addAdd: 'both kept',
  },
  {
    kind: 'collection',
    fields: ['color', 'icon', 'rule'],
    editEdit: 'later, reported',
    editDelete: 'created again',
    deleteEdit: 'deleted',
    addAdd: 'both kept',
  },
  {
    kind: 'session',
    fields: ['notes'],
    editEdit: 'both texts',
    editDelete: refused,
    deleteEdit: 'deleted, in the history',
    addAdd: 'both kept',
  },
  {
    kind: 'session',
    fields: ['started_at', 'ended_at', 'seconds', 'pages_read'],
    editEdit: 'later, reported',
    editDelete: refused,
    deleteEdit: 'deleted, in the history',
    addAdd: 'both kept',
  },
  {
    kind: 'place',
    fields: ['position'],
    editEdit: 'rule for positions',
    editDelete: refused,
    deleteEdit: 'deleted',
    addAdd: 'as edits',
  },
  {
    kind: 'goal',
    fields: ['title', 'target', 'deadline'],
    editEdit: 'never changed',
    editDelete: 'never changed',
    deleteEdit: 'never changed',
    addAdd: 'both kept',
  },
] as const satisfies readonly ConflictRule[];

/** Fields whose conflicting texts are both kept. */
export function textFields(kind: TwinKind): readonly string[] {
  return conflictRules.flatMap((rule) =>
    rule.kind === kind && rule.editEdit === 'both texts' ? rule.fields : [],
  );
}
