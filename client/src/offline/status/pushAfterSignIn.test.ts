/** @jest-environment node */
import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { note, setUp, throwing } from '../../testing/testQueue.ts';
import type { StoredAction } from '../queue/index.ts';
import { pushAfterSignIn } from './pushAfterSignIn.ts';

const actions = (...types: string[]) => types.map((type) => ({ type }) as StoredAction);

async function push(sent: StoredAction[], failed: StoredAction[]) {
  const host = createTestHost();
  await pushAfterSignIn({
    queue: { pushAll: async () => ({ sent, failed }) },
    notify: host.notify,
    events: host.events,
    t: host.i18n.translate('shell'),
  });
  return host.test;
}

const shown = ({ tone, message, duration }: SnackbarMessage) => [tone, message, duration];

describe('notes that waited until the reader signed in', () => {
  it('[OF-07] are reported for 5 s when they went through, and announced', async () => {
    const test = await push(actions('CREATE_NOTE', 'UPDATE_NOTE', 'UPDATE_PROGRESS'), []);
    expect(test.shown.map(shown)).toEqual([['success', '2 note(s) synced successfully after login!', 5_000]]);
    expect(test.emitted).toEqual([{ name: 'pendingNotesSynced', detail: { synced: 2, failed: 0 } }]);
  });

  it('[OF-07] are reported for 7 s when they did not', async () => {
    const test = await push(actions('CREATE_NOTE'), actions('CREATE_NOTE'));
    expect(test.shown.map(shown)).toEqual([
      ['success', '1 note(s) synced successfully after login!', 5_000],
      ['warning', '1 note(s) failed to sync - will retry later', 7_000],
    ]);
    expect(test.emitted).toEqual([{ name: 'pendingNotesSynced', detail: { synced: 1, failed: 1 } }]);
  });

  it('[OF-07] are counted with their changes and deletions', async () => {
    const notes = actions('CREATE_NOTE', 'UPDATE_NOTE', 'DELETE_NOTE', 'DELETE_BOOK');
    const test = await push([], notes);
    expect(test.shown.map(shown)).toEqual([
      ['warning', '3 note(s) failed to sync - will retry later', 7_000],
    ]);
    expect(test.emitted).toEqual([{ name: 'pendingNotesSynced', detail: { synced: 0, failed: 3 } }]);
  });

  it('are no news when there were none', async () => {
    const test = await push(actions('UPDATE_PROGRESS'), []);
    expect(test.shown).toEqual([]);
    expect(test.emitted).toEqual([]);
  });
});

describe('a note that waits for its next try when its reader signs in again', () => {
  async function signInAgain(status: number) {
    const { queue, user, answers, sent, refused } = await setUp();
    answers(throwing(status, 'Not now', 60));
    await queue.enqueue('CREATE_NOTE', note('n1'));
    await queue.flushNow();
    user.set(null);
    answers(() => null);
    sent.length = 0;
    user.set({ id: 'u1' });
    const host = createTestHost();
    await pushAfterSignIn({
      queue,
      notify: host.notify,
      events: host.events,
      t: host.i18n.translate('shell'),
    });
    return { sent, refused, shown: host.test.shown.map(shown) };
  }

  it.each([503, 422])('[OF-07] [T-06] is sent at once after an answer %i, and reported', async (status) => {
    const { sent, shown } = await signInAgain(status);
    expect(sent).toHaveLength(1);
    expect(shown).toEqual([['success', '1 note(s) synced successfully after login!', 5_000]]);
  });

  it('[OF-07] [T-06] is reported although the queue itself has sent it before', async () => {
    const { queue, user, network } = await setUp();
    network.set('offline');
    await queue.enqueue('CREATE_NOTE', note('n1'));
    user.set(null);
    network.set('online');
    user.set({ id: 'u1' });
    await queue.loaded();
    await queue.flushNow();
    const host = createTestHost();
    await pushAfterSignIn({
      queue,
      notify: host.notify,
      events: host.events,
      t: host.i18n.translate('shell'),
    });
    expect(host.test.shown.map(shown)).toEqual([
      ['success', '1 note(s) synced successfully after login!', 5_000],
    ]);
  });

  it.each([400, 409, 413, 422])(
    '[T-05] that the server has refused with %i is said at once, once, with its reason',
    async (status) => {
      const { refused } = await signInAgain(status);
      expect(refused).toEqual([{ type: 'CREATE_NOTE', error: 'Not now' }]);
    },
  );
});
