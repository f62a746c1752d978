import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Loadable, NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { createActionTypes, type StoredAction } from '../offline/queue/index.ts';
import type { EntryStore } from '../offline/reads/persistedEntries.ts';
import { createPersister } from '../offline/reads/persister.ts';
import { createQueryClient } from '../offline/reads/queryClient.ts';
import { createMemoryEntryStore } from './memoryEntryStore.ts';

export const book = (id: string, title = id): Book =>
  ({ id, title, author: 'A', progress: 0, current_page: 0, last_opened: null, is_reading: false }) as Book;

export const action = (type: string, payload: unknown, id = 'a1'): StoredAction =>
  ({ id, type, payload, userId: 'u1', timestamp: 1, status: 'pending' }) as StoredAction;

/** A query client with a server that answers as the test defines. */
export function setUpQueryClient(options: { store?: EntryStore; clock?: { now: number } } = {}) {
  const store = options.store ?? createMemoryEntryStore();
  const clock = options.clock ?? { now: 1_000_000 };
  const user = createWritable<{ id: string } | null>({ id: 'u1' });
  const network = createWritable<NetworkState>('online');
  const waiting = createWritable<readonly StoredAction[]>([]);
  const calls: { key: string; request: unknown }[] = [];
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  let answer: (key: string, request: unknown) => unknown = () => ({ items: [], total: 0 });
  const data = createQueryClient({
    api: {
      call: (async (key: string, request: unknown) => {
        calls.push({ key, request });
        return structuredClone(await answer(key, request));
      }) as never,
    },
    persister: createPersister(store, () => clock.now),
    user,
    network,
    types: createActionTypes(),
    waiting,
    offlineReads: () =>
      (['GET /notes', 'GET /collections', 'GET /highlights', 'GET /api/gamification/goals'] as const).map(
        (key) => ({
          key,
          request: {} as never,
        }),
      ),
    page: page as unknown as Document,
    now: () => clock.now,
    answerFromCopies: (async (_: string, key: string) =>
      key === 'GET /notes' ? { items: [{ id: 'copy' }] } : undefined) as never,
  });
  return {
    data,
    store,
    clock,
    user,
    network,
    waiting,
    calls,
    page,
    answers: (next: typeof answer) => {
      answer = next;
    },
  };
}

export const settle = () => jest.advanceTimersByTimeAsync(0);
export const titles = (state: Loadable<{ items: Book[] }>) =>
  state.status === 'ready' ? state.value.items.map(({ title }) => title) : state;

/** Subscribes like a component and records what it would show. */
export function listen<T>(read: Readable<Loadable<T>>): { seen: Loadable<T>[]; stop(): void } {
  const seen = [read.get()];
  return { seen, stop: read.subscribe(() => seen.push(read.get())) };
}
