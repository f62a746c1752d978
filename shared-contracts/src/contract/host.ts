/**
 * The interface through which a remote uses the shell. A remote imports only the two shared packages, and uses the Host
 * for everything else: calls to the server, stored data, the queue of writes, navigation, messages. So a remote can
 * be run and tested with another Host, and the shell can change its implementation.
 */
import type { ComponentType, ReactNode } from 'react';
import type { User } from '../api/auth.ts';
import type { VersionKind } from '../api/bin.ts';
import type { Book, Passage } from '../api/books.ts';
import type { CallRequest, CallResponse, ReadKey, RouteKey, StreamKey } from '../api/routes.ts';
import type { ActiveSession, FinishedSession, SessionCorrection } from '../domain/sessions/readingSession.ts';
import type { SessionStats } from '../domain/sessions/sessionStats.ts';
import type { LecternEventName, LecternEvents } from './events.ts';
import type { HostCollections } from './hostCollection.ts';
import type { HostDictionaries } from './hostDictionaries.ts';
import type { Loadable } from './loadable.ts';
import type { PointFill, PointInput, PointName, PointResult } from './points.ts';
import type { Readable } from './readable.ts';
import type { ActionName, ActionPayloads } from './syncActions.ts';

export type { Loadable };

export interface HostApi {
  /** One call, not queued. Rejects with a HostError. A reader's writes use `sync.enqueue`, so that none is lost. */
  call<K extends RouteKey>(key: K, request: CallRequest<K>): Promise<CallResponse<K>>;
  /**
   * A streamed call. Resolves after the last piece; rejects with a HostError when it could not
   * start or was interrupted, and with an AbortError when it was aborted.
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
   * Fetches every page of a list with `total`, by `offset`. Lists without a total (notes, highlights,
   * bookmarks, collections, conversations …) are complete when no `limit` is given.
   */
  allPages?: boolean;
  /** Milliseconds for which an answer is fresh; the default depends on the key. */
  ttl?: number;
}

export interface HostReads {
  /**
   * A cached read, then refetched, with queued writes applied optimistically,
   * so that readers see their own changes at once, also offline. The same request gives the same Readable.
   */
  watch<K extends ReadKey>(
    key: K,
    request: CallRequest<K>,
    options?: WatchOptions,
  ): Readable<Loadable<CallResponse<K>>>;
  /** Refetches all watched reads of this key, or all. */
  refresh(key?: ReadKey): void;
}

export interface HostData extends HostReads, HostCollections {}

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
  /** Id of its user; other users' sessions neither send nor see it. */
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
  /** 1-10; higher is sent first. */
  priority: number;
  /** Validates a payload, when it is queued and when it is sent. */
  accepts?(payload: unknown): payload is P;
  /** Key of the changed entity: writes with the same key keep their order. */
  entity(payload: P): string;
  /** The call that does it. */
  request(payload: P): { [K in RouteKey]: { key: K } & CallRequest<K> }[RouteKey];
  /** Optimistic updates by read, applied until the write has succeeded. */
  overlay?: {
    [K in ReadKey]?: (value: CallResponse<K>, payload: P, request: CallRequest<K>) => CallResponse<K>;
  };
  /**
   * Merges two waiting writes with the same entity; null when they cannot be merged. The earlier
   * one may have reached the server already, so only writes that replace the whole value may merge.
   */
  merge?(earlier: P, later: P): P | null;
  /** Types of waiting writes with the same entity that this one makes obsolete: a deletion, earlier edits. */
  supersedes?: readonly string[];
  /** Takes over fields of a superseded write. */
  inherits?(superseded: unknown, own: P): P;
  /**
   * By type: folds this write into a waiting one with the same entity that has never been sent, so that both
   * are sent as one: an edit becomes part of the creation. Null when it cannot.
   */
  joins?: Readonly<Record<string, (earlier: never, later: P) => unknown>>;
  /** Timeout in milliseconds; 30,000 by default. */
  timeout?: number;
  /** Whether a 4xx status means that nothing is left to do (already deleted). Others are shown as failures. */
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
  /** Id given by the caller, to be able to `drop` it. */
  id?: string;
  /**
   * Milliseconds for which it is stored and shown but not sent, so that `drop` can undo it. It is durable:
   * when the tab is closed meanwhile, it is sent later.
   */
  holdFor?: number;
  /**
   * Id of a failed write that this one replaces atomically. When that one does not exist any more, nothing is
   * queued.
   */
  insteadOf?: string;
}

