import type { Note } from '../api/notes.ts';
import type { CreateNote, UpdateNote } from '../contract/syncActions.ts';
import { mergedBasis } from '../domain/changes/basis.ts';
import { mergedTagChanges, withMembers } from '../domain/changes/members.ts';
import type { OwnActions } from './anyAction.ts';
import { changedItem, withItem, withoutItem } from './lists.ts';
import { alsoSeen, mergedStamps, seenQuery, settlesDeletion } from './seenTexts.ts';

const entity = ({ id }: { id: string }): string => `note:${id}`;

export const noteActions: OwnActions<'CREATE_NOTE' | 'UPDATE_NOTE' | 'DELETE_NOTE'> = {
  CREATE_NOTE: {
    priority: 8,
    timeout: 10_000,
    entity,
    request: ({ bookId, ...body }) =>
      bookId === null
        ? { key: 'POST /notes', body }
        : { key: 'POST /notes/book/:bookId', params: { bookId }, body },
    overlay: {
      'GET /notes': (list, payload) => withItem(list, noteOf(payload)),
      'GET /notes/:bookId': (list, payload, { params }) =>
        params.bookId === payload.bookId ? withItem(list, noteOf(payload)) : list,
    },
  },
  UPDATE_NOTE: {
    priority: 7,
    entity,
    request: ({ id, bookId: _, ...body }) => ({ key: 'PUT /notes/:id', params: { id }, body }),
    merge: ({ basis, tagChanges, ...earlier }, { basis: laterBasis, tagChanges: laterTags, ...later }) => ({
      ...earlier,
      ...later,
      ...mergedBasis({ basis, changes: earlier }, { basis: laterBasis, changes: later }),
      ...mergedTagChanges(earlier.tags && (tagChanges ?? null), later.tags && (laterTags ?? null)),
      // The earlier edit may or may not have arrived, so the server may have any of the replaced texts.
      ...mergedStamps(earlier.replaces, later.replaces),
    }),
    joins: {
      CREATE_NOTE: (created: CreateNote, change: UpdateNote) => {
        const { twin_of: _, ...fields } = fieldsOf(change);
        return { ...created, ...fields };
      },
    },
    overlay: {
      'GET /notes': (list, change) => changedItem(list, change.id, (note: Note) => changed(note, change)),
      'GET /notes/:bookId': (list, change) =>
        changedItem(list, change.id, (note: Note) => changed(note, change)),
    },
  },
  DELETE_NOTE: {
    priority: 7,
    entity,
    request: (deletion) => ({
      key: 'DELETE /notes/:id',
      params: { id: deletion.id },
      ...seenQuery(deletion),
    }),
    supersedes: ['CREATE_NOTE', 'UPDATE_NOTE'],
    inherits: (superseded, own) => alsoSeen(own, (superseded as Partial<UpdateNote>).replaces ?? []),
    settledBy: settlesDeletion,
    overlay: {
      'GET /notes': (list, { id }) => withoutItem(list, id),
      'GET /notes/:bookId': (list, { id }) => withoutItem(list, id),
    },
  },
};

/** The changed fields, without what names the note and what says which version its author had seen. */
function fieldsOf({
  id: _,
  bookId: _book,
  replaces: _seen,
  basis: _basis,
  tagChanges: _tags,
  ...fields
}: UpdateNote) {
  return fields;
}

function changed(note: Note, change: UpdateNote): Note {
  const { tags, ...fields } = fieldsOf(change);
  return { ...note, ...fields, ...(tags ? { tags: withMembers(note.tags, tags, change.tagChanges) } : {}) };
}

/** The note as it is shown until the server has it. */
export function noteOf(payload: CreateNote): Note {
  return {
    id: payload.id,
    book_id: payload.bookId,
    title: payload.title ?? '',
    content: payload.content,
    type: payload.type ?? 'note',
    page: payload.page ?? null,
    position: payload.position ?? null,
    color: payload.color ?? null,
    tags: payload.tags ?? [],
    unread: false,
    created_at: payload.created_at,
    updated_at: payload.created_at,
  };
}
