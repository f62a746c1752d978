import type { User } from '../api/auth.ts';
import { createCollections } from '../contract/createCollections.ts';
import type { LecternEventName } from '../contract/events.ts';
import type {
  Host,
  HostEvents,
  Locale,
  NetworkState,
  OfflineBook,
  QueuedAction,
  RemoteConfig,
  SnackbarMessage,
  UploadItem,
} from '../contract/host.ts';
import type { PartRow } from '../contract/hostCollection.ts';
import type { PointName } from '../contract/points.ts';
import { createWritable, type Writable } from '../contract/readable.ts';
import type { CollectionDescription } from '../contract/remotes.ts';
import { CONTRACT_VERSION } from '../contract/version.ts';
import { createTestApi, type TestCall, type TestRoutes } from './testApi.ts';
import { createTestData } from './testData.ts';
import { createTestDictionaries } from './testDictionaries.ts';
import { createTestI18n } from './testI18n.ts';
import { createTestNavigation, type Visit } from './testNavigation.ts';
import { createTestOfflineBooks } from './testOfflineBooks.ts';
import { createTestParts, testPart } from './testParts.ts';
import { createTestPoints, type TestFill } from './testPoints.ts';
import { createTestSession } from './testSession.ts';
import { createTestSync } from './testSync.ts';
import { createTestUploads } from './testUploads.ts';

export interface TestHostOptions {
  /** Responses by route; all others are 404. */
  routes?: TestRoutes;
  /** Cached responses, used by reads while offline. */
  cached?: TestRoutes;
  user?: User | null;
  network?: NetworkState;
  /** Initial location: '/library?tab=notes'. */
  location?: string;
  locationState?: unknown;
  /** The package's own src/locales/en.json, for plurals. */
  locale?: Locale;
  preferences?: Record<string, unknown>;
  /** `data` of the remote.json, and the rows that the server has by collection. */
  data?: readonly (Omit<CollectionDescription, 'conflict'> & { conflict?: string })[];
  rows?: Readonly<Record<string, readonly PartRow[]>>;
  /** Settings of the remote. */
  config?: RemoteConfig;
  /** What fills the points that the component offers, by name. */
  fills?: Readonly<Partial<Record<PointName, readonly TestFill[]>>>;
  /** Replaces whole parts of the Host. */
  overrides?: Partial<Host>;
}

/** State for assertions, and controls. */
export interface TestHandle {
  /** Calls that reached the test's routes. */
  calls: readonly TestCall[];
  /** Writes in the queue, oldest first. */
  queued(): readonly QueuedAction[];
  shown: readonly SnackbarMessage[];
  tracked: readonly { action: string; data: Record<string, unknown> | undefined }[];
  /** Things whose earlier versions were asked for. */
  versionsShown: readonly { kind: string; id: string }[];
  emitted: readonly { name: LecternEventName; detail: unknown }[];
  visits: readonly Visit[];
  titles: readonly string[];
  user: Writable<User | null>;
  network: Writable<NetworkState>;
  uploads: Writable<readonly UploadItem[]>;
  addedFiles: readonly File[];
  /** Placeholder books that files were added for. */
  filledBooks: readonly string[];
  /** Books whose file was replaced. */
  replacedBooks: readonly string[];
  offlineBooks: Writable<ReadonlyMap<string, OfflineBook>>;
}

export type TestHost = Host & { test: TestHandle };

export const testUser: User = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ada Reader',
  email: 'ada@example.org',
  avatar: null,
  roles: [],
};

/**
 * A complete in-memory Host for tests of remotes: a fake server, the real session rules and optimistic updates, and
 * records of everything else in `host.test`.
 */
export function createTestHost(options: TestHostOptions = {}): TestHost {
  const calls: TestCall[] = [];
  const shown: SnackbarMessage[] = [];
  const tracked: { action: string; data: Record<string, unknown> | undefined }[] = [];
  const versionsShown: { kind: string; id: string }[] = [];
  const user = createWritable<User | null>(options.user === undefined ? testUser : options.user);
  const network = createWritable<NetworkState>(options.network ?? 'online');
  const uploads = createTestUploads();
  const offlineBooks = createWritable<ReadonlyMap<string, OfflineBook>>(new Map());
  const events = createTestEvents();
  const navigation = createTestNavigation(options.location ?? '/', options.locationState ?? null);
  const routes = { ...createTestParts(options.rows ?? {}), ...options.routes };
  const api = createTestApi(routes, calls, () => network.get() === 'online');
  const sync = createTestSync(api, () => data.show());
  const kept = createTestApi(options.cached ?? {}, [], () => true);
  const data = createTestData(api, sync.waiting, sync.typeOf, kept);
  const collection = createCollections(testPart, () => (options.data ?? []) as CollectionDescription[], {
    data,
    enqueue: sync.enqueue,
  });
  const preferences = new Map<string, Writable<unknown>>(
    Object.entries(options.preferences ?? {}).map(([name, value]) => [name, createWritable(value)]),
  );
  const preference = <T>(name: string, initial: T): Writable<T> => {
    const known = preferences.get(name) ?? createWritable<unknown>(initial);
    preferences.set(name, known);
    return known as Writable<T>;
  };
  const mode = createWritable<'light' | 'dark'>('light');
  const points = createTestPoints(options.fills ?? {});

  return {
    contract: CONTRACT_VERSION,
    api,
    auth: { user, hasRole: (role) => user.get()?.roles.includes(role) ?? false },
    data: { watch: data.watch, refresh: data.refresh, collection },
    sync: {
      ...sync,
      async flush() {
        await sync.flush();
        await data.reload();
      },
    },
    network,
    commands: createWritable([]),
    session: createTestSession(events, sync.enqueue),
    uploads: uploads.host,
    offlineBooks: createTestOfflineBooks(offlineBooks),
    dictionaries: createTestDictionaries(),
    navigation,
    notify: { show: (message) => shown.push(message) },
    theme: { mode, set: mode.set },
    i18n: createTestI18n(options.locale ?? {}),
    events,
    preferences: {
      watch: (name, initial) => preference(name, initial),
      set: (name, value) => preference(name, value).set(value),
    },
    point: (name) => points(name),
    config: createWritable(options.config ?? {}),
    showVersions: (kind, id) => versionsShown.push({ kind, id }),
    track: (action, data) => tracked.push({ action, data }),
    ...options.overrides,
    test: {
      calls,
      queued: sync.waiting,
      shown,
      tracked,
      versionsShown,
      emitted: events.emitted,
      visits: navigation.visits,
      titles: navigation.titles,
      user,
      network,
      uploads: uploads.items,
      addedFiles: uploads.addedFiles,
      filledBooks: uploads.filledBooks,
      replacedBooks: uploads.replacedBooks,
      offlineBooks,
    },
  };
}

function createTestEvents(): HostEvents & { emitted: { name: LecternEventName; detail: unknown }[] } {
  const emitted: { name: LecternEventName; detail: unknown }[] = [];
  const listeners = new Map<LecternEventName, Set<(detail: never) => void>>();
  return {
    emitted,
    emit(name, detail) {
      emitted.push({ name, detail });
      for (const listener of listeners.get(name) ?? []) listener(detail as never);
    },
    on(name, listener) {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard.add(listener));
      return () => heard.delete(listener);
    },
  };
}
