import type { LookedUpWord, wordRoutes } from '@lectern/shared-contracts/api/words.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { requireRoom } from '../../../store/bounds.ts';
import { findOwn, ownRow, removeOwn } from '../../../store/ownRows.ts';
import { byText, pageAnswer, readPage } from '../../../store/paging/pages.ts';
import { addOnce } from '../../../store/rows.ts';
import type { LookedUpWordsTable } from '../../../store/schema.ts';

/** The words a user has looked up. They are never changed, only deleted. */
export const wordHandlers: RouteHandlers<keyof typeof wordRoutes> = {
  'GET /words': async ({ db, user, query }) => {
    const from = db.selectFrom('looked_up_words').where('user_id', '=', user.id);
    const order = byText('created_at', 'id');
    return pageAnswer(await readPage(query, { from, order, direction: 'desc' }, (rows) => rows.map(asWord)));
  },

  'PUT /words/:id': async ({ db, clock, user, params, body }) => {
    await requireRoom(db, user.id, 'looked_up_words', { id: params.id });
    const { position, book_id, created_at, ...fields } = body;
    const book = await findOwn(db, 'books', user.id, book_id ?? '');
    await addOnce(db, 'looked_up_words', {
      ...fields,
      id: params.id,
      user_id: user.id,
      book_id: book?.id ?? null,
      position: position === null ? null : JSON.stringify(position),
      created_at: clock.timestamp(created_at),
    });
    return asWord(await ownRow(db, 'looked_up_words', user.id, params.id));
  },

  'DELETE /words/:id': async ({ db, user, params }) => {
    if (!(await removeOwn(db, 'looked_up_words', user.id, params.id))) throw new AppError('not_found');
    return null;
  },
};

export function asWord({ user_id: _owner, position, ...row }: LookedUpWordsTable): LookedUpWord {
  return { ...row, position: position === null ? null : JSON.parse(position) };
}
