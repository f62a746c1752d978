import type { ErrorLog } from '../../run/common/runInBackground.ts';
import type { Services } from '../../run/services/services.ts';
import { changeAndNotify } from '../../store/changes/revisions.ts';
import type { BookRow } from '../../store/schema.ts';
import { writeMarks } from '../annotations/importMarks.ts';
import { type MarkServices, placeSets } from '../annotations/placeMarks.ts';
import { takeOverPlaces } from '../kosync/places.ts';
import { readFile, treeOf } from './deviceFiles.ts';
import { importHighlights } from './importHighlights.ts';
import { importPageTimes } from './importPageTimes.ts';
import { isStatistics } from './ownPageTimes.ts';

export type DeviceDataServices = Pick<
  Services,
  'config' | 'db' | 'engine' | 'marks' | 'originals' | 'statistics' | 'signedUrls' | 'liveEvents' | 'now'
>;
/**
 * Takes over what devices have sent for the file of a book before it was here (places, highlights, reading times), and
 * the annotations in the file itself.
 */
export async function takeOverDeviceData(
  services: DeviceDataServices,
  {
    bookId,
    contentDigest,
    embedded,
  }: { bookId: string; contentDigest: string; embedded?: Uint8Array | undefined },
  log: ErrorLog,
): Promise<void> {
  const { db } = services;
  const book = await db.selectFrom('books').selectAll().where('id', '=', bookId).executeTakeFirst();
  if (book === undefined) return;
  // One part that fails leaves the others.
  const attempt = (work: () => Promise<unknown>) =>
    work().catch((err: unknown) =>
      log.error({ err }, `What a device has sent for book ${bookId} was not taken over`),
    );
  if (embedded) await attempt(() => importEmbedded(services, book, embedded));
  await attempt(() => takeOverPlaces(services, book));
  for (const file of await treeOf(db, book.user_id, '')) {
    if (file.path.endsWith('.json'))
      await attempt(async () => importHighlights(services, book.user_id, await readFile(db, file), bookId));
    if (isStatistics(file.path))
      await attempt(async () => takeOverPageTimes(services, book, contentDigest, await readFile(db, file)));
  }
}

async function takeOverPageTimes(
  services: DeviceDataServices,
  { user_id }: BookRow,
  contentDigest: string,
  file: Buffer,
): Promise<void> {
  // Most files do not mention the book: spare the helper process.
  if (!file.includes(contentDigest)) return;
  const answer = await services.statistics.read(user_id, { file, wantsTimes: true }, []);
  const times = answer?.times.filter(({ md5 }) => md5 === contentDigest) ?? [];
  const areasOf = (isNew: boolean) => (isNew ? (['sessions', 'gamification'] as const) : []);
  await changeAndNotify(services, user_id, areasOf, (db) =>
    importPageTimes(db, user_id, times, services.now()),
  );
}

/**
 * Imports the annotations in the file of a book, as those of a PDF are. It is an import that can be undone.
 * @param file the annotation set
 * @throws AppError marks_unreadable, marks_too_many, limit_reached
 */
async function importEmbedded(
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
