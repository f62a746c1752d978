/**
 * The Host is the whole world of a remote. A remote imports nothing but the two shared packages, and asks the Host
 * for everything else: calls to the server, stored data, the queue of writes, navigation, messages. So a remote can
 * be run and tested with a Host made for the purpose, and the shell can change how any of it is done.
 */
import type { ComponentType, ReactNode } from 'react';
import type { User } from '../api/auth.ts';
import type { Book, Passage } from '../api/books.ts';
import type { CallRequest, CallResponse, ReadKey, RouteKey, StreamKey } from '../api/routes.ts';
import type { ActiveSession, FinishedSession, SessionCorrection } from '../domain/sessions/readingSession.ts';
import type { SessionStats } from '../domain/sessions/sessionStats.ts';
import type { LecternEventName, LecternEvents } from './events.ts';
import type { HostError } from './hostError.ts';
import type { Readable } from './readable.ts';
import type { ActionName, ActionPayloads } from './syncActions.ts';

/** Something that comes from elsewhere. `ready` with `stale: true` is shown while a newer answer is fetched. */
export type Loadable<T> =
  | { status: 'loading' }
  | { status: 'ready'; value: T; stale: boolean }
  | { status: 'error'; error: HostError };

export interface HostApi {
  /** One call now. Rejects with a HostError. Writes of the reader go through `sync.enqueue` instead, so that none is lost. */
  call<K extends RouteKey>(key: K, request: CallRequest<K>): Promise<CallResponse<K>>;
  /**
   * One call whose answer comes in pieces. Resolves when the last has come; rejects with a HostError when it could not
   * begin or broke off, and with an AbortError when it was stopped.
   */
  stream<K extends StreamKey>(
    key: K,
    request: CallRequest<K>,
    onPiece: (piece: CallResponse<K>) => void,
    signal?: AbortSignal,
  ): Promise<void>;
}

export interface WatchOptions {
  /**
   * Follow `offset` until every item of a paged list is there ({items, total}). Lists without a total (notes, highlights,
   * bookmarks, collections, conversations …) are whole by themselves where no `limit` is asked for.
   */
  allPages?: boolean;
  /** Milliseconds for which an answer counts as fresh; each kind has its own default (section 9). */
  ttl?: number;
}

export interface HostData {
  /**
   * A cached read: what is known at once, then what the server says, each with the writes still in the queue laid over
   * it, so that a reader sees own changes at once, online or not. The same request gives the same Readable.
   */
  watch<K extends ReadKey>(
    key: K,
    request: CallRequest<K>,
    options?: WatchOptions,
  ): Readable<Loadable<CallResponse<K>>>;
  /** Ask the server again for all watched reads of this key (or all of them). */
  refresh(key?: ReadKey): void;
}

/** A queued write, as stored. `isActionOf` narrows it to one type and its payload. */
export interface QueuedAction<T extends ActionName = ActionName> {
  id: string;
  type: T;
  payload: ActionPayloads[T];
  status: 'pending' | 'syncing' | 'failed';
  priority: number;
  timestamp: number;
  retryCount: number;
  maxRetries: number;
  lastError: string | null;
  lastAttempt: number | null;
  /** Writes with the same entity keep their order. */
  entity: string;
  /** Whose write it is; nobody else's session sends or sees it. */
  userId: string;
  /** The server has refused it: it has not taken effect. */
  refused: boolean;
}

/** A queued write that failed, and how many later writes about the same thing wait for it. */
export interface FailedAction extends QueuedAction {
  waitingBehind: number;
}

/** Whether a queued write is of this type. */
export function isActionOf<T extends ActionName>(action: QueuedAction, type: T): action is QueuedAction<T> {
  return action.type === type;
}

/** How a type of write is sent, and how it is shown until then: registered once, by the part that owns it. */
export interface ActionType<P> {
  type: string;
  /** Higher goes first; 1-10. */
  priority: number;
  /** Its schema, as a question: another payload is an error, when it is handed in and when it is to be sent. */
  accepts?(payload: unknown): payload is P;
  /** What it is about: writes about the same thing keep their order. */
  entity(payload: P): string;
  /** The call that does it. */
  request(payload: P): { [K in RouteKey]: { key: K } & CallRequest<K> }[RouteKey];
  /** The reads it changes, each with the change: laid over the server's answer until the write has gone through. */
  overlay?: {
    [K in ReadKey]?: (value: CallResponse<K>, payload: P, request: CallRequest<K>) => CallResponse<K>;
  };
  /**
   * Two waiting writes about one thing become one (an edit of a note not sent yet). Null when they cannot. The earlier
   * one may have reached the server already, so only writes that replace what was there may merge.
   */
  merge?(earlier: P, later: P): P | null;
  /** Types of waiting writes about the same thing that this one makes pointless: a deletion, the edits before it. */
  supersedes?: readonly string[];
  /** What it keeps of a write that it supersedes. */
  inherits?(superseded: unknown, own: P): P;
  /**
   * By type: what it makes of a waiting write about the same thing of which nothing has reached the server, so that both
   * go out as one. An edit becomes part of the creation. Null when it cannot.
   */
  joins?: Readonly<Record<string, (earlier: never, later: P) => unknown>>;
  /** Milliseconds the server has to answer; 30,000 by default. */
  timeout?: number;
  /** Refusals (4xx) that leave nothing to do: the thing to delete is not there. Any other stays for the reader to see. */
  settledBy?(status: number, payload: P): boolean;
}

