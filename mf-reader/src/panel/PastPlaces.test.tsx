import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { fireEvent, screen } from '@testing-library/react';
import { OpenedBook } from '../view/state/openedBook.ts';
import { PastPlaces } from './BookmarksTab.tsx';

const place = {
  id: 'p1',
  current_page: 120,
  total_pages: 300,
  percentage: 40,
  position: { spine_index: 3, fraction: 0.2 },
  device: 'Phone',
  updated_at: '2026-05-01T10:00:00.000Z',
};

test('a jump made by another device can be undone', async () => {
  const onOpen = jest.fn();
  const host = createTestHost({ routes: { 'GET /books/:id/places': () => ({ items: [place] }) } });
  const opened = { manifest: { book_id: 'b1' } } as unknown as OpenedBook;
  renderInHost(
    <OpenedBook value={opened}>
      <PastPlaces onOpen={onOpen} />
    </OpenedBook>,
    host,
  );
  fireEvent.click(await screen.findByRole('button', { name: /Page 120 · Phone/ }));
  expect(onOpen).toHaveBeenCalledWith(place.position);
});
