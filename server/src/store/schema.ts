/**
 * The tables, with column types that SQLite and PostgreSQL both have: ids and moments (ISO 8601, UTC) are text,
 * flags are 0 or 1, structured values are JSON in text. Migrations make them: migrations/migrate.ts.
 */
import type {
  IdentitiesTable,
  InvitationsTable,
  KnownDevicesTable,
  PasswordResetsTable,
  RefreshTokensTable,
  SettingsTable,
  UsersTable,
} from './accountTables.ts';
import type {
  BookContentsTable,
  BooksTable,
  PassagesTable,
  ResourcesTable,
  SpineItemsTable,
  UploadsTable,
} from './bookTables.ts';
import type { Bytes, Flag, Json, Moment } from './columnTypes.ts';
import type { DeviceTables } from './deviceTables.ts';
import type { FactorTables } from './factorTables.ts';
import type {
  BookmarksTable,
  CollectionBooksTable,
  CollectionsTable,
  FormValuesTable,
  GoalsTable,
  HighlightsTable,
  LookedUpWordsTable,
  NotesTable,
  PointsTable,
  PositionHistoryTable,
  ProgressTable,
  ReadingSessionsTable,
  SessionChangesTable,
  UnlockedTable,
} from './readingTables.ts';

export type * from './accountTables.ts';
export type * from './bookTables.ts';
export type * from './readingTables.ts';

export interface ConversationsTable {
  id: string;
  user_id: string;
  title: string;
  updated_at: Moment;
}

export interface MessagesTable {
  id: string;
  conversation_id: string;
  user_id: string;
  seq: number;
  role: string;
  text: string;
  citations: Json;
  /** The paragraphs of an answer without a model, by their parts. */
  content: Json | null;
  created_at: Moment;
  /** Of an answer: the model that wrote it, what was sent to it, what the reader must know of it. */
  model: string | null;
  sent: Json | null;
  notice: string | null;
  withheld: number;
  bytes: Bytes;
}

/** What was answered to a write with an Idempotency-Key; written in the transaction of the write itself. */
export interface IdempotencyTable {
  user_id: string;
  key: string;
  /** SHA-256 of method, path and body: the same key for something else is an error. */
  request_hash: string;
  status: number;
  body: Json;
  created_at: Moment;
  bytes: Bytes;
}

export interface ReportsTable {
  id: string;
  kind: 'problem' | 'contact' | 'vitals';
  body: Json;
  created_at: Moment;
  /** A message: when it was passed on by mail. */
  mailed_at: Moment | null;
}

/** How one load of a remote went, in a browser whose reader allows analytics. */
export interface RemoteLoadsTable {
  id: string;
  remote: string;
  version: string;
  expose: string;
  milliseconds: number;
  /** Where it stopped; null when it was shown. */
  stage: string | null;
  code: string | null;
  created_at: Moment;
}

/**
 * Blobs whose book is deleted, written in the transaction that deletes it;
 * the files go right after, or at the next start.
 */
export interface PendingBlobDeletesTable {
  prefix: string;
  created_at: Moment;
}

/** Tries that several processes count together. */
export interface RateLimitsTable {
  /** What is counted and for whom, hashed. */
  id: string;
  tries: number;
  ends_at: Moment;
}

/** Who is writing to an upload, among several processes. */
export interface UploadLocksTable {
  upload_id: string;
  holder: string;
  /** After this moment its process counts as dead. */
  until: Moment;
  /** 1: somebody else wants to write, so whoever holds it is to stop. */
  release_requested: Flag;
}

/** The security log: one event, or `count` of a kind that were not written one by one. */
export interface SecurityEventsTable {
  id: string;
  at: Moment;
  kind: string;
  /** Whom it concerns, and who did it; an account may be gone since. */
  account_id: string | null;
  actor_id: string | null;
  address: string | null;
  user_agent: string | null;
  details: Json;
  count: number;
  /** 1: of a kind that strangers can cause. */
  by_strangers: Flag;
}

/** How often what a reader has of an area was changed; `area` is a ChangeArea. */
export interface ReaderChangesTable {
  user_id: string;
  area: string;
  revision: number;
}

export interface Tables extends FactorTables, DeviceTables {
  security_events: SecurityEventsTable;
  remote_loads: RemoteLoadsTable;
  users: UsersTable;
  refresh_tokens: RefreshTokensTable;
  known_devices: KnownDevicesTable;
  password_resets: PasswordResetsTable;
  identities: IdentitiesTable;
  invitations: InvitationsTable;
  settings: SettingsTable;
  books: BooksTable;
  book_contents: BookContentsTable;
  spine_items: SpineItemsTable;
  resources: ResourcesTable;
  passages: PassagesTable;
  uploads: UploadsTable;
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
  session_changes: SessionChangesTable;
  points: PointsTable;
  unlocked: UnlockedTable;
  goals: GoalsTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  idempotency: IdempotencyTable;
  reports: ReportsTable;
  pending_blob_deletes: PendingBlobDeletesTable;
  rate_limits: RateLimitsTable;
  upload_locks: UploadLocksTable;
  reader_changes: ReaderChangesTable;
}
