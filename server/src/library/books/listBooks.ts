import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { sql } from 'kysely';
import type { Services } from '../../run/services/services.ts';
import { countOf } from '../../store/ownRows.ts';
import { cursorOf, fit, JsonBytes, keyOf, softLimitBytes } from '../../store/paging/pages.ts';
import { asBook, bookColumns } from './bookView.ts';
import { isTagged } from './tags.ts';

/** Filters; results are newest first. */
interface BookQuery {
  status?: Book['status'] | undefined;
  genre?: string | undefined;
  /** Books with all of these. */
  tag?: string | string[] | undefined;
  limit: number;
  offset: number;
  /** Cursor of the previous page; takes precedence over `offset`. */
  cursor?: string | undefined;
}

const comma = Buffer.from(',');

/**
 * A page of a user's books. The database is queried each time; the JSON of each book is cached until the revision of
 * its row changes.
 */
export async function listBooks(
  services: Pick<Services, 'db' | 'bookTexts' | 'config' | 'signedUrls'>,
  user: { id: string; sessionId: string },
  { status, genre, tag = [], limit, offset, cursor }: BookQuery,
): Promise<JsonBytes<CallResponse<'GET /books'>>> {
  const { db, bookTexts, signedUrls } = services;
  let books = db.selectFrom('books').where('user_id', '=', user.id);
  if (status !== undefined) books = books.where('status', '=', status);
  if (genre !== undefined) books = books.where('genre', '=', genre);
  for (const one of [tag].flat()) books = books.where(isTagged(one));
  const after = cursor === undefined ? null : keyOf(cursor, ['text', 'text']);
  const sorted = books
    .select(['id', 'revision', 'created_at', 'bytes'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await (after === null
    ? sorted.offset(offset)
    : sorted.where(sql<boolean>`(created_at, id) < (${sql.join(after)})`)
  ).execute();
  // The length of the last page gives the total.
  const isLast = after === null && rows.length < limit && (rows.length > 0 || offset === 0);
  const total = isLast ? offset + rows.length : await countOf(books);

  const page = rows.slice(0, fitting(rows));
  const grantOf = (id: string) => signedUrls.issue('cover', id, user.sessionId);
  const texts = page.map(({ id, revision }) => bookTexts.find(id, revision, grantOf(id)));
  const unknown = page.filter((_, at) => texts[at] === undefined).map(({ id }) => id);
  if (unknown.length > 0) {
    const rows = await db
      .selectFrom('books')
      .select([...bookColumns, 'revision'])
      .where('id', 'in', unknown)
      .execute();
    const read = new Map(
      rows.map((row) => {
        const book = asBook(services, row, user);
        return [row.id, bookTexts.keep(row.id, row.revision, grantOf(row.id), book)];
      }),
    );
    for (const [at, { id }] of page.entries()) texts[at] ??= read.get(id);
  }
  // Skip books that were deleted since the page was read.
  const existing = texts.filter((text) => text !== undefined);
  const items = existing.slice(0, fit(existing));
  const end = items.length < existing.length ? items.length : page.length;
  const last = page[end - 1];
  const more = end < rows.length || rows.length === limit;
  const next = last !== undefined && more ? cursorOf([last.created_at, last.id]) : null;
  return new JsonBytes(
    Buffer.concat([
      Buffer.from('{"items":['),
      ...items.flatMap((item, at) => (at === 0 ? [item] : [comma, item])),
      Buffer.from(`],"total":${total},"next_cursor":${JSON.stringify(next)}}`),
    ]),
  );
}

/** How many of the books fit into one page of JSON. */
function fitting(books: readonly { bytes: number }[]): number {
  let bytes = 0;
  let count = 0;
  while (count < books.length && bytes < softLimitBytes) bytes += books[count++]?.bytes ?? 0;
  return count;
}
