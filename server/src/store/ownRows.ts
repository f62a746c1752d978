import type { Selectable, SelectQueryBuilder } from 'kysely';
import { AppError } from '../run/common/errors.ts';
import type { Db } from './db.ts';
import { findRow, removeRows } from './rows.ts';
import type { Tables } from './schema.ts';

/** Tables of rows that have an id and belong to a user. */
type OwnTable =
  | 'app_passwords'
  | 'book_files'
  | 'books'
  | 'collections'
  | 'goals'
  | 'highlights'
  | 'looked_up_words'
  | 'notes'
  | 'part_rows'
  | 'passkeys'
  | 'reading_sessions'
  | 'readings'
  | 'send_addresses'
  | 'uploads';

/** A row of the user; undefined also when it is another user's. */
export async function findOwn<T extends OwnTable>(
  db: Db,
  table: T,
  userId: string,
  id: string,
): Promise<Selectable<Tables[T]> | undefined> {
  const row = await findRow(db, table as 'notes', { id, user_id: userId });
  return row as Selectable<Tables[T]> | undefined;
}

/** @throws AppError not_found, also for another user's row */
export async function ownRow<T extends OwnTable>(
  db: Db,
  table: T,
  userId: string,
  id: string,
): Promise<Selectable<Tables[T]>> {
  const row = await findOwn(db, table, userId, id);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** @returns false when the user has no such row */
export async function removeOwn(db: Db, table: OwnTable, userId: string, id: string): Promise<boolean> {
  return (await removeRows(db, table as 'notes', { id, user_id: userId })) > 0;
}

/** The number of rows of a query without columns. */
export async function countOf<T extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const counted = (rows as unknown as SelectQueryBuilder<Tables, 'notes', object>).select(({ fn }) =>
    fn.countAll().as('total'),
  );
  return Number((await counted.executeTakeFirstOrThrow()).total);
}
