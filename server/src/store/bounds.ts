import { limits } from '@lectern/shared-contracts/domain/limits.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../run/common/errors.ts';
import type { Db } from './db.ts';

/** Limited resources by table, with the message at the limit (shared-contracts/src/domain/limits.ts). */
export const bounded = {
  books: {
    ...limits.books,
    sentence: text(
      'Your library has reached its limit: 50,000 books, or 64 MB of titles and descriptions. Remove some books to make room.',
    ),
  },
  notes: {
    ...limits.notes,
    sentence: text(
      'Your notes have reached their limit: 20,000 notes, or 32 MB of text. Delete or shorten some to make room.',
    ),
  },
  highlights: {
    ...limits.highlights,
    sentence: text(
      'Your highlights have reached their limit: 30,000 highlights, or 32 MB of text. Delete some to make room.',
    ),
  },
  bookmarks: {
    ...limits.bookmarks,
    sentence: text(
      'Your bookmarks have reached their limit: 20,000 bookmarks, or 8 MB. Remove some to make room.',
    ),
  },
  form_values: {
    ...limits.formValues,
    sentence: text(
      'What you have filled into PDFs has reached its limit: 20,000 fields, or 8 MB. Empty some of them to make room.',
    ),
  },
  collections: {
    ...limits.collections,
    sentence: text(
      'Your collections have reached their limit: 500 collections, or 2 MB of text. Delete some to make room.',
    ),
  },
  reading_sessions: {
    ...limits.readingSessions,
    sentence: text(
      'Your reading sessions have reached their limit: 50,000 sessions, or 8 MB of notes on them. Delete some to make room.',
    ),
  },
  readings: {
    ...limits.readings,
    bytes: null,
    sentence: text('You have 50,000 readings of books, which is the limit. Delete some to add others.'),
  },
  goals: {
    ...limits.goals,
    bytes: null,
    sentence: text('You have 50 goals, which is the limit. Delete one to set another.'),
  },
  app_passwords: {
    ...limits.appPasswords,
    bytes: null,
    sentence: text('You have 50 app passwords, which is the limit. Revoke one that you no longer use.'),
  },
  send_addresses: {
    ...limits.sendAddresses,
    bytes: null,
    sentence: text('You have 5 addresses, which is the limit. Remove one to add another.'),
  },
  looked_up_words: {
    ...limits.lookedUpWords,
    bytes: null,
    sentence: text('You have looked up 10,000 words, which is the limit. Delete some from your list.'),
  },
  part_rows: {
    ...limits.partRows,
    sentence: text(
      'What further parts of Lectern keep for you has reached its limit: 100,000 entries, or 32 MB. Delete some to make room.',
    ),
  },
  conversations: {
    ...limits.conversations,
    bytes: null,
    sentence: text('You have 1,000 conversations, which is the limit. Delete some to begin another.'),
  },
  messages: {
    ...limits.messages,
    sentence: text(
      'Your conversations have reached their limit: 20,000 messages, or 32 MB of text. Delete some to go on.',
    ),
  },
} as const;

export type BoundedTable = keyof typeof bounded;

interface Added {
  /** New rows; one by default, 0 when updating. */
  rows?: number;
  /** By how many bytes the texts grow. */
  bytes?: number;
  /** Id of the new row: an existing one is not counted again. */
  id?: string;
}

/**
 * Call it before a row is inserted or grows; one statement on an index.
 * @returns what the user has without it; null when nothing grows
 * @throws AppError limit_reached when the user would exceed the limit
 */
export async function requireRoom(
  db: Db,
  userId: string,
  table: BoundedTable,
  { rows = 1, bytes = 0, id }: Added = {},
): Promise<{ rows: number; bytes: number } | null> {
  if (rows <= 0 && bytes <= 0) return null;
  const most = bounded[table];
  const size: RawBuilder<number> = most.bytes === null ? sql`0` : sql`coalesce(sum(bytes), 0)`;
  const counted = await db
    .selectFrom(table as 'notes')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), size.as('bytes')])
    .where('user_id', '=', userId)
    // Always true, but makes SQLite use the index that contains the bytes instead of reading each row.
    .$if(most.bytes !== null, (query) => query.where(sql`bytes`, '>=', 0))
    .executeTakeFirstOrThrow();
  const has = { rows: Number(counted.rows), bytes: Number(counted.bytes) };
  const tooMany = rows > 0 && has.rows + rows > most.rows;
  const tooLarge = most.bytes !== null && bytes > 0 && has.bytes + bytes > most.bytes;
  if (!tooMany && !tooLarge) return has;
  if (id !== undefined && (await isThere(db, table, id))) return has;
  throw new AppError('limit_reached', most.sentence);
}

async function isThere(db: Db, table: BoundedTable, id: string): Promise<boolean> {
  const row = await db
    .selectFrom(table as 'notes')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** UTF-8 bytes of a row's texts, as the database counts them. */
export function bytesOf(...texts: readonly (string | null | undefined)[]): number {
  return texts.reduce((sum, value) => sum + (value ? Buffer.byteLength(value) : 0), 0);
}
