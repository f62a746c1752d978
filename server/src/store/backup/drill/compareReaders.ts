import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeArea } from '@lectern/shared-contracts/api/changes.ts';
import type { MissingRows } from '@lectern/shared-contracts/api/drill.ts';
import { countWords } from '../../../intake/ingest/words.ts';
import { revisionsOf } from '../../changes/revisions.ts';
import type { Db } from '../../db.ts';
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
  /** Column with the time of the last change. */
  moment: string;
  counts?: 'marks' | 'notes';
}

const kinds: readonly Kind[] = [
  { table: 'books', area: 'books', texts: ['title', 'author'], own: [], moment: 'updated_at' },
  {
    table: 'notes',
    area: 'notes',
    texts: ['title', 'content'],
    own: ['title', 'content'],
    moment: 'updated_at',
    counts: 'notes',
  },
  {
    table: 'highlights',
    area: 'highlights',
    texts: ['text', 'note'],
    own: ['note'],
    moment: 'updated_at',
    counts: 'marks',
  },
  {
    table: 'bookmarks',
    area: 'bookmarks',
    texts: ['label'],
    own: ['label'],
    moment: 'updated_at',
    counts: 'marks',
  },
  {
    table: 'looked_up_words',
    area: 'words',
    texts: ['word', 'meaning'],
    own: [],
    moment: 'created_at',
  },
];

/** Pause in milliseconds after each page of rows, for other statements of the database. */
const pauseMs = 20;

export const nothingMissing = (): MissingRows => ({
  books: 0,
  notes: 0,
  highlights: 0,
  bookmarks: 0,
  looked_up_words: 0,
});

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
    for await (const rows of pagesOf(restored, kind))
      for (const row of rows) {
        const figures = of(String(row.user_id));
        if (kind.counts) figures[kind.counts] += 1;
        for (const column of kind.own) figures.words += countWords(String(row[column] ?? ''), null);
      }
    for await (const rows of pagesOf(library, kind)) {
      const found = await sameRows(restored, kind, rows);
      for (const row of rows) {
        const other = found.get(row.id);
        const differs = other
          ? row[kind.moment] === other[kind.moment] && kind.texts.some((text) => row[text] !== other[text])
          : await wasThere(library, restored, kind, row);
        if (differs) of(String(row.user_id)).missing[kind.table] += 1;
      }
      await pause(pauseMs);
    }
  }
  return readers;
}

const columnsOf = ({ texts, moment }: Kind) => ['id', 'user_id', moment, ...texts];

const pagesOf = (db: Db, kind: Kind) => rowsInPages(db, kind.table, ['id'], undefined, columnsOf(kind));

async function sameRows(db: Db, kind: Kind, rows: readonly Row[]): Promise<Map<unknown, Row>> {
  const found = await db
    .selectFrom(kind.table as 'notes')
    .select(columnsOf(kind) as 'id'[])
    .where(
      'id',
      'in',
      rows.map(({ id }) => String(id)),
    )
    .execute();
  return new Map(found.map((row) => [row.id, row as unknown as Row]));
}

/**
 * Whether a row was in the library when the backup was made: its reader has written nothing of this kind since. Times
 * do not tell it: those of a row that was restored from the bin, or came with a file, are older than its storing.
 */
async function wasThere(library: Db, restored: Db, kind: Kind, row: Row): Promise<boolean> {
  const userId = String(row.user_id);
  // Read after the row, whose write would have raised it.
  const [now, then] = [await revisionsOf(library, userId), await revisionsOf(restored, userId)];
  return now[kind.area] > 0 && now[kind.area] === then[kind.area];
}
