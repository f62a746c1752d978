/** @jest-environment node */
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { openTab, pass, tabEvents } from '../testing/offlineTab.ts';

describe('reads', () => {
  it('[OF-10] are fetched for the first screens and for later visits without a network, once a reader is there', async () => {
    const user = createWritable<{ id: string } | null>(null);
    const { offline, requests } = openTab({
      user,
      offlineReads: () => [{ key: 'GET /notes', request: {} as never }],
    });
    await offline.start();
    await pass(10_000);
    expect(requests()).toEqual([]);
    user.set({ id: 'u1' });
    await pass(0);
    expect(requests()).toEqual(
      expect.arrayContaining(['GET /books?limit=20', 'GET /reading/sessions?limit=30', 'GET /changes']),
    );
    await pass(3_000);
    expect(requests()).toContain('GET /notes');
  });

  it('[OF-10] begin when the app says so', async () => {
    const { offline, requests } = openTab();
    await pass(60_000);
    expect(requests()).toEqual([]);
    await offline.start();
    await pass(0);
    expect(requests()).toContain('GET /books?limit=20');
  });

  it('[Y-02] show a note that was written and sent here, though its list was never fetched', async () => {
    const { offline, write, notes, openNotes, goOffline } = openTab();
    await write('of this browser');
    await offline.sync.flush();
    expect(offline.sync.waiting.get()).toEqual([]);
    goOffline();
    openNotes();
    await pass(0);
    expect(notes()).toEqual(['of this browser']);
  });

  it('show a write also after it was sent, before they are fetched again', async () => {
    const { offline, write, notes, openNotes, requests } = openTab();
    openNotes();
    await pass(0);
    await write('new');
    requests();
    await offline.sync.flush();
    expect(offline.sync.waiting.get()).toEqual([]);
    expect(requests()).toEqual(['POST /notes']);
    expect(notes()).toEqual(['new']);
  });

  it('[OF-10] are fetched again when another tab has changed a book', async () => {
    const { offline, requests } = openTab();
    await offline.start();
    offline.data.watch('GET /books', { query: { limit: 20 } }).subscribe(() => {});
    await pass(0);
    requests();
    tabEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'lectern.books_updated' }));
    await pass(0);
    expect(requests()).toEqual(['GET /books?limit=20']);
  });
});

describe('changes of other devices', () => {
  /** A tab that shows the notes and knows the server's revisions. */
  async function follow() {
    const opened = openTab();
    opened.openNotes();
    await opened.offline.start();
    await pass(2_000);
    opened.requests();
    return opened;
  }

  it('are fetched within half a minute, those of this page are not fetched again', async () => {
    const { offline, revisions, requests, write } = await follow();
    await write('mine');
    await offline.sync.flush();
    await pass(500);
    expect(requests()).toContain('GET /notes');
    await pass(30_000);
    expect(requests()).not.toContain('GET /notes');
    revisions.notes += 1;
    await pass(30_000);
    expect(requests()).toContain('GET /notes');
  });

  it('are told by events, which wait for the answer to a write of this page', async () => {
    const { offline, state, revisions, requests, write } = await follow();
    await pass(3_000);
    state.sendEvent(revisions);
    let answer = (): void => {};
    state.writesAnswered = new Promise((resolve) => {
      answer = resolve;
    });
    await write('mine');
    const flushed = offline.sync.flush();
    await pass(0);
    requests();
    state.sendEvent({ notes: revisions.notes });
    await pass(0);
    answer();
    await flushed;
    await pass(0);
    expect(requests()).not.toContain('GET /notes');
    state.sendEvent({ notes: revisions.notes + 1 });
    await pass(0);
    expect(requests()).toContain('GET /notes');
  });

  it('are asked for once when the server fails, until the next half minute', async () => {
    const { offline, state, requests } = openTab();
    state.changesStatus = 503;
    await offline.start();
    await pass(20_000);
    expect(requests().filter((request) => request === 'GET /changes')).toHaveLength(1);
  });
});