/** The queue of writes. A remote may register types of its own, and declares their payloads in ActionPayloads. */
export interface HostSync {
  state: Readable<SyncState>;
  /**
   * Adds a type beside those of the shell (syncActions.ts), which cannot be replaced.
   * @returns unregisters it: writes of this type then wait until it is registered again
   */
  register<P>(type: ActionType<P>): () => void;
  /**
   * Resolves when the write is stored in this browser and shown; it is sent as soon as the server can be reached. When
   * the browser cannot store anything, it waits in the memory of the page, and the reader is warned.
   * Rejects when the type is not known, or does not accept the payload.
   */
  enqueue<T extends ActionName>(type: T, payload: ActionPayloads[T], options?: EnqueueOptions): Promise<void>;
  /** Sends waiting writes now. */
  flush(): Promise<void>;
  /** Retries these with a reset retry count. */
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
  /** Counts pages turned during a session. */
  addPages(bookId: string, pages: number): void;
  /** Whether the session widget is hidden, while a book is read without visible controls. */
  aside: Readable<boolean>;
  /** Set by the reader page, and reset when it is left. */
  keepAside(aside: boolean): void;
  /** Counts the time the device was asleep as reading time, and continues the session. */
  countAway(): Promise<void>;
  /** Corrects a finished session here and on the server, which recomputes points, goals and streak. */
  correct(session: FinishedSessionRef, change: SessionCorrection): Promise<void>;
  /** Deletes a finished session. */
  remove(session: FinishedSessionRef): Promise<void>;
}

/** A finished session, from whichever device. */
export interface FinishedSessionRef {
  id: string;
  bookId: string;
  /** Its values as shown, to detect changes made on another device since. */
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
   * Files are stored in the browser until the server has them.
   * @param forBook id of a book to which the file is added, beside the one that it may have
   */
  add(files: readonly File[], forBook?: string): Promise<void>;
  /** Sends a file in place of the one that a book has; it must be of the same format. */
  replace(file: File, bookId: string): Promise<void>;
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
  /**
   * Full-text search in downloaded books, or in one of them, without the server. Rejects when there are none, or when
   * their text is not on this device.
   */
  search(typed: string, limit: number, bookId?: string): Promise<readonly Passage[]>;
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
  /** -1 takes it out of the tab order (roving tabindex). */
  tabIndex?: number;
  onClick?: () => void;
  'aria-label'?: string;
  'aria-current'?: 'page' | undefined;
}

export interface HostNavigation {
  location: Readable<HostLocation>;
  go(to: string, options?: { state?: unknown; replace?: boolean }): void;
  back(): void;
  /** A link with client-side navigation. */
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
  /** News, not an answer to what the user has just done: while a book is read, only the bell has it. */
  isNews?: boolean;
}

/** A command of the search: a page of the shell or a remote, with translated title. */
export interface HostCommand {
  id: string;
  title: string;
  /** More keywords. */
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
   * @returns unregisters them: they are not loaded for another language
   */
  register(namespace: string, load: (language: string) => Promise<Locale>): () => void;
  translate(namespace: string): Translate;
}

export interface HostEvents {
  emit<N extends LecternEventName>(name: N, detail: LecternEvents[N]): void;
  on<N extends LecternEventName>(name: N, listener: (detail: LecternEvents[N]) => void): () => void;
}

/** Small values stored per reader in this browser (view, sort, appearance). Under 100 KB each. */
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
  readonly dictionaries: HostDictionaries;
  readonly navigation: HostNavigation;
  readonly notify: HostNotify;
  readonly theme: { mode: Readable<'light' | 'dark'>; set(mode: 'light' | 'dark'): void };
  readonly i18n: HostI18n;
  readonly events: HostEvents;
  readonly preferences: HostPreferences;
  /** Commands of the search. */
  readonly commands: Readable<readonly HostCommand[]>;
  /** Shows the earlier versions of a thing's texts in a sheet beside the page. */
  showVersions(kind: VersionKind, id: string): void;
  /**
   * The parts that fill a point, in order, as far as their conditions hold: a remote asks for the points that it
   * offers.
   * The same name gives the same Readable.
   */
  point<P extends PointName>(name: P): Readable<readonly PointFill<P>[]>;
  /** This remote's settings, edited by the operator; defaults where nothing is set. */
  readonly config: Readable<RemoteConfig>;
  /** Reports an action for gamification; sent by the queue, validated by the server. */
  track(action: string, data?: Record<string, unknown>): void;
}

/** Values of the settings in remote.json, by name. */
export type RemoteConfig = Readonly<Record<string, string | number | boolean>>;

/** Props of every exposed component. */
export interface FederatedProps {
  host: Host;
  /** Parameters of the route: { bookId } for /read/:bookId. */
  params: Readonly<Record<string, string>>;
  /** What the filled point gives (points.ts). */
  input?: unknown;
}

/** What a remote exposes for a point that runs functions. */
export type PointFunction<P extends PointName> = (
  input: PointInput<P>,
  host: Host,
) => PointResult<P> | Promise<PointResult<P>>;

/** What `federated` makes. */
export type FederatedComponent = ComponentType<FederatedProps> & {
  /** Runs the `setUp` of the remote for this Host, once. Rendering does so as well. */
  prepare(host: Host): void;
  /** Loads what the page will need, while the reader is still on the page before. */
  prefetch(host: Host): void;
};
