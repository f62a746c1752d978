import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import type { Selectable } from 'kysely';
import { asBook, bookColumns } from '../../library/books/bookView.ts';
import type { Services } from '../../run/services/services.ts';
import type { Db } from '../../store/db.ts';
import type { UploadsTable } from '../../store/schema.ts';

type Needs = Pick<Services, 'config' | 'signedUrls'>;
type Row = Selectable<UploadsTable>;
type Viewer = { sessionId: string };

/** An upload as the API returns it, with its book if there is one. */
export async function asUpload(db: Db, services: Needs, row: Row, user: Viewer): Promise<Upload> {
  const [upload] = await asUploads(db, services, [row], user);
  return upload as Upload;
}

/** Several uploads, loading their books together. */
export async function asUploads(
  db: Db,
  services: Needs,
  rows: readonly Row[],
  user: Viewer,
): Promise<Upload[]> {
  const ids = rows.flatMap(({ book_id }) => book_id ?? []);
  const books =
    ids.length === 0 ? [] : await db.selectFrom('books').select(bookColumns).where('id', 'in', ids).execute();
  const bookOf = new Map(books.map((book) => [book.id, asBook(services, book, user)]));
  return rows.map((row) => ({
    id: row.id,
    filename: row.filename,
    size: row.size,
    state: row.state,
    progress: row.progress,
    book: (row.book_id && bookOf.get(row.book_id)) || null,
    duplicate: row.duplicate === 1,
    error: row.error === null ? null : JSON.parse(row.error),
    created_at: row.created_at,
  }));
}
