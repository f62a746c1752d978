import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { sql } from 'kysely';
import { bounded } from '../src/store/bounds.ts';
import { addBook } from './support/books.ts';
import type { Client, LooseRequest } from './support/client.ts';
import { addNotes, copyRows, momentAt } from './support/many.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let reader: Client;
let userId: string;
let bookId: string;

before(async () => {
  server = await startServer();
});
after(() => server.stop());
beforeEach(async () => {
  reader = await server.reader();
  userId = reader.user?.id ?? '';
  bookId = await addBook(server.services, userId);
});

const now = () => new Date().toISOString();

/** Copies a row until there are this many. */
const fill = (table: Parameters<typeof copyRows>[1], to: number) =>
  copyRows(server.services, table, userId, to, (before) =>
    table === 'bookmarks'
      ? { page: sql`page + ${before * 1_000}` }
      : table === 'books'
        ? { sha256: sql`null` }
        : {},
  );

async function refused(key: RouteKey, request: LooseRequest, sentence: RegExp): Promise<void> {
  const { code, error } = await reader.fails(413, key, request);
  assert.equal(code, 'limit_reached');
  assert.match(error, sentence);
}

describe('[S-02] exceeding a limit is refused with a message', () => {
  test('notes: one row too many; existing ones can be changed, deleted and sent again', async () => {
    const first = await reader.call('POST /notes', { body: { content: 'the first' } });
    await addNotes(server.services, userId, { count: limits.notes.rows - 1, content: 'x' });
    await refused('POST /notes', { body: { content: 'one more' } }, /20,000 notes/);
    await refused(
      'POST /notes/book/:bookId',
      { params: { bookId }, body: { content: 'one more' } },
      /20,000 notes/,
    );
    const again = await reader.call('POST /notes', { body: { id: first.id, content: 'the first' } });
    assert.equal(again.id, first.id);
    const params = { id: first.id };
    await reader.call('PUT /notes/:id', { params, body: { content: 'longer than the first' } });
    // Keeping the other device's text would add a note.
    await refused(
      'PUT /notes/:id',
      { params, body: { content: 'mine', replaces: ['unseen'] } },
      /20,000 notes/,
    );
    assert.equal((await reader.call('GET /notes', { query: { limit: 1 } })).items.length, 1);
    await reader.call('DELETE /notes/:id', { params });
    await reader.call('POST /notes', { body: { content: 'one more' } });
  });

  test('notes: too much text; shortening is always accepted', async () => {
    const longest = 'x'.repeat(100_000);
    await addNotes(server.services, userId, {
      count: Math.floor(limits.notes.bytes / 100_100),
      content: longest,
    });
    const { id } = await reader.call('POST /notes', { body: { content: 'short' } });
    await refused('POST /notes', { body: { content: longest } }, /32 MB/);
    const params = { id };
    await refused('PUT /notes/:id', { params, body: { content: longest } }, /32 MB/);
    await reader.call('PUT /notes/:id', { params, body: { content: '' } });
  });

  test('highlights and their notes', async () => {
    const params = { id: bookId };
    const body = { text: 'x', color: 'yellow', note: null } as const;
    const { id } = await reader.call('POST /books/:id/highlights', { params, body });
    await fill('highlights', limits.highlights.rows);
    await refused('POST /books/:id/highlights', { params, body }, /30,000 highlights/);
    await reader.call('PUT /highlights/:id', { params: { id }, body: { note: 'a thought' } });
  });

  test('bookmarks', async () => {
    const params = { id: bookId };
    await reader.call('PUT /books/:id/bookmark', { params, body: { page: 1, updated_at: now() } });
    await fill('bookmarks', limits.bookmarks.rows);
    await refused(
      'PUT /books/:id/bookmark',
      { params, body: { page: 2, updated_at: now() } },
      /20,000 bookmarks/,
    );
    await reader.call('PUT /books/:id/bookmark', {
      params,
      body: { page: 1, updated_at: now(), label: 'x' },
    });
  });

  test('collections and the books in one', async () => {
    const body = { name: 'x', description: null, color: null, icon: null, bookIds: [] as string[] };
    const put = (id: string, more = {}) => ({ params: { id }, body: { ...body, ...more } });
    const id = randomUUID();
    await reader.call('PUT /collections/:id', put(id));
    const tooMany = Array.from({ length: limits.booksInCollection + 1 }, () => randomUUID());
    await refused('PUT /collections/:id', put(id, { bookIds: tooMany }), /20,000 books/);
    await fill('collections', limits.collections.rows);
    await refused('PUT /collections/:id', put(randomUUID()), /500 collections/);
    await reader.call('PUT /collections/:id', put(id, { bookIds: [bookId] }));
  });

  test('collections: all their books together', async () => {
    const put = (id: string, bookIds: string[]) => ({
      params: { id },
      body: { name: 'x', description: null, color: null, icon: null, bookIds },
    });
    const ids = Array.from({ length: 6 }, () => randomUUID());
    for (const id of ids) await reader.call('PUT /collections/:id', put(id, []));
    await fill('books', limits.booksInCollection);
    const books = (
      await server.services.db.selectFrom('books').select('id').where('user_id', '=', userId).execute()
    ).map(({ id }) => id);
    for (const id of ids.slice(0, 5)) await reader.call('PUT /collections/:id', put(id, books));
    await refused('PUT /collections/:id', put(ids[5] ?? '', [bookId]), /100,000/);
  });

  test('reading sessions', async () => {
    const body = {
      book_id: bookId,
      started_at: momentAt(0),
      ended_at: momentAt(60),
      seconds: 0,
      by_hand: true,
    };
    await reader.call('POST /reading/session', { body });
    await fill('reading_sessions', limits.readingSessions.rows);
    await refused('POST /reading/session', { body }, /50,000 sessions/);
    await refused(
      'POST /api/reading/sessions/start',
      { body: { book_id: bookId, page: 1 } },
      /50,000 sessions/,
    );
  });

  test('goals', async () => {
    const body = { title: 'x', type: 'once', target: 10 } as const;
    await reader.call('POST /api/gamification/goals', { body });
    await fill('goals', limits.goals.rows);
    await refused('POST /api/gamification/goals', { body }, /50 goals/);
  });

  test('questions to the mentor: in all conversations, and in one', async () => {
    const { db } = server.services;
    const ask = (id: string) => ({ params: { id }, body: { text: 'Who is Ishmael?' } });
    const id = randomUUID();
    await reader.call('POST /mentor/conversations/:id/messages', ask(id));
    const message = await db
      .selectFrom('messages')
      .selectAll()
      .where('conversation_id', '=', id)
      .executeTakeFirstOrThrow();
    const { bytes: _, ...row } = message;
    const rows = Array.from({ length: limits.messagesInConversation - 2 }, (_, index) => ({
      ...row,
      id: randomUUID(),
      seq: index + 3,
    }));
    await db.insertInto('messages').values(rows).execute();
    await refused('POST /mentor/conversations/:id/messages', ask(id), /1,000 messages/);
    await refused('POST /mentor/conversations/:id/stream', ask(id), /1,000 messages/);
    const conversations = Array.from({ length: limits.conversations.rows - 1 }, () => ({
      id: randomUUID(),
      user_id: userId,
      title: 'x',
      updated_at: now(),
    }));
    await db.insertInto('conversations').values(conversations).execute();
    await refused('POST /mentor/conversations/:id/messages', ask(randomUUID()), /1,000 conversations/);
    await reader.call('POST /mentor/conversations/:id/messages', ask(conversations[0]?.id ?? ''));
  });

  test('imported books, and the details of a book', async () => {
    await fill('books', limits.books.rows);
    const items = [{ title: 'New', author: 'Nobody', status: 'unread' as const }];
    await refused('POST /books/import', { body: { items } }, /50,000 books/);
    await reader.call('PATCH /books/:id', { params: { id: bookId }, body: { rating: 5 } });
    await reader.call('DELETE /books/:id', { params: { id: bookId } });
    const { items: made } = await reader.call('POST /books/import', { body: { items } });
    assert.equal(made[0]?.created, true);
  });

  test('preferences', async () => {
    await reader.call('PUT /auth/profile', { body: { preferences: { a: 'x'.repeat(60_000) } } });
    await refused('PUT /auth/profile', { body: { preferences: { b: 'x'.repeat(60_000) } } }, /100,000 bytes/);
  });

  test('each message names the numbers of its limit', () => {
    for (const { rows, bytes, sentence } of Object.values(bounded)) {
      assert.ok(sentence.includes(rows.toLocaleString('en')), sentence);
      if (bytes !== null) assert.ok(sentence.includes(`${bytes / 1_000_000} MB`), sentence);
    }
  });
});
