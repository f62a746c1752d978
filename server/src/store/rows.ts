import type {
  ExpressionBuilder,
  Insertable,
  InsertObject,
  Selectable,
  SelectType,
  Updateable,
  UpdateObject,
} from 'kysely';
import { chunks } from '../run/common/chunks.ts';
import type { Db } from './db.ts';
import type { NotesTable, Tables } from './schema.ts';

type Table = keyof Tables;
type Rows<T extends Table> = InsertObject<Tables, T> | readonly InsertObject<Tables, T>[];
type Key<T extends Table> = readonly (keyof Tables[T])[];

/** Columns with the value that a row has, or one of several; null for a row without one. */
type Where<T extends Table> = {
  [Column in keyof Tables[T]]?: SelectType<Tables[T][Column]> | readonly SelectType<Tables[T][Column]>[];
};

/** @throws TypeError without a value to look for, which would mean every row, of every reader */
const hasAll = (where: object) => (eb: ExpressionBuilder<Tables, 'notes'>) => {
  const values = Object.entries(where);
  if (values.length === 0 || values.some(([, value]) => value === undefined))
    throw new TypeError(`Which rows? ${Object.keys(where).join(', ')}`);
  return eb.and(
    values.map(([column, value]) =>
      eb(column as 'id', value === null ? 'is' : Array.isArray(value) ? 'in' : '=', value),
    ),
  );
};

/** Rows per insert, within the limits of both engines and short enough not to block others. */
const rowsAtOnce = 100;

/** The inserts of a row, or of any number of rows. */
function* insertsOf<T extends Table>(db: Db, table: T, rows: Rows<T>) {
  const all = (Array.isArray(rows) ? rows : [rows]) as Insertable<NotesTable>[];
  for (const some of chunks(all, rowsAtOnce)) yield db.insertInto(table as 'notes').values(some);
}

/** Adds a row, or any number of rows. */
export async function addRows<T extends Table>(db: Db, table: T, rows: Rows<T>): Promise<void> {
  for (const insert of insertsOf(db, table, rows)) await insert.execute();
}

/**
 * Adds a row, or any number of rows, except those whose key is stored already.
 * @returns how many were added
 */
export async function addOnce<T extends Table>(
  db: Db,
  table: T,
  rows: Rows<T>,
  key: Key<T> = ['id' as keyof Tables[T]],
): Promise<number> {
  let added = 0;
  for (const insert of insertsOf(db, table, rows)) {
    const once = insert.onConflict((conflict) => conflict.columns(key as Key<'notes'>).doNothing());
    added += Number((await once.executeTakeFirst()).numInsertedOrUpdatedRows);
  }
  return added;
}

/** Adds a row or a few, or makes these changes to the stored one of the same key. */
export async function putRow<T extends Table>(
  db: Db,
  table: T,
  rows: Rows<T>,
  key: Key<T>,
  changes: UpdateObject<Tables, T> = rows as UpdateObject<Tables, T>,
): Promise<void> {
  await db
    .insertInto(table as 'notes')
    .values(rows as Insertable<NotesTable>)
    .onConflict((conflict) =>
      conflict.columns(key as Key<'notes'>).doUpdateSet(changes as Updateable<NotesTable>),
    )
    .execute();
}

/**
 * Changes the rows that have these values.
 * @returns how many there are
 */
export async function changeRows<T extends Table>(
  db: Db,
  table: T,
  where: Where<T>,
  changes: UpdateObject<Tables, T>,
): Promise<number> {
  const change = db.updateTable(table as 'notes').set(changes as Updateable<NotesTable>);
  return Number((await change.where(hasAll(where)).executeTakeFirst()).numUpdatedRows);
}

/**
 * Removes the rows that have these values.
 * @returns how many there were
 */
export async function removeRows<T extends Table>(db: Db, table: T, where: Where<T>): Promise<number> {
  const removal = db.deleteFrom(table as 'notes').where(hasAll(where));
  return Number((await removal.executeTakeFirst()).numDeletedRows);
}

/** The row that has these values, with all or these columns. */
export async function findRow<T extends Table, Column extends keyof Selectable<Tables[T]>>(
  db: Db,
  table: T,
  where: Where<T>,
  columns?: readonly Column[],
): Promise<Pick<Selectable<Tables[T]>, Column> | undefined> {
  const row = await selection(db, table, where, columns).executeTakeFirst();
  return row as Pick<Selectable<Tables[T]>, Column> | undefined;
}

/** The rows that have these values, with all or these columns, in no order. */
export async function listRows<T extends Table, Column extends keyof Selectable<Tables[T]>>(
  db: Db,
  table: T,
  where: Where<T>,
  columns?: readonly Column[],
): Promise<Pick<Selectable<Tables[T]>, Column>[]> {
  const rows = await selection(db, table, where, columns).execute();
  return rows as unknown as Pick<Selectable<Tables[T]>, Column>[];
}

function selection<T extends Table>(db: Db, table: T, where: Where<T>, columns?: readonly PropertyKey[]) {
  const rows = db.selectFrom(table as 'notes').where(hasAll(where));
  return columns ? rows.select(columns as 'id'[]) : rows.selectAll();
}
