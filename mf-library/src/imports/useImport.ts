import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import type { CreateNote } from '@lectern/shared-contracts/contract/syncActions.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { useRef, useState } from 'react';
import { itemsOf } from '../data/itemsOf.ts';
import { isReviewNote } from '../notes/entries.ts';
import type { ListedBook, ReadingList } from './readingList.ts';

/** Books per request. */
const atOnce = 100;

export type ImportState =
  | { step: 'choosing' }
  | { step: 'working'; done: number; of: number }
  | { step: 'done'; added: number; known: number; perhaps: number }
  | { step: 'failed'; message: string; done: number };

type ImportedItem = CallResponse<'POST /books/import'>['items'][number];

/**
 * Imports a reading list in requests of a hundred books, each with its reviews as notes and its readings. An import
 * can be repeated, after an interruption and later.
 */
export function useImport() {
  const { api, data } = useHost();
  const t = useTranslate();
  const enqueue = useEnqueue();
  const known = useData('GET /notes', {});
  const read = useData('GET /readings', {});
  const [state, setState] = useState<ImportState>({ step: 'choosing' });
  /** Sent without an answer so far: they may have been added. */
  const unanswered = useRef(new Set<ListedBook>());

  async function importList({ books, source }: ReadingList): Promise<void> {
    const items: ImportedItem[] = [];
    const notes = Map.groupBy<string | null, KnownNote>(itemsOf(known), ({ book_id }) => book_id);
    setState({ step: 'working', done: 0, of: books.length });
    try {
      for (let start = 0; start < books.length; start += atOnce) {
        const some = books.slice(start, start + atOnce);
        const imported = await importBooks(some);
        items.push(...imported);
        for (const [index, { id, created }] of imported.entries()) {
          await writeNotes(id, some[index] as ListedBook, source, notes);
          await writeReadings(id, some[index] as ListedBook, created);
        }
        setState({ step: 'working', done: items.length, of: books.length });
      }
    } catch (error) {
      setState({ step: 'failed', message: t(errorMessage(error)), done: items.length });
      return;
    } finally {
      data.refresh('GET /books');
    }
    const count = (holds: (item: ImportedItem) => boolean | undefined) => items.filter(holds).length;
    const added = count(({ created }) => created);
    setState({
      step: 'done',
      added,
      known: books.length - added,
      perhaps: count(({ perhaps }) => perhaps),
    });
  }

  /** Imports books in one request. A book is new, too, if an earlier request for it got no answer. */
  async function importBooks(books: readonly ListedBook[]): Promise<ImportedItem[]> {
    const repeated = new Set(books.filter((listed) => unanswered.current.has(listed)));
    for (const listed of books) unanswered.current.add(listed);
    const { items } = await api.call('POST /books/import', {
      body: { items: books.map(({ book }) => book) },
    });
    return books.flatMap((listed, index) => {
      const item = items[index];
      if (item === undefined) return [];
      unanswered.current.delete(listed);
      return [{ ...item, created: item.created || repeated.has(listed) }];
    });
  }

  /** Adds the review and the note of a listed book, unless they are there. A second review is a note. */
  async function writeNotes(
    bookId: string,
    { review, note }: ListedBook,
    source: string,
    notes: Map<string | null, KnownNote[]>,
  ): Promise<void> {
    const present = notes.get(bookId) ?? [];
    const add = async (title: string, content: string, type: 'review' | 'note') => {
      if (content === '' || present.some((other) => other.content.trim() === content)) return;
      const created = noteOf(bookId, title, content, type);
      present.push({ ...created, book_id: bookId });
      notes.set(bookId, present);
      await enqueue('CREATE_NOTE', created, text('Failed to create note'));
    };
    await add(t('Review'), review, present.some(isReviewNote) ? 'note' : 'review');
    await add(t('From {{source}}', { source }), note, 'note');
  }

  /** Adds the readings that are not there. When one that was here already was begun last, is known here. */
  async function writeReadings(bookId: string, { readings }: ListedBook, isNew: boolean): Promise<void> {
    const present = itemsOf(read).filter(({ book_id }) => book_id === bookId);
    for (const reading of readings) {
      const { outcome, finished_at } = reading;
      const isHere = present.some((other) => other.outcome !== null && other.finished_at === finished_at);
      if (outcome === null ? !isNew : isHere) continue;
      const added = { id: crypto.randomUUID(), book_id: bookId, ...reading, rating: null };
      await enqueue('SAVE_READING', added, text('The change couldn’t be saved in this browser.'));
    }
  }

  return { state, importList };
}

type KnownNote = Pick<Note, 'book_id' | 'content' | 'type' | 'tags'>;

const noteOf = (
  bookId: string,
  title: string,
  content: string,
  type: 'review' | 'note',
): CreateNote & Pick<KnownNote, 'type' | 'tags'> => ({
  id: crypto.randomUUID(),
  bookId,
  title,
  content,
  type,
  page: null,
  position: null,
  color: null,
  tags: type === 'review' ? ['review'] : [],
  created_at: new Date().toISOString(),
});
