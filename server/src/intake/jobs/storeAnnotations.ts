import { randomUUID } from 'node:crypto';
import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { Insertable } from 'kysely';
import { plainNote } from '../../library/conflicts/keepReplaced.ts';
import { AppError } from '../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import { addRows } from '../../store/rows.ts';
import type { HighlightsTable, NotesTable } from '../../store/schema.ts';
import type { FileAnnotation } from '../ingest/ingestedBook.ts';

/**
 * Imports the highlights and notes in an uploaded file once, together with the book. Those beyond the user's limits
 * are skipped.
 * @returns the changed areas
 */
export async function storeAnnotations(
  trx: Db,
  annotations: readonly FileAnnotation[],
  { id: book_id, user_id }: { id: string; user_id: string },
  now: Date,
): Promise<ChangeArea[]> {
  const timestamp = now.toISOString();
  const highlights: Insertable<HighlightsTable>[] = [];
  const notes: Insertable<NotesTable>[] = [];
  for (const annotation of annotations) {
    const { kind, page, rects, note } = annotation;
    const row = { user_id, book_id, page };
    const marked = kind === 'highlight' ? { quote: { exact: annotation.text.slice(0, 4_000) } } : {};
    const position = JSON.stringify({ page, rects, ...marked });
    if (kind === 'note')
      notes.push({ ...plainNote(user_id, now), ...row, content: note, position, unread: 0 });
    else
      highlights.push({
        ...row,
        id: randomUUID(),
        text: annotation.text,
        color: annotation.color,
        style: annotation.style,
        position,
        note: note || null,
        created_at: timestamp,
        updated_at: timestamp,
      });
  }
  const changed: ChangeArea[] = [];
  const highlightBytes = highlights.reduce((sum, row) => sum + bytesOf(row.text, row.note, row.position), 0);
  if (await hasRoom(trx, user_id, 'highlights', highlights.length, highlightBytes)) {
    await addRows(trx, 'highlights', highlights);
    changed.push('highlights');
  }
  const noteBytes = notes.reduce((sum, row) => sum + bytesOf(row.content, row.position, row.tags), 0);
  if (await hasRoom(trx, user_id, 'notes', notes.length, noteBytes)) {
    await addRows(trx, 'notes', notes);
    changed.push('notes');
  }
  return changed;
}

async function hasRoom(
  trx: Db,
  userId: string,
  table: 'highlights' | 'notes',
  rows: number,
  bytes: number,
): Promise<boolean> {
  if (rows === 0) return false;
  try {
    await requireRoom(trx, userId, table, { rows, bytes });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'limit_reached') return false;
    throw error;
  }
}
