/** Test restores ("drills") of the last backup. */

import { Nullable, route, Timestamp } from './route.ts';
import { OneOf, type Static, Type } from './type.ts';

const Count = Type.Integer({ minimum: 0 });

/** Rows of the library that the backup lacks, by kind. */
export const MissingRows = Type.Object({
  books: Count,
  notes: Count,
  highlights: Count,
  bookmarks: Count,
  looked_up_words: Count,
  part_rows: Count,
  readings: Count,
});
export type MissingRows = Static<typeof MissingRows>;

/** What a backup holds: of all readers, or of one. */
const holdings = {
  /** Highlights and bookmarks. */
  marks: Count,
  notes: Count,
  /** Words that readers wrote: in notes, at highlights and bookmarks. */
  words: Count,
  missing: MissingRows,
};

/** The last test restore. */
export const LastDrill = Type.Object({
  /** When it began. */
  at: Timestamp,
  state: OneOf('running', 'passed', 'failed'),
  /** Why it failed, or what the backup lacks; null unless it failed. */
  error: Nullable(Type.String()),
  /** When the backup was made; null when it could not be read. */
  backup_at: Nullable(Timestamp),
  /** Readers with something in the backup. */
  readers: Count,
  books_opened: Count,
  ...holdings,
});
export type LastDrill = Static<typeof LastDrill>;

/** What the last test restore found of one reader. */
export const ReaderDrill = Type.Object({ at: Timestamp, backup_at: Timestamp, ...holdings });
export type ReaderDrill = Static<typeof ReaderDrill>;

export const drillRoutes = {
  'GET /backup-check': route('user', 'What of the reader the last test restore found in the backup', {
    response: Type.Object({
      /** Null when there was none since the reader came. */
      last: Nullable(ReaderDrill),
    }),
  }),
  'POST /admin/drill': route(
    'admin',
    'Restore the last backup beside the library, to see whether it is whole',
    {
      status: 202,
      response: LastDrill,
    },
  ),
};
