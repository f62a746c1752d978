import {
  type FileRow,
  fileRowsOf,
  newFileRow,
  removeFileRows,
  saveFileRow,
  setFileStates,
} from '../taking/folderRows.ts';
import { forEach, type Look, type Looked, type Memory, noMemory } from '../taking/look.ts';
import { FolderProblem, problems, reasons } from '../taking/problems.ts';
import { takeIn } from '../taking/takeIn.ts';
import { type FoundFile, walkFolder } from './walkFolder.ts';

/**
 * Looks at a folder of files. New and changed files are taken in once two looks have found them the same; a renamed
 * one stays the same book; what was gone in two looks is marked as such.
 * @throws FolderProblem; errors of disk and database
 */
export async function lookAtFiles(look: Look, before: Memory): Promise<Looked> {
  const { folder, services } = look;
  const { db } = services;
  const { files, folders } = await walkFolder(folder.path);
  const known = await fileRowsOf(db, folder.id);
  if (files.length === 0 && known.size > 0) throw new FolderProblem(problems.empty);
  const missing = missingRows(files, known);
  const fresh: FoundFile[] = [];
  const back: FileRow[] = [];
  // Another version of Lectern may read what this one could not.
  const { version } = services.config;
  const isAgain = ({ reason }: FileRow) => reason !== null && folder.seen !== version;
  for (const file of files) {
    const row = known.get(file.path);
    if (row === undefined || row.state === 'taking' || row.stamp !== file.stamp || isAgain(row))
      fresh.push(file);
    else if (row.state === 'gone' || row.state === 'kept') back.push(row);
  }
  await setFileStates(db, back, 'taken');
  const unmoved = await withoutMoved(look, fresh, missing);
  const memory = noMemory();
  const ready = unmoved.filter((file) => {
    if (file.kind !== 'file' || before.stamps.get(file.path) === file.stamp) return true;
    memory.stamps.set(file.path, file.stamp);
    return false;
  });
  await takeAll(look, ready, { known, missing, memory });
  if (folder.seen !== version && memory.stamps.size === 0 && !look.signal.aborted)
    await db.updateTable('folders').set({ seen: version }).where('id', '=', folder.id).execute();
  const present = [...known.values()].filter(({ source }) => !missing.has(source));
  const held = new Set(present.map(({ book_id }) => book_id));
  const goneNow = await markMissing(look, [...missing.values()], { held, before, memory });
  const hasNews = goneNow + back.length + ready.length > 0;
  return { memory, hasNews, waits: memory.stamps.size > 0 || memory.missing.size > 0, folders };
}

/** Rows whose file is not there, by source, but not those below a folder that could not be read. */
function missingRows(files: readonly FoundFile[], known: ReadonlyMap<string, FileRow>): Map<string, FileRow> {
  const here = new Set(files.map(({ path }) => path));
  const unread = files.filter(({ kind }) => kind === 'unreadable folder').map(({ path }) => `${path}/`);
  return new Map(
    [...known].filter(([source]) => !here.has(source) && !unread.some((path) => source.startsWith(path))),
  );
}

/** Recognizes renamed files by their inode, size and time. @returns the others */
async function withoutMoved(
  { services }: Look,
  fresh: readonly FoundFile[],
  missing: Map<string, FileRow>,
): Promise<FoundFile[]> {
  const keyOf = ({ inode, stamp }: { inode: string; stamp: string }) => `${inode} ${stamp}`;
  const byInode = new Map([...missing.values()].map((row) => [keyOf(row), row]));
  const others: FoundFile[] = [];
  for (const file of fresh) {
    const row = file.kind === 'file' ? byInode.get(keyOf(file)) : undefined;
    if (row === undefined || !missing.delete(row.source)) others.push(file);
    else {
      const state = row.book_id === null ? row.state : 'taken';
      await saveFileRow(services.db, { ...row, source: file.path, path: file.path, state });
    }
  }
  return others;
}

interface Known {
  known: ReadonlyMap<string, FileRow>;
  missing: Map<string, FileRow>;
  memory: Memory;
}

async function takeAll(
  look: Look,
  ready: readonly FoundFile[],
  { known, missing, memory }: Known,
): Promise<void> {
  const { folder, services } = look;
  const ofBooks = [...missing.values()].filter(({ book_id }) => book_id !== null);
  const bySha256 = new Map(ofBooks.map((row) => [row.sha256, row]));
  const renamed = (sha256: string) => {
    const row = bySha256.get(sha256);
    return row && missing.delete(row.source) ? row : undefined;
  };
  const takeOne = async (file: FoundFile) => {
    const row = known.get(file.path) ?? newFileRow(folder, file.path, {});
    if (file.kind !== 'file') {
      const reason = file.kind === 'link' ? reasons.link : reasons.folderUnreadable;
      const { stamp, inode } = file;
      await saveFileRow(services.db, { ...row, state: 'left_out', reason, stamp, inode });
      return;
    }
    const { path, stamp, inode } = file;
    if ((await takeIn(look, row, { path, stamp, inode }, { renamed })) === null)
      memory.stamps.set(path, stamp);
  };
  if (ready.length > 0) await look.begin(ready.length);
  await forEach(look, ready, takeOne);
}

interface MissingOptions {
  /** Books that another file in the folder has as well. */
  held: ReadonlySet<string | null>;
  before: Memory;
  memory: Memory;
}

/**
 * Marks what two looks did not find as gone. Nothing is remembered of what never became a book, or of one of several
 * copies.
 * @returns how many are gone now
 */
async function markMissing(
  { services: { db } }: Look,
  missing: readonly FileRow[],
  { held, before, memory }: MissingOptions,
): Promise<number> {
  const isForgotten = ({ book_id }: FileRow) => book_id === null || held.has(book_id);
  await removeFileRows(db, missing.filter(isForgotten));
  const ofBooks = missing.filter((row) => !isForgotten(row) && row.state === 'taken');
  for (const { source } of ofBooks) if (!before.missing.has(source)) memory.missing.add(source);
  const gone = ofBooks.filter(({ source }) => before.missing.has(source));
  await setFileStates(db, gone, 'gone');
  return gone.length;
}