export interface SyncState {
  indicator: 'idle' | 'syncing' | 'completed' | 'error';
  pending: number;
  syncing: number;
  /** Refused by the server. Tried again up to `maxRetries` times, then kept until the reader decides. */
  failed: FailedAction[];
}

export interface EnqueueOptions {
  /** Made by whoever enqueues, to be able to `drop` it. */
  id?: string;
  /**
   * Milliseconds for which it is shown and kept but not sent, so that it can be taken back by `drop`. It is as safe as any
   * other: when the tab is closed meanwhile, it goes later.
   */
  holdFor?: number;
  /**
   * Id of a failed write whose place this one takes, both in one step. When that one is not there any more, nothing is
   * done: its words have been kept already.
   */
  insteadOf?: string;
}

/** The queue of writes. A remote may register types of its own, and declares their payloads in ActionPayloads. */
export interface HostSync {
  state: Readable<SyncState>;
  /**
   * Adds a type beside those of the shell (syncActions.ts), which cannot be replaced.
   * @returns takes it out again: writes of this type then wait until it is registered anew
   */
  register<P>(type: ActionType<P>): () => void;
  /**
   * Resolves when the write is durable in this browser and shown; it is sent as soon as the server can be reached.
   * Rejects when the type is not known, and when this browser cannot keep it and the server cannot be reached either.
   */
  enqueue<T extends ActionName>(type: T, payload: ActionPayloads[T], options?: EnqueueOptions): Promise<void>;
  /** Send what waits now. */
  flush(): Promise<void>;
  /** Tries these again, from their first try on. */
  retry(actionId: string, alsoThese?: readonly string[]): Promise<void>;
  drop(actionId: string): Promise<void>;
}

export type SessionBook = Pick<Book, 'id' | 'title' | 'author' | 'cover_url'> & { current_page?: number };

export interface HostSession {
  active: Readable<ActiveSession | null>;
  history: Readable<readonly FinishedSession[]>;
  stats: Readable<SessionStats>;
  start(book: SessionBook): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
  /** Pages turned while a session runs. */
  addPages(bookId: string, pages: number): void;
  /** The widget keeps out of the way: a book is being read, and its controls are hidden. */
  aside: Readable<boolean>;
  /** Said by the page that has the text on the screen; it says false when it goes. */
  keepAside(aside: boolean): void;
  /** The time in which the device was not seen was reading time: it counts, and the session goes on. */
  countAway(): Promise<void>;
  /** Puts a finished session right, here and on the server; points, goals and streak follow there. */
  correct(session: FinishedSessionRef, change: SessionCorrection): Promise<void>;
  /** Takes a finished session out. */
  remove(session: FinishedSessionRef): Promise<void>;
}

/** A finished session, from whichever device. */
export interface FinishedSessionRef {
  id: string;
  bookId: string;
  /** Its values as the reader saw them: a value that another device has changed meanwhile is noticed by them. */
  shown?: SessionCorrection;
}

export interface UploadItem {
  id: string;
  filename: string;
  size: number;
  /** 'waiting' for the network or its turn; 'ingesting' while the server reads it. */
  state: 'waiting' | 'sending' | 'paused' | 'ingesting' | 'done' | 'refused' | 'failed';
  /** 0..1 of the bytes, then 0..1 of the ingest. */
  progress: number;
  book: Book | null;
  duplicate: boolean;
  error: string | null;
}

export interface HostUploads {
  items: Readable<readonly UploadItem[]>;
  /**
   * Files wait in the browser's database until they are safely on the server.
   * @param forBook id of a book without a file: it gets the file, and keeps everything else
   */
  add(files: readonly File[], forBook?: string): Promise<void>;
  pause(id: string): void;
  resume(id: string): void;
  cancel(id: string): Promise<void>;
  clearFinished(): void;
}

export interface OfflineBook {
  bookId: string;
  state: 'none' | 'downloading' | 'cached';
  /** 0..1 */
  progress: number;
  bytes: number;
  cachedAt: number | null;
}

