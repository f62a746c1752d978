import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { MissingRows } from '@lectern/shared-contracts/api/drill.ts';
import { countWords } from '../../../intake/ingest/words.ts';
import type { Db } from '../../db.ts';
import { listRows } from '../../rows.ts';
import { type Row, rowsInPages } from '../../rowsInPages.ts';

export interface ReaderFigures {
  marks: number;
  notes: number;
  words: number;
  missing: MissingRows;
}

interface Kind {
  table: keyof MissingRows;
  area: ChangeArea;
  /** Columns that are compared, and those of them that the reader wrote. */
  texts: readonly string[];
  own: readonly string[];
  /** Column with the time of the last change; updated_at when omitted. */
  moment?: string;
  counts?: 'marks' | 'notes';
}

const kinds: readonly Kind[] = [
  { table: 'books', area: 'books', texts: ['title', 'author'], own: [] },
  { table: 'notes', area: 'notes', texts: ['title', 'content'], own: ['title', 'content'], counts: 'notes' },
  { table: 'highlights', area: 'highlights', texts: ['text', 'note'], own: ['note'], counts: 'marks' },
  { table: 'bookmarks', area: 'bookmarks', texts: ['label'], own: ['label'], counts: 'marks' },
  { table: 'looked_up_words', area: 'words', texts: ['word', 'meaning'], own: [], moment: 'created_at' },
  { table: 'part_rows', area: 'parts', texts: ['content'], own: [] },
  {
    table: 'readings',
    area: 'sessions',
    texts: ['started_at', 'finished_at', 'outcome', 'rating'],
    own: [],
  },
];

/** Pause in milliseconds after each page of rows, for other statements of the database. */
const pauseMs = 20;

export const nothingMissing = () => Object.fromEntries(kinds.map(({ table }) => [table, 0])) as MissingRows;

/**
 * Counts what a restored backup has of each reader, and which rows of the library it lacks or has with other texts.
 * Whatever was written, changed or deleted since the backup is no difference.
 * @returns by user id, only of readers who have something
 */
export async function compareReaders(library: Db, restored: Db): Promise<Map<string, ReaderFigures>> {
  const readers = new Map<string, ReaderFigures>();
  const of = (userId: string): ReaderFigures => {
    const figures = readers.get(userId) ?? { marks: 0, notes: 0, words: 0, missing: nothingMissing() };
    readers.set(userId, figures);
    return figures;
  };
  for (const kind of kinds) {
    for await (const rows of rowsInPages(restored, kind.table, ['id']))
      for (const row of rows) {
        const figures = of(String(row.user_id));
        if (kind.counts) figures[kind.counts] += 1;
        for (const column of kind.own) figures.words += countWords(String(row[column] ?? ''), null);
      }
    for await (const rows of rowsInPages(library, kind.table, ['id'])) {
      for (const row of await differing(library, restored, kind, rows))
        of(String(row.user_id)).missing[kind.table] += 1;
      await pause(pauseMs);
    }
  }
  return readers;
}

/** Which rows of the library are missing in the backup, or have other texts there. */
async function differing(library: Db, restored: Db, kind: Kind, rows: readonly Row[]): Promise<Row[]> {
  const found = await restored
    .selectFrom(kind.table as 'notes')
    .selectAll()
    .where('id', 'in', valuesOf(rows, 'id'))
    .execute();
  const backup = new Map<unknown, Row>(found.map((row) => [row.id, { ...row }]));
  const missing = rows.filter(({ id }) => !backup.has(id));
  const unchanged = await unchangedReaders(library, restored, kind.area, valuesOf(missing, 'user_id'));
  const { moment = 'updated_at', texts } = kind;
  return rows.filter((row) => {
    const other = backup.get(row.id);
    if (!other) return unchanged.has(row.user_id);
    return row[moment] === other[moment] && texts.some((text) => row[text] !== other[text]);
  });
}

/**
 * Of these readers, those who have written nothing of an area since the backup: what it lacks of theirs was there when
 * it was made. Times do not tell it: those of a row that was restored from the bin, or came with a file, are older than
 * its storing. Call it after the rows were read, whose writes would have raised the revision.
 */
async function unchangedReaders(
  library: Db,
  restored: Db,
  area: ChangeArea,
  ids: string[],
): Promise<Set<unknown>> {
  if (ids.length === 0) return new Set();
  const revisions = (db: Db) =>
    listRows(db, 'reader_changes', { area, user_id: ids }, ['user_id', 'revision']);
  const then = new Map((await revisions(restored)).map(({ user_id, revision }) => [user_id, revision]));
  const now = await revisions(library);
  return new Set(now.filter((row) => row.revision === then.get(row.user_id)).map((row) => row.user_id));
}

const valuesOf = (rows: readonly Row[], column: string) => [
  ...new Set(rows.map((row) => String(row[column]))),
];
