import { valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../store/db.ts';
import type { BooksTable } from '../../store/schema.ts';
import { plainNote } from './keepReplaced.ts';

interface Seen {
  /** Time of the newest note that the deleting device had seen; undefined from older apps. */
  notes: string | undefined;
  /** Time of the newest highlight that it had seen. */
  highlights: string | undefined;
  /** Stamp of the description that it had seen. */
  description: string | undefined;
  /** The session of the device, whose own notes count as seen. */
  sessionId: string;
}

/**
 * Call before deleting a book: text that the deleting device has not seen is kept. Notes are detached from the book;
 * thoughts and the description become notes.
 */
export async function keepUnseenText(
  db: Db,
  book: Selectable<BooksTable>,
  { notes, highlights, description, sessionId }: Seen,
  now: Date,
): Promise<void> {
  const userId = book.user_id;
  const name = book.title.slice(0, 500);
  if (description !== undefined && book.description && description !== valueStamp(book.description))
    await db
      .insertInto('notes')
      .values({ ...plainNote(userId, now), title: name, content: book.description })
      .execute();
  if (notes !== undefined)
    await db
      .updateTable('notes')
      .set({ book_id: null, position: null, page: null, unread: 1 })
      .where('book_id', '=', book.id)
      .where('updated_at', '>', new Date(notes).toISOString())
      .where((eb) => eb.or([eb('changed_by', 'is', null), eb('changed_by', '!=', sessionId)]))
      .execute();
  if (highlights === undefined) return;
  const thoughts = await db
    .selectFrom('highlights')
    .select(['text', 'note', 'color', 'created_at'])
    .where('book_id', '=', book.id)
    .where('note', 'is not', null)
    .where('updated_at', '>', new Date(highlights).toISOString())
    .where((eb) => eb.or([eb('changed_by', 'is', null), eb('changed_by', '!=', sessionId)]))
    .execute();
  for (const { text, note, color, created_at } of thoughts) {
    const quotation = text.replaceAll(/^/gm, '> ');
    await db
      .insertInto('notes')
      .values({
        ...plainNote(userId, now),
        title: name,
        content: `${quotation}\n\n${note}`,
        color,
        created_at,
      })
      .execute();
  }
}
