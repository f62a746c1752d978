import { randomUUID } from 'node:crypto';
import type { Services } from '../../src/services/services.ts';

/** Moments one second apart, the first the oldest. */
export const momentAt = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

/** Notes straight into the database, `bytes` of text in each: what would take a reader years. */
export async function addNotes(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { count, content, bookId = null }: { count: number; content: string; bookId?: string | null },
): Promise<void> {
  const atOnce = Math.max(1, Math.min(500, Math.floor(4_000_000 / (content.length + 200))));
  for (let start = 0; start < count; start += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - start) }, (_, index) => ({
      id: randomUUID(),
      user_id: userId,
      book_id: bookId,
      title: `Note ${start + index}`,
      content,
      type: 'note',
      page: null,
      position: null,
      color: null,
      tags: '[]',
      unread: 0,
      changed_by: null,
      conflict_of: null,
      created_at: momentAt(start + index),
      updated_at: momentAt(start + index),
    }));
    await db.insertInto('notes').values(rows).execute();
  }
}
