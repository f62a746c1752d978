/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { StoredAction } from '../queue/index.ts';
import { openLecternDatabase } from './database.ts';
import { createIndexedDbQueueStore } from './indexedDbQueueStore.ts';
import { answerFromCopies } from './localCopies.ts';

let databases = 0;

async function setUp() {
  databases += 1;
  const database = await openLecternDatabase(`copies-${databases}`);
  const queue = createIndexedDbQueueStore(database);
  let made = 0;
  return {
    database,
    write(type: string, payload: unknown, userId = 'ada') {
      made += 1;
      const action: StoredAction = {
        id: `${type}-${made}`,
        type,
        payload,
        status: 'pending',
        priority: 5,
        timestamp: made,
        retryCount: 0,
        maxRetries: 5,
        lastError: null,
        lastAttempt: null,
        entity: 'x',
        userId,
        refused: false,
        notBefore: 0,
      };
      return queue.change(userId, (actions) => [...actions, action]);
    },
    notes: async (key: 'GET /notes' | 'GET /notes/:bookId', params: object = {}, userId = 'ada') =>
      (await answerFromCopies(database, userId, key as 'GET /notes', params as never))?.items.map(
        ({ content }) => content,
      ),
  };
}

const note = (id: string, bookId: string | null, content: string, second = 0) => ({
  id,
  bookId,
  content,
  created_at: `2026-01-01T00:00:0${second}.000Z`,
});

describe('[OF-08] what was written in this browser answers a read without any other answer', () => {
  it('the notes, the newest first, of all books or of one', async () => {
    const { write, notes } = await setUp();
    await write('CREATE_NOTE', note('n1', 'b1', 'second', 2));
    await write('CREATE_NOTE', note('n2', null, 'third', 3));
    await write('CREATE_NOTE', note('n3', 'b1', 'first', 1));
    expect(await notes('GET /notes')).toEqual(['third', 'second', 'first']);
    expect(await notes('GET /notes/:bookId', { params: { bookId: 'b1' } })).toEqual(['second', 'first']);
    expect(await notes('GET /notes/:bookId', { params: { bookId: 'b2' } })).toBeUndefined();
    expect(await notes('GET /notes', {}, 'eve')).toBeUndefined();
  });

  it('with their changes and deletions', async () => {
    const { write, notes } = await setUp();
    for (const id of ['n1', 'n2']) await write('CREATE_NOTE', note(id, 'b1', id));
    await write('UPDATE_NOTE', { id: 'n1', bookId: 'b2', content: 'changed' });
    await write('UPDATE_NOTE', { id: 'n2', bookId: 'b1', content: 'by another reader' }, 'eve');
    await write('UPDATE_NOTE', { id: 'unknown', bookId: 'b1', content: 'of an unknown note' });
    expect((await notes('GET /notes'))?.toSorted()).toEqual(['changed', 'n2']);
    expect((await notes('GET /notes/:bookId', { params: { bookId: 'b1' } }))?.length).toBe(2);
    await write('DELETE_NOTE', { id: 'n1', bookId: 'b1' });
    expect(await notes('GET /notes')).toEqual(['n2']);
  });

  it('the last place in a book', async () => {
    const { database, write } = await setUp();
    const place = (page: number) => ({
      current_page: page,
      percentage: page,
      updated_at: '2026-01-01T00:00:00.000Z',
    });
    for (const page of [3, 4]) await write('UPDATE_PROGRESS', { bookId: 'b1', ...place(page) });
    const read = (userId: string, id: string) =>
      answerFromCopies(database, userId, 'GET /books/:id/progress', { params: { id } });
    expect(await read('ada', 'b1')).toEqual(place(4));
    expect([await read('ada', 'b2'), await read('eve', 'b1')]).toEqual([undefined, undefined]);
  });

  it('a downloaded book', async () => {
    const { database } = await setUp();
    const book = { id: 'b1', title: 'Emma', author: 'Jane Austen' } as Book;
    await database.put('books', { id: 'ada/b1', userId: 'ada', bookId: 'b1', lastAccessed: 1, book });
    const read = (userId: string) =>
      answerFromCopies(database, userId, 'GET /books/:id', { params: { id: 'b1' } });
    expect([await read('ada'), await read('eve')]).toEqual([book, undefined]);
  });

  it('and nothing else', async () => {
    const { database, write } = await setUp();
    await write('UPDATE_BOOK', { bookId: 'b1', changes: { title: 'Emma' } });
    expect(await answerFromCopies(database, 'ada', 'GET /collections', {})).toBeUndefined();
    expect(await database.getAll('notes')).toEqual([]);
  });
});
