import type { QueueStore } from '../offline/queue/queuePorts.ts';
import type { StoredAction } from '../offline/queue/storedAction.ts';

/** An in-memory queue store: several queues may share one, as tabs share a database. */
export function createMemoryQueueStore(): QueueStore & { everything(): readonly StoredAction[] } {
  let stored: readonly StoredAction[] = [];
  const of = (userId: string) =>
    stored.filter((action) => action.userId === userId).toSorted((a, b) => a.timestamp - b.timestamp);
  return {
    everything: () => stored,
    all: async (userId) => structuredClone(of(userId)),
    async change(userId, decide) {
      const after = decide(structuredClone(of(userId)));
      stored = structuredClone([...stored.filter((action) => action.userId !== userId), ...after]);
      return structuredClone(of(userId));
    },
  };
}
