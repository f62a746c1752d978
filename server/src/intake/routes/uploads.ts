import type { uploadRoutes } from '@lectern/shared-contracts/api/uploads.ts';
import { sql } from 'kysely';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { byText, pageAnswer, readPage } from '../../store/paging/pages.ts';
import { asUpload, asUploads, forgetUpload, ownUpload, removeStaged } from '../uploads/ownUpload.ts';

const day = 86_400_000;

const newest = {
  order: byText('created_at', 'id'),
  direction: 'desc',
  bytes: sql<number>`coalesce((select bytes from books where books.id = uploads.book_id), 0)`,
} as const;

export const uploadHandlers: RouteHandlers<keyof typeof uploadRoutes> = {
  'GET /uploads': async ({ db, services, user, query }) => {
    const yesterday = new Date(services.now().getTime() - day).toISOString();
    const from = db
      .selectFrom('uploads')
      .where('user_id', '=', user.id)
      .where((eb) => eb.or([eb('state', 'not in', ['done', 'refused']), eb('created_at', '>', yesterday)]));
    return pageAnswer(
      await readPage(query, { from, ...newest }, (rows) => asUploads(db, services, rows, user)),
    );
  },

  'GET /uploads/:id': async ({ db, services, user, params }) =>
    asUpload(db, services, await ownUpload(db, user.id, params.id), user),

  'DELETE /uploads/:id': {
    untransacted: true,
    async handle({ services, user, params, request, commit }) {
      await commit(async (db) => {
        await forgetUpload(db, user.id, params.id);
        return null;
      });
      await removeStaged(services, params.id, request.log);
      return null;
    },
  },
};
