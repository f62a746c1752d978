import { randomUUID } from 'node:crypto';
import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import { plainNote } from '../../library/conflicts/keepReplaced.ts';
import { chunks } from '../../run/common/chunks.ts';
import { AppError } from '../../run/common/errors.ts';
import { bytesOf, requireRoom } from '../../store/bounds.ts';
import type { Db } from '../../store/db.ts';
import type { FileAnnotation } from '../ingest/ingestedBook.ts';

/** Rows per insert, within the limits of both engines. */
const rowsAtOnce = 200;

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
  const highlights = annotations.flatMap((annotation) =>
    annotation.kind === 'highlight'
      ? [
          {
            id: randomUUID(),
            user_id,
            book_id,
            text: annotation.text,
            color: annotation.color,
            style: annotation.style,
            page: annotation.page,
            position: positionOf(annotation),
            note: annotation.note || null,
            changed_by: null,
            created_at: timestamp,
            updated_at: timestamp,
          },
        ]
      : [],
  );
  const notes = annotations.flatMap((annotation) =>
    annotation.kind === 'note'
      ? [
          {
            ...plainNote(user_id, now),
            book_id,
            content: annotation.note,
            page: annotation.page,
            position: positionOf(annotation),
            unread: 0,
          },
        ]
      : [],
  );
  const changed: ChangeArea[] = [];
  const highlightBytes = highlights.reduce((sum, row) => sum + bytesOf(row.text, row.note, row.position), 0);
  if (
    highlights.length > 0 &&
    (await hasRoom(trx, user_id, 'highlights', highlights.length, highlightBytes))
  ) {
    for (const rows of chunks(highlights, rowsAtOnce))
      await trx.insertInto('highlights').values(rows).execute();
    changed.push('highlights');
  }
  const noteBytes = notes.reduce((sum, row) => sum + bytesOf(row.content, row.position, row.tags), 0);
  if (notes.length > 0 && (await hasRoom(trx, user_id, 'notes', notes.length, noteBytes))) {
    for (const rows of chunks(notes, rowsAtOnce)) await trx.insertInto('notes').values(rows).execute();
    changed.push('notes');
  }
  return changed;
}

const positionOf = (annotation: FileAnnotation) =>
  JSON.stringify({
    page: annotation.page,
    rects: annotation.rects,
    ...(annotation.kind === 'highlight' ? { quote: { exact: annotation.text.slice(0, 4_000) } } : {}),
  });

async function hasRoom(
  trx: Db,
  userId: string,
  table: 'highlights' | 'notes',
  rows: number,
  bytes: number,
): Promise<boolean> {
  try {
    await requireRoom(trx, userId, table, { rows, bytes });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'limit_reached') return false;
    throw error;
  }
}
