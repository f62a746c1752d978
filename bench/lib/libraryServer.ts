import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import memorySettings from '../../server/memorySettings.json' with { type: 'json' };
import { unreadBook } from '../../server/src/library/books/bookFields.ts';
import { bookKeys } from '../../server/src/library/books/bookKeys.ts';
import { loadConfig } from '../../server/src/run/config/config.ts';
import type { Services } from '../../server/src/run/services/services.ts';
import { openStore } from '../../server/src/store/open/openStore.ts';
import { startServer } from '../../tools/lib/processes/server.mjs';

/** A signed-in reader. */
export interface BenchReader {
  userId: string;
  email: string;
  token: string;
  headers: Record<string, string>;
  /** Sends a request with the reader's token; throws unless it succeeds. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** A server with a temporary library, and its first reader. */
export interface LibraryServer extends BenchReader {
  url: string;
  dataDir: string;
  process: { pid: number };
  /** Another reader, without books. */
  anotherReader(): Promise<BenchReader>;
  stop(): Promise<void>;
}

/** So high that no rate limit is reached. */
const unlimited = { LECTERN_REQUESTS_PER_MINUTE: '1000000000' };

/**
 * @param books rows that are created first, without files
 * @param limited whether the default rate limits apply
 * @param settings more environment variables
 */
export async function libraryServer({
  books = 0,
  limited = false,
  settings = {} as Record<string, string>,
} = {}): Promise<LibraryServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const child = await startServer({
    ...memorySettings,
    DATA_DIR: dataDir,
    LECTERN_LOG: 'error',
    ...(limited ? {} : unlimited),
    ...settings,
  });
  const reader = await newReader(child.url);
  if (books > 0) {
    const { db } = await storeOf(dataDir);
    await makeBooks(db, reader.userId, books);
    await db.destroy();
  }
  return {
    ...reader,
    url: child.url,
    dataDir,
    process: { pid: child.pid() },
    anotherReader: () => newReader(child.url),
    async stop() {
      await child.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens the database of a server beside it. */
export const storeOf = (dataDir: string) => openStore(loadConfig({ DATA_DIR: dataDir }));

/** Creates an account. @param url of a server */
export async function newReader(url: string): Promise<BenchReader> {
  const account = { email: `${randomUUID()}@example.org`, password: 'a long password' };
  const enter = async (how: 'register' | 'login', body: object) => {
    const answer = await fetch(`${url}/v1/auth/${how}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { token: string; user: { id: string } };
  };
  const { token, user } = await enter('register', { ...account, name: 'Bench' });
  const headers = { authorization: `Bearer ${token}` };
  return {
    userId: user.id,
    email: account.email,
    token,
    headers,
    async ask(path, init = {}) {
      const send = () =>
        fetch(`${url}${path}`, {
          ...init,
          headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
        });
      let response = await send();
      if (response.status === 401) {
        // A token expires after a quarter of an hour; the app renews it as well.
        headers.authorization = `Bearer ${(await enter('login', account)).token}`;
        response = await send();
      }
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return response;
    },
  };
}

/** Inserts notes as rows, since only what reads them is measured. */
export async function makeNotes(
  dataDir: string,
  userId: string,
  count: number,
  contentOf: (index: number) => string,
): Promise<void> {
  const { db } = await storeOf(dataDir);
  const now = new Date().toISOString();
  for (let made = 0; made < count; made += 100) {
    const rows = Array.from({ length: Math.min(100, count - made) }, (_, at) => ({
      id: randomUUID(),
      user_id: userId,
      book_id: null,
      title: '',
      content: contentOf(made + at),
      type: 'note',
      page: null,
      position: null,
      color: null,
      tags: '[]',
      unread: 0 as const,
      changed_by: null,
      conflict_of: null,
      created_at: now,
      updated_at: now,
    }));
    await db.insertInto('notes').values(rows).execute();
  }
  await db.destroy();
}

/** Rows as created by an upload, with a table of contents of forty entries. */
async function makeBooks(db: Services['db'], userId: string, count: number): Promise<void> {
  const toc = JSON.stringify(
    Array.from({ length: 40 }, (_, i) => ({ title: `Chapter ${i + 1}`, href: `c${i}.xhtml`, children: [] })),
  );
  const begun = Date.parse('2020-01-01');
  const statuses = ['unread', 'unread', 'unread', 'reading', 'completed', 'paused'] as const;
  for (let done = 0; done < count; done += 500) {
    const rows = Array.from({ length: Math.min(500, count - done) }, (_, i) => {
      const n = done + i;
      const id = randomUUID();
      const moment = new Date(begun + n * 60_000).toISOString();
      const [title, author] = [`The ${n}th Voyage of a Most Patient Reader`, `Author ${n % 997}`];
      return {
        ...unreadBook,
        ...bookKeys(title, author),
        id,
        user_id: userId,
        sha256: createHash('sha256').update(id).digest('hex'),
        format: 'epub' as const,
        file_name: `book-${n}.epub`,
        file_size: 400_000 + n,
        title,
        author,
        description: 'Of what was seen and heard on the way, and of those who were met there. '.repeat(4),
        genre: ['Fiction', 'History', 'Science'][n % 3] ?? null,
        language: 'en',
        publisher: 'A Press',
        published: '1901',
        isbn10: null,
        isbn13: null,
        status: statuses[n % statuses.length] ?? 'unread',
        page_count: 300,
        word_count: 80_000,
        cover_source: 'file' as const,
        cover_version: 1,
        layout: 'reflowable' as const,
        direction: 'ltr' as const,
        opf: 'book.opf',
        accessibility: null,
        file_notes: null,
        created_at: moment,
        updated_at: moment,
      };
    });
    await db.insertInto('books').values(rows).execute();
    await db
      .insertInto('book_contents')
      .values(rows.map(({ id }) => ({ book_id: id, toc })))
      .execute();
  }
}
