import type { BookFile } from '@lectern/shared-contracts/api/uploads.ts';
import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import BookPage from '../../expose/BookPage.tsx';
import locale from '../../locales/en.json';
import { installLayout } from '../../testing/layout.ts';
import { sampleBook, sampleId } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';

const emma = sampleBook(1, { title: 'Emma', author: 'Jane Austen' });
const other = sampleBook(2, { title: 'Emma in German', author: 'Jane Austen' });
const first: BookFile = {
  id: emma.id,
  current: true,
  format: 'epub',
  file_name: 'emma.epub',
  file_size: 800_000,
  language: 'en',
  publisher: null,
  published: null,
  isbn: null,
  url: '/file',
  created_at: '2026-01-01T00:00:00Z',
};
const second: BookFile = {
  ...first,
  id: sampleId(40),
  current: false,
  format: 'pdf',
  file_name: 'emma.pdf',
  language: 'de',
  publisher: 'Row Press',
  isbn: '9780306406157',
};

async function show() {
  installLayout();
  const host = createTestHost({
    locale,
    routes: {
      'GET /books': () => ({ items: [emma, other], total: 2 }),
      'GET /books/:id/files': () => ({ items: [first, second] }),
      'GET /notes': () => ({ items: [] }),
      'GET /highlights': () => ({ items: [] }),
      'GET /reading/sessions': () => ({ items: [], total: 0 }),
      'POST /books/:id/files/:file/read': () => emma,
      'DELETE /books/:id/files/:file': () => null,
      'POST /books/:id/join': () => emma,
    },
  });
  const Page: FederatedComponent = BookPage;
  const result = render(<Page host={host} params={{ bookId: emma.id }} />);
  await act(async () => {});
  const section = within(screen.getByRole('region', { name: 'Files' }));
  return { host, section, ...result };
}
const openMenu = (name: string) =>
  userEvent.click(screen.getByRole('button', { name: `More about ${name}` }));
const callsOf = (host: Awaited<ReturnType<typeof show>>['host'], wanted: string) =>
  host.test.calls.filter(({ key }) => key === wanted).map(({ request }) => request);

describe('the files of a book', () => {
  test('are listed with their edition, and another one is read', async () => {
    const { host, section, container } = await show();
    const [one, two] = section.getAllByRole('listitem');
    expect(one).toHaveTextContent(/EPUB, 800 kB.*Being read/);
    expect(two).toHaveTextContent(/PDF, 800 kB.*German · Row Press · ISBN 9780306406157/);
    expect(await violations(container)).toEqual([]);
    await openMenu('emma.pdf');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Read This File' }));
    await waitFor(() =>
      expect(host.test.shown.map(({ message }) => message)).toEqual(['You’re now reading this file.']),
    );
    expect(callsOf(host, 'POST /books/:id/files/:file/read')).toMatchObject([
      { params: { id: emma.id, file: second.id } },
    ]);
  });

  test('one is removed after a question', async () => {
    const { host } = await show();
    await openMenu('emma.pdf');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove' }));
    expect(callsOf(host, 'DELETE /books/:id/files/:file')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(callsOf(host, 'DELETE /books/:id/files/:file')).toHaveLength(1));
  });

  test('offline they are shown, and nothing can be chosen', async () => {
    const { host, section } = await show();
    act(() => host.test.network.set('offline'));
    expect(section.getAllByRole('listitem')).toHaveLength(2);
    expect(section.getByText('Files can be added and chosen when you are online.')).toBeInTheDocument();
    await openMenu('emma.pdf');
    expect(screen.getByRole('menuitem', { name: 'Read This File' })).toHaveAttribute('data-disabled');
  });
});

test('another book is joined from the menu: found by its words, or by the same author', async () => {
  const { host } = await show();
  await openMenu('Emma');
  await userEvent.click(screen.getByRole('menuitem', { name: 'Join With…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Join them' })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Title or author'), 'nothing');
  expect(dialog.getByText('No other book matches.')).toBeInTheDocument();
  await userEvent.clear(dialog.getByLabelText('Title or author'));
  await userEvent.click(dialog.getByRole('button', { name: /^Emma in German/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Join them' }));
  await waitFor(() =>
    expect(callsOf(host, 'POST /books/:id/join')).toMatchObject([
      { params: { id: emma.id }, body: { other: other.id } },
    ]),
  );
});
