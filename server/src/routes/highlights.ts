import { randomUUID } from 'node:crypto';
import type {
  annotationRoutes,
  Highlight,
  HighlightColor,
  HighlightStyle,
} from '@lectern/shared-contracts/api/annotations.ts';
import type { Selectable } from 'kysely';
import { ownBook } from '../books/ownBook.ts';
import { AppError } from '../errors.ts';
import type { RouteHandlers } from '../http/route.ts';
import { momentOf } from '../moments.ts';
import type { Db } from '../services.ts';
import type { HighlightsTable } from '../store/schema.ts';

type Key = Extract<keyof typeof annotationRoutes, `${string}highlights${string}`>;
type Row = Selectable<HighlightsTable>;

export const highlightHandlers: RouteHandlers<Key> = {
  'GET /highlights': async ({ db, user }) => ({
    items: (await highlightsOf(db, user.id).execute()).map(asHighlight),
  }),

  'GET /books/:id/highlights': async ({ db, user, params }) => {
    await ownBook(db, user.id, params.id);
    const rows = await highlightsOf(db, user.id).where('book_id', '=', params.id).execute();
    return { items: rows.map(asHighlight) };
  },

  'POST /books/:id/highlights': async ({ db, services, user, params, body }) => {
    await ownBook(db, user.id, params.id);
    const now = services.now();
    const id = body.id ?? randomUUID();
    await db
      .insertInto('highlights')
      .values({
        id,
        user_id: user.id,
        book_id: params.id,
        text: body.text,
        color: body.color,
        style: body.style ?? 'highlight',
        page: body.page ?? null,
        position: body.position ? JSON.stringify(body.position) : null,
        note: body.note ?? null,
        created_at: body.created_at ? momentOf(body.created_at, now) : now.toISOString(),
        updated_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    // The same one sent again is answered as it is stored; another reader's id is as if it were not there.
    return asHighlight(await ownHighlight(db, user.id, id));
  },

  'PUT /highlights/:id': async ({ db, services, user, params, body }) => {
    const row = await ownHighlight(db, user.id, params.id);
    const changed = {
      color: body.color ?? row.color,
      style: body.style ?? row.style,
      note: body.note === undefined ? row.note : body.note,
      updated_at: services.now().toISOString(),
    };
    await db.updateTable('highlights').set(changed).where('id', '=', row.id).execute();
    return asHighlight({ ...row, ...changed });
  },

  'DELETE /highlights/:id': async ({ db, user, params }) => {
    await ownHighlight(db, user.id, params.id);
    await db.deleteFrom('highlights').where('id', '=', params.id).execute();
    return null;
  },
};

function highlightsOf(db: Db, userId: string) {
  return db
    .selectFrom('highlights')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id');
}

async function ownHighlight(db: Db, userId: string, id: string): Promise<Row> {
  const row = await db
    .selectFrom('highlights')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

function asHighlight({ user_id: _owner, color, style, position, ...row }: Row): Highlight {
  return {
    ...row,
    color: color as HighlightColor,
    style: style as HighlightStyle,
    position: position === null ? null : JSON.parse(position),
  };
}
