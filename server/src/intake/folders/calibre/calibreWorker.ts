import Database from 'better-sqlite3';
import { answerTasks } from '../../../run/processes/answerTasks.ts';
import { type BookValues, bookValues } from './bookValues.ts';
import { type CalibreBook, type CalibreList, LibraryFile } from './libraryFile.ts';

/** A copy of a metadata.db, and the books that are wanted; all in short when omitted. */
export interface CalibreTask {
  path: string;
  ids?: readonly number[];
}

/** A book with its values in our columns. */
export type ListedBook = Pick<
  CalibreBook,
  'source' | 'modified' | 'hasCover' | 'isRead' | 'path' | 'files'
> & {
  values: BookValues;
};

/** What it has, or that it is damaged. */
export type CalibreAnswer = { list: CalibreList } | { books: ListedBook[] } | { broken: true };

answerTasks<CalibreTask, CalibreAnswer>(async ({ path, ids }) => {
  let library: LibraryFile | null = null;
  try {
    library = new LibraryFile(path);
    return ids === undefined ? { list: library.list() } : { books: library.books(ids).map(listed) };
  } catch (error) {
    if (error instanceof Database.SqliteError) return { broken: true };
    throw error;
  } finally {
    library?.close();
  }
});

const listed = (book: CalibreBook): ListedBook => {
  const { source, modified, hasCover, isRead, path, files } = book;
  return { source, modified, hasCover, isRead, path, files, values: bookValues(book) };
};
