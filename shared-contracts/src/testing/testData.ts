import type { CallRequest, CallResponse, ReadKey } from '../api/routes.ts';
import type { HostApi, HostReads, Loadable, QueuedAction } from '../contract/host.ts';
import type { HostError } from '../contract/hostError.ts';
import { createWritable, type Writable } from '../contract/readable.ts';
import { runInBackground } from '../contract/runInBackground.ts';
import { type AnyActionType, applyOptimistic } from '../sync/anyAction.ts';

interface Watched {
  key: ReadKey;
  load(): Promise<void>;
  show(): void;
}

/** Status when no server has answered. */
const unanswered = 0;

/**
 * Reads over the test's routes, with pending writes applied. `allPages` returns a single page.
 * @param kept cached responses for when the server is unreachable
 */
export function createTestData(
  api: HostApi,
  waiting: () => readonly QueuedAction[],
  typeOf: (type: string) => AnyActionType | undefined,
  kept: Pick<HostApi, 'call'>,
): HostReads & { show(): void; reload(): Promise<void> } {
  const watched = new Map<string, Watched & { state: unknown }>();

  function begin<K extends ReadKey>(
    key: K,
    request: CallRequest<K>,
  ): Watched & { state: Writable<Loadable<CallResponse<K>>> } {
    const state = createWritable<Loadable<CallResponse<K>>>({ status: 'loading' });
    let answer: { value: CallResponse<K> } | null = null;
    let failure: HostError | null = null;
    const show = () => {
      if (answer)
        state.set({
          status: 'ready',
          value: applyOptimistic(key, request, answer.value, waiting(), typeOf),
          stale: failure !== null,
          ...(failure ? { error: failure } : {}),
        });
    };
    const load = async () => {
      try {
        answer = { value: await api.call(key, request) };
        failure = null;
        show();
      } catch (error) {
        failure = error as HostError;
        if (answer === null && failure.status === unanswered)
          answer = await kept.call(key, request).then(
            (value) => ({ value }),
            () => null,
          );
        if (answer === null) state.set({ status: 'error', error: failure });
        else show();
      }
    };
    runInBackground(load());
    return { key, state, load, show };
  }

  return {
    watch<K extends ReadKey>(key: K, request: CallRequest<K>) {
      const id = `${key} ${JSON.stringify(request)}`;
      const known = watched.get(id) ?? begin(key, request);
      watched.set(id, known);
      return known.state as Writable<Loadable<CallResponse<K>>>;
    },
    refresh(key) {
      for (const read of watched.values())
        if (key === undefined || read.key === key) runInBackground(read.load());
    },
    show() {
      for (const read of watched.values()) read.show();
    },
    async reload() {
      await Promise.all([...watched.values()].map((read) => read.load()));
    },
  };
}
