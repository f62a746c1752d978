/**
 * The tables, with column types that SQLite and PostgreSQL both have: ids and moments (ISO 8601, UTC) are text,
 * flags are 0 or 1, structured values are JSON in text. The migration that makes them is migrations.ts.
 */
import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { FactorTables } from './factorTables.ts';

type Flag = number;
type Json = string;
type Moment = string;
/** UTF-8 bytes of the row's texts, counted by the database (migration 0061). */
type Bytes = GeneratedAlways<number>;

export interface UsersTable {
  id: string;
  /** Lower case, unique. */
  email: string;
  name: string;
  avatar: string | null;
  /** Empty for an account that is entered through a provider only: no password matches. */
  password_hash: string;
  roles: Json;
  time_zone: string;
  preferences: Json;
  /** For what the reader's browsers seal at sign-out, 32 bytes in base64url; null until one has asked for it. */
  seal_key: string | null;
  /** Access tokens issued before this second (Unix) are void: password changed, signed out everywhere. */
  tokens_valid_from: number;
  created_at: Moment;
}

export interface RefreshTokensTable {
  id: string;
  user_id: string;
  /** All successors of one sign-in; ends as a whole when an old token is used again. */
  family_id: string;
  token_hash: string;
  created_at: Moment;
  expires_at: Moment;
  /** When its successor was given out; null while it is the newest. */
  rotated_at: Moment | null;
  user_agent: string;
  /** When the reader signed in; null for sign-ins from before it was kept. */
  session_started_at: Moment | null;
}

/** A browser that a reader has signed in from. */
export interface KnownDevicesTable {
  id: string;
  user_id: string;
  /** SHA-256 of the id in its cookie. */
  device_hash: string;
  user_agent: string;
  first_seen_at: Moment;
  last_seen_at: Moment;
  /** 1: its reader has yet to be told of it in the app. */
  unseen: Flag;
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  expires_at: Moment;
  used_at: Moment | null;
}

/** Who somebody is to a provider of OpenID Connect. */
export interface IdentitiesTable {
  issuer: string;
  subject: string;
  user_id: string;
  created_at: Moment;
}

/** Links by which one may create an account; gone once used. */
export interface InvitationsTable {
  id: string;
  token_hash: string;
  /** Whom it is for, lower case; null for whoever holds it. */
  email: string | null;
  created_at: Moment;
  expires_at: Moment;
}

/** What an administrator has set while the library runs; it goes before the environment. */
export interface SettingsTable {
  name: 'registration';
  value: string;
}

export interface BooksTable {
  id: string;
  user_id: string;
  /** Of the uploaded bytes, hex; unique per user. Null for a book without a file. */
  sha256: string | null;
  format: 'epub' | 'pdf' | 'none';
  file_name: string;
  file_size: number;
  title: string;
  author: string;
  description: string | null;
  genre: string | null;
  language: string | null;
  publisher: string | null;
  published: string | null;
  series: string | null;
  series_index: number | null;
  isbn: string | null;
  isbn10: string | null;
  isbn13: string | null;
  current_page: number;
  progress: number;
  is_reading: Flag;
  completed: Flag;
  completed_at: Moment | null;
  status: string;
  last_opened: Moment | null;
  rating: number | null;
  favorite: Flag;
  page_count: number;
  word_count: number;
  cover_source: 'file' | 'generated';
  /** Raised when the cover changes, so that its address does. */
  cover_version: number;
  layout: 'reflowable' | 'fixed';
  direction: 'ltr' | 'rtl';
  /** EPUB: path of the package document in the book. */
  opf: string | null;
  created_at: Moment;
  updated_at: Moment;
  /** Raised by every change (books/changeBook.ts): the same number is the same book. */
  revision: Generated<number>;
  bytes: Bytes;
}

/** A book before it is put in. */
export type NewBook = Omit<Selectable<BooksTable>, 'bytes'>;

/** Tables of contents; a book without one has no row. */
export interface BookContentsTable {
  book_id: string;
  toc: Json;
}

export interface SpineItemsTable {
  book_id: string;
  idx: number;
  href: string;
  title: string | null;
  words: number;
  characters: number;
  first_position: number;
  positions: number;
  linear: Flag;
}

/** Where in the book's content pack (one blob) each resource of an EPUB lies. */
export interface ResourcesTable {
  book_id: string;
  path: string;
  start: number;
  length: number;
  media_type: string;
  /** 'gzip' or 'identity'. */
  encoding: string;
}

/** Pieces of a book's text of some 600 characters, for search and the mentor; indexed by the engine's full text. */
export interface PassagesTable {
  id: Generated<number>;
  book_id: string;
  user_id: string;
  /** Order within the book. */
  seq: number;
  /** Zero-based spine index (EPUB) or one-based page (PDF). */
  target: number;
  /** Where in that spine item it starts, 0..1 by characters. */
  fraction: number;
  chapter: string | null;
  text: string;
}

/** An upload, which is also the job of its ingest: see docs/architecture.md. */
export interface UploadsTable {
  id: string;
  user_id: string;
  filename: string;
  size: number;
  state: 'receiving' | 'queued' | 'ingesting' | 'done' | 'refused';
  progress: number;
  attempts: number;
  /** The book that it became; before that, the book without a file that it is about to fill. */
  book_id: string | null;
  /** The book without a file that its reader means it for. */
  for_book: string | null;
  duplicate: Flag;
  error: Json | null;
  /** Bytes that have come, where they lie in a bucket; in files, the file knows. */
  received: number;
  /** While 'ingesting': after this moment its process counts as dead. */
  lease_until: Moment | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface ProgressTable {
  user_id: string;
  book_id: string;
  current_page: number;
  total_pages: number;
  percentage: number;
  position: Json | null;
  device: string | null;
  /** The sign-in (family of refresh tokens) that was here last. */
  changed_by: string | null;
  updated_at: Moment;
}

/** Where the reader was before: see server/src/books/places.ts. */
export interface PlacesTable {
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
  /** The sign-in (family of refresh tokens) that changed it last; null for the mentor. */
  changed_by: string | null;
  /**
   * The thing of which this is another device's text; what kind of thing, and which field: null of a note's own text.
   */
  twin_of: string | null;
  twin_kind: Generated<string | null>;
  twin_field: Generated<string | null>;
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
  /** The clock on the wall there, yyyy-mm-ddThh:mm:ss: a session belongs to the day on which it ended. */
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
  said: Json | null;
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
export interface DoomedBlobsTable {
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
  wanted: Flag;
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

export interface Tables extends FactorTables {
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
  places: PlacesTable;
  highlights: HighlightsTable;
  bookmarks: BookmarksTable;
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
  doomed_blobs: DoomedBlobsTable;
  rate_limits: RateLimitsTable;
  upload_locks: UploadLocksTable;
  reader_changes: ReaderChangesTable;
}
