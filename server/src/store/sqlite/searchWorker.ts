import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { sql } from 'kysely';
import type { FullText } from '../fullText.ts';
import { sqliteFullText } from './fullText.ts';
import { openSqlite } from './openSqlite.ts';

/** A call of one of the functions of FullText, without the database. */
export type SearchTask = {
  [Name in keyof FullText]: {
    name: Name;
    args: Parameters<FullText[Name]> extends [unknown, ...infer Rest] ? Rest : never;
  };
}[keyof FullText];

// The thread that answers readers goes first. Only Linux has priorities of threads; elsewhere they are of processes.
if (process.platform === 'linux') setPriority(0, 19);

const { path } = workerData as { path: string };
const db = openSqlite(path);
// Pages of the file are mapped: beside that it needs little memory of its own.
await sql`pragma cache_size = -4000`.execute(db);

/** Searches, with a connection of its own. */
export default async function search(task: SearchTask): Promise<unknown> {
  if (task.name === 'search') return sqliteFullText.search(db, ...task.args);
  if (task.name === 'count') return sqliteFullText.count(db, ...task.args);
  return sqliteFullText.wordsLike(db, ...task.args);
}
