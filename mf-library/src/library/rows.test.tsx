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

test('[L-09] [U-21] the list has compact rows and the chosen columns, and remembers them', async () => {
  const { host, table } = await listOf([sampleBook(1, { genre: 'Satire' }), ...sampleBooks(20).slice(1)]);
  const row = () => within(table).getAllByRole('row')[1];
  expect(row()).not.toHaveAttribute('data-dense');
  await userEvent.click(screen.getByRole('button', { name: 'View options' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Compact rows' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Genre' }));
  for (const name of ['Author', 'Rating']) await userEvent.click(screen.getByRole('checkbox', { name }));
  expect(row()).toHaveAttribute('data-dense', 'true');
  expect(host.preferences.watch('library.dense', false).get()).toBe(true);
  await userEvent.keyboard('{Escape}');
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    ...['Title', 'Status', 'Progress', 'Genre', 'Added', 'Commands'],
  ]);
  expect(within(table).getByRole('cell', { name: 'Satire' })).toBeInTheDocument();
});

test('a row shows progress for a book that was begun, and none for one that was not', async () => {
  const begun = sampleBook(1, { title: 'Emma', is_reading: true, progress: 42 });
  const { table } = await listOf([begun, sampleBook(2, { title: 'Persuasion', progress: 0 })]);
  const row = (name: RegExp) => within(table).getByRole('row', { name });
  expect(within(row(/Emma/)).getByRole('progressbar')).toHaveAttribute('aria-valuetext', '42%');
  expect(within(row(/Persuasion/)).queryByRole('progressbar')).not.toBeInTheDocument();
});
