import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import type { ActionPayloads, CreateNote } from '@lectern/shared-contracts/contract/syncActions.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { useRef, useState } from 'react';
import { defaultColor, defaultIcon } from '../collections/collectionDefaults.ts';
import { itemsOf } from '../data/itemsOf.ts';
import type { ListedBook, ReadingList } from './readingList.ts';

/** Books per request. */
const atOnce = 100;

export type ImportState =
  | { step: 'choosing' }
  | { step: 'working'; done: number; of: number }
  | { step: 'done'; added: number; known: number; collections: number }
  | { step: 'failed'; message: string; done: number };

/**
 * Imports a reading list in requests of a hundred books, each with its reviews as notes, then its shelves as
 * collections. An interrupted import can be repeated.
 */
export function useImport() {
  const { api, data } = useHost();
  const t = useTranslate();
  const enqueue = useEnqueue();
  const collections = itemsOf(useData('GET /collections', {}));
  const [state, setState] = useState<ImportState>({ step: 'choosing' });
  /** Sent without an answer so far: they may have been added, and their reviews are still to be written. */
  const unanswered = useRef(new Set<ListedBook>());

  async function importList({ books }: ReadingList): Promise<void> {
    const ids: string[] = [];
    let added = 0;
    setState({ step: 'working', done: 0, of: books.length });
    try {
      for (let start = 0; start < books.length; start += atOnce) {
        const imported = await importBooks(books.slice(start, start + atOnce));
        ids.push(...imported.map(({ id }) => id));
        for (const { id, isNew, review } of imported) {
          if (!isNew) continue;
          added += 1;
          await writeReview(id, review);
        }
        setState({ step: 'working', done: ids.length, of: books.length });
      }
    } catch (error) {
      setState({ step: 'failed', message: t(errorMessage(error)), done: ids.length });
      return;
    } finally {
      data.refresh('GET /books');
    }
    const shelves = booksByShelf(books, ids);
    for (const [name, bookIds] of shelves) await addToCollection(name, bookIds);
    setState({ step: 'done', added, known: books.length - added, collections: shelves.size });
  }

  /** Imports books in one request. A book is new, too, if an earlier request for it got no answer. */
  async function importBooks(books: readonly ListedBook[]) {
    const repeated = new Set(books.filter((listed) => unanswered.current.has(listed)));
    for (const listed of books) unanswered.current.add(listed);
    const { items } = await api.call('POST /books/import', {
      body: { items: books.map(({ book }) => book) },
    });
    return books.flatMap((listed, index) => {
      const item = items[index];
      if (item === undefined) return [];
      unanswered.current.delete(listed);
      return [{ id: item.id, isNew: item.created || repeated.has(listed), review: listed.review }];
    });
  }

  /** Adds a shelf's books to the collection of that name, creating it if needed. */
  async function addToCollection(shelf: string, bookIds: readonly string[]): Promise<void> {
    const existing = collections.find(
      ({ rule, name }) => !rule && name.toLowerCase() === shelf.toLowerCase(),
    );
    const collection = collectionWith(bookIds, shelf, existing);
    await enqueue('SAVE_COLLECTION', collection, text('The collection could not be saved.'));
  }

  async function writeReview(bookId: string, review: string): Promise<void> {
    if (review === '') return;
    const note = reviewNote(bookId, t('Review'), review);
    await enqueue('CREATE_NOTE', note, text('Failed to create note'));
  }

  return { state, importList };
}

/** @param ids of the imported books, in the same order */
function booksByShelf(books: readonly ListedBook[], ids: readonly string[]): Map<string, string[]> {
  const shelves = new Map<string, string[]>();
  for (const [index, { shelves: names }] of books.entries())
    for (const name of names) shelves.set(name, [...(shelves.get(name) ?? []), ids[index] ?? '']);
  return shelves;
}

/** The collection with these books, or a new one for a shelf that has none yet. */
function collectionWith(
  bookIds: readonly string[],
  shelf: string,
  existing: Collection | undefined,
): ActionPayloads['SAVE_COLLECTION'] {
  const { id, name, description, color, icon } = existing ?? {
    id: crypto.randomUUID(),
    name: shelf.slice(0, 200),
    description: null,
    color: defaultColor,
    icon: defaultIcon,
  };
  const all = [...new Set([...(existing?.bookIds ?? []), ...bookIds])];
  const changes = existing ? { books: { added: [...bookIds], removed: [] }, basis: {} } : {};
  return { id, name, description, color, icon, bookIds: all, rule: null, ...changes };
}

const reviewNote = (bookId: string, title: string, content: string): CreateNote => ({
  id: crypto.randomUUID(),
  bookId,
  title,
  content,
  type: 'review',
  page: null,
  position: null,
  color: null,
  tags: ['review'],
  created_at: new Date().toISOString(),
});
