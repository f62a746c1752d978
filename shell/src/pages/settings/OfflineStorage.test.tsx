import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { fireEvent, screen } from '@testing-library/react';
import { OfflineStorage } from './OfflineStorage.tsx';

it('shows what is stored and its size, and removes each item', async () => {
  const remove = jest.fn(async () => {});
  const plain = createTestHost();
  const host = createTestHost({
    routes: {
      'GET /books': () => ({ items: [{ id: 'b1', title: 'Emma' } as Book], total: 1 }),
    },
    overrides: { offlineBooks: { ...plain.offlineBooks, remove } },
  });
  plain.test.offlineBooks.set(
    new Map([
      [
        'b1',
        { bookId: 'b1', state: 'cached', progress: 1, bytes: 2_500_000, cachedAt: Date.UTC(2026, 4, 1) },
      ],
      ['b2', { bookId: 'b2', state: 'downloading', progress: 0.5, bytes: 10, cachedAt: null }],
    ]),
  );
  renderInHost(<OfflineStorage />, host);
  expect(await screen.findByText('Emma')).toBeInTheDocument();
  expect(screen.getByText(/2\.5 MB · May 1, 2026/)).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Remove the download of Emma' }));
  expect(remove).toHaveBeenCalledWith('b1');
});
