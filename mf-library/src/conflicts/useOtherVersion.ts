import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import { basisOf, textStamp, thoughtStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { detailFields } from '../books/bookDetails.ts';
import { itemsOf } from '../data/itemsOf.ts';

/** One of two versions of a text. */
export interface Version {
  /** Title of a note; empty for everything else. */
  title: string;
  text: string;
}

/** A conflict: both versions and its possible resolutions. */
export interface TwoVersions {
  /** The field as a text key; null for a note as a whole. */
  field: string | null;
  /** Whether the current version is still loading. */
  loading: boolean;
  /** The current version; null when the item was deleted, or is not shown anywhere. */
  current: Version | null;
  other: Version;
  keepThis(): Promise<boolean>;
  keepOther(): Promise<boolean>;
  keepBoth(): Promise<boolean>;
}

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(detailFields.map(({ field, label }) => [field, label])),
  name: text('Name'),
};

const failure = text('Failed to update note');

/** @param other the note that keeps the other version */
export function useOtherVersion(other: Note): TwoVersions {
  const enqueue = useEnqueue();
  const kind = other.twin_kind ?? null;
  const field = other.twin_field ?? '';
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  const collections = useData('GET /collections', {});
  const books = useData('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true });
  const note = itemsOf(notes).find(({ id }) => id === other.twin_of);
  const highlight = itemsOf(highlights).find(({ id }) => id === other.twin_of);
  const collection = itemsOf(collections).find(({ id }) => id === other.twin_of);
  const book = kind === 'book' ? itemsOf(books).find(({ id }) => id === other.twin_of) : undefined;

  const drop = () =>
    enqueue(
      'DELETE_NOTE',
      { id: other.id, bookId: other.book_id, seen: [textStamp(other)] },
      text('Failed to delete note'),
    );
  async function put(): Promise<boolean> {
    if (note)
      return enqueue(
        'UPDATE_NOTE',
        {
          id: note.id,
          bookId: note.book_id,
          title: other.title,
          content: other.content,
          replaces: [textStamp(note)],
        },
        failure,
      );
    if (highlight)
      return enqueue(
        'UPDATE_HIGHLIGHT',
        {
          id: highlight.id,
          bookId: highlight.book_id,
          note: other.content,
          replaces: [thoughtStamp(highlight.note)],
        },
        failure,
      );
    const changes = { [field]: other.content };
    if (book)
      return enqueue('UPDATE_BOOK', { bookId: book.id, changes, basis: basisOf(book, changes) }, failure);
    if (!collection) return false;
    const { updated_at: _, ...shown } = collection;
    const books = { added: [], removed: [] };
    return enqueue(
      'SAVE_COLLECTION',
      { ...shown, ...changes, books, basis: basisOf(shown, changes) },
      failure,
    );
  }

  const resource = (book ?? collection) as Record<string, unknown> | undefined;
  const current = note?.content ?? highlight?.note ?? resource?.[field];
  return {
    field: fieldNames[field] ?? null,
    loading: [notes, highlights, collections, books].some(({ status }) => status === 'loading'),
    current: note || highlight || resource ? { title: note?.title ?? '', text: String(current ?? '') } : null,
    other: { title: note ? other.title : '', text: other.content },
    keepThis: drop,
    keepOther: async () => (await put()) && drop(),
    keepBoth: () => enqueue('UPDATE_NOTE', { id: other.id, bookId: other.book_id, twin_of: null }, failure),
  };
}
