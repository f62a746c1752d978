/**
 * What becomes of a thing that two devices change without knowing of each other, as data: the server keeps texts by it,
 * the table in docs/sync.md is made from it, and a test walks every cell of that table.
 */
import type { TwinKind } from '../api/notes.ts';

/** Changed on both. */
export type EditEdit =
  /** Both texts are kept, and the reader chooses. */
  | 'both texts'
  /** Members that either put in are in, those that either took out are out. */
  | 'merged'
  /** The later change to arrive stands; the answer to it names the value that it replaced. */
  | 'later, said'
  /** By the reader's rule for places; the other one is listed. */
  | 'rule for places'
  /** It is not changed once it is made. */
  | 'never changed';

/** Changed here, deleted there before the change arrives. */
export type EditDelete =
  /** The change is refused (404); its words stay with the reader, who can keep them as a note. */
  | 'refused, words kept'
  /** The change makes it anew, whole. */
  | 'made anew'
  | 'never changed';

/** Deleted here, changed there before the deletion arrives. */
export type DeleteEdit =
  /** The deletion is refused (409): it stays, with what was written. */
  | 'stays'
  | 'deleted'
  /** It goes; words of it that were not seen stay as notes. */
  | 'deleted, words kept'
  /** It goes from the list and stays, as it was, in the history of corrections. */
  | 'deleted, in the history'
  | 'never changed';

/** Made on both. */
export type AddAdd =
  | 'both there'
  /** There is one of them (one bookmark a page, one place a book): as when both change it. */
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

/** Fields of which both texts are kept. */
export function textFields(kind: TwinKind): readonly string[] {
  return conflictRules.flatMap((rule) =>
    rule.kind === kind && rule.editEdit === 'both texts' ? rule.fields : [],
  );
}
