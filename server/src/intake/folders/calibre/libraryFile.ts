import Database from 'better-sqlite3';

/** A book of a calibre library, as its metadata.db has it; nothing of it is trusted. */
export interface CalibreBook {
  id: number;
  /** Identifies it, also after calibre was moved. */
  source: string;
  /** When calibre last changed it. */
  modified: string;
  title: string;
  /** The form to sort it by: 'Tale of Two Cities, A'. */
  titleSort: string;
  /** In order, with the form to sort by. */
  authors: { name: string; sort: string }[];
  /** The form of all authors to sort this book by: 'Austen, Jane & Smith, John'. */
  authorSort: string;
  series: string;
  series_index: number | null;
  tags: string[];
  /** 0 to 10, two for each star. */
  rating: number;
  isbn: string;
  languages: string[];
  publisher: string;
  published: string;
  /** HTML. */
  comments: string;
  hasCover: boolean;
  /** Of a custom column for books that were read: whether it was. */
  isRead: boolean;
  /** Folder of its files, below the library. */
  path: string;
  /** Format, such as 'EPUB', and name of the file without its ending. */
  files: { format: string; name: string }[];
}

/** Books by id, with when calibre last changed them; and what of the library has no place in Lectern. */
export interface CalibreList {
  books: Pick<CalibreBook, 'id' | 'source' | 'modified'>[];
  leftOutFields: string[];
}

const maxBooks = 50_000;
/** Values of one kind in one book, and characters of a value. */
const maxValues = 100;
const maxText = 200_000;
const maxFields = 100;

/** Opens a copy of a metadata.db. @throws SqliteError when it is damaged */
export class LibraryFile {
  readonly #db: Database.Database;

  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true });
    this.#db.pragma('trusted_schema = off');
    this.#db.pragma('cell_size_check = on');
  }

  list(): CalibreList {
    const rows = this.#db
      .prepare<[number], Record<string, unknown>>(
        'select id, uuid, last_modified from books order by id limit ?',
      )
      .all(maxBooks);
    return { books: rows.map(identityOf), leftOutFields: this.#leftOutFields() };
  }

  /** The books with these ids, without those that are no longer there. */
  books(ids: readonly number[]): CalibreBook[] {
    const read = this.#readColumn();
    return ids.flatMap((id) => this.#book(id, read) ?? []);
  }

  close(): void {
    this.#db.close();
  }

  #book(id: number, read: string | null): CalibreBook | null {
    const row = this.#db
      .prepare<[number], Record<string, unknown>>('select * from books where id = ?')
      .get(id);
    if (row === undefined) return null;
    const linked = (column: string, table: string, key: string, order = 'l.id') =>
      this.#rows(
        `select t.* from books_${table}_link l join ${table} t on t.id = l.${key} where l.book = ? order by ${order}`,
        id,
      ).map((one) => textOf(one[column]));
    const [rating] = linked('rating', 'ratings', 'rating');
    const identifiers = this.#rows(`select val from identifiers where book = ? and type = 'isbn'`, id);
    const comments = this.#rows('select text from comments where book = ?', id);
    const isRead =
      read !== null && this.#rows(`select value from ${read} where book = ?`, id)[0]?.value === 1;
    return {
      ...identityOf(row),
      title: textOf(row.title),
      titleSort: textOf(row.sort),
      authors: this.#rows(
        'select t.name, t.sort from books_authors_link l join authors t on t.id = l.author where l.book = ? order by l.id',
        id,
      ).map(({ name, sort }) => ({ name: textOf(name).replaceAll('|', ','), sort: textOf(sort) })),
      authorSort: textOf(row.author_sort),
      series: linked('name', 'series', 'series')[0] ?? '',
      series_index: typeof row.series_index === 'number' ? row.series_index : null,
      tags: linked('name', 'tags', 'tag'),
      rating: Number(rating ?? 0) || 0,
      isbn: textOf(identifiers[0]?.val) || textOf(row.isbn),
      languages: linked('lang_code', 'languages', 'lang_code', 'l.item_order'),
      publisher: linked('name', 'publishers', 'publisher')[0] ?? '',
      published: textOf(row.pubdate),
      comments: textOf(comments[0]?.text),
      hasCover: Number(row.has_cover) === 1,
      isRead,
      path: textOf(row.path),
      files: this.#rows('select format, name from data where book = ?', id).map(({ format, name }) => ({
        format: textOf(format),
        name: textOf(name),
      })),
    };
  }

  #rows(sql: string, id: number): Record<string, unknown>[] {
    return this.#db.prepare<[number, number], Record<string, unknown>>(`${sql} limit ?`).all(id, maxValues);
  }

  #columns(): { id: number; label: string; name: string; isYesNo: boolean }[] {
    return this.#db
      .prepare<[number], Record<string, unknown>>(
        'select id, label, name, datatype from custom_columns where mark_for_delete = 0 order by id limit ?',
      )
      .all(maxFields)
      .map(({ id, label, name, datatype }) => ({
        id: Number(id),
        label: textOf(label),
        name: textOf(name),
        isYesNo: datatype === 'bool',
      }));
  }

  /** The table of a column 'read' with yes and no. */
  #readColumn(): string | null {
    const column = this.#columns().find((one) => isReadColumn(one));
    return column && Number.isSafeInteger(column.id) ? `custom_column_${column.id}` : null;
  }

  #leftOutFields(): string[] {
    const columns = this.#columns()
      .filter((column) => !isReadColumn(column))
      .map(({ label }) => `#${label}`);
    const identifiers = this.#db
      .prepare<[number], Record<string, unknown>>(
        `select distinct type from identifiers where type != 'isbn' order by type limit ?`,
      )
      .all(maxFields)
      .map(({ type }) => textOf(type));
    return [...columns, ...identifiers];
  }
}

const isReadColumn = ({ label, name, isYesNo }: { label: string; name: string; isYesNo: boolean }) =>
  isYesNo && [label, name].some((word) => /^(is[_ ]?)?read$/i.test(word));

function identityOf({ id, uuid, last_modified }: Record<string, unknown>) {
  const own = textOf(uuid);
  const source = /^[0-9a-f-]{36}$/i.test(own) ? own.toLowerCase() : `calibre ${String(id)}`;
  return { id: Number(id), source, modified: textOf(last_modified).slice(0, 60) };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxText) : typeof value === 'number' ? String(value) : '';