export interface HostOfflineBooks {
  books: Readable<ReadonlyMap<string, OfflineBook>>;
  download(bookId: string): Promise<void>;
  remove(bookId: string): Promise<void>;
  /** Full text inside the downloaded books, without the server. Rejects where there is none to search. */
  search(typed: string, limit: number): Promise<readonly Passage[]>;
}

export type NetworkState = 'online' | 'offline' | 'reconnecting';

export interface HostLocation {
  pathname: string;
  /** With the question mark, or empty. */
  search: string;
  hash: string;
  state: unknown;
}

export interface LinkProps {
  to: string;
  state?: unknown;
  children?: ReactNode;
  className?: string;
  style?: Record<string, string | number>;
  title?: string;
  /** -1 keeps it out of the order of the Tab key, where arrow keys lead to it instead. */
  tabIndex?: number;
  onClick?: () => void;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
}

export interface HostNavigation {
  location: Readable<HostLocation>;
  go(to: string, options?: { state?: unknown; replace?: boolean }): void;
  back(): void;
  /** A real link that does not reload the page. */
  Link: ComponentType<LinkProps>;
  /** Title of the document and of the header while a page is shown. */
  setTitle(title: string): void;
}

export interface SnackbarMessage {
  tone: 'info' | 'success' | 'warning' | 'danger';
  message: string;
  action?: { label: string; onAction(): void };
  /** Milliseconds; 4,000 by default. */
  duration?: number;
}

/** Something that the search offers: a page of the shell or of a remote, in the reader's language. */
export interface HostCommand {
  id: string;
  title: string;
  /** More words by which it is found. */
  keywords: string;
  run(): void;
}

export interface HostNotify {
  show(message: SnackbarMessage): void;
}

/** i18next with natural keys: the key is the English text itself, `{{name}}` is filled in, `count` picks the plural. */
export type Translate = (text: string, values?: Record<string, string | number>) => string;
export type Locale = Record<string, string>;

export interface HostI18n {
  language: Readable<string>;
  /** Grows when texts of any namespace have been loaded. `textsOf` renders less. */
  texts: Readable<number>;
  /** Grows when texts that this namespace uses have been loaded: what was shown before them is rendered again. */
  textsOf(namespace: string): Readable<number>;
  direction(): 'ltr' | 'rtl';
  /**
   * A remote's own texts. `load` is called for each language that is used; English needs entries for plurals only.
   * @returns takes them out again: they are not loaded for another language
   */
  register(namespace: string, load: (language: string) => Promise<Locale>): () => void;
  translate(namespace: string): Translate;
}

export interface HostEvents {
  emit<N extends LecternEventName>(name: N, detail: LecternEvents[N]): void;
  on<N extends LecternEventName>(name: N, listener: (detail: LecternEvents[N]) => void): () => void;
}

/** Small values a remote keeps for this reader in this browser (view, sort, reading appearance). Under 100 KB each. */
export interface HostPreferences {
  watch<T>(name: string, initial: T): Readable<T>;
  set<T>(name: string, value: T): void;
}

export interface Host {
  readonly contract: string;
  readonly api: HostApi;
  readonly auth: { user: Readable<User | null>; hasRole(role: string): boolean };
  readonly data: HostData;
  readonly sync: HostSync;
  readonly network: Readable<NetworkState>;
  readonly session: HostSession;
  readonly uploads: HostUploads;
  readonly offlineBooks: HostOfflineBooks;
  readonly navigation: HostNavigation;
  readonly notify: HostNotify;
  readonly theme: { mode: Readable<'light' | 'dark'>; set(mode: 'light' | 'dark'): void };
  readonly i18n: HostI18n;
  readonly events: HostEvents;
  readonly preferences: HostPreferences;
  /** What can be opened from the search. */
  readonly commands: Readable<readonly HostCommand[]>;
  /** Says that something worth points happened; sent by the queue, judged by the server. */
  track(action: string, data?: Record<string, unknown>): void;
}

/** What the shell gives to everything that a remote exposes. */
export interface FederatedProps {
  host: Host;
  /** Parameters of the route: { bookId } for /read/:bookId. */
  params: Readonly<Record<string, string>>;
  /** What the slot passes on: whether a dialog is open, and how to close it. */
  slot?: { open: boolean; close(): void };
}

/** What `federated` makes. The shell adds what a remote of an older contract lacks (federation/remoteComponent.ts). */
export type FederatedComponent = ComponentType<FederatedProps> & {
  /** Runs the `setUp` of the remote for this Host, once. Rendering does so as well. */
  prepare(host: Host): void;
  /** Loads what the page will need, while the reader is still on the page before. */
  prefetch(host: Host): void;
};
