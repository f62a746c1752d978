import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Services } from '../../src/run/services/services.ts';
import type { BooksTable } from '../../src/store/schema.ts';

/**
 * Adds a book like an upload, without a file.
 * @returns its id
 */
export async function putBook(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  book: Partial<Insertable<BooksTable>> = {},
): Promise<string> {
  const id = book.id ?? randomUUID();
  const created = now().toISOString();
  await db
    .insertInto('books')
    .values({
      id,
      user_id: userId,
      sha256: `${id}-of-its-bytes`,
      format: 'epub',
      file_name: 'book.epub',
      file_size: 1_000,
      title: 'A Book',
      author: 'An Author',
      page_count: 300,
      word_count: 60_000,
      cover_source: 'generated',
      current_page: 0,
      progress: 0,
      is_reading: 0,
      completed: 0,
      status: 'unread',
      favorite: 0,
      cover_version: 0,
      layout: 'reflowable',
      direction: 'ltr',
      created_at: created,
      updated_at: created,
      ...book,
    })
    .execute();
  return id;
}

/** Adds text to a book: a spine item per chapter, a passage per paragraph. */
export async function putText(
  { db }: Pick<Services, 'db'>,
  userId: string,
  bookId: string,
  chapters: readonly { title: string; paragraphs: readonly string[] }[],
): Promise<void> {
  let seq = 0;
  let position = 1;
  for (const [idx, { title, paragraphs }] of chapters.entries()) {
    const characters = paragraphs.reduce((sum, text) => sum + text.length, 0);
    const positions = Math.max(1, Math.ceil(characters / 1_024));
    await db
      .insertInto('spine_items')
      .values({
        book_id: bookId,
        idx,
        href: `chapter-${idx}.xhtml`,
        title,
        words: Math.round(characters / 6),
        characters,
        first_position: position,
        positions,
        rendition: null,
        malformed: 0,
        overlay: null,
        linear: 1,
      })
      .execute();
    position += positions;
    let before = 0;
    for (const text of paragraphs) {
      await db
        .insertInto('passages')
        .values({
          book_id: bookId,
          user_id: userId,
          seq,
          target: idx,
          fraction: before / characters,
          chapter: title,
          text,
        })
        .execute();
      before += text.length;
      seq += 1;
    }
  }
}
