/** What a reader does with books: places, highlights, notes, collections, sessions, rewards. */
import type { Generated } from 'kysely';
import type { Bytes, Flag, Json, Moment } from './columnTypes.ts';

export interface ProgressTable {
  user_id: string;
  book_id: string;
  current_page: number;
  total_pages: number;
  percentage: number;
  position: Json | null;
  /** Places to go back to, the oldest first (ReturnPlace); null: none. */
  return_to: Json | null;
  device: string | null;
  /** The sign-in (session of refresh tokens) that was here last. */
  changed_by: string | null;
  updated_at: Moment;
}

/** Where the reader was before: see server/src/books/positionHistory.ts. */
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
  /** When it became a place of the past; the newest come first. */
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
  /** The sign-in that changed it last; null: unknown. */
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

/** Words that the reader has looked up in a dictionary. */
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

/** What a reader has filled into a field of a PDF. */
export interface FormValuesTable {
  user_id: string;
  book_id: string;
  /** The name that the file has for it. */
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
  /** Changed since the reader last looked, unless it was changed by the sign-in that asks. */
  unread: Flag;
  /** The sign-in (session of refresh tokens) that changed it last; null for the mentor. */
  changed_by: string | null;
  /**
   * The thing of which this is another device's text; what kind of thing, and which field: null of a note's own text.
   */
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
  /** Of a smart collection: shared-contracts/src/domain/books/smartRule.ts. */
  rule: Json | null;
  bytes: Bytes;
}

export interface CollectionBooksTable {
  collection_id: string;
  book_id: string;
  seq: number;
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
  /** IANA name of where it was read. */
  time_zone: string | null;
  /** Local time there, yyyy-mm-ddThh:mm:ss: a session belongs to the day on which it ended. */
  local_start: string | null;
  local_end: string | null;
  /** 1 when no clock ran. */
  by_hand: Generated<number>;
  edited_at: Moment | null;
  /** Its start by the clock of its device, while it runs, where it was not told as it happened. */
  device_started_at: Generated<Moment | null>;
  /** 1 when the ledger knows it as it is. */
  settled: Generated<number>;
  bytes: Bytes;
}

/** What sessions were before they were corrected. */
export interface SessionChangesTable {
  id: string;
  user_id: string;
  session_id: string;
  kind: string;
  changed_at: Moment;
  /** The whole row. */
  before: Json;
  bytes: Bytes;
}

/** The ledger of points. `event` names the real event, unique per user and action, so that none is paid twice. */
export interface PointsTable {
  id: string;
  user_id: string;
  action: string;
  event: string;
  points: number;
  book_id: string | null;
  created_at: Moment;
  /**
   * The reader's own calendar day on which it happened, which may have
   * been offline and long before it was written down.
   */
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
