import type { FieldValue, FormValues, formRoutes } from '@lectern/shared-contracts/api/annotations.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { AppError } from '../../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { putRow, removeRows } from '../../../store/rows.ts';
import { ownBook } from '../../books/ownBook.ts';

/** Limits on the fields of a form and the length of a field's name. */
const maxFields = 2_000;
const maxNameLength = 200;

export const formHandlers: RouteHandlers<keyof typeof formRoutes> = {
  'GET /books/:id/form': async ({ db, user, params }) => {
    await ownBook(db, user.id, params.id);
    return formOf(db, user.id, params.id);
  },

  'PUT /books/:id/form': async ({ db, clock, user, params, body }) => {
    await ownBook(db, user.id, params.id);
    const changes = Object.entries(body.values);
    if (changes.length > maxFields || changes.some(([field]) => field === '' || field.length > maxNameLength))
      throw new AppError('invalid_request');
    const stored = await rowsOf(db, user.id, params.id);
    const before = new Map(stored.map(({ field, content }) => [field, content]));
    const rows = changes.flatMap(([field, value]) =>
      value === null ? [] : [{ field, content: JSON.stringify(value) }],
    );
    const added = rows.filter(({ field }) => !before.has(field)).length;
    if (before.size + added > maxFields) throw new AppError('invalid_request');
    const bytes = rows.reduce(
      (sum, { field, content }) =>
        sum + bytesOf(content) - bytesOf(before.get(field)) + (before.has(field) ? 0 : bytesOf(field)),
      0,
    );
    await requireRoom(db, user.id, 'form_values', { rows: added, bytes });
    const emptied = changes.flatMap(([field, value]) => (value === null ? [field] : []));
    if (emptied.length > 0)
      await removeRows(db, 'form_values', { user_id: user.id, book_id: params.id, field: emptied });
    const updated_at = clock.timestamp(body.updated_at);
    for (const { field, content } of rows) {
      const row = { user_id: user.id, book_id: params.id, field, content, updated_at };
      await putRow(db, 'form_values', row, ['user_id', 'book_id', 'field']);
    }
    return formOf(db, user.id, params.id);
  },
};

async function rowsOf(db: Db, userId: string, bookId: string) {
  return db
    .selectFrom('form_values')
    .select(['field', 'content'])
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .orderBy('field')
    .execute();
}

async function formOf(db: Db, userId: string, bookId: string): Promise<FormValues> {
  const rows = await rowsOf(db, userId, bookId);
  return {
    values: Object.fromEntries(rows.map(({ field, content }) => [field, JSON.parse(content) as FieldValue])),
  };
}
