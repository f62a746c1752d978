import type { Highlight } from '../api/annotations.ts';
import type { Book } from '../api/books.ts';
import type { Note, TwinKind } from '../api/notes.ts';
import type { Loadable } from '../contract/host.ts';
import { basisOf, textStamp, thoughtStamp } from '../domain/changes/basis.ts';
import { memberChanges } from '../domain/changes/members.ts';
import { text } from '../domain/text.ts';
import { useData } from './hooks.ts';
import { useEnqueue } from './useEnqueue.ts';

export type StoredText = ReturnType<typeof useStoredText>;

const failure = text('Failed to update note');

/** A thing with texts that have another version, and how one of these takes the place of the current texts. */
export function useStoredText(kind: TwinKind, id: string) {
  const enqueue = useEnqueue();
  const notes = useData('GET /notes', {});
  const highlights = useData('GET /highlights', {});
  const collections = useData('GET /collections', {});
  const books = useData('GET /books', { query: { limit: 200, offset: 0 } }, { allPages: true });
  const note = kind === 'note' ? itemIn(notes, id) : undefined;
  const highlight = kind === 'highlight' ? itemIn(highlights, id) : undefined;
  const collection = kind === 'collection' ? itemIn(collections, id) : undefined;
  const book = kind === 'book' ? itemIn(books, id) : undefined;

  async function put(fields: Readonly<Record<string, unknown>>): Promise<boolean> {
    if (note) {
      const { title = note.title, content = note.content, tags } = fields as Partial<Note>;
      return enqueue(
        'UPDATE_NOTE',
        {
          id,
          bookId: note.book_id,
          title,
          content,
          replaces: [textStamp(note)],
          ...(tags ? { tags, tagChanges: memberChanges(note.tags, tags) } : {}),
        },
        failure,
      );
    }
    if (highlight) {
      const { note: thought = null } = fields as Partial<Highlight>;
      const replaces = [thoughtStamp(highlight.note)];
      return enqueue('UPDATE_HIGHLIGHT', { id, bookId: highlight.book_id, note: thought, replaces }, failure);
    }
    if (book) {
      const { tags } = fields as Partial<Book>;
      const tagChanges = tags && memberChanges(book.tags ?? [], tags);
      return enqueue(
        'UPDATE_BOOK',
        { bookId: id, changes: fields, basis: basisOf(book, fields), ...(tagChanges ? { tagChanges } : {}) },
        failure,
      );
    }
    if (!collection) return false;
    const { updated_at: _, ...shown } = collection;
    return enqueue(
      'SAVE_COLLECTION',
      { ...shown, ...fields, books: { added: [], removed: [] }, basis: basisOf(shown, fields) },
      failure,
    );
  }

  return {
    loading: [notes, highlights, collections, books].some(({ status }) => status === 'loading'),
    /** The thing as lists have it; null when it is deleted, or in no list. */
    value: note ?? highlight ?? collection ?? book ?? null,
    /** Replaces texts of the thing, by their names in the API; resolves to whether that is queued. */
    put,
  };
}

const itemIn = <T extends { id: string }>(list: Loadable<{ items: T[] }>, id: string): T | undefined =>
  list.status === 'ready' ? list.value.items.find((item) => item.id === id) : undefined;
