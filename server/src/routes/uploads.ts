import type { uploadRoutes } from '@lectern/shared-contracts/api/uploads.ts';
import type { RouteHandlers } from '../http/route.ts';
import { forgetUpload, ownUpload } from '../uploads/ownUpload.ts';
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
    return { items: await Promise.all(rows.map((row) => asUpload(db, services, row, user))) };
  },

  'GET /uploads/:id': async ({ db, services, user, params }) =>
    asUpload(db, services, await ownUpload(db, user.id, params.id), user),

  'DELETE /uploads/:id': {
    untransacted: true,
    async handle({ services, user, params, commit }) {
      await commit(async (db) => {
        await forgetUpload(db, user.id, params.id);
        return null;
      });
      await services.staging.remove(params.id);
      return null;
    },
  },
};
