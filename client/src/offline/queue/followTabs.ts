import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { ActionCache } from './actionCache.ts';
import type { QueuePorts } from './queuePorts.ts';
import type { SendPause } from './sendPause.ts';
import { isSameWrite, type StoredAction } from './storedAction.ts';
import type { Tabs } from './tabs.ts';

export interface FollowTabsPorts extends Pick<QueuePorts, 'store' | 'commit' | 'writeAheadLog'> {
  tabs: Tabs;
  cache: ActionCache;
  pause: SendPause;
  /** Starts to send, without waiting for it. */
  flush(): void;
}

/** Takes over what the other tabs say about the queue. */
export function followTabs(ports: FollowTabsPorts): void {
  const { tabs, cache, pause, store, writeAheadLog, flush } = ports;

  tabs.listen((message) => {
    if (message.kind === 'paused') pause.adopt(message.state);
    else if (message.kind === 'settled' && message.actions[0]?.userId === cache.userId)
      runInBackground(takeSettled(message.actions));
    else {
      if (message.kind === 'changed' && message.isKept) store.reopen?.();
      runInBackground(cache.reloadOnce());
    }
  });

  /** Another tab has sent these: this tab must not send them from its memory. */
  async function takeSettled(settled: readonly StoredAction[]): Promise<void> {
    const { userId } = cache;
    await ports.commit(settled);
    if (userId !== undefined && store.isKept?.(userId) === false)
      await cache.change(userId, (all) =>
        all.filter((action) => !settled.some((sent) => isSameWrite(sent, action))),
      );
    await cache.reloadOnce();
    // Writes that waited for them can be sent now (tabOrder.ts).
    if (writeAheadLog.ofOtherTabs().length > 0) flush();
  }
}
