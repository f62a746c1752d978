import { Book, type BookStatus } from '@lectern/shared-contracts/api/books.ts';
import type { Services } from '../../run/services/services.ts';
import type { BookRow } from '../../store/schema.ts';
import { coverBase } from './bookAddresses.ts';
import { pick } from './bookFields.ts';
import { shownFileNotes } from './fileNotes.ts';

/** Fields that are no columns. */
const computed = ['cover_url', 'cover_base', 'fixed_layout', 'unread_pages', 'unshown_parts'] as const;
const flags = ['is_reading', 'completed', 'favorite'] as const;
/** Fields that are absent where the column is null. */
const optional = [
  'file_id',
  'source_format',
  'title_language',
  'title_sort',
  'author_sort',
  'perhaps_same_as',
] as const;
const converted = [...flags, ...optional, 'status', 'tags', 'accessibility', 'file_notes'] as const;

type Plain = Exclude<keyof Book, (typeof computed | typeof converted)[number]>;
const isPlain = (name: string): name is Plain => !([...computed, ...converted] as string[]).includes(name);
const plain = Object.keys(Book.properties).filter(isPlain);

/** Columns of a book in API responses, without long ones such as the table of contents. */
export const bookColumns = [...plain, ...converted, 'cover_version', 'layout'] as const;

type ShownRow = Pick<BookRow, (typeof bookColumns)[number]>;

/**
 * A book as the API returns it, with signed URLs for its cover.
 * @param user the user and session that they are signed for
 */
export function asBook(
  services: Pick<Services, 'config' | 'signedUrls'>,
  row: ShownRow,
  { sessionId }: { sessionId: string },
): Book {
  const cover = row.cover_version > 0 ? coverBase(services, row, sessionId) : null;
  return {
    ...pick(row, plain),
    is_reading: row.is_reading === 1,
    completed: row.completed === 1,
    favorite: row.favorite === 1,
    status: row.status as BookStatus,
    tags: JSON.parse(row.tags),
    cover_url: cover === null ? null : `${cover}/medium.webp`,
    cover_base: cover,
    ...(row.layout === 'fixed' && row.format === 'epub' ? { fixed_layout: true } : {}),
    ...(row.accessibility === null ? {} : { accessibility: JSON.parse(row.accessibility) }),
    ...Object.fromEntries(optional.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
    ...shownFileNotes(row.file_notes),
  };
}
