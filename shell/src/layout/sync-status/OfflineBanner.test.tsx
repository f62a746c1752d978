import { movedTo, obstacles } from '@lectern/client/api/obstacle.ts';
import type { SyncState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { OfflineBanner } from './OfflineBanner.tsx';
import { SyncIndicator } from './SyncIndicator.tsx';

const idle: SyncState = { indicator: 'idle', pending: 0, syncing: 0, failed: [] };

function setUp(element = <OfflineBanner />) {
  const state = createWritable<SyncState>(idle);
  const plain = createTestHost();
  const books: ((answer: { items: []; total: number; next_cursor: null }) => void)[] = [];
  const flush = jest.fn(async () => {});
  const [retry, drop, enqueue] = [jest.fn(async () => {}), jest.fn(async () => {}), jest.fn(async () => {})];
  const host = createTestHost({
    routes: { 'GET /books': () => new Promise((resolve) => books.push(resolve)) },
    overrides: { sync: { ...plain.sync, state, flush, retry, drop, enqueue } },
  });
  renderInHost(element, host);
  return {
    host,
    /** The library is loaded and empty. */
    noBooks: () =>
      act(async () => {
        for (const answer of books) answer({ items: [], total: 0, next_cursor: null });
      }),
    flush,
    retry,
    drop,
    enqueue,
    state,
    become: (next: Partial<SyncState>) => act(() => state.set({ ...idle, ...next })),
  };
}

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

describe('the banner', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[OF-05] [OF-06] says that the app is offline, and what still works', () => {
    const { host } = setUp();
    act(() => host.test.network.set('offline'));
    expect(screen.getByRole('alert')).toHaveTextContent('Offline - Changes will sync when reconnected');
    expect(screen.getByRole('alert')).toHaveTextContent("You're offline");
    expect(screen.getByRole('alert')).toHaveTextContent(
      'You can still read downloaded books and access cached content',
    );
    act(() => host.test.network.set('reconnecting'));
    expect(screen.getByRole('alert')).toHaveTextContent('Reconnecting...');
    act(() => host.test.network.set('online'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('[OF-05] shows the steps of a sync: N items, N changes with Sync Now, all synced, nothing', () => {
    const { become, flush } = setUp();
    become({ indicator: 'syncing', pending: 2, syncing: 1 });
    pass(1_000);
    expect(screen.getByText('Syncing 3 item(s)...')).toBeInTheDocument();
    become({ pending: 2 });
    pass(0);
    expect(screen.getByText('2 change(s) pending sync')).toBeInTheDocument();
    fireEvent.click(screen.getByText('Sync Now'));
    expect(flush).toHaveBeenCalledTimes(1);
    become({ indicator: 'completed' });
    pass(0);
    expect(screen.getByText('All changes synced')).toBeInTheDocument();
    become({});
    pass(0);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it.each(Object.entries(obstacles).filter(([name]) => name !== 'slow'))(
    '[T-02] says in one sentence what is in the way, with a link where one helps: %s',
    (_, obstacle) => {
      const { host } = setUp(<OfflineBanner obstacle={obstacle} />);
      act(() => host.test.network.set('offline'));
      const banner = screen.getByRole('alert');
      expect(banner).toHaveTextContent(obstacle.message);
      expect(banner).not.toHaveTextContent("You're offline");
      const links = screen
        .queryAllByRole('link', { name: 'Open the page' })
        .map((link) => link.getAttribute('href'));
      expect(links).toEqual(obstacle.link === 'page' ? [expect.stringMatching(/[?&]past-worker=1$/)] : []);
    },
  );

  it('[T-02] links to the new address of Lectern', () => {
    const { host } = setUp(<OfflineBanner obstacle={movedTo('https://new.test/')} />);
    act(() => host.test.network.set('offline'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Lectern has moved to https://new.test/: continue there.',
    );
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://new.test/');
  });

  it('[T-03] says that the connection is slow', () => {
    setUp(<OfflineBanner obstacle={obstacles.slow} />);
    pass(0);
    expect(screen.getByRole('status')).toHaveTextContent(obstacles.slow.message);
  });

  it('is not shown for a short sync', () => {
    const { become } = setUp();
    become({ indicator: 'syncing', syncing: 1 });
    pass(400);
    become({ indicator: 'completed' });
    pass(5_000);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('can be dismissed until something changes', () => {
    const { host } = setUp();
    act(() => host.test.network.set('offline'));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    act(() => host.test.network.set('online'));
    act(() => host.test.network.set('offline'));
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });
});

describe('the sync indicator', () => {
  it('[OF-03] shows a change that failed permanently, to retry or discard', async () => {
    const { become, retry, drop, enqueue, noBooks } = setUp(<SyncIndicator />);
    become({
      indicator: 'error',
      failed: [
        {
          id: 'a1',
          type: 'CREATE_NOTE',
          payload: { bookId: 'b1', content: 'A thought.' },
          status: 'failed',
          refused: true,
          waitingBehind: 0,
          priority: 8,
          timestamp: 1,
          retryCount: 5,
          maxRetries: 5,
          lastError: 'Title is too long',
          lastAttempt: 2,
          entity: 'note:1',
          userId: 'u1',
        },
      ],
    });
    fireEvent.click(screen.getByRole('button', { name: 'Some changes could not be saved' }));
    expect(await screen.findByText('Title is too long')).toBeInTheDocument();
    expect(screen.getByText('A thought.')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledWith('a1');
    fireEvent.click(screen.getByRole('button', { name: 'Discard this change' }));
    expect(drop).toHaveBeenCalledWith('a1');
    // Not offered before it is known that the book was deleted, since the note would lose its book.
    expect(screen.queryByRole('button', { name: 'Keep as a note' })).not.toBeInTheDocument();
    await noBooks();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep as a note' }));
    expect(enqueue).toHaveBeenCalledWith(
      'CREATE_NOTE',
      expect.objectContaining({ bookId: null, content: 'A thought.' }),
      { insteadOf: 'a1' },
    );
  });

  it('offline it counts pending changes and offers no actions that need the network', async () => {
    const { host, become } = setUp(<SyncIndicator />);
    act(() => host.test.network.set('offline'));
    become({ pending: 4 });
    fireEvent.click(screen.getByRole('button', { name: 'Offline - Changes will sync when reconnected' }));
    expect(await screen.findByText('4 change(s) pending sync')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sync Now' })).not.toBeInTheDocument();
    act(() => host.test.network.set('online'));
    expect(await screen.findByRole('button', { name: 'Sync Now' })).toBeInTheDocument();
  });

  it.each([
    [{}, 'All changes synced', 'idle'],
    [{ indicator: 'syncing', syncing: 1, pending: 1 } as const, 'Syncing 2 item(s)...', 'syncing'],
    [{ pending: 4 }, '4 change(s) pending sync', 'idle'],
    [{ indicator: 'completed' } as const, 'All changes synced', 'completed'],
  ])('[OF-05] %j is "%s"', (next, name, indicator) => {
    const { become } = setUp(<SyncIndicator />);
    become(next);
    expect(screen.getByRole('button', { name })).toHaveAttribute('data-sync', indicator);
  });
});
