import type { Upload } from '@lectern/shared-contracts/api/uploads.ts';
import type { Selectable } from 'kysely';
import { asBook } from '../books/bookView.ts';
import type { Db, Services } from '../services.ts';
import type { UploadsTable } from '../store/schema.ts';

/** An upload as the API gives it, with its book once there is one. */
export async function asUpload(
  db: Db,
  services: Pick<Services, 'config' | 'grants'>,
  row: Selectable<UploadsTable>,
  user: { familyId: string },
): Promise<Upload> {
  const book = row.book_id
    ? await db.selectFrom('books').selectAll().where('id', '=', row.book_id).executeTakeFirst()
    : undefined;
  return {
    id: row.id,
    filename: row.filename,
    size: row.size,
    state: row.state,
    progress: row.progress,
    book: book ? asBook(services, book, user) : null,
    duplicate: row.duplicate === 1,
    error: row.error === null ? null : JSON.parse(row.error),
    created_at: row.created_at,
  };
}
