/** Simulates the queue of a page on a database that may fail. */
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { ApiError } from '../common/hostError.ts';
import {
  createActionTypes,
  createFlushLock,
  createQueue,
  createSurvivingStore,
  createWriteAheadLog,
} from '../offline/queue/index.ts';
import type { TabChannel } from '../offline/queue/tabs.ts';
import { createDatabaseConnection, openLecternDatabase } from '../offline/storage/database.ts';
import { queueStoreOf } from '../offline/storage/indexedDbQueueStore.ts';
import { type StorageProblem, storageProblemOf } from '../offline/storage/storageProblem.ts';
import { memoryStorage } from './memoryStorage.ts';

/** Opens a page with its own queue on a database that may fail. */
export function openPage({
  name = crypto.randomUUID() as string,
  local = memoryStorage(),
  session = memoryStorage(),
  clock = 1_000_000,
  freeSpace = async () => {},
  channel = null as TabChannel,
} = {}) {
  const network = createWritable<'online' | 'offline'>('offline');
  const user = createWritable({ id: 'u1' });
  const problems: (StorageProblem | null)[] = [];
  const sent: { id: string; content: string; key: string | undefined }[] = [];
  const state = { clock };
  const connection = createDatabaseConnection(
    () => store.lost(),
    (onClosed) => openLecternDatabase(name, onClosed),
  );
  const writeAheadLog = createWriteAheadLog(local, session, () => state.clock);
  const store = createSurvivingStore({
    connect: () => connection.open().then(queueStoreOf),
    onProblem: (error) => problems.push(storageProblemOf(error)),
    drop: connection.drop,
    freeSpace,
    writeAheadLog,
    now: () => state.clock,
  });
  const queue = createQueue({
    store,
    writeAheadLog,
    types: createActionTypes(),
    user,
    network: { state: network, check: async () => network.get() },
    events: { emit: () => {} },
    exclusively: createFlushLock('test', null),
    channel,
    commit: async () => {},
    page: new EventTarget() as unknown as Document,
    now: () => state.clock,
    async call(_, { body }: never, { idempotencyKey }) {
      if (network.get() === 'offline') throw new ApiError('no', 0, 'network');
      const { id, content } = body as { id: string; content: string };
      sent.push({ id, content, key: idempotencyKey });
    },
  });
  const stored = async () => {
    const database = await openLecternDatabase(name);
    const all = await database.getAll('sync_queue');
    database.close();
    return all.map(({ payload }) => (payload as { id: string }).id);
  };
  const shown = () => queue.waiting.get().map(({ payload }) => (payload as { id: string }).id);
  const texts = () => queue.waiting.get().map(({ payload }) => (payload as { content: string }).content);
  /** Waits for the next check of the database. */
  const later = async (milliseconds = 120_000) => {
    state.clock += milliseconds;
    await queue.drop('nothing');
  };
  return { name, local, queue, connection, network, user, problems, sent, stored, shown, texts, later };
}
