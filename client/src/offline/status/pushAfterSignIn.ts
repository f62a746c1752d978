import type { HostEvents, HostNotify, Translate } from '@lectern/shared-contracts/contract/host.ts';
import type { Queue } from '../queue/index.ts';

const noteActions: ReadonlySet<string> = new Set(['CREATE_NOTE', 'UPDATE_NOTE', 'DELETE_NOTE']);

export interface PushPorts {
  queue: Pick<Queue, 'pushAll'>;
  notify: HostNotify;
  events: Pick<HostEvents, 'emit'>;
  t: Translate;
}

/**
 * Sends writes that waited while nobody was signed in, and notifies the reader about notes among them [OF-07]. Call it
 * once the reader has signed in.
 */
export async function pushAfterSignIn({ queue, notify, events, t }: PushPorts): Promise<void> {
  const report = await queue.pushAll();
  const synced = report.sent.filter(({ type }) => noteActions.has(type)).length;
  const failed = report.failed.filter(({ type }) => noteActions.has(type)).length;
  if (synced + failed === 0) return;
  if (synced > 0) {
    const message = t('{{count}} note(s) synced successfully after login!', { count: synced });
    notify.show({ tone: 'success', message, duration: 5_000 });
  }
  if (failed > 0) {
    const message = t('{{count}} note(s) failed to sync - will retry later', { count: failed });
    notify.show({ tone: 'warning', message, duration: 7_000 });
  }
  events.emit('pendingNotesSynced', { synced, failed });
}
