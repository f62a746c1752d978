import type { Tables } from '../schema.ts';

/** Transient tables, which are not backed up. */
export const transientTables = [
  'rate_limits',
  'sign_in_challenges',
  'confirmations',
  'device_locks',
  'upload_locks',
] as const;

export type KeptTable = Exclude<keyof Tables, (typeof transientTables)[number]>;

/** All tables in a backup with their primary keys, ordered so that referenced rows come first. */
export const tableKeys: Record<KeptTable, readonly string[]> = {
  users: ['id'],
  refresh_tokens: ['id'],
  known_devices: ['id'],
  password_resets: ['token_hash'],
  passkeys: ['id'],
  app_passwords: ['id'],
  second_factors: ['user_id'],
  recovery_codes: ['id'],
  identities: ['issuer', 'subject'],
  invitations: ['id'],
  settings: ['name'],
  books: ['id'],
  book_contents: ['book_id'],
  spine_items: ['book_id', 'idx'],
  resources: ['book_id', 'path'],
  passages: ['id'],
  uploads: ['id'],
  book_digests: ['book_id', 'digest'],
  progress: ['user_id', 'book_id'],
  position_history: ['id'],
  sync_documents: ['user_id', 'document', 'app_password_id', 'device_id'],
  device_places: ['app_password_id', 'book_id'],
  device_files: ['id'],
  device_file_parts: ['file_id', 'seq'],
  page_times: ['book_id', 'page', 'start_time'],
  device_highlights: ['highlight_id'],
  highlights: ['id'],
  bookmarks: ['id'],
  mark_imports: ['id'],
  imported_marks: ['mark_id'],
  form_values: ['user_id', 'book_id', 'field'],
  notes: ['id'],
  looked_up_words: ['id'],
  collections: ['id'],
  collection_books: ['collection_id', 'book_id'],
  reading_sessions: ['id'],
  session_changes: ['id'],
  points: ['id'],
  unlocked: ['user_id', 'achievement_id'],
  goals: ['id'],
  conversations: ['id'],
  messages: ['id'],
  idempotency: ['user_id', 'key'],
  reports: ['id'],
  security_events: ['id'],
  pending_blob_deletes: ['prefix'],
  remote_loads: ['id'],
  reader_changes: ['user_id', 'area'],
};

/** Computed again, or maintained by the engine. */
export const derivedColumns: Partial<Record<keyof Tables, readonly string[]>> = {
  passages: ['id', 'tokens'],
  books: ['bytes'],
  notes: ['bytes'],
  highlights: ['bytes'],
  bookmarks: ['bytes'],
  form_values: ['bytes'],
  collections: ['bytes'],
  reading_sessions: ['bytes'],
  session_changes: ['bytes'],
  messages: ['bytes'],
  idempotency: ['bytes'],
};
