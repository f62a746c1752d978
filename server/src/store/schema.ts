/**
 * The tables, with column types that SQLite and PostgreSQL share: ids and times (ISO 8601, UTC) are text, flags are 0
 * or 1, structured values are JSON. Created by migrations/migrate.ts.
 */
import type { Generated } from 'kysely';
import type { AccountTables, FactorTables } from './accountTables.ts';
import type { BookTables } from './bookTables.ts';
import type { Bytes, Flag, Json, Moment } from './columnTypes.ts';
import type { DeviceTables } from './deviceTables.ts';
import type { ReadingTables } from './readingTables.ts';

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
  /** The paragraphs of an answer without a model, in parts. */
  content: Json | null;
  created_at: Moment;
  /** For an answer: the model, what was sent to it, and notices for the user. */
  model: string | null;
  sent: Json | null;
  notice: string | null;
  withheld: number;
  bytes: Bytes;
}

/** The response to a write with an Idempotency-Key; stored in the transaction of the write. */
export interface IdempotencyTable {
  user_id: string;
  key: string;
  /** SHA-256 of method, path and body: reusing the key for another request is an error. */
  request_hash: string;
  status: number;
  body: Json;
  created_at: Moment;
  bytes: Bytes;
  /** The session of the device that sent it; null for writes from before this was recorded. */
  session_id: string | null;
  /** Number of other writes that waited on the device then. */
  waiting: number | null;
}

export interface ReportsTable {
  id: string;
  kind: 'problem' | 'contact' | 'vitals';
  body: Json;
  created_at: Moment;
  /** When a message was sent by mail. */
  mailed_at: Moment | null;
}

/** What the last test restore found of a user (store/backup/drill). */
export interface DrillResultsTable {
  user_id: string;
  /** JSON of ReaderDrill. */
  body: Json;
}

/** The result of one load of a remote, for users who allow analytics. */
export interface RemoteLoadsTable {
  id: string;
  remote: string;
  version: string;
  expose: string;
  milliseconds: number;
  /** Where it failed; null for success. */
  stage: string | null;
  code: string | null;
  created_at: Moment;
}

/**
 * Blobs of deleted books, recorded in the transaction that deletes the book; the files are deleted right after, or at
 * the next start.
 */
export interface PendingBlobDeletesTable {
  prefix: string;
  created_at: Moment;
}

/** What was replaced or deleted (store/history). */
export interface RowHistoryTable {
  id: Generated<number>;
  user_id: string;
  /** A kind of the bin; for what was deleted with a thing, its table. */
  thing: string;
  thing_id: string;
  book_id: string | null;
  event: 'replaced' | 'deleted';
  /** The row of the thing with which it was deleted. */
  with_id: number | null;
  /** The columns as they were; an array of rows for what was deleted with a thing. */
  row: Json;
  /** Number of rows. */
  things: Generated<number>;
  /** For a book: bytes of its files, which are kept as long. */
  file_bytes: number | null;
  /** Who did it: a session or an app password, with its user agent or name. */
  device_id: string | null;
  device: string | null;
  at: Moment;
  /** Those that count for its reader. */
  bytes: Bytes;
}

/** Rate limits shared by several processes. */
export interface RateLimitsTable {
  /** Hash of the limit's name and key. */
  id: string;
  tries: number;
  ends_at: Moment;
}

/** The security log: single events, or a `count` of suppressed ones. */
export interface SecurityEventsTable {
  id: string;
  at: Moment;
  kind: string;
  /** The account concerned, and the actor; accounts may be deleted. */
  account_id: string | null;
  actor_id: string | null;
  address: string | null;
  user_agent: string | null;
  details: Json;
  count: number;
  /** 1 for kinds that strangers can cause. */
  by_strangers: Flag;
}

/** Revisions of a user's data by area (ChangeArea). */
export interface ReaderChangesTable {
  user_id: string;
  area: string;
  revision: number;
}

/** Locks on uploads, for several processes. */
export interface UploadLocksTable {
  upload_id: string;
  holder: string;
  /** After this time its process counts as dead. */
  until: Moment;
  /** 1 when another request waits for the lock. */
  release_requested: Flag;
}

export interface Tables extends AccountTables, BookTables, DeviceTables, FactorTables, ReadingTables {
  upload_locks: UploadLocksTable;
  security_events: SecurityEventsTable;
  remote_loads: RemoteLoadsTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  idempotency: IdempotencyTable;
  reports: ReportsTable;
  pending_blob_deletes: PendingBlobDeletesTable;
  rate_limits: RateLimitsTable;
  row_history: RowHistoryTable;
  reader_changes: ReaderChangesTable;
  drill_results: DrillResultsTable;
}
