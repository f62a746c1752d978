import { randomUUID } from 'node:crypto';
import type { ImportedBook } from '@lectern/shared-contracts/api/books.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { applyStatus, normalizeStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { cleanTags } from '@lectern/shared-contracts/domain/books/tags.ts';
import { clampTimestamp } from '../../../http/routing/deviceClock.ts';
import type { RouteHandlers } from '../../../http/routing/route.ts';
import { chunks } from '../../../run/common/chunks.ts';
import { bytesOf, requireRoom } from '../../../store/bounds.ts';
import type { Db } from '../../../store/db.ts';
import { unreadBook } from '../../books/bookFields.ts';
import { addBookKeys, bookKeys } from '../../books/bookKeys.ts';
import { changeBook } from '../../books/changeBook.ts';
import { fillEmpty } from '../../books/joinBooks.ts';
import { tagColumns } from '../../books/tags.ts';
import { isbnOf, splitSeries } from '../../identity/bookIdentity.ts';
import { type KnownBook, knownBooksOf } from '../../identity/knownBooks.ts';

export const bookImportHandlers: RouteHandlers<'POST /books/import'> = {
  'POST /books/import': {
    untransacted: true,
    async handle({ services, user, body, commit }) {
      await addBookKeys(services.db, user.id);
      return commit(async (db) => ({ items: await importBooks(db, user.id, body.items, services.now()) }));
    },
  },
};

type ImportedItem = CallResponse<'POST /books/import'>['items'][number];
type Filling = ReturnType<typeof fillEmpty>;

/** Rows per statement, few enough not to block others. */
const rowsAtOnce = 20;

/** Adds the books that are not there yet; the others get what they lack. Importing a list again changes nothing. */
async function importBooks(
  db: Db,
  userId: string,
  listed: readonly ImportedBook[],
  now: Date,
): Promise<ImportedItem[]> {
  const known = await knownBooksOf(db, userId, listed);
  const added = new Map<string, KnownBook>();
  const filled = new Map<string, Filling>();
  const items = listed.map((listing): ImportedItem => {
    const match = known.find(listing);
    const row = importedRow({ id: randomUUID(), userId, now }, listing);
    if (match?.likeness === 'same') {
      const { book } = match;
      const filling = fillEmpty(book, row);
      // Its ISBN may be known only now.
      known.add(Object.assign(book, filling));
      if (Object.keys(filling).length > 0 && !added.has(book.id))
        filled.set(book.id, { ...filled.get(book.id), ...filling });
      return { id: book.id, created: false };
    }
    const book = { ...row, perhaps_same_as: match?.book.id ?? null };
    known.add(book);
    added.set(book.id, book);
    return { id: book.id, created: true, ...(match ? { perhaps: true } : {}) };
  });
  const texts: Partial<KnownBook>[] = [...added.values(), ...filled.values()];
  await requireRoom(db, userId, 'books', {
    rows: added.size,
    bytes: texts.reduce(
      (sum, { title, author, publisher, series, tags }) =>
        sum + bytesOf(title, author, publisher, series, tags),
      0,
    ),
  });
  for (const rows of chunks([...added.values()], rowsAtOnce))
    await db.insertInto('books').values(rows).execute();
  for (const [id, filling] of filled) await changeBook(db, id, { ...filling, updated_at: now.toISOString() });
  return items;
}

/** The row of an imported book without a file. A series in the title, as Goodreads writes it, is split off. */
function importedRow(
  { id, userId, now }: { id: string; userId: string; now: Date },
  book: ImportedBook,
): KnownBook {
  const created = book.added_at ? clampTimestamp(book.added_at, now) : now.toISOString();
  const finished = book.completed_at ? clampTimestamp(book.completed_at, now) : null;
  const split = splitSeries(book.title);
  const [first] = split.numbers;
  const index = Number(first?.number);
  // A range of numbers stays in the title.
  const { title, series, series_index } =
    first && Number.isFinite(index)
      ? { title: split.title, series: first.series, series_index: index }
      : { title: book.title.trim(), series: null, series_index: null };
  const { isbn13, isbn10 } = isbnOf(book);
  const { status, is_reading, completed, progress, completed_at } = applyStatus(
    // A book that was finished at an unknown time has no date.
    { progress: 0, completed: true, completed_at: finished, last_opened: null },
    normalizeStatus(book.status),
    created,
  );
  return {
    ...unreadBook,
    id,
    user_id: userId,
    sha256: null,
    format: 'none',
    source_format: null,
    file_name: '',
    file_size: 0,
    title,
    author: book.author,
    title_sort: null,
    author_sort: book.author_sort ?? null,
    series,
    series_index,
    publisher: book.publisher ?? null,
    published: book.published ?? null,
    isbn: isbn13 ?? isbn10,
    isbn10,
    isbn13,
    progress,
    is_reading: Number(is_reading),
    completed: Number(completed),
    completed_at: completed ? completed_at : null,
    status,
    rating: book.rating ?? null,
    ...tagColumns(cleanTags(book.tags ?? [])),
    page_count: book.page_count ?? 0,
    word_count: 0,
    cover_source: 'generated',
    // The shelf requests a cover when it shows the book.
    cover_version: 0,
    layout: 'reflowable',
    direction: 'ltr',
    opf: null,
    title_language: null,
    accessibility: null,
    file_notes: null,
    perhaps_same_as: null,
    created_at: created,
    updated_at: now.toISOString(),
    ...bookKeys(title, book.author),
  };
}
