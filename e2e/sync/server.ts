/** The real server as a process of its own, its SQLite database, and ways to harm both. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { issueAccessToken } from '../../server/src/auth/credentials/accessTokens.ts';
import { freePort } from '../../tools/lib/freePort.mjs';

/** Somebody with an account, a book in it, and a token of one device. */
export interface Person {
  id: string;
  bookId: string;
  /** A second book, which only the reader's other device puts into collections. */
  otherBookId: string;
  token: string;
}

export interface SyncServer {
  /** Root of the API. */
  root: string;
  /** Ends it as a power cut would. */
  kill(): void;
  /** Starts it again over the same data; resolves when it answers. */
  restart(): Promise<void>;
  /** A new account with one book, written straight into the database: a thousand sign-ups would take a minute. */
  person(): Promise<Person>;
  /** From now on the database takes no write that is to be remembered, as on a full disk: effects are rolled back. */
  fill(full: boolean): void;
  /** How often each text was written into a note, whatever became of it since. */
  writtenTexts(userId: string): string[];
  stop(): Promise<void>;
}

const main = join(import.meta.dirname, '../../server/main.mjs');

export async function startSyncServer(): Promise<SyncServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-sync-'));
  const port = await freePort();
  const root = `http://127.0.0.1:${port}/v1`;
  let child = await launch(dataDir, port, root);
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  const database = new DatabaseSync(join(dataDir, 'lectern.db'), { timeout: 10_000 });
  database.exec(`
    pragma synchronous = off;
    create table sync_test_writes (user_id text, content text);
    create trigger sync_test_made after insert on notes begin
      insert into sync_test_writes values (new.user_id, new.content);
    end;
    create trigger sync_test_changed after update of content on notes when new.content <> old.content begin
      insert into sync_test_writes values (new.user_id, new.content);
    end;`);

  return {
    root,
    kill: () => {
      child.kill('SIGKILL');
    },
    async restart() {
      await gone(child);
      child = await launch(dataDir, port, root);
    },
    async person() {
      const [id, bookId, otherBookId, sessionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
      const now = new Date().toISOString();
      const insert = (table: string, row: Record<string, string | number>): void => {
        const columns = Object.keys(row);
        database
          .prepare(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`)
          .run(...Object.values(row));
      };
      insert('users', {
        id,
        email: `${id}@example.org`,
        name: 'Reader',
        password_hash: '-',
        roles: '["user"]',
        time_zone: 'UTC',
        preferences: '{}',
        created_at: now,
      });
      insert('refresh_tokens', {
        id: randomUUID(),
        user_id: id,
        session_id: sessionId,
        token_hash: randomUUID(),
        created_at: now,
        expires_at: '2999-01-01T00:00:00.000Z',
        user_agent: 'test',
      });
      const insertBook = (book: string): void =>
        insert('books', {
          id: book,
          user_id: id,
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
        });
      insertBook(bookId);
      insertBook(otherBookId);
      const issuedAt = Math.floor(Date.now() / 1_000);
      return {
        id,
        bookId,
        otherBookId,
        token: await issueAccessToken(secret, { userId: id, sessionId, issuedAt }),
      };
    },
    fill(full) {
      database.exec('drop trigger if exists sync_test_full');
      if (full)
        database.exec(`create trigger sync_test_full before insert on idempotency begin
          select raise(fail, 'database or disk is full');
        end`);
    },
    writtenTexts: (userId) =>
      database
        .prepare('select content from sync_test_writes where user_id = ?')
        .all(userId)
        .map(({ content }) => String(content)),
    async stop() {
      child.kill('SIGTERM');
      await gone(child);
      database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(dataDir: string, port: number, root: string): Promise<ChildProcess> {
  let said = '';
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LECTERN_LOG: 'silent',
    },
  });
  await new Promise<void>((resolve, reject) => {
    const heard = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('Lectern is at')) resolve();
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    child.once('exit', (code) => reject(new Error(`The server at ${root} ended with ${code}: ${said}`)));
  });
  return child;
}

function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
