/** Direct access to the database of a server. */
import { randomUUID } from 'node:crypto';
import { issueAccessToken } from '../../server/src/people/auth/credentials/accessTokens.ts';
import type { Library, Person } from './person.ts';

export type SqlValue = string | number;

/** Runs one statement. @returns its rows */
export type RunSql = (sql: string, values?: readonly SqlValue[]) => Promise<readonly object[]>;

export interface TestDatabase {
  /** A new account with two books, inserted directly: a thousand sign-ups would take a minute. */
  person(): Promise<Person>;
  /** While full, every write fails as on a full disk, and its effects are rolled back. */
  fill(full: boolean): Promise<void>;
  /** What the server has of this person, read from the database: seven requests would take too long. */
  library(person: Person): Promise<Library>;
  /** Every text that was ever written into a note, once for each time. */
  writtenTexts(userId: string): Promise<string[]>;
}

/** Accounts that are created together: each one alone would need four transactions and wait for its signature. */
const madeAtOnce = 20;

type Kind = 'note' | 'highlight' | 'bookmark' | 'place' | 'shelf' | 'on shelf' | 'book' | 'session';

const everything = `
  select 'note' as kind, id, content as value from notes where user_id = ?
  union all select 'highlight', id, color from highlights where user_id = ?
  union all select 'bookmark', id, page from bookmarks where user_id = ?
  union all select 'place', book_id, current_page from progress where user_id = ?
  union all select kind, id, value from (
    select 'shelf' as kind, id, name as value, user_id from collections
    union all select 'on shelf', collection_id, book_id, user_id from collection_books
      join collections on collections.id = collection_id
  ) where user_id = ?
  union all select 'book', id, rating from books where user_id = ?
  union all select 'session', id, seconds from reading_sessions where user_id = ?`;

/** @param secret signs the tokens */
export async function createTestDatabase(run: RunSql, secret: string): Promise<TestDatabase> {
  let isFull = false;
  await run('create table sync_test_writes (user_id text, content text)');
  await run('create index sync_test_writes_of on sync_test_writes (user_id)');
  for (const [name, when] of [
    ['sync_test_made', 'insert on notes'],
    ['sync_test_changed', 'update of content on notes when new.content <> old.content'],
  ])
    await run(`create trigger ${name} after ${when} begin
      insert into sync_test_writes values (new.user_id, new.content);
    end`);

  const insert = async (table: string, rows: readonly Record<string, SqlValue>[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {});
    const places = rows.map(() => `(${columns.map(() => '?').join()})`).join();
    const values = rows.flatMap((row) => Object.values(row));
    await run(`insert into ${table} (${columns.join()}) values ${places}`, values);
  };

  async function makeAccounts(): Promise<Person[]> {
    const now = new Date().toISOString();
    const aYearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString();
    const people = Array.from({ length: madeAtOnce }, () => ({
      id: randomUUID(),
      sessionId: randomUUID(),
      bookId: randomUUID(),
      otherBookId: randomUUID(),
    }));
    await insert(
      'users',
      people.map(({ id }) => ({
        id,
        email: `${id}@example.org`,
        name: 'Reader',
        password_hash: '-',
        roles: '["user"]',
        time_zone: 'UTC',
        preferences: '{}',
        // The server counts no session for longer than the account exists.
        created_at: aYearAgo,
      })),
    );
    await insert(
      'refresh_tokens',
      people.map(({ id, sessionId }) => ({
        id: randomUUID(),
        user_id: id,
        session_id: sessionId,
        token_hash: randomUUID(),
        created_at: now,
        expires_at: '2999-01-01T00:00:00.000Z',
        user_agent: 'test',
      })),
    );
    const books = people.flatMap(({ id, ...own }) =>
      [own.bookId, own.otherBookId].map((book) => ({ id: book, user_id: id })),
    );
    await insert(
      'books',
      books.map((book) => ({
        ...book,
        format: 'none',
        file_name: 'book.epub',
        file_size: 1,
        title: 'A Book',
        author: 'Somebody',
        page_count: 100,
        word_count: 1000,
        cover_source: 'generated',
        created_at: now,
        updated_at: now,
      })),
    );
    const issuedAt = Math.floor(Date.now() / 1_000);
    return Promise.all(
      people.map(async ({ sessionId, ...person }) => ({
        ...person,
        token: await issueAccessToken(secret, { userId: person.id, sessionId, issuedAt }),
      })),
    );
  }
  let unused: Person[] = [];

  return {
    async person() {
      if (unused.length === 0) unused = await makeAccounts();
      return unused.pop() as Person;
    },
    async fill(full) {
      if (full === isFull) return;
      isFull = full;
      await run(
        full
          ? `create trigger sync_test_full before insert on idempotency begin
              select raise(fail, 'database or disk is full');
            end`
          : 'drop trigger sync_test_full',
      );
    },
    async library({ id, bookId, otherBookId }) {
      const rows = (await run(everything, Array(7).fill(id))) as {
        kind: Kind;
        id: string;
        value: SqlValue;
      }[];
      const of = (kind: Kind) => rows.filter((row) => row.kind === kind);
      const byId = (kind: Kind) => Object.fromEntries(of(kind).map((row) => [row.id, String(row.value)]));
      const numberOf = (kind: Kind) => {
        const value = of(kind).find((row) => row.id === bookId)?.value;
        return value == null ? null : Number(value);
      };
      return {
        notes: byId('note'),
        highlights: byId('highlight'),
        bookmarks: Object.fromEntries(of('bookmark').map((row) => [Number(row.value), row.id])),
        page: numberOf('place'),
        shelves: byId('shelf'),
        otherBookOn: of('on shelf')
          .filter(({ value }) => value === otherBookId)
          .map((row) => row.id)
          .sort(),
        rating: numberOf('book'),
        sessions: of('session')
          .map((row) => `${row.id} ${row.value}`)
          .sort(),
      };
    },
    async writtenTexts(userId) {
      const rows = await run('select content from sync_test_writes where user_id = ?', [userId]);
      return rows.map((row) => String((row as { content: string }).content));
    },
  };
}
