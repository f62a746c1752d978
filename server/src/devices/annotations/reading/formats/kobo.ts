import Database from 'better-sqlite3';
import { parseIsbn } from '../../../../library/identity/isbn.ts';
import { AppError } from '../../../../run/common/errors.ts';
import { markFrom, momentOf, SetsByBook } from './foreignMark.ts';
import { type MarkSet, markLimits } from './mark.ts';

export const isSqlite = (file: Buffer): boolean =>
  file.subarray(0, 15).toString('latin1') === 'SQLite format 3';

interface Bookmark {
  volume: unknown;
  title: unknown;
  author: unknown;
  isbn: unknown;
  kind: unknown;
  words: unknown;
  note: unknown;
  color: unknown;
  created: unknown;
  modified: unknown;
  chapter: unknown;
  progress: unknown;
  hidden: unknown;
}

const colors: Readonly<Record<string, string>> = { '0': 'yellow', '1': 'pink', '2': 'blue', '3': 'green' };

/**
 * Reads `KoboReader.sqlite` of a Kobo, or of its desktop app.
 * @throws AppError marks_unreadable, marks_too_many
 */
export function readKobo(file: Buffer): MarkSet[] {
  const rows = bookmarksIn(file);
  if (rows.length > markLimits.marks) throw new AppError('marks_too_many');
  const sets = new SetsByBook();
  for (const row of rows) {
    const title = textOf(row.title) || nameOf(textOf(row.volume));
    const isbn = parseIsbn(textOf(row.isbn))?.isbn13 ?? null;
    const set = sets.of({ title, author: textOf(row.author), isbn });
    // What was deleted on the device waits there to be deleted elsewhere.
    if (/^(?:true|1)$/i.test(textOf(row.hidden))) continue;
    const isPlace = textOf(row.kind) === 'dogear' || (textOf(row.words) + textOf(row.note)).trim() === '';
    const kind = isPlace ? 'bookmark' : 'highlight';
    set.marks.push(
      markFrom(set.about, {
        kind,
        text: kind === 'bookmark' ? '' : textOf(row.words),
        note: textOf(row.note),
        color: colors[textOf(row.color)] ?? 'yellow',
        created: momentOf(textOf(row.created)),
        modified: momentOf(textOf(row.modified)),
        source: chapterOf(textOf(row.chapter), textOf(row.volume)),
        // Words are found by themselves.
        fraction: isPlace ? shareOf(row.progress) : null,
      }),
    );
  }
  return sets.all;
}

function bookmarksIn(file: Buffer): Bookmark[] {
  let db: Database.Database | null = null;
  try {
    db = new Database(withoutWal(file));
    const columns = (table: string) =>
      new Set(
        db
          ?.prepare<[string], { name: string }>('select name from pragma_table_info(?)')
          .all(table)
          .map(({ name }) => name),
      );
    const [bookmark, content] = [columns('Bookmark'), columns('content')];
    if (!bookmark.has('Text') || !content.has('ContentID')) throw new AppError('marks_unreadable');
    // Older devices lack some columns.
    const of = (from: Set<string>, name: string, table: string) =>
      from.has(name) ? `${table}.${name}` : 'null';
    return db
      .prepare<[number], Bookmark>(
        `select b.VolumeID as volume, b.Text as words, ${of(bookmark, 'Annotation', 'b')} as note,
          ${of(bookmark, 'Type', 'b')} as kind, ${of(bookmark, 'Color', 'b')} as color,
          ${of(bookmark, 'ContentID', 'b')} as chapter, ${of(bookmark, 'ChapterProgress', 'b')} as progress,
          ${of(bookmark, 'Hidden', 'b')} as hidden, ${of(bookmark, 'DateCreated', 'b')} as created, ${of(bookmark, 'DateModified', 'b')} as modified,
          ${of(content, 'Title', 'c')} as title, ${of(content, 'Attribution', 'c')} as author,
          ${of(content, 'ISBN', 'c')} as isbn
        from Bookmark b left join content c on c.ContentID = b.VolumeID
        order by b.rowid limit ?`,
      )
      .all(markLimits.marks + 1);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('marks_unreadable');
  } finally {
    db?.close();
  }
}

/** A database in memory has no write-ahead log: bytes 18 and 19 of the header say that it is used. */
function withoutWal(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  copy.fill(1, 18, 20);
  return copy;
}

/** `…/a.epub#(12)OPS/one.xhtml`, `…/a.kepub.epub!!OPS/one.xhtml`, or `!OPS!one.xhtml`, where `!` is for a slash. */
function chapterOf(content: string, volume: string): string | null {
  const inside = content.startsWith(volume)
    ? content.slice(volume.length)
    : content.replace(/^.*\.epub(?=[#!])/, '');
  const [path = ''] = inside
    .replace(/^#\(\d+\)|^!+/, '')
    .replaceAll('!', '/')
    .split('#');
  return path === '' ? null : encodeURI(path.toWellFormed()).replaceAll('%25', '%');
}

const shareOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1 ? value : null;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The name of a file that was copied onto the device. */
const nameOf = (volume: string): string =>
  (volume.split('/').at(-1) ?? '').replace(/(\.kepub)?\.(epub|pdf)$/i, '').replaceAll('_', ' ');
