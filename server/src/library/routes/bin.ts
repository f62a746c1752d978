import type { binRoutes } from '@lectern/shared-contracts/api/bin.ts';
import type { RouteHandlers } from '../../http/routing/route.ts';
import { AppError } from '../../run/common/errors.ts';
import { runInBackground } from '../../run/common/runInBackground.ts';
import { tryPendingBlobDeletes } from '../../store/blobs/pendingBlobDeletes.ts';
import { thingOf } from '../../store/history/things.ts';
import { indexPassagesOf } from '../../store/indexPassages.ts';
import { ownRow } from '../../store/ownRows.ts';
import { pageAnswer } from '../../store/paging/pages.ts';
import { binOf, versionsOf } from '../bin/binEntries.ts';
import { forget } from '../bin/forget.ts';
import { restoreFromBin } from '../bin/restore.ts';

/** The bin, and versions of texts. What they show is kept by the triggers of store/history. */
export const binHandlers: RouteHandlers<keyof typeof binRoutes> = {
  'GET /bin': async ({ services, user, query }) => pageAnswer(await binOf(services, user, query)),

  'POST /bin/:id/restore': {
    untransacted: true,
    async handle({ services, user, params, body, request, commit }) {
      const answer = await commit((db) =>
        restoreFromBin(services, db, user.id, {
          id: Number(params.id),
          thingId: body.thing_id,
          withBook: body.with_book === true,
        }),
      );
      const bookId = answer.book_id;
      if (bookId !== null)
        runInBackground(
          () => indexPassagesOf(services, bookId),
          request.log,
          'passages could not be indexed',
        );
      return answer;
    },
  },

  'DELETE /bin/:id': {
    untransacted: true,
    async handle({ services, user, params, query, request, commit }) {
      await commit(async (db) => {
        const entry = { id: Number(params.id), thingId: query.thing_id };
        if ((await forget(db, user.id, entry)) === 0) throw new AppError('not_found');
        return null;
      });
      await tryPendingBlobDeletes(services, request.log);
      return null;
    },
  },

  'DELETE /bin': {
    untransacted: true,
    async handle({ services, user, query: { kind, until }, request, commit }) {
      await commit(async (db) => {
        await forget(db, user.id, { kind, until });
        return null;
      });
      await tryPendingBlobDeletes(services, request.log);
      return null;
    },
  },

  'GET /versions/:kind/:id': async ({ db, user, params, query }) => {
    await ownRow(db, thingOf(params.kind).table as 'notes', user.id, params.id);
    return pageAnswer(await versionsOf(db, user.id, params, query));
  },
};
