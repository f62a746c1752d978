/** User data about books: positions, highlights, notes, collections, sessions, rewards. */
import type { Generated } from 'kysely';
import type { Bytes, Flag, Json, Moment } from './columnTypes.ts';

export interface ProgressTable {
  user_id: string;
  book_id: string;
  current_page: number;
  total_pages: number;
  percentage: number;
  position: Json | null;
  /** Positions to return to, oldest first (ReturnPlace); null for none. */
  return_to: Json | null;
  device: string | null;
  /** The session that changed it last. */
  changed_by: string | null;
  updated_at: Moment;
}

/** Past positions; see library/books/savePlace.ts. */
export interface PositionHistoryTable {
  id: string;
  user_id: string;
  book_id: string;
  current_page: number;
  total_pages: number;
  percentage: number;
  position: Json | null;
  device: string | null;
  updated_at: Moment;
  /** When the user left it. */
  left_at: Moment;
}

export interface HighlightsTable {
  id: string;
  user_id: string;
  book_id: string;
  text: string;
  color: string;
  /** 'highlight' or 'underline'. */
  style: Generated<string>;
  page: number | null;
  position: Json | null;
  note: string | null;
  /** The session that changed it last; null when unknown. */
  changed_by: Generated<string | null>;
  created_at: Moment;
  updated_at: Moment;
  bytes: Bytes;
}

export interface BookmarksTable {
  id: string;
  user_id: string;
  book_id: string;
  page: number;
  position: Json | null;
  label: string | null;
  updated_at: Moment;
  bytes: Bytes;
}

/** Words looked up in a dictionary. */
export interface LookedUpWordsTable {
  id: string;
  user_id: string;
  book_id: string | null;
  word: string;
  headword: string;
  language: string | null;
  sentence: string | null;
  meaning: string | null;
  position: Json | null;
  created_at: Moment;
}

/** The value of a PDF form field. */
export interface FormValuesTable {
  user_id: string;
  book_id: string;
  /** Name of the field in the file. */
  field: string;
  content: Json;
  updated_at: Moment;
  bytes: Bytes;
}

export interface NotesTable {
  id: string;
  user_id: string;
  book_id: string | null;
  title: string;
  content: string;
  type: string;
  page: number | null;
  position: Json | null;
  color: string | null;
  tags: Json;
  /** Changed since the user last looked, except for the session that changed it. */
  unread: Flag;
  /** The session that changed it last; null for the mentor. */
  changed_by: string | null;
  /** The resource and field whose conflicting text this note keeps; null for regular notes. */
  conflict_of: string | null;
  conflict_kind: Generated<string | null>;
  conflict_field: Generated<string | null>;
  created_at: Moment;
  updated_at: Moment;
  bytes: Bytes;
}

export interface CollectionsTable {
  id: string;
  user_id: string;
  name: string;
  description: string | null;
  color: string | null;
  icon: string | null;
  updated_at: Moment;
  /** Rule of a smart collection: shared-contracts/src/domain/books/smartRule.ts. */
  rule: Json | null;
  bytes: Bytes;
}

export interface CollectionBooksTable {
  collection_id: string;
  book_id: string;
  seq: number;
}

/** Each time that a book was read. */
export interface ReadingsTable {
  id: string;
  user_id: string;
  book_id: string;
  started_at: Moment | null;
  finished_at: Moment | null;
  /** Null for the latest reading, whose end and stars are those of the book. */
  outcome: 'finished' | 'abandoned' | null;
  rating: number | null;
  updated_at: Moment;
}

export interface ReadingSessionsTable {
  id: string;
  user_id: string;
  book_id: string;
  book_title: string;
  started_at: Moment;
  ended_at: Moment | null;
  seconds: number;
  start_page: number;
  end_page: number | null;
  pages_read: number;
  notes: string | null;
  /** IANA name of the time zone. */
  time_zone: string | null;
  /** Local time, yyyy-mm-ddThh:mm:ss: a session belongs to the day on which it ended. */
  local_start: string | null;
  local_end: string | null;
  /** 1 when it was added by hand. */
  by_hand: Generated<number>;
  edited_at: Moment | null;
  /** Start by the device's clock while the session runs, when it was not reported live. */
  device_started_at: Generated<Moment | null>;
  /** 1 when the ledger is up to date with it. */
  settled: Generated<number>;
  bytes: Bytes;
}

/** The ledger of points. `event` identifies the event, unique per user and action, so that each is paid once. */
export interface PointsTable {
  id: string;
  user_id: string;
  action: string;
  event: string;
  points: number;
  book_id: string | null;
  created_at: Moment;
  /** The user's local day on which it happened, possibly offline and long before it was recorded. */
  day: string | null;
}

export interface UnlockedTable {
  user_id: string;
  achievement_id: string;
  unlocked_at: Moment;
}

export interface GoalsTable {
  id: string;
  user_id: string;
  title: string;
  description: string;
  type: string;
  unit: string;
  target: number;
  reward: number;
  deadline: Moment | null;
  created_at: Moment;
  completed_at: Moment | null;
}

/** Rows of JSON that parts keep for their readers. */
export interface PartRowsTable {
  id: string;
  user_id: string;
  part: string;
  collection: string;
  /** The row without its id. */
  content: Json;
  /** The row of which this is another version. */
  twin_of: string | null;
  created_at: Moment;
  updated_at: Moment;
  bytes: Bytes;
}

export interface ReadingTables {
  progress: ProgressTable;
  position_history: PositionHistoryTable;
  highlights: HighlightsTable;
  bookmarks: BookmarksTable;
  looked_up_words: LookedUpWordsTable;
  form_values: FormValuesTable;
  notes: NotesTable;
  collections: CollectionsTable;
  collection_books: CollectionBooksTable;
  reading_sessions: ReadingSessionsTable;
  readings: ReadingsTable;
  points: PointsTable;
  unlocked: UnlockedTable;
  goals: GoalsTable;
  part_rows: PartRowsTable;
}
