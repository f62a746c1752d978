import { basename } from 'node:path';
import type { Folder, folderRoutes } from '@lectern/shared-contracts/api/uploads.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { AppError } from '../../run/common/errors.ts';
import { scheduleBlobDelete, tryPendingBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import type { Db } from '../../store/db.ts';
import { countOf } from '../../store/ownRows.ts';
import { byText, pageAnswer, pageOfShortList, readPage } from '../../store/paging/pages.ts';
import type { FileRow, FolderRow } from '../folders/taking/folderRows.ts';

/** Books that one request moves to the bin: each takes its whole text there. */
const goneAtOnce = 100;

/** Folders of a reader, and what became of their files. Only the operator adds and removes folders (commands.ts). */
export const folderHandlers: RouteHandlers<keyof typeof folderRoutes> = {
  'GET /folders': async ({ db, user, query }) => {
    const rows = await db
      .selectFrom('folders')
      .selectAll()
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const counts = await db
      .selectFrom('folder_files')
      .select(({ fn }) => ['folder_id', 'state', fn.countAll().as('count')])
      .where('user_id', '=', user.id)
      .groupBy(['folder_id', 'state'])
      .execute();
    const countOfState = (id: string, state: string) =>
      Number(counts.find((one) => one.folder_id === id && one.state === state)?.count ?? 0);
    return pageAnswer(
      pageOfShortList(
        query,
        rows.map((row) => asFolder(row, (state) => countOfState(row.id, state))),
      ),
    );
  },

  'GET /folders/:id/files': async ({ db, user, params, query }) => {
    await ownFolder(db, user.id, params.id);
    const from = db
      .selectFrom('folder_files')
      .where('folder_id', '=', params.id)
      .where(({ or, and, eb }) =>
        or([
          eb('state', 'in', ['left_out', 'gone']),
          and([eb('state', '=', 'taken'), or([eb('reason', 'is not', null), eb('formats', '!=', '[]')])]),
        ]),
      );
    const inOrder = { order: byText('path', 'id'), direction: 'asc' } as const;
    return pageAnswer(await readPage(query, { from, ...inOrder }, (rows) => rows.map(asFile)));
  },

  'POST /folders/:id/gone': {
    untransacted: true,
    async handle({ services, user, params, body, request, commit }) {
      const answer = await commit(async (db) => {
        await ownFolder(db, user.id, params.id);
        if (body.books === 'keep') {
          const gone = db
            .updateTable('folder_files')
            .set({ state: 'kept' })
            .where('folder_id', '=', params.id);
          await gone.where('state', '=', 'gone').execute();
          return { left: 0 };
        }
        return { left: await moveGoneToBin(db, user.id, params.id, services.now()) };
      });
      await tryPendingBlobDeletes(services, request.log);
      return answer;
    },
  },
};

/** @throws AppError not_found, also for another user's folder */
async function ownFolder(db: Db, userId: string, id: string): Promise<void> {
  const own = db.selectFrom('folders').select('id').where('id', '=', id).where('user_id', '=', userId);
  if (!(await own.executeTakeFirst())) throw new AppError('not_found');
}

/** @returns how many are left */
async function moveGoneToBin(db: Db, userId: string, folderId: string, now: Date): Promise<number> {
  const gone = db.selectFrom('folder_files').where('folder_id', '=', folderId).where('state', '=', 'gone');
  const rows = await gone.select(['id', 'book_id']).orderBy('id').limit(goneAtOnce).execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const others = await db
    .selectFrom('folder_files')
    .select('book_id')
    .where('user_id', '=', userId)
    .where('state', '!=', 'gone')
    .where(
      'book_id',
      'in',
      rows.flatMap(({ book_id }) => book_id ?? []),
    )
    .execute();
  // A second file of the same book is still there.
  const stay = new Set(others.map(({ book_id }) => book_id));
  for (const { book_id } of rows) {
    if (book_id === null || stay.has(book_id)) continue;
    const book = db.deleteFrom('books').where('id', '=', book_id).where('user_id', '=', userId);
    if ((await book.executeTakeFirst()).numDeletedRows > 0n) await scheduleBlobDelete(db, book_id, now);
  }
  // Forgotten, so that a file that is put there again becomes a book again.
  await db.deleteFrom('folder_files').where('id', 'in', ids).execute();
  return countOf(gone);
}

const asFolder = (row: FolderRow, count: (state: FileRow['state']) => number): Folder => ({
  id: row.id,
  name: basename(row.path).slice(0, 300),
  kind: row.kind,
  state: row.state,
  problem: row.problem,
  total: row.total,
  done: row.done,
  taken: count('taken'),
  left_out: count('left_out'),
  gone: count('gone'),
  left_out_fields: JSON.parse(row.left_out_fields) as string[],
  looked_at: row.looked_at,
  created_at: row.created_at,
});

const asFile = ({ id, path, state, reason, formats, book_id }: FileRow) => ({
  id,
  path,
  state: state === 'gone' || state === 'left_out' ? state : 'taken',
  reason,
  formats: JSON.parse(formats) as string[],
  book_id,
});
