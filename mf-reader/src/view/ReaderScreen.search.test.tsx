import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { HostOfflineBooks } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bookId, openReader, queued, untilOpen } from './testing/openReader.tsx';

const progress = {
  current_page: 20,
  total_pages: 100,
  percentage: 20,
  updated_at: '2026-05-01T10:00:00.000Z',
  position: { spine_index: 19, fraction: 0, page: 20 },
};

test('[RD-04] words are found in the book; a hit is opened, and there is a way back', async () => {
  const user = userEvent.setup();
  const { engine, host } = await openReader({
    progress,
    routes: {
      'GET /books/:id/search': ({ query }) => ({
        items: [
          {
            book_id: bookId,
            book_title: 'Moby-Dick',
            author: 'Herman Melville',
            chapter: 'The Spouter-Inn',
            text: `the white \uE000${query?.q}\uE001 again`,
            position: { spine_index: 39, fraction: 0.5, page: 40 },
            score: 1,
          },
        ],
      }),
    },
  });
  await untilOpen();
  await user.keyboard('{Control>}f{/Control}');
  await user.type(await screen.findByRole('searchbox'), 'whale');
  const hit = await screen.findByText('whale', { selector: 'mark' });
  await user.click(hit);
  expect(engine.went).toEqual([{ spine_index: 39, fraction: 0.5, page: 40 }]);
  await user.click(screen.getByRole('button', { name: 'Back to page 20' }));
  expect(engine.went.at(-1)).toMatchObject({ page: 20 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to page 20' })).toBeNull());
  expect(queued(host, 'UPDATE_PROGRESS')).toEqual([]);
});

const hit = (id: string, position: Locator, lacks?: string[]) => ({
  book_id: id,
  book_title: 'Title',
  author: '',
  chapter: null,
  text: `the \uE000whale\uE001 of ${id}`,
  position,
  score: 1,
  ...(lacks ? { lacks } : {}),
});

test.each([
  ['PDF', 'pdf' as const, { page: 3 }, { page: 40 }],
  ['EPUB', 'epub' as const, { spine_index: 2, fraction: 0 }, { spine_index: 39, fraction: 0 }],
])(
  'without a network the text of a downloaded %s is searched, and nothing of other books is shown',
  async (_, format, first, later) => {
    const user = userEvent.setup();
    const offlineBooks: HostOfflineBooks = {
      books: createWritable(
        new Map([[bookId, { bookId, state: 'cached' as const, progress: 1, bytes: 1, cachedAt: 1 }]]),
      ),
      download: async () => {},
      remove: async () => {},
      search: async () => [
        hit(bookId, later),
        hit('another', { page: 7 }),
        hit(bookId, first),
        hit(bookId, first, ['sea']),
      ],
    };
    await openReader({
      book: { format },
      manifest: { format },
      overrides: { offlineBooks },
      routes: {
        'GET /books/:id/search': () => {
          throw testError(0, 'No answer.');
        },
      },
    });
    await untilOpen();
    await user.keyboard('{Control>}f{/Control}');
    await user.type(await screen.findByRole('searchbox'), 'whale');
    const results = within(await screen.findByRole('list', { name: 'Search results' }));
    expect(results.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Page 3'),
      expect.stringContaining('Page 40'),
    ]);
  },
);
