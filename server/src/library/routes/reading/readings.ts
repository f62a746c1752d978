import type { Reading, readingRoutes } from '@lectern/shared-contracts/api/sessions.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { requireRoom } from '../../../store/bounds.ts';
import { findOwn, removeOwn } from '../../../store/ownRows.ts';
import { byText, pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { addOnce } from '../../../store/rows.ts';
import type { ReadingsTable } from '../../../store/schema.ts';
import { pick } from '../../books/bookFields.ts';
import { ownBook } from '../../books/ownBook.ts';
import { replacedValues } from '../../conflicts/keepReplaced.ts';

const names = ['book_id', 'started_at', 'finished_at', 'outcome', 'rating'] as const;

/** Each time that a book was read, with its own dates and stars. */
export const readingHandlers: RouteHandlers<keyof typeof readingRoutes> = {
  'GET /readings': async ({ db, user, query }) => {
    const from = db.selectFrom('readings').where('user_id', '=', user.id);
    const order = byText('updated_at', 'id');
    return pageAnswer(
      await readPage(query, { from, order, direction: 'desc' }, (rows) => rows.map(asReading)),
    );
  },

  'PUT /readings/:id': async ({ db, services, clock, user, params, body }) => {
    await ownBook(db, user.id, body.book_id);
    const { basis, ...fields } = body;
    const moment = (at: string | null) => (at === null ? null : clock.timestamp(at));
    const sent = {
      ...fields,
      started_at: moment(body.started_at),
      finished_at: moment(body.finished_at),
      updated_at: services.now().toISOString(),
    };
    const stored = await findOwn(db, 'readings', user.id, params.id);
    // What another device has changed stays, unless this one has changed it too.
    const unchanged = stored && basis ? names.filter((name) => !(name in basis)) : [];
    const set = { ...sent, ...(stored ? pick(stored, unchanged) : {}) };
    requireOrder(set);
    await requireRoom(db, user.id, 'readings', { id: params.id });
    const row = { id: params.id, user_id: user.id, ...set };
    if (stored) await db.updateTable('readings').set(set).where('id', '=', params.id).execute();
    // The id is another user's.
    else if ((await addOnce(db, 'readings', row)) === 0) throw new AppError('not_found');
    return { ...asReading(row), ...(stored ? replacedValues(stored, { ...set, basis }) : {}) };
  },

  'DELETE /readings/:id': async ({ db, user, params }) => {
    if (!(await removeOwn(db, 'readings', user.id, params.id))) throw new AppError('not_found');
    return null;
  },
};

/** @throws AppError invalid_request for a reading that ends before it begins */
function requireOrder({ started_at, finished_at }: Pick<Reading, 'started_at' | 'finished_at'>): void {
  if (started_at === null || finished_at === null || started_at <= finished_at) return;
  throw new AppError('invalid_request', 'A reading cannot end before it began. Change one of the dates.', [
    { field: 'finished_at', message: 'is before started_at' },
  ]);
}

const asReading = ({ user_id: _owner, ...row }: ReadingsTable): Reading => row;
