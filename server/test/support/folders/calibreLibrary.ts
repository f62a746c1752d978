/** calibre libraries, made by SQL as calibre makes them, so that tests do not need calibre. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { madeFolder } from './readersFolder.ts';

export interface LibraryBook {
  title?: string;
  authors?: [name: string, sort: string][];
  series?: [name: string, index: number];
  tags?: string[];
  /** 0 to 10. */
  rating?: number;
  identifiers?: Record<string, string>;
  languages?: string[];
  publisher?: string;
  pubdate?: string;
  comments?: string;
  read?: boolean;
  /** Folder of the book, below the library; by default one that calibre would choose. */
  path?: string;
  /** Files by format; null for one that is only listed. */
  files?: Record<string, Uint8Array | null>;
  cover?: Uint8Array;
}

const link = (table: string, key: string) =>
  `create table books_${table}_link (id integer primary key, book integer not null, ${key} integer not null)`;
const named = (table: string, column = 'name') =>
  `create table ${table} (id integer primary key, ${column} text not null collate nocase)`;

const schema = [
  `create table books (id integer primary key autoincrement, title text not null, sort text, pubdate timestamp,
    series_index real not null default 1.0, author_sort text, isbn text default '', path text not null default '',
    uuid text, has_cover bool default 0, last_modified timestamp not null)`,
  'create table authors (id integer primary key, name text not null, sort text)',
  link('authors', 'author'),
  'create table data (id integer primary key, book integer, format text, uncompressed_size integer, name text)',
  'create table identifiers (id integer primary key, book integer, type text, val text)',
  'create table comments (id integer primary key, book integer, text text)',
  named('series'),
  link('series', 'series'),
  named('tags'),
  link('tags', 'tag'),
  named('ratings', 'rating'),
  link('ratings', 'rating'),
  named('publishers'),
  link('publishers', 'publisher'),
  named('languages', 'lang_code'),
  'create table books_languages_link (id integer primary key, book integer, lang_code integer, item_order integer)',
  `create table custom_columns (id integer primary key, label text, name text, datatype text,
    mark_for_delete bool default 0)`,
  'create table custom_column_1 (id integer primary key, book integer, value bool)',
  'create table custom_column_2 (id integer primary key, value text)',
  `insert into custom_columns (label, name, datatype) values ('read', 'Read', 'bool'), ('lent', 'Lent to', 'text')`,
];

export interface CalibreLibrary {
  path: string;
  /** @returns the id of the book in the library */
  add(book: LibraryBook): Promise<number>;
  /** Runs a statement, as calibre does when somebody edits something. */
  run(sql: string, ...values: unknown[]): void;
  /** Says that books with this id were changed. */
  touch(id: number): void;
}

/** An empty library with two custom columns: whether a book was read, and to whom it is lent. */
export async function calibreLibrary(): Promise<CalibreLibrary> {
  const path = await madeFolder('lectern-calibre-');
  let changes = 0;
  const moment = () => new Date(Date.UTC(2026, 0, 1) + ++changes * 1_000).toISOString();
  const inLibrary = <T>(work: (db: Database.Database) => T): T => {
    const db = new Database(join(path, 'metadata.db'));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  inLibrary((db) => {
    for (const statement of schema) db.exec(statement);
  });
  return {
    path,
    async add(book) {
      const id = inLibrary((db) => insertBook(db, book, moment()));
      const folder = book.path ?? `Author/Book (${id})`;
      inLibrary((db) => db.prepare('update books set path = ? where id = ?').run(folder, id));
      if (book.path === undefined) await mkdir(join(path, folder), { recursive: true });
      for (const [format, bytes] of Object.entries(book.files ?? {}))
        if (bytes) await writeFile(join(path, folder, `Book.${format.toLowerCase()}`), bytes);
      if (book.cover) await writeFile(join(path, folder, 'cover.jpg'), book.cover);
      return id;
    },
    run: (sql, ...values) => inLibrary((db) => db.prepare(sql).run(...values)),
    touch: (id) =>
      inLibrary((db) => db.prepare('update books set last_modified = ? where id = ?').run(moment(), id)),
  };
}

function insertBook(db: Database.Database, book: LibraryBook, moment: string): number {
  const insert = (sql: string, ...values: unknown[]) =>
    Number(db.prepare(sql).run(...values).lastInsertRowid);
  const { authors = [['An Author', 'Author, An']], series, tags = [], languages = [], files = {} } = book;
  const id = insert(
    'insert into books (title, pubdate, series_index, uuid, has_cover, last_modified) values (?, ?, ?, ?, ?, ?)',
    book.title ?? 'A Book',
    book.pubdate ?? '0101-01-01 00:00:00+00:00',
    series?.[1] ?? 1,
    randomUUID(),
    book.cover ? 1 : 0,
    moment,
  );
  const linkTo = (table: string, key: string, column: string, value: unknown) =>
    insert(
      `insert into books_${table}_link (book, ${key}) values (?, ?)`,
      id,
      insert(`insert into ${table} (${column}) values (?)`, value),
    );
  for (const [name, sort] of authors)
    insert(
      'insert into books_authors_link (book, author) values (?, ?)',
      id,
      insert('insert into authors (name, sort) values (?, ?)', name, sort),
    );
  if (series) linkTo('series', 'series', 'name', series[0]);
  for (const tag of tags) linkTo('tags', 'tag', 'name', tag);
  if (book.rating !== undefined) linkTo('ratings', 'rating', 'rating', book.rating);
  if (book.publisher) linkTo('publishers', 'publisher', 'name', book.publisher);
  for (const language of languages) linkTo('languages', 'lang_code', 'lang_code', language);
  for (const [type, value] of Object.entries(book.identifiers ?? {}))
    insert('insert into identifiers (book, type, val) values (?, ?, ?)', id, type, value);
  if (book.comments) insert('insert into comments (book, text) values (?, ?)', id, book.comments);
  if (book.read) insert('insert into custom_column_1 (book, value) values (?, 1)', id);
  for (const format of Object.keys(files))
    insert('insert into data (book, format, name) values (?, ?, ?)', id, format, 'Book');
  return id;
}
