/**
 * Built-in types of queued writes with their payloads: `host.sync.enqueue('CREATE_NOTE', {…})`. The caller generates
 * ids (crypto.randomUUID()), so that resources created offline can be changed at once. How each is sent and shown is
 * defined in sync/.
 */
import type { Bookmark, Highlight, HighlightColor, HighlightStyle } from '../api/annotations.ts';
import type { BinEntry } from '../api/bin.ts';
import type { BookPatch, SaidProgress } from '../api/books.ts';
import type { ChangedCollection as Collection } from '../api/collections.ts';
import type { GamificationSettings, Goal } from '../api/gamification.ts';
import type { Locator } from '../api/locator.ts';
import type { NotePayload } from '../api/notes.ts';
import type { Reading, ReadingSession } from '../api/sessions.ts';
import type { LookedUpWord } from '../api/words.ts';
import type { Basis } from '../domain/changes/basis.ts';
import type { MemberChanges } from '../domain/changes/members.ts';

/** PUT /books/:id/progress. A later one replaces a waiting one. Conflicts between devices: domain/books/place.ts. */
export interface UpdateProgress extends Omit<SaidProgress, 'mine'> {
  bookId: string;
}

/** POST /notes/book/:bookId, or POST /notes for a note on no book. */
export interface CreateNote extends NotePayload {
  id: string;
  bookId: string | null;
  created_at: string;
}

/** PUT /notes/:id with what changed. */
export interface UpdateNote extends Partial<Omit<NotePayload, 'id' | 'created_at'>> {
  id: string;
  bookId: string | null;
  /** textStamp of the text that this one replaces, as shown. When the stored text differs, both are kept. */
  replaces?: string[];
  /** basisOf color and page, as shown. */
  basis?: Basis;
  /** Changes of tags; tags set by other devices are kept. */
  tagChanges?: MemberChanges;
  /** Null resolves a conflict: both texts are kept, this one as a regular note. */
  twin_of?: null;
}

/** DELETE /notes/:id */
export interface DeleteNote {
  id: string;
  bookId: string | null;
  /** textStamp of the text as shown: unseen text is not deleted. */
  seen?: string[];
}

/** POST /books/:id/highlights */
export interface CreateHighlight {
  id: string;
  bookId: string;
  text: string;
  color: HighlightColor;
  style?: HighlightStyle;
  page: number | null;
  position: Locator | null;
  note: string | null;
  created_at: string;
}

/** PUT /highlights/:id */
export interface UpdateHighlight extends Partial<Pick<Highlight, 'color' | 'style' | 'note'>> {
  id: string;
  bookId: string;
  /** thoughtStamp of the note that this one replaces, as shown; unseen text is kept. */
  replaces?: string[];
  /** basisOf color and style, as shown. */
  basis?: Basis;
}

/** DELETE /highlights/:id */
export interface DeleteHighlight {
  id: string;
  bookId: string;
  /** thoughtStamp of the note as shown: unseen text is not deleted. */
  seen?: string[];
}

/** PUT /books/:id/bookmark; one a page. */
export interface UpdateBookmark extends Omit<Bookmark, 'book_id'> {
  bookId: string;
  /** basisOf the bookmark as shown. */
  basis?: Basis;
}

/** DELETE /bookmarks/:id; includes the page, to keep the order with a new bookmark on it. */
export interface DeleteBookmark {
  id: string;
  bookId: string;
  page: number;
}

/** PUT /words/:id: a word that was looked up. */
export type SaveWord = LookedUpWord;

/** DELETE /words/:id */
export interface DeleteWord {
  id: string;
}

/** POST /bin/:id/restore: the entry as the bin shows it. */
export interface RestoreFromBin
  extends Pick<BinEntry, 'id' | 'kind' | 'thing_id' | 'book_id' | 'book_in_bin'>,
    Partial<Pick<BinEntry, 'note' | 'highlight' | 'bookmark' | 'collection' | 'word' | 'row'>> {
  /** Restores its book, too. */
  withBook?: boolean;
}

/** DELETE /bin/:id, for good. */
export interface DeleteFromBin {
  id: string;
  thing_id: string;
}

/** DELETE /bin, for good: all entries up to the newest that was shown, or those of one kind. */
export interface EmptyBin {
  /** When this one was deleted. */
  until: string;
  kind?: BinEntry['kind'];
}

/** PATCH /books/:id */
export interface UpdateBook {
  bookId: string;
  changes: BookPatch;
  /** basisOf the book as shown: a text changed by another device meanwhile is kept too. */
  basis?: Basis;
  /** Changes of tags; tags set by other devices are kept. */
  tagChanges?: MemberChanges;
  /** A refusal is not reported to the user (such as when a session sets the status). */
  quiet?: boolean;
}

/** DELETE /books/:id */
export interface DeleteBook {
  bookId: string;
  /** When the newest known note on it was written: newer, unseen ones are kept. */
  seen?: string;
  /** When the newest known highlight in it was written; without it `seen` stands for both. */
  seenHighlights?: string;
  /** valueStamp of its description, as shown. */
  description?: string;
}

