import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { databaseFor } from './store.ts';

/**
 * Prevents any server on this data folder from adding a book: on PostgreSQL by locking the table of books, on SQLite
 * by blocking all writes.
 * @returns releases it
 */
export async function holdBooks(dataDir: string): Promise<() => Promise<void>> {
  const url = await databaseFor(dataDir);
  if (url === null) {
    const db = new Database(join(dataDir, 'lectern.db'));
    db.exec('begin immediate');
    return async () => {
      db.close();
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('lock table books in share mode');
  return () => client.end();
}
