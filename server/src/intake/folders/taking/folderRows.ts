import { randomUUID } from 'node:crypto';
import { chunks } from '../../../run/common/chunks.ts';
import type { Db } from '../../../store/db.ts';
import { changeRows, putRow, removeRows } from '../../../store/rows.ts';
import type { FolderFilesTable, FoldersTable } from '../../../store/schema.ts';

export type FolderRow = FoldersTable;
export type FileRow = FolderFilesTable;

/** A row of a file that nothing is known of yet. */
export const newFileRow = (
  { id, user_id }: Pick<FolderRow, 'id' | 'user_id'>,
  source: string,
  fields: Partial<FileRow>,
): FileRow => ({
  id: randomUUID(),
  folder_id: id,
  user_id,
  source,
  path: source,
  state: 'taking',
  reason: null,
  formats: '[]',
  stamp: '',
  inode: '',
  sha256: null,
  upload_id: null,
  book_id: null,
  modified: null,
  imported: null,
  ...fields,
});

/** All rows of a folder, by their source. */
export async function fileRowsOf(db: Db, folderId: string): Promise<Map<string, FileRow>> {
  const rows = await db.selectFrom('folder_files').selectAll().where('folder_id', '=', folderId).execute();
  return new Map(rows.map((row) => [row.source, row]));
}

/**
 * Inserts a row, or stores it anew, in the place of another file that had its name. Has no effect once its folder was
 * removed.
 */
export async function saveFileRow(db: Db, row: FileRow): Promise<void> {
  const { id, folder_id, user_id: _user, ...fields } = row;
  const folder = db.selectFrom('folders').select('id').where('id', '=', folder_id);
  if ((await folder.executeTakeFirst()) === undefined) return;
  const named = db.deleteFrom('folder_files').where('folder_id', '=', folder_id);
  await named.where('source', '=', row.source).where('id', '!=', id).execute();
  await putRow(db, 'folder_files', row, ['id'], fields);
}

/** Rows per statement. */
const atOnce = 500;

/** Sets the state of many rows. */
export async function setFileStates(
  db: Db,
  rows: readonly FileRow[],
  state: FileRow['state'],
): Promise<void> {
  for (const some of chunks(rows, atOnce))
    await changeRows(db, 'folder_files', { id: some.map(({ id }) => id) }, { state });
}

export async function removeFileRows(db: Db, rows: readonly FileRow[]): Promise<void> {
  for (const some of chunks(rows, atOnce))
    await removeRows(db, 'folder_files', { id: some.map(({ id }) => id) });
}
