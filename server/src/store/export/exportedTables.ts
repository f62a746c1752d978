import type { Db } from '../db.ts';
import { type Row, rowsInPages } from '../rowsInPages.ts';
import type { Tables } from '../schema.ts';

/** One JSON file of an export: the rows of a table, without internal columns. */
interface ExportedTable {
  file: string;
  table: keyof Tables;
  order: readonly string[];
  /** Columns that hold JSON as text. */
  json?: readonly string[];
  /** Columns that are 0 or 1. */
  flags?: readonly string[];
  /** Columns that are renamed to match the API. */
  names?: Readonly<Record<string, string>>;
  /** Rows that it has; all by default. */
  only?: (row: Row) => boolean;
}

/** All tables with data of the user. */
export const exportedTables: readonly ExportedTable[] = [
  {
    file: 'books',
    table: 'books',
    order: ['created_at', 'id'],
    json: ['tags'],
    flags: ['is_reading', 'completed', 'favorite'],
  },
  { file: 'book-files', table: 'book_files', order: ['book_id', 'id'], json: ['places'] },
  {
    file: 'notes',
    table: 'notes',
    order: ['created_at', 'id'],
    json: ['position', 'tags'],
    flags: ['unread'],
    names: { conflict_of: 'twin_of', conflict_kind: 'twin_kind', conflict_field: 'twin_field' },
  },
  { file: 'highlights', table: 'highlights', order: ['created_at', 'id'], json: ['position'] },
  { file: 'bookmarks', table: 'bookmarks', order: ['book_id', 'page'], json: ['position'] },
  { file: 'mark-imports', table: 'mark_imports', order: ['created_at', 'id'] },
  { file: 'words', table: 'looked_up_words', order: ['created_at', 'id'], json: ['position'] },
  { file: 'part-rows', table: 'part_rows', order: ['created_at', 'id'], json: ['content'] },
  { file: 'forms', table: 'form_values', order: ['book_id', 'field'], json: ['content'] },
  { file: 'progress', table: 'progress', order: ['book_id'], json: ['position', 'return_to'] },
  { file: 'places', table: 'position_history', order: ['book_id', 'left_at', 'id'], json: ['position'] },
  { file: 'collections', table: 'collections', order: ['name', 'id'], json: ['rule'] },
  {
    file: 'reading-sessions',
    table: 'reading_sessions',
    order: ['started_at', 'id'],
    flags: ['by_hand'],
  },
  { file: 'readings', table: 'readings', order: ['book_id', 'id'] },
  { file: 'page-times', table: 'page_times', order: ['book_id', 'start_time', 'page'], flags: ['is_own'] },
  {
    file: 'device-files',
    table: 'device_files',
    order: ['path'],
    json: ['properties'],
    flags: ['is_folder'],
  },
  { file: 'goals', table: 'goals', order: ['created_at', 'id'] },
  { file: 'points', table: 'points', order: ['created_at', 'id'] },
  { file: 'achievements', table: 'unlocked', order: ['unlocked_at', 'achievement_id'] },
  { file: 'conversations', table: 'conversations', order: ['updated_at', 'id'] },
  { file: 'passkeys', table: 'passkeys', order: ['created_at', 'id'], flags: ['synced'] },
  { file: 'send-addresses', table: 'send_addresses', order: ['created_at', 'id'] },
  { file: 'sign-in-providers', table: 'identities', order: ['issuer', 'subject'] },
  {
    file: 'bin',
    table: 'row_history',
    order: ['id'],
    json: ['row'],
    // Without the text of deleted books.
    only: ({ event, bytes }) => event === 'deleted' && Number(bytes) > 0,
  },
  {
    file: 'versions',
    table: 'row_history',
    order: ['id'],
    json: ['row'],
    only: ({ event }) => event === 'replaced',
  },
  {
    file: 'messages',
    table: 'messages',
    order: ['conversation_id', 'seq'],
    json: ['citations', 'content', 'sent'],
    names: { content: 'said' },
  },
];

/** Internal columns, some of them private, such as the session that changed a note. */
const internalColumns = new Set([
  'user_id',
  'changed_by',
  'cover_version',
  'opf',
  'revision',
  'settled',
  'device_started_at',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'bytes',
  'extra_bytes',
  'tag_keys',
  'pack_digest',
  'device_id',
  'code_hash',
  'code_ends_at',
]);

export type ExportedRow = Record<string, unknown>;

/** @param hasColumns whether it holds columns of a table, of which internal ones are left out */
const parsed = (json: string, hasColumns: boolean): unknown =>
  JSON.parse(json, (name, value) => (hasColumns && internalColumns.has(name) ? undefined : value));

/** The user's rows as exported, in batches. */
export async function* exportedRows(
  db: Db,
  userId: string,
  { table, order, json = [], flags = [], names = {}, only = () => true }: ExportedTable,
): AsyncGenerator<ExportedRow[]> {
  for await (const rows of rowsInPages(db, table, order, userId))
    yield rows.filter(only).map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => !internalColumns.has(name))
          .map(([column, value]) => {
            const name = names[column] ?? column;
            if (json.includes(column))
              return [name, value === null ? null : parsed(String(value), column === 'row')];
            return [name, flags.includes(column) ? value === 1 : value];
          }),
      ),
    );
}
