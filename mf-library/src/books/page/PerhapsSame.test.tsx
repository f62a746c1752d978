import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import BookPage from '../../expose/BookPage.tsx';
import locale from '../../locales/en.json';
import { installLayout } from '../../testing/layout.ts';
import { sampleBook } from '../../testing/sampleBooks.ts';
import { violations } from '../../testing/violations.ts';

const emma = sampleBook(1, { title: 'Emma', author: 'Jane Austen' });
const listed = sampleBook(2, { title: 'Emma: A Novel', format: 'none', perhaps_same_as: emma.id });

async function show(items = [emma, listed], answer = emma) {
  installLayout();
  const host = createTestHost({
    locale,
    routes: {
      'GET /books': () => ({ items, total: items.length }),
      'GET /notes': () => ({ items: [] }),
      'GET /highlights': () => ({ items: [] }),
      'GET /reading/sessions': () => ({ items: [], total: 0 }),
      'POST /books/:id/perhaps-same': () => answer,
    },
  });
  const Page: FederatedComponent = BookPage;
  const result = render(<Page host={host} params={{ bookId: listed.id }} />);
  await act(async () => {});
  return { host, ...result };
}
const question = 'Perhaps the same as “Emma” by Jane Austen';

describe('a book that may be the same as another one', () => {
  test('[N-01] says so, and is joined with one press, which leads to the book that remains', async () => {
    const { host, container } = await show();
    expect(screen.getByRole('link', { name: question })).toHaveAttribute('href', `/books/${emma.id}`);
    expect(await violations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Join them' }));
    await waitFor(() => expect(host.test.visits.at(-1)).toMatchObject({ to: `/books/${emma.id}` }));
    expect(host.test.calls.find(({ key }) => key === 'POST /books/:id/perhaps-same')?.request).toMatchObject({
      params: { id: listed.id },
      body: { same: true },
    });
    expect(host.test.shown.map(({ message }) => message)).toEqual(['The two books are one now.']);
  });

  test('[N-01] stays where it is after a no', async () => {
    const { host } = await show([emma, listed], listed);
    await userEvent.click(screen.getByRole('button', { name: 'Not the same' }));
    const calls = host.test.calls.filter(({ key }) => key === 'POST /books/:id/perhaps-same');
    expect(calls.map(({ request }) => request)).toMatchObject([{ body: { same: false } }]);
    expect(host.test.visits).toEqual([]);
  });

  test('[N-01] is not joined offline', async () => {
    const { host } = await show();
    act(() => host.test.network.set('offline'));
    expect(screen.getByRole('button', { name: 'Join them' })).toBeDisabled();
  });

  test.each([
    ['the other one was deleted', [listed]],
    ['nothing is in doubt', [emma, sampleBook(2, {})]],
  ])('[N-01] is not asked about when %s', async (_, books) => {
    await show(books);
    expect(screen.queryByRole('link', { name: question })).toBeNull();
  });
});
