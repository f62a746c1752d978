import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { AppError } from '../../run/common/errors.ts';
import type { Tables } from '../schema.ts';

/** The query of a list in the contract. */
export interface PageQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Items to skip, for lists that accept this instead of a cursor. */
  offset?: number | undefined;
}

/** A page of a list, as JSON by item. */
export interface Page {
  items: string[];
  next_cursor: string | null;
}

interface OrderPart {
  by: string | RawBuilder<unknown>;
  type: 'text' | 'number';
}

/** A list in the database: rows of one table with an `id`. */
interface List<T extends keyof Tables> {
  /** The query with its conditions, without order, limit and columns. */
  from: SelectQueryBuilder<Tables, T, object>;
  /** Sort order. The last column is unique, and none is nullable. */
  order: readonly OrderPart[];
  direction: 'asc' | 'desc';
  /** Bytes read per row, when rows differ in size. */
  bytes?: RawBuilder<number>;
  /** Columns to read; all by default. */
  columns?: readonly (keyof Tables[T] & string)[];
}

/** The order of these columns of text, the last of them unique. */
export const byText = (...columns: string[]): OrderPart[] => columns.map((by) => ({ by, type: 'text' }));

/** By creation time, as most lists are sorted. */
export const newestFirst = {
  order: byText('created_at', 'id'),
  direction: 'desc',
  bytes: sql<number>`bytes`,
} as const;

/** A page ends with the item that reaches this many bytes. */
export const softLimitBytes = 500_000;
/** Maximum bytes of a page. One item has at most 1,100,000 bytes or so. */
const hardLimitBytes = 1_900_000;

/**
 * Reads a page of a list: first the ids and sizes of its rows, then the rows, so that memory use is limited to a
 * page.
 * @param items serialized as in the API, in the order of the rows
 * @throws AppError invalid_request for a cursor of another list
 */
export async function readPage<T extends keyof Tables, Item>(
  query: PageQuery,
  list: List<T>,
  items: (rows: Selectable<Tables[T]>[]) => readonly Item[] | Promise<readonly Item[]>,
): Promise<Page> {
  const limit = query.limit ?? 500;
  const keys = await keysOf(query, list, limit + 1);
  let bytes = 0;
  let count = 0;
  while (count < Math.min(limit, keys.length) && bytes < softLimitBytes) bytes += keys[count++]?.bytes ?? 0;
  const ids = keys.slice(0, count).map(({ id }) => id);
  const texts = (await items(await rowsOf(list, ids))).map((item) => JSON.stringify(item));
  const fitting = fit(texts);
  // Rows may have been deleted meanwhile; the page then ends at its last key.
  const end = fitting < texts.length ? fitting : count;
  const last = keys[end - 1];
  return {
    items: texts.slice(0, fitting),
    next_cursor: last !== undefined && end < keys.length ? cursorOf(last.key) : null,
  };
}

/** A page of a short list in memory. The cursor is the id of the last item. */
export function pageOfShortList<Item extends { id: string }>(
  { limit = 500, cursor }: PageQuery,
  list: readonly Item[],
): Page {
  const [after] = cursor === undefined ? [] : keyOf(cursor, ['text']);
  const start = after === undefined ? 0 : list.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw badCursor();
  const texts = list.slice(start, start + limit).map((item) => JSON.stringify(item));
  const count = fit(texts);
  const last = list[start + count - 1];
  return {
    items: texts.slice(0, count),
    next_cursor: last !== undefined && start + count < list.length ? cursorOf([last.id]) : null,
  };
}

/** The response with a page, its items under `name`. */
export function pageAnswer<Shape>(
  { items, next_cursor }: Page,
  more: object = {},
  name = 'items',
): JsonBytes<Shape> {
  const rest = JSON.stringify({ ...more, next_cursor }).slice(1);
  return new JsonBytes(Buffer.from(`{${JSON.stringify(name)}:[${items.join(',')}],${rest}`));
}

/** How many of the texts fit into a page; at least one. */
export function fit(texts: readonly { length: number }[]): number {
  let bytes = 0;
  for (const [index, text] of texts.entries()) {
    bytes += (typeof text === 'string' ? Buffer.byteLength(text) : text.length) + 1;
    if (bytes > hardLimitBytes && index > 0) return index;
  }
  return texts.length;
}

interface RowKey {
  id: string;
  key: readonly (string | number)[];
  bytes: number;
}

async function keysOf<T extends keyof Tables>(
  { cursor, offset }: PageQuery,
  { from, order, direction, bytes = sql<number>`0` }: List<T>,
  count: number,
): Promise<RowKey[]> {
  const parts = order.map(({ by }) => (typeof by === 'string' ? sql.ref(by) : by));
  let keyed = anyTable(from)
    .select([sql<string>`id`.as('id'), bytes.as('bytes')])
    .select(parts.map((part, index) => part.as(`k${index}`)))
    .limit(count);
  for (const part of parts) keyed = keyed.orderBy(part, direction);
  if (cursor === undefined) keyed = keyed.offset(offset ?? 0);
  else {
    const after = keyOf(
      cursor,
      order.map(({ type }) => type),
    );
    const beyond = sql.raw(direction === 'asc' ? '>' : '<');
    keyed = keyed.where(sql<boolean>`(${sql.join(parts)}) ${beyond} (${sql.join(after)})`);
  }
  const rows = (await keyed.execute()) as unknown as Record<string, unknown>[];
  return rows.map((row) => ({
    id: String(row.id),
    key: order.map(({ type }, index) =>
      type === 'number' ? Number(row[`k${index}`]) : String(row[`k${index}`]),
    ),
    bytes: Number(row.bytes),
  }));
}

async function rowsOf<T extends keyof Tables>(
  { from, columns }: List<T>,
  ids: readonly string[],
): Promise<Selectable<Tables[T]>[]> {
  if (ids.length === 0) return [];
  const selection = anyTable(from).where(sql.ref('id'), 'in', ids);
  const query = columns === undefined ? selection.selectAll() : selection.select(['id', ...columns] as never);
  const rows = (await query.execute()) as unknown as { id: string | number }[];
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  return ids.flatMap((id) => byId.get(id) ?? []) as unknown as Selectable<Tables[T]>[];
}

/** Hides the table from the type checker. */
function anyTable(from: unknown): SelectQueryBuilder<Tables, 'notes', object> {
  return from as SelectQueryBuilder<Tables, 'notes', object>;
}

/** For lists that read their rows in their own way. */
export const cursorOf = (key: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** Parses and checks a cursor. */
export function keyOf(cursor: string, types: readonly ('text' | 'number')[]): (string | number)[] {
  const key = parsed(cursor);
  const isValid =
    Array.isArray(key) &&
    key.length === types.length &&
    types.every((type, index) =>
      type === 'number' ? Math.abs(key[index]) < 2 ** 31 : typeof key[index] === 'string',
    );
  if (!isValid) throw badCursor();
  return types.map((type, index) => (type === 'number' ? Math.trunc(Number(key[index])) : key[index]));
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

const badCursor = () =>
  new AppError('invalid_request', 'This page of the list doesn’t exist. Please start with the first one.', [
    { field: 'cursor', message: 'is not of this list' },
  ]);

/** A response that is already serialized as JSON. */
export class JsonBytes<Shape> {
  readonly bytes: Buffer;
  /** Phantom field: ties the bytes to their type. */
  declare readonly shape?: Shape;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
