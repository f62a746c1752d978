import 'fake-indexeddb/auto';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import type { CreateNote, UpdateNote } from '@lectern/shared-contracts/contract/syncActions.ts';
import { ApiError } from '../common/hostError.ts';
import {
  createActionTypes,
  createFlushLock,
  createQueue,
  createWriteAheadLog,
  type Queue,
  type QueueStore,
  type StoredAction,
} from '../offline/queue/index.ts';
import type { QueuePorts } from '../offline/queue/queuePorts.ts';
import { type LecternDatabase, openLecternDatabase } from '../offline/storage/database.ts';
import { createIndexedDbQueueStore } from '../offline/storage/indexedDbQueueStore.ts';
import { memoryStorage } from './memoryStorage.ts';

/** A call as the test server receives it. */
export interface Sent {
  key: string;
  request: unknown;
  idempotencyKey: string | undefined;
  timeout: number | undefined;
  deviceTime: number | undefined;
  waiting: number | undefined;
}

let databases = 0;
export const note = (id: string, content = 'words'): CreateNote => ({
  id,
  bookId: 'b1',
  content,
  created_at: '2026-01-01T00:00:00.000Z',
});
export const bookmark = {
  bookId: 'b1',
  position: null,
  label: null,
  updated_at: '2026-01-01T00:00:00.000Z',
};
export const highlight = {
  id: 'h1',
  bookId: 'b1',
  text: 'words',
  color: 'yellow',
  page: 1,
  position: null,
  note: null,
  created_at: '2026-01-01T00:00:00.000Z',
} as const;
export const change = (id: string, content: string): UpdateNote => ({ id, bookId: 'b1', content });

/** A queue on a real (in-memory) IndexedDB, with a server that the test controls. */
export async function setUp(
  options: {
    database?: LecternDatabase;
    userId?: string;
    /** Types owned by remotes whose modules are unavailable. */
    owned?: readonly string[];
    local?: Storage;
    session?: Storage;
    /** Wraps the store, to delay its results. */
    around?: (store: QueueStore) => QueueStore;
    /** Called when writes have succeeded, before that is recorded. */
    committing?: () => Promise<void>;
    serverClock?: QueuePorts['serverClock'];
    /** Called when the queue checks whether the server is reachable. */
    checking?: () => void;
    channel?: QueuePorts['channel'];
  } = {},
) {
  databases += 1;
  const database = options.database ?? (await openLecternDatabase(`test-${databases}`));
  const sent: Sent[] = [];
  const emitted: { name: string; detail: unknown }[] = [];
  const refused: { type: string; error: string }[] = [];
  const committed: StoredAction[] = [];
  const network = createWritable<NetworkState>('online');
  const reachable = { state: 'online' as NetworkState };
  const user = createWritable<{ id: string } | null>({ id: options.userId ?? 'u1' });
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let clock = 1_000_000;
  let answer: (sent: Sent) => unknown = () => null;
  const queue = createQueue({
    store: (options.around ?? ((store) => store))(createIndexedDbQueueStore(database)),
    writeAheadLog: createWriteAheadLog(
      options.local ?? memoryStorage(),
      options.session ?? memoryStorage(),
      () => clock,
    ),
    types: { ...createActionTypes(), isOwned: (type) => options.owned?.includes(type) ?? false },
    user,
    serverClock: options.serverClock,
    network: {
      state: network,
      async check() {
        options.checking?.();
        network.set(reachable.state);
        return reachable.state;
      },
    },
    events: { emit: (name, detail) => emitted.push({ name, detail }) },
    onRefused: ({ type }, error) => refused.push({ type, error }),
    exclusively: createFlushLock('test', null),
    channel: options.channel ?? null,
    commit: async (actions) => {
      await options.committing?.();
      committed.push(...actions);
    },
    page: page as unknown as Document,
    now: () => clock,
    random: () => 0,
    async call(key, request, { idempotencyKey, timeout, deviceTime, waiting }) {
      const one = { key, request, idempotencyKey, timeout, deviceTime, waiting };
      sent.push(one);
      return answer(one);
    },
  });
  return {
    queue,
    database,
    page,
    sent,
    emitted,
    refused,
    committed,
    network,
    reachable,
    user,
    later: (by: number) => {
      clock += by;
    },
    answers: (next: typeof answer) => {
      answer = next;
    },
    stored: () => database.getAll('sync_queue'),
  };
}

export const throwing =
  (status: number, message = 'no', retryAfter: number | null = null) =>
  () => {
    throw new ApiError(message, status, status === 0 ? 'network' : 'http', retryAfter);
  };
export const states = (queue: Queue) =>
  queue.waiting.get().map(({ type, status, retryCount }) => [type, status, retryCount]);
