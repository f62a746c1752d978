import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import type { FullText } from '../fullText.ts';
import { sqliteFullText } from './fullText.ts';
import { openSqlite } from './openSqlite.ts';

/** A call of a FullText function, without the database. */
export type SearchTask = {
  [Name in keyof FullText]: {
    name: Name;
    args: Parameters<FullText[Name]> extends [unknown, ...infer Rest] ? Rest : never;
  };
}[keyof FullText];

// Lowers the priority in favor of the main thread. Only Linux has thread priorities; elsewhere this would affect the
// process.
if (process.platform === 'linux') setPriority(0, 10);

const { path } = workerData as { path: string };
const db = openSqlite(path);
// The file is memory-mapped, so a small cache suffices.
await sql`pragma cache_size = -4000`.execute(db);

/** Runs searches on its own connection. */
export default async function search(task: SearchTask): Promise<unknown> {
  if (task.name === 'search') return sqliteFullText.search(db, ...task.args);
  if (task.name === 'count') return sqliteFullText.count(db, ...task.args);
  return sqliteFullText.wordsLike(db, ...task.args);
}
