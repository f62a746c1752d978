import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { JsonBytes } from '../http/jsonBytes.ts';
import type { Services } from '../services.ts';
import { asBook, bookColumns } from './bookView.ts';

/** Which of a reader's books, newest first. */
export interface BookQuery {
  status?: Book['status'] | undefined;
  genre?: string | undefined;
  limit: number;
  offset: number;
}

const comma = Buffer.from(',');

/**
 * A page of a reader's books. Which books they are is asked of the database each time; what is said of each is kept as
 * text for as long as its row has the same revision, whichever process has changed it.
 */
export async function listBooks(
  services: Pick<Services, 'db' | 'bookTexts' | 'config' | 'grants'>,
  user: { id: string; familyId: string },
  { status, genre, limit, offset }: BookQuery,
): Promise<JsonBytes<CallResponse<'GET /books'>>> {
  const { db, bookTexts, grants } = services;
  let books = db.selectFrom('books').where('user_id', '=', user.id);
  if (status !== undefined) books = books.where('status', '=', status);
  if (genre !== undefined) books = books.where('genre', '=', genre);
  const page = await books
    .select(['id', 'revision'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  // The last page tells by its length how many there are.
  const isLast = page.length < limit && (page.length > 0 || offset === 0);
  const total = isLast
    ? offset + page.length
    : Number(
        (await books.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total,
      );

  const grantOf = (id: string) => grants.issue('cover', id, user.familyId);
  const texts = page.map(({ id, revision }) => bookTexts.find(id, revision, grantOf(id)));
  const unknown = page.filter((_, at) => texts[at] === undefined).map(({ id }) => id);
  if (unknown.length > 0) {
    const rows = await db
      .selectFrom('books')
      .select([...bookColumns, 'revision'])
      .where('id', 'in', unknown)
      .execute();
    const found = new Map(
      rows.map((row) => {
        const book = asBook(services, row, user);
        return [row.id, bookTexts.keep(row.id, row.revision, grantOf(row.id), book)];
      }),
    );
    for (const [at, { id }] of page.entries()) texts[at] ??= found.get(id);
  }
  // One that was deleted since the page was read is in neither.
  const items = texts.filter((text) => text !== undefined);
  return new JsonBytes(
    Buffer.concat([
      Buffer.from('{"items":['),
      ...items.flatMap((item, at) => (at === 0 ? [item] : [comma, item])),
      Buffer.from(`],"total":${total}}`),
    ]),
  );
}