/** PUT /collections/:id: creates it, or changes what `basis` and `books` name. */
export type SaveCollection = Omit<Collection, 'updated_at'>;

/** DELETE /collections/:id */
export interface DeleteCollection {
  id: string;
  /** valueStamps of name and description, as shown: unseen text is not deleted. */
  seen?: string[];
}

/** POST /api/reading/sessions/start */
export interface SessionStarted {
  id: string;
  bookId: string;
  page: number;
  started_at: string;
  /** IANA time zone of the user. */
  time_zone?: string;
}

/** POST /api/reading/sessions/:id/end */
export interface SessionEnded {
  id: string;
  bookId: string;
  bookTitle: string;
  started_at: string;
  ended_at: string;
  /** Seconds of reading, without pauses. */
  seconds: number;
  pagesRead: number;
  notes: string | null;
  time_zone?: string;
}

/** POST /reading/session: a finished session, for example one that was added manually. */
export interface RecordSession extends SessionEnded {
  byHand?: boolean;
}

/** PATCH /reading/sessions/:id with what changed. */
export interface EditSession {
  id: string;
  bookId: string;
  changes: Partial<Pick<ReadingSession, 'started_at' | 'seconds' | 'pages_read' | 'notes'>> & {
    ended_at?: string;
  };
  /** basisOf the session, as shown. */
  basis?: Basis;
}

/** DELETE /reading/sessions/:id */
export interface DeleteSession {
  id: string;
  bookId: string;
}

/** PUT /readings/:id: creates or replaces it. */
export interface SaveReading extends Omit<Reading, 'updated_at'> {
  /** basisOf the reading, as shown. */
  basis?: Basis;
}

/** DELETE /readings/:id */
export interface DeleteReading {
  id: string;
}

/** PUT /parts/:part/rows/:collection/:id. Use `host.data.collection`, which knows the basis. */
export interface PutPartRow extends DeletePartRow {
  /** The whole row, without its id. */
  row: Record<string, unknown>;
  created_at: string;
  /** basisOf the row as shown, for the changed fields; without it, all are written. */
  basis?: Basis;
  keep_both?: boolean;
}

/** DELETE /parts/:part/rows/:collection/:id */
export interface DeletePartRow {
  part: string;
  collection: string;
  id: string;
}

/** PUT /api/gamification/settings with what changed. */
export type SaveGamificationSettings = Partial<GamificationSettings>;

/** POST /api/gamification/goals; counts from when it was set. */
export interface CreateGoal extends Pick<Goal, 'id' | 'title' | 'type' | 'unit' | 'target' | 'deadline'> {
  created_at: string;
}

/** DELETE /api/gamification/goals/:id */
export interface DeleteGoal {
  id: string;
}

/** POST /api/gamification/actions. Use `host.track`, which also keeps the local list. */
export interface GamificationAction {
  id: string;
  action: string;
  data: Record<string, unknown>;
  timestamp: string;
}

export interface BuiltInActions {
  SAVE_WORD: SaveWord;
  DELETE_WORD: DeleteWord;
  UPDATE_PROGRESS: UpdateProgress;
  CREATE_NOTE: CreateNote;
  UPDATE_NOTE: UpdateNote;
  DELETE_NOTE: DeleteNote;
  CREATE_HIGHLIGHT: CreateHighlight;
  UPDATE_HIGHLIGHT: UpdateHighlight;
  DELETE_HIGHLIGHT: DeleteHighlight;
  UPDATE_BOOKMARK: UpdateBookmark;
  DELETE_BOOKMARK: DeleteBookmark;
  UPDATE_BOOK: UpdateBook;
  DELETE_BOOK: DeleteBook;
  SAVE_COLLECTION: SaveCollection;
  DELETE_COLLECTION: DeleteCollection;
  SESSION_START: SessionStarted;
  SESSION_END: SessionEnded;
  RECORD_SESSION: RecordSession;
  EDIT_SESSION: EditSession;
  DELETE_SESSION: DeleteSession;
  SAVE_READING: SaveReading;
  DELETE_READING: DeleteReading;
  PUT_PART_ROW: PutPartRow;
  DELETE_PART_ROW: DeletePartRow;
  CREATE_GOAL: CreateGoal;
  DELETE_GOAL: DeleteGoal;
  SAVE_GAMIFICATION_SETTINGS: SaveGamificationSettings;
  GAMIFICATION_ACTION: GamificationAction;
  RESTORE_FROM_BIN: RestoreFromBin;
  DELETE_FROM_BIN: DeleteFromBin;
  EMPTY_BIN: EmptyBin;
}

/**
 * Payloads by type of write. A remote adds its own types by declaration merging:
 *
 *     declare module '@lectern/shared-contracts/contract/syncActions.ts' {
 *       interface ActionPayloads {
 *         LEND_BOOK: { bookId: string; to: string };
 *       }
 *     }
 */
export interface ActionPayloads extends BuiltInActions {}

/** Every type of write that is declared. */
export type ActionName = keyof ActionPayloads;
