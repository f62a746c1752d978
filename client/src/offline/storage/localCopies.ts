import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { CallRequest, CallResponse, ReadKey } from '@lectern/shared-contracts/api/routes.ts';
import type { BuiltInActions } from '@lectern/shared-contracts/contract/syncActions.ts';
import { noteOf } from '@lectern/shared-contracts/sync/notes.ts';
import type { IDBPTransaction } from 'idb';
import type { StoredAction } from '../queue/index.ts';
import type { LecternDatabase, LecternSchema } from './database.ts';
import { isStoredBook, isStoredNote, isStoredProgress } from './storedShapes.ts';

export type CopyTransaction = IDBPTransaction<
  LecternSchema,
  ('sync_queue' | 'revisions' | 'reading_progress' | 'notes')[],
  'readwrite'
>;

/**
 * Stores copies of what queued writes contain, in the transaction that queues them: the last place in a book, and notes
 * written here. They outlive the queue, for a browser that goes offline before it has fetched the server's list.
 */
export async function keepCopy(transaction: CopyTransaction, action: StoredAction): Promise<void> {
  const { userId } = action;
  const notes = transaction.objectStore('notes');
  switch (action.type as keyof BuiltInActions) {
    case 'UPDATE_PROGRESS': {
      const { bookId, ...progress } = action.payload as BuiltInActions['UPDATE_PROGRESS'];
      await transaction.objectStore('reading_progress').put({ bookId, userId, progress });
      return;
    }
    case 'CREATE_NOTE': {
      const payload = action.payload as BuiltInActions['CREATE_NOTE'];
      await notes.put({ id: payload.id, userId, bookId: payload.bookId, note: noteOf(payload) });
      return;
    }
    case 'UPDATE_NOTE': {
      const { id, bookId: _, ...changes } = action.payload as BuiltInActions['UPDATE_NOTE'];
      const stored = await notes.get(id);
      if (stored?.userId === userId) await notes.put({ ...stored, note: { ...stored.note, ...changes } });
      return;
    }
    case 'DELETE_NOTE':
      await notes.delete((action.payload as BuiltInActions['DELETE_NOTE']).id);
  }
}

/**
 * An answer made from the copies, for a read that neither the server nor the cache can answer; undefined when there
 * is none.
 */
export async function answerFromCopies<K extends ReadKey>(
  database: LecternDatabase,
  userId: string,
  key: K,
  request: CallRequest<K>,
): Promise<CallResponse<K> | undefined> {
  const { params } = request as { params?: { id?: string; bookId?: string } };
  const answer = async (): Promise<unknown> => {
    if (key === 'GET /books/:id') {
      const stored = await database.get('books', `${userId}/${params?.id}`);
      return isStoredBook(stored) ? stored.book : undefined;
    }
    if (key === 'GET /books/:id/progress') {
      const stored = await database.get('reading_progress', params?.id ?? '');
      return isStoredProgress(stored) && stored.userId === userId ? stored.progress : undefined;
    }
    if (key === 'GET /notes' || key === 'GET /notes/:bookId') {
      const mine = (await database.getAllFromIndex('notes', 'userId', userId)).filter(isStoredNote);
      const wanted = mine.filter(({ bookId }) => key === 'GET /notes' || bookId === params?.bookId);
      return wanted.length === 0
        ? undefined
        : { items: wanted.map(({ note }): Note => note).toSorted(newestFirst) };
    }
    return undefined;
  };
  return (await answer()) as CallResponse<K> | undefined;
}

function newestFirst(a: Note, b: Note): number {
  return a.created_at < b.created_at ? 1 : -1;
}
