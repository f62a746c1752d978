import type { Book, BookPatch, BookStatus, bookRoutes } from '@lectern/shared-contracts/api/books.ts';
import type { BodyOf } from '@lectern/shared-contracts/api/route.ts';
import {
  applyStatus,
  deriveStatus,
  isStop,
  normalizeStatus,
} from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { clampTimestamp, type DeviceClock } from '../../http/routing/deviceClock.ts';
import { AppError } from '../../run/common/errors.ts';
import { parseIsbn } from '../identity/isbn.ts';
import { patchFields } from './bookFields.ts';

const moments = ['completed_at', 'last_opened', 'last_read', 'created_at'] as const;
const plain = patchFields.filter((name) => !(moments as readonly string[]).includes(name));

export type PatchedBook = Pick<Book, keyof BookPatch | 'created_at'>;

type SentPatch = BodyOf<(typeof bookRoutes)['PATCH /books/:id']>;
/** `created_at` is not among the fields that conflict between devices. */
type Patch = BookPatch & Pick<SentPatch, 'created_at'>;

/**
 * Normalizes a patch: resolves aliases and converts an ISBN to both lengths.
 * @throws AppError invalid_request for an ISBN with a wrong check digit
 */
export function patchOf({
  status,
  isReading,
  ...sent
}: SentPatch): Patch & Pick<SentPatch, 'basis' | 'tagChanges'> {
  const is_reading = sent.is_reading ?? isReading;
  return {
    ...sent,
    ...(status === undefined ? {} : { status: normalizeStatus(status) }),
    ...(is_reading === undefined ? {} : { is_reading }),
  };
}

/**
 * The fields of a changed ISBN; empty when it is unchanged.
 * @throws AppError invalid_request
 */
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
 * Applies a patch and keeps status, flags, progress and dates consistent. Read-only fields are ignored, so that a
 * whole book may be sent.
 */
export function patchBook(
  book: PatchedBook,
  patch: Patch,
  now: Date,
  clock?: Pick<DeviceClock, 'timestamp'>,
): PatchedBook {
  const given = Object.fromEntries(
    plain.filter((name) => patch[name] !== undefined).map((name) => [name, patch[name]]),
  );
  const dated = Object.fromEntries(
    moments.flatMap((name) => {
      const moment = patch[name];
      return moment === undefined
        ? []
        : [[name, moment === null ? null : (clock?.timestamp(moment) ?? clampTimestamp(moment, now))]];
    }),
  );
  const merged: PatchedBook = { ...book, ...given, ...isbnFields(book, patch), ...dated };
  // A write that waited for days does not set it back.
  if (book.last_opened !== null && merged.last_opened !== null && merged.last_opened < book.last_opened)
    merged.last_opened = book.last_opened;
  const status = statusAfter(book, patch, merged);
  if (status === null) return merged;
  // Finished again: the new date counts, unless the patch sets another.
  if (status === 'completed' && !book.completed && merged.completed_at === book.completed_at)
    merged.completed_at = null;
  const applied = applyStatus({ ...merged, completed: book.completed }, status, now.toISOString());
  // Stopping a session pauses the book but keeps it among those being read; a completed book may be read again.
  const flagStands = status === 'paused' || (status === 'completed' && patch.status === undefined);
  return {
    ...applied,
    is_reading: flagStands ? (patch.is_reading ?? applied.is_reading) : applied.is_reading,
    last_opened: merged.last_opened !== book.last_opened ? merged.last_opened : applied.last_opened,
  };
}

/** The status that a patch leads to; null when it does not concern the status. */
function statusAfter(book: PatchedBook, patch: BookPatch, merged: PatchedBook): BookStatus | null {
  if (isStop(patch) && book.completed) return 'completed';
  if (patch.status !== undefined) return patch.status;
  if (patch.progress !== undefined && patch.progress >= 100) return 'completed';
  if (patch.completed !== undefined || patch.is_reading !== undefined)
    return deriveStatus({ ...merged, status: null });
  if (patch.progress === undefined) return null;
  // Progress alone starts a book, or restarts a completed one; otherwise the status is kept.
  const settled = book.status === 'reading' || book.status === 'paused';
  return settled ? book.status : deriveStatus({ ...merged, completed: false, status: null });
}
