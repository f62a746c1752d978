import type { uploadRoutes } from '@lectern/shared-contracts/api/uploads.ts';
import type { Selectable } from 'kysely';
import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';
import type { Db } from '../services.ts';
import type { UploadsTable } from '../store/schema.ts';
import { removeStagedUploads } from '../uploads/stagedUploads.ts';
import { asUpload } from '../uploads/uploadView.ts';

const day = 86_400_000;

export const uploadHandlers: RouteHandlers<keyof typeof uploadRoutes> = {
  'GET /uploads': async ({ db, services, user }) => {
    const yesterday = new Date(services.now().getTime() - day).toISOString();
    const rows = await db
      .selectFrom('uploads')
      .selectAll()
      .where('user_id', '=', user.id)
      .where((eb) => eb.or([eb('state', 'not in', ['done', 'refused']), eb('created_at', '>', yesterday)]))
      .orderBy('created_at', 'desc')
      .limit(500)
      .execute();
    return { items: await Promise.all(rows.map((row) => asUpload(db, services, row))) };
  },

  'GET /uploads/:id': async ({ db, services, user, params }) =>
    asUpload(db, services, await ownUpload(db, user.id, params.id)),

  'DELETE /uploads/:id': {
    untransacted: true,
    async handle({ services, user, params, commit }) {
      await commit(async (db) => {
        const upload = await ownUpload(db, user.id, params.id);
        if (upload.state === 'ingesting' || upload.state === 'done') {
          throw new AppError(
            'conflict',
            'This upload is a book already, or about to be: delete the book instead.',
          );
        }
        await db.deleteFrom('uploads').where('id', '=', upload.id).execute();
        return null;
      });
      await removeStagedUploads(services.config, [params]);
      return null;
    },
  },
};

async function ownUpload(db: Db, userId: string, id: string): Promise<Selectable<UploadsTable>> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('upload_not_found');
  return row;
}
