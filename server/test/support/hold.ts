import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { databaseFor } from './store.ts';

/**
 * Keeps whatever server is at work on this data folder from adding a book: on PostgreSQL nothing can be put into the
 * table of books, on SQLite nothing can be written at all. @returns what lets it go on
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
