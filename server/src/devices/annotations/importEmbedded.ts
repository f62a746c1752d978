import { changeAndNotify } from '../../store/changes/revisions.ts';
import { writeMarks } from './importMarks.ts';
import { type MarkServices, placeSets } from './placeMarks.ts';

/**
 * Imports the annotations in the file of a book, as those of a PDF are. It is an import that can be undone.
 * @param file the annotation set
 * @throws AppError marks_unreadable, marks_too_many, limit_reached
 */
export async function importEmbedded(
  services: MarkServices,
  book: { id: string; user_id: string; file_name: string },
  file: Uint8Array,
): Promise<void> {
  const { id, user_id: userId, file_name: name } = book;
  const sets = await services.marks.read(userId, file);
  const chosen = sets.map((_, set) => ({ set, book_id: id }));
  const placed = await placeSets(services, userId, sets, chosen);
  const areas = (done: object | null) => (done ? (['highlights', 'notes', 'bookmarks'] as const) : []);
  await changeAndNotify(services, userId, areas, (db) =>
    writeMarks(db, userId, { name, sets: placed }, services.now()),
  );
}
