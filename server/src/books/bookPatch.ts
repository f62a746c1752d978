import type { Book, BookPatch, BookStatus, bookRoutes } from '@lectern/shared-contracts/api/books.ts';
import type { BodyOf } from '@lectern/shared-contracts/api/route.ts';
import {
  applyStatus,
  deriveStatus,
  normaliseStatus,
} from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { AppError } from '../common/errors.ts';
import { parseIsbn } from '../ingest/isbn.ts';
import { clampTimestamp, type DeviceClock } from '../routing/deviceClock.ts';

const descriptive = [
  'title',
  'author',
  'description',
  'genre',
  'language',
  'publisher',
  'published',
  'series',
  'series_index',
  'isbn',
  'isbn10',
  'isbn13',
  'current_page',
  'rating',
  'favorite',
] as const;

const moments = ['completed_at', 'last_opened'] as const;

export type PatchedBook = Pick<
  Book,
  (typeof descriptive)[number] | (typeof moments)[number] | 'progress' | 'is_reading' | 'completed' | 'status'
>;

type SentPatch = BodyOf<(typeof bookRoutes)['PATCH /books/:id']>;

/**
 * A patch as it was sent, in the names and values of a book: aliases are resolved, and an ISBN brings its two lengths.
 * @throws AppError invalid_request for an ISBN whose check digit is wrong
 */
export function patchOf({ status, isReading, ...sent }: SentPatch): BookPatch & Pick<SentPatch, 'basis'> {
  const is_reading = sent.is_reading ?? isReading;
  return {
    ...sent,
    ...(status === undefined ? {} : { status: normaliseStatus(status) }),
    ...(is_reading === undefined ? {} : { is_reading }),
  };
}

/** The fields of an ISBN that was changed; none when it stays as it is. @throws AppError invalid_request */
function isbnFields(book: PatchedBook, { isbn }: BookPatch): Partial<PatchedBook> {
  if (isbn === undefined || isbn === book.isbn) return {};
  if (isbn === null || isbn.trim() === '') return { isbn: null, isbn10: null, isbn13: null };
  const parsed = parseIsbn(isbn);
  if (parsed === null)
    throw new AppError('invalid_request', 'This is not an ISBN. Check its digits: it has 10 or 13 of them.', [
      { field: 'isbn', message: 'is not an ISBN' },
    ]);
  return { isbn, ...parsed };
}

/**
 * A book with a patch applied by the rules of statuses. What is not in the list of fields is ignored, so that a whole
 * book object may be sent; what goes with a status (flags, progress, moments) is brought in line with it.
 */
export function patchBook(
  book: PatchedBook,
  patch: BookPatch,
  now: Date,
  clock?: Pick<DeviceClock, 'timestamp'>,
): PatchedBook {
  const given = Object.fromEntries(
    descriptive.filter((name) => patch[name] !== undefined).map((name) => [name, patch[name]]),
  );
  const dated = Object.fromEntries(
    moments.flatMap((name) => {
      const moment = patch[name];
      return moment === undefined
        ? []
        : [[name, moment === null ? null : (clock?.timestamp(moment) ?? clampTimestamp(moment, now))]];
    }),
  );
  const { is_reading = book.is_reading, completed = book.completed, progress = book.progress } = patch;
  const merged: PatchedBook = {
    ...book,
    ...given,
    ...isbnFields(book, patch),
    ...dated,
    is_reading,
    completed,
    progress,
  };
  const status = statusAfter(book, patch, merged);
  if (status === null) return merged;
  // Read to its end once more: that is the day that counts, unless the reader says another.
  if (status === 'completed' && !book.completed && merged.completed_at === book.completed_at)
    merged.completed_at = null;
  const applied = applyStatus(merged, status, now.toISOString());
  // Stopping a session leaves a book paused and still among those being read; a completed one may be read again.
  const flagStands = status === 'paused' || (status === 'completed' && patch.status === undefined);
  return {
    ...applied,
    is_reading: flagStands ? (patch.is_reading ?? applied.is_reading) : applied.is_reading,
    last_opened: merged.last_opened !== book.last_opened ? merged.last_opened : applied.last_opened,
  };
}

/** The status a patch leads to; null when it is about something else. */
function statusAfter(book: PatchedBook, patch: BookPatch, merged: PatchedBook): BookStatus | null {
  if (patch.status !== undefined) return patch.status;
  if (patch.progress !== undefined && patch.progress >= 100) return 'completed';
  if (patch.completed !== undefined || patch.is_reading !== undefined)
    return deriveStatus({ ...merged, status: null });
  if (patch.progress === undefined) return null;
  // Progress alone begins a book, or takes one up again that was completed; else it leaves the status as it is.
  const settled = book.status === 'reading' || book.status === 'paused';
  return settled ? book.status : deriveStatus({ ...merged, completed: false, status: null });
}
