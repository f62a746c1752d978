import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import LibraryPage from '../../expose/LibraryPage.tsx';
import { renderPage } from '../../testing/renderPage.tsx';
import { sampleBook, sampleId } from '../../testing/sampleBooks.ts';

const emma = sampleBook(1, { title: 'Emma', file_size: 2_400_000 });
const addresses = [
  { id: sampleId(901), email: 'me@kindle.com', confirmed_at: '2026-01-01T00:00:00.000Z' },
  { id: sampleId(902), email: 'new@example.org', confirmed_at: null },
];

/** Opens the menu of the book, where mail is as given. */
async function openMenu(from: string | null, items = addresses, book = emma) {
  const { host } = await renderPage(LibraryPage, {
    routes: {
      'GET /books': () => ({ items: [book], total: 1 }),
      'GET /auth/send-addresses': () => ({ items, from, max_bytes: 25_000_000 }),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More about Emma' }));
  await screen.findByRole('menuitem', { name: 'Edit Details' });
  return host;
}
const choose = async () => {
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send by Email…' }));
  return screen.findByRole('dialog', { name: 'Send by Email' });
};

test('a book goes to a confirmed address, with its size said before', async () => {
  const host = await openMenu('books@example.org');
  const dialog = await choose();
  expect(within(dialog).getByText(/The file is 2\.4 MB\./)).toBeInTheDocument();
  expect(
    within(dialog)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['me@kindle.com']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(host.test.queued()).toMatchObject([
    { type: 'SEND_BOOK', payload: { bookId: emma.id, addressId: addresses[0]?.id } },
  ]);
});

test('a file that is too large is not sent', async () => {
  await openMenu('books@example.org', addresses, { ...emma, file_size: 26_000_000 });
  const dialog = await choose();
  expect(within(dialog).getByRole('alert')).toHaveTextContent('up to 25 MB can be sent by email');
  expect(within(dialog).getByRole('button', { name: 'Send' })).toBeDisabled();
});

test('without a confirmed address the profile is named', async () => {
  await openMenu('books@example.org', addresses.slice(1));
  const dialog = await choose();
  expect(within(dialog).getByText(/You have no confirmed address yet/)).toBeInTheDocument();
  expect(within(dialog).getByRole('button', { name: 'Send' })).toBeDisabled();
});

test('a library without mail does not offer it', async () => {
  await openMenu(null);
  expect(screen.queryByRole('menuitem', { name: 'Send by Email…' })).not.toBeInTheDocument();
});
