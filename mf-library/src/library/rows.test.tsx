import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../expose/LibraryPage.tsx';
import { renderPage } from '../testing/renderPage.tsx';
import { sampleBook, sampleBooks } from '../testing/sampleBooks.ts';

const listOf = async (books: ReturnType<typeof sampleBooks>) => {
  const { host } = await renderPage(LibraryPage, {
    routes: { 'GET /books': () => ({ items: books, total: books.length }) },
    preferences: { 'library.view': 'list' },
  });
  return { host, table: await screen.findByRole('table', { name: 'Your books' }) };
};

test('[L-09] a large library has compact rows, and remembers them', async () => {
  const { host, table } = await listOf(sampleBooks(300));
  const row = () => within(table).getAllByRole('row')[1];
  expect(row()).not.toHaveAttribute('data-dense');
  await userEvent.click(screen.getByRole('button', { name: 'Compact rows' }));
  expect(row()).toHaveAttribute('data-dense', 'true');
  expect(host.preferences.watch('library.dense', false).get()).toBe(true);
});

test('a row shows progress for a book that was begun, and none for one that was not', async () => {
  const begun = sampleBook(1, { title: 'Emma', is_reading: true, progress: 42 });
  const { table } = await listOf([begun, sampleBook(2, { title: 'Persuasion', progress: 0 })]);
  const row = (name: RegExp) => within(table).getByRole('row', { name });
  expect(within(row(/Emma/)).getByRole('progressbar')).toHaveAttribute('aria-valuetext', '42%');
  expect(within(row(/Persuasion/)).queryByRole('progressbar')).not.toBeInTheDocument();
});
