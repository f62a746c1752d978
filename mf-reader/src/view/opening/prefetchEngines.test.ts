import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { waitFor } from '@testing-library/react';
import { book, manifest } from '../testing/openReader.tsx';
import { prefetchEngines } from './prefetchEngines.ts';

/** A book of which only the position is requested; engines are tested elsewhere. */
const shelved = (id: string, changes: Partial<Book>) => ({ ...book, id, format: 'none', ...changes }) as Book;

function ahead(items: readonly Book[]) {
  const host = createTestHost({
    routes: {
      'GET /books': () => ({ items: [...items], total: items.length }),
      'GET /books/:id': () => book,
      'GET /books/:id/manifest': () => ({ ...manifest, format: 'pdf' }),
      'GET /books/:id/progress': () => null,
    },
  });
  prefetchEngines(host);
  const asked = () =>
    host.test.calls
      .filter(({ key }) => key === 'GET /books/:id/manifest')
      .map(({ request }) => (request as { params?: { id: string } }).params?.id);
  return asked;
}

test('the two books that were open last are got ready, but none that is not being read', async () => {
  const asked = ahead([
    shelved('old', { is_reading: true, last_opened: '2026-01-01T00:00:00.000Z' }),
    shelved('new', { is_reading: true, last_opened: '2026-03-01T00:00:00.000Z' }),
    shelved('read', { is_reading: false, last_opened: '2026-04-01T00:00:00.000Z' }),
    shelved('never', { is_reading: true, last_opened: null }),
    shelved('last', { is_reading: true, last_opened: '2026-05-01T00:00:00.000Z' }),
  ]);
  await waitFor(() => expect(asked()).toEqual(['last', 'new']));
});
