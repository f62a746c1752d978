import type { HighlightStyle } from '@lectern/shared-contracts/api/annotations.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Selectable } from 'kysely';
import { relativeAddress, resolveReference } from '../../intake/ingest/epub/container/paths.ts';
import { spineOf } from '../../library/books/ownBook.ts';
import type { Db } from '../../store/db.ts';
import { listRows } from '../../store/rows.ts';
import { rowsInPages } from '../../store/rowsInPages.ts';
import type { BookmarksTable, BookRow, HighlightsTable, NotesTable } from '../../store/schema.ts';
import { spineIndexOfCfi } from '../xpointer/bookPlaces.ts';
import { type Mark, shownColor } from './reading/formats/mark.ts';
import { annotationSet } from './writeAnnotations.ts';

type Row = Selectable<HighlightsTable> & Selectable<NotesTable> & Selectable<BookmarksTable>;

/** The annotation set of a book as JSON, in pieces. */
export const annotationsOf = (db: Db, book: BookRow, now: Date): AsyncGenerator<string> =>
  annotationSet({ ...book, isbn: book.isbn13 ?? book.isbn }, marksOf(db, book), now);

const tables = [
  ['highlights', 'highlight', ['created_at', 'id']],
  ['notes', 'note', ['created_at', 'id']],
  ['bookmarks', 'bookmark', ['page', 'id']],
] as const;

/** The reader's marks in a book, in batches. */
async function* marksOf(db: Db, book: BookRow): AsyncGenerator<Mark[]> {
  const spine = await spineOf(db, book.id);
  const sources = spine.map(({ href }) => {
    const file = resolveReference('', href);
    return file.kind === 'inside' ? relativeAddress(book.opf ?? '', file.path) : href;
  });
  for (const [table, kind, order] of tables)
    for await (const rows of rowsInPages(db, table, order, book.user_id, undefined, book.id)) {
      const ids = rows.map(({ id }) => String(id));
      const known = await listRows(db, 'imported_marks', { mark_id: ids }, ['mark_id', 'source_id', 'color']);
      const imported = new Map(known.map((one) => [one.mark_id, one]));
      yield (rows as unknown as Row[]).map((row) => {
        const { source_id: id = `urn:uuid:${row.id}`, color = null } = imported.get(row.id) ?? {};
        const isShown = color !== null && shownColor(color) === row.color;
        return { ...markOf(row, kind, { book, sources }), id, ...(isShown ? { color } : {}) };
      });
    }
}

function markOf(row: Row, kind: Mark['kind'], { book, sources }: { book: BookRow; sources: string[] }): Mark {
  const position = row.position === null ? null : (JSON.parse(row.position) as Locator);
  const { exact, prefix = '', suffix = '' } = position?.quote ?? {};
  const words = kind === 'highlight' ? row.text : exact;
  const isPdf = book.format === 'pdf';
  const index = position?.spine_index ?? spineIndexOfCfi(position?.cfi) ?? 0;
  const isOfBook = kind === 'note' && position === null;
  const { body = null, ...said } = saidIn(row, kind);
  return {
    id: row.id,
    kind,
    created: row.created_at ?? row.updated_at,
    modified: row.updated_at,
    source: isPdf ? encodeURIComponent(book.file_name) : (sources[index] ?? null),
    quote: words ? { exact: words, prefix, suffix } : null,
    cfi: position?.cfi ?? null,
    range: null,
    fraction: isOfBook || isPdf ? null : (position?.fraction ?? null),
    page: row.page ?? position?.page ?? null,
    body,
    title: '',
    type: '',
    color: null,
    style: 'highlight',
    tags: [],
    ...said,
  };
}

function saidIn(row: Row, kind: Mark['kind']): Partial<Mark> {
  if (kind === 'highlight') return { body: row.note, color: row.color, style: row.style as HighlightStyle };
  if (kind === 'bookmark') return { body: row.label };
  const { title, type, content, color, tags } = row;
  return { body: content, title, type, color, tags: JSON.parse(tags) };
}
