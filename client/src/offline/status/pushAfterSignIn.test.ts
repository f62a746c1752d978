/** @jest-environment node */
import type { SnackbarMessage } from '@lectern/shared-contracts/contract/host.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import type { StoredAction } from '../queue/index.ts';
import { pushAfterSignIn } from './pushAfterSignIn.ts';

const actions = (...types: string[]) => types.map((type) => ({ type }) as StoredAction);

async function push(sent: StoredAction[], failed: StoredAction[]) {
  const host = createTestHost();
  await pushAfterSignIn({
    queue: { flushNow: async () => ({ sent, failed }) },
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
