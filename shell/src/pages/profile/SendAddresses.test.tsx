import type { SendAddress } from '@lectern/shared-contracts/api/auth.ts';
import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../../testing/testShell.tsx';
import { SendAddresses } from './SendAddresses.tsx';

async function show(from: string | null) {
  let items: SendAddress[] = [];
  await renderInShell(<SendAddresses />, {
    routes: {
      'GET /auth/send-addresses': () => ({ items, from, max_bytes: 25_000_000 }),
      'POST /auth/send-addresses': ({ body }: { body: { email: string } }) => {
        const added = { id: '1', email: body.email, confirmed_at: null };
        items = [added];
        return added;
      },
      'POST /auth/send-addresses/:id/confirm': ({ body }: { body: { code: string } }) => {
        if (body.code !== 'abcdefgh') throw testError(403, 'This code is wrong or was already used.');
        const confirmed = { id: '1', email: 'me@kindle.com', confirmed_at: '2026-05-04T10:00:00.000Z' };
        items = [confirmed];
        return confirmed;
      },
      'DELETE /auth/send-addresses/:id': () => {
        items = [];
        return null;
      },
    },
  });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('an address is added, confirmed by its code, and removed', async () => {
  await show('books@example.org');
  expect(await screen.findByText(/For a Kindle, add books@example\.org/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('New address'), ' me@kindle.com');
  await press('Send a code');
  await userEvent.type(await screen.findByLabelText('Code sent to me@kindle.com'), 'wrong');
  await press('Confirm');
  expect(await screen.findByText('This code is wrong or was already used.')).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Code sent to me@kindle.com'));
  await userEvent.type(screen.getByLabelText('Code sent to me@kindle.com'), 'abcdefgh');
  await press('Confirm');
  expect(await screen.findByText('Confirmed')).toBeInTheDocument();
  await press('Remove me@kindle.com');
  expect(await screen.findByLabelText('New address')).toBeInTheDocument();
  expect(screen.queryByText('me@kindle.com')).not.toBeInTheDocument();
});

it('a library without mail shows nothing', async () => {
  await show(null);
  expect(screen.queryByText('Addresses for books')).not.toBeInTheDocument();
});
