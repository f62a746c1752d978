import Database from 'better-sqlite3';

/** The time that a page was read, in a device's statistics. */
export interface PageTime {
  /** KOReader's partial MD5 of the file. */
  md5: string;
  /** One-based, as the device counts. */
  page: number;
  /** Seconds since 1970. */
  start_time: number;
  /** In seconds. */
  duration: number;
  /** Pages of the book, as the device counts. */
  total_pages: number;
}

const maxRows = 500_000;
const tables: Readonly<Record<string, readonly string[]>> = {
  book: ['id', 'title', 'authors', 'md5'],
  page_stat_data: ['id_book', 'page', 'start_time', 'duration', 'total_pages'],
};

/**
 * Opens KOReader's statistics.sqlite3 in memory, runs `work`, and returns the new bytes. Call it in a helper process:
 * a crafted file may keep SQLite busy forever.
 * @returns null when the file is invalid, or contains something that KOReader does not create
 */
export function withStatistics<T>(
  file: Uint8Array,
  work: (statistics: Statistics) => T,
): { result: T; bytes: Buffer } | null {
  const bytes = Buffer.from(file);
  if (bytes.subarray(0, 15).toString('latin1') !== 'SQLite format 3') return null;
  // WAL mode does not work in memory; KOReader checkpoints the file before it sends it.
  const [writeVersion, readVersion] = [bytes[18] ?? 1, bytes[19] ?? 1];
  bytes[18] = 1;
  bytes[19] = 1;
  let database: Database.Database | undefined;
  try {
    database = new Database(bytes);
    database.pragma('trusted_schema = off');
    database.pragma('cell_size_check = on');
    if (!isStatistics(database)) return null;
    const result = work(new Statistics(database));
    const written = database.serialize();
    written[18] = writeVersion;
    written[19] = readVersion;
    return { result, bytes: written };
  } catch (error) {
    if (error instanceof Database.SqliteError) return null;
    throw error;
  } finally {
    database?.close();
  }
}

/** The tables of a statistics file. */
class Statistics {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  pageTimes(): PageTime[] {
    const rows = this.#database
      .prepare<[], PageTime>(
        `select lower(book.md5) as md5, page, start_time, duration, total_pages
         from page_stat_data join book on book.id = page_stat_data.id_book
         where typeof(book.md5) = 'text' and typeof(page) = 'integer' and typeof(start_time) = 'integer'
           and typeof(duration) = 'integer' and typeof(total_pages) = 'integer'
         limit ${maxRows}`,
      )
      .all();
    return rows.filter(
      ({ md5, page, start_time, duration, total_pages }) =>
        /^[0-9a-f]{32}$/.test(md5) &&
        [page, start_time, duration, total_pages].every(Number.isSafeInteger) &&
        page >= 1 &&
        page <= 1_000_000 &&
        total_pages >= 1 &&
        total_pages <= 1_000_000 &&
        duration >= 1,
    );
  }

  /**
   * Adds missing page times of known books.
   * @returns how many were added
   */
  add(times: readonly PageTime[]): number {
    const insert = this.#database.prepare(
      `insert or ignore into page_stat_data (id_book, page, start_time, duration, total_pages)
       select id, ?, ?, ?, ? from book where lower(md5) = ? limit 1`,
    );
    const addAll = this.#database.transaction(() =>
      times.reduce(
        (added, { md5, page, start_time, duration, total_pages }) =>
          added + insert.run(page, start_time, duration, total_pages, md5).changes,
        0,
      ),
    );
    return addAll();
  }
}

/** Whether there are only KOReader's tables, and no triggers or views. */
function isStatistics(database: Database.Database): boolean {
  const schema = database
    .prepare<[], { type: string; name: string }>(
      `select type, name from sqlite_schema where type in ('table', 'trigger')`,
    )
    .all();
  if (schema.some(({ type }) => type === 'trigger')) return false;
  return Object.entries(tables).every(([table, names]) => {
    if (!schema.some(({ type, name }) => type === 'table' && name === table)) return false;
    const columns = database
      .prepare<[], { name: string; hidden: number }>(
        `select name, hidden from pragma_table_xinfo('${table}')`,
      )
      .all();
    return (
      columns.every(({ hidden }) => hidden === 0) &&
      names.every((name) => columns.some((column) => column.name === name))
    );
  });
}
