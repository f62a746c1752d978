import { randomUUID } from 'node:crypto';
import type { Replaced } from '@lectern/shared-contracts/api/conflicts.ts';
import type { TwinKind } from '@lectern/shared-contracts/api/notes.ts';
import { type Basis, valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { textFields } from '@lectern/shared-contracts/sync/conflictRules.ts';
import type { Insertable } from 'kysely';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import { addRows } from '../../store/rows.ts';
import type { BookRow, NotesTable } from '../../store/schema.ts';

/** A resource whose fields a device changes. */
interface ChangedResource {
  kind: TwinKind;
  id: string;
  userId: string;
  bookId: string | null;
  /** Title of the note that keeps a replaced text. */
  name: string;
  /** Its stored fields. */
  stored: object;
}

/**
 * Handles a write whose sender had not seen the stored value, because another device has changed it. A replaced text
 * is kept as a separate note; for a single value the later write wins, and the response says so.
 */
export async function keepReplaced(
  db: Db,
  resource: ChangedResource,
  { basis = {}, ...change }: { basis?: Basis },
  now: Date,
): Promise<{ replaced?: Replaced }> {
  const { replaced = [] } = replacedValues(resource.stored, { basis, ...change });
  const texts: readonly string[] = textFields(resource.kind);
  const { kind, id, userId, bookId, name } = resource;
  for (const entry of replaced) {
    const { field, value: content } = entry;
    if (!texts.includes(field) || content === null) continue;
    const origin = { conflict_of: id, conflict_kind: kind, conflict_field: field };
    const note = { ...origin, book_id: bookId, title: name.slice(0, 500), content };
    entry.note = await keepAsNote(db, userId, note, now);
  }
  return replaced.length > 0 ? { replaced } : {};
}

/** The values that a write replaces although its sender had not seen them, except empty and equal ones. */
export function replacedValues(
  stored: object,
  { basis = {}, ...change }: { basis?: Basis },
): { replaced?: Replaced } {
  const before = stored as Record<string, unknown>;
  const replaced: Replaced = [];
  for (const [field, next] of Object.entries(change)) {
    const seen = basis[field];
    const value = before[field];
    const stamp = valueStamp(value);
    const isEmpty = value === null || value === undefined || value === '';
    if (seen === undefined || isEmpty || seen.includes(stamp) || stamp === valueStamp(next)) continue;
    replaced.push({ field, value: String(value), note: null });
  }
  return replaced.length > 0 ? { replaced } : {};
}

/**
 * Keeps a text that would be lost as a note.
 * @returns the id of the note
 * @throws AppError limit_reached
 */
export async function keepAsNote(
  db: Db,
  userId: string,
  values: Partial<Insertable<NotesTable>>,
  now: Date,
): Promise<string> {
  const note = { ...plainNote(userId, now), ...values };
  const bytes = bytesOf(note.title, note.content, note.position, note.tags);
  await requireRoom(db, userId, 'notes', { bytes });
  await addRows(db, 'notes', note);
  return note.id;
}

/** A note that no device has written, so it is unread on all of them. */
export function plainNote(userId: string, now: Date): Insertable<NotesTable> & { id: string } {
  return {
    id: randomUUID(),
    user_id: userId,
    title: '',
    content: '',
    type: 'note',
    tags: '[]',
    unread: 1,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

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
  book: BookRow,
  { notes, highlights, description, sessionId }: Seen,
  now: Date,
): Promise<void> {
  const userId = book.user_id;
  const name = book.title.slice(0, 500);
  if (description !== undefined && book.description && description !== valueStamp(book.description))
    await addRows(db, 'notes', { ...plainNote(userId, now), title: name, content: book.description });
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
    await addRows(db, 'notes', {
      ...plainNote(userId, now),
      title: name,
      content: `${quotation}\n\n${note}`,
      color,
      created_at,
    });
  }
}
