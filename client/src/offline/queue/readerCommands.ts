import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { apiTexts } from '../../common/hostError.ts';
import type { ActionCache } from './actionCache.ts';
import type { QueuePorts } from './queuePorts.ts';
import type { SendPause } from './sendPause.ts';
import type { StoredAction } from './storedAction.ts';
import * as transitions from './transitions.ts';

export interface CommandPorts extends Pick<QueuePorts, 'types' | 'events'> {
  cache: ActionCache;
  pause: SendPause;
  now(): number;
  /** Starts to send, without waiting for it. */
  flush(): void;
}

/** What happens to writes that wait or have failed when the reader, or a newly loaded type, asks for it. */
export function createReaderCommands({ types, events, cache, pause, now, flush }: CommandPorts) {
  async function retry(actionId: string, others: readonly string[] = []): Promise<void> {
    const { userId } = cache;
    pause.reset();
    if (userId !== undefined)
      await cache.change(userId, (actions) => transitions.retried(actions, [actionId, ...others]));
    flush();
  }

  return {
    retry,

    /** Ends the pause and sends all waiting writes; see transitions.ts. */
    async makeDue(afterSignIn = false): Promise<void> {
      const { userId } = cache;
      pause.reset();
      if (userId !== undefined && cache.actions.get().length > 0)
        await cache.change(userId, (actions) => transitions.madeDue(actions, afterSignIn));
      flush();
    },

    async drop(id: string): Promise<void> {
      const { userId } = cache;
      if (userId !== undefined) await cache.change(userId, (actions) => transitions.removed(actions, id));
      flush();
    },

    /** Fails the writes that no loaded part of the app can send. They are sent once that part is loaded. */
    async refuseUnknown(): Promise<void> {
      const { userId } = cache;
      const isKnown = (type: string): boolean => types.get(type) !== undefined;
      if (userId === undefined || cache.actions.get().every(({ type }) => isKnown(type))) return;
      let failed: readonly StoredAction[] = [];
      await cache.change(userId, (actions) => {
        const { after, unknown } = transitions.unknownRefused(actions, isKnown, apiTexts.unknownType, now());
        failed = unknown;
        return after;
      });
      for (const { id, type } of failed)
        events.emit('syncActionFailed', { id, type, error: apiTexts.unknownType });
    },

    /** Writes of this type can be shown and sent from now on, also those that had failed because it was unknown. */
    typeRegistered(type: string): void {
      const ofType = cache.actions.get().filter((action) => action.type === type);
      const failed = ofType.filter(({ lastError }) => lastError === apiTexts.unknownType);
      const [first, ...others] = failed.map(({ id }) => id);
      if (first !== undefined) runInBackground(retry(first, others));
      if (ofType.length === 0) return;
      cache.show([...cache.actions.get()]);
      flush();
    },
  };
}
