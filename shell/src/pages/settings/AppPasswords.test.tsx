import type { AppPassword } from '@lectern/shared-contracts/api/appPasswords.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../../testing/testShell.tsx';
import { AppPasswords } from './AppPasswords.tsx';

const kobo: AppPassword = {
  id: '1',
  name: 'Kobo',
  scopes: ['read', 'progress'],
  username: 'ada@example.org',
  created_at: '2026-05-04T10:00:00.000Z',
  last_used_at: null,
};

function show(items: AppPassword[] = []) {
  let listed = items;
  const asked: unknown[] = [];
  const shown = renderInShell(<AppPasswords />, {
    routes: {
      'GET /auth/app-passwords': () => ({ items: listed, next_cursor: null }),
      'GET /auth/factors': () => ({ password: true, passkeys: [], second_factor: null }),
      'POST /auth/app-passwords': ({ body }: { body: object }) => {
        asked.push(body);
        const made = { ...kobo, ...body };
        listed = [made];
        return { ...made, secret: 'abcdefghjkmnpqrstuvwxyz2' };
      },
      'DELETE /auth/app-passwords/:id': () => {
        listed = [];
        return null;
      },
    },
  });
  return { shown, asked };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('devices and apps', () => {
  it('creates a password with a name and scopes, and shows it once with the addresses and setup steps of an app', async () => {
    const { shown, asked } = show();
    await shown;
    await userEvent.click(await screen.findByRole('button', { name: 'Add a device' }));
    await userEvent.type(screen.getByLabelText('Name'), ' Phone ');
    await userEvent.click(screen.getByLabelText('Sync the place'));
    await press('Make the password');
    expect(asked).toEqual([{ name: 'Phone', scopes: ['read'] }]);
    const dialog = within(await screen.findByRole('dialog', { name: 'The password for Phone' }));
    expect(dialog.getByText('abcdefghjkmnpqrstuvwxyz2')).toBeInTheDocument();
    expect(dialog.getByText('http://localhost/opds')).toBeInTheDocument();
    expect(dialog.queryByText('http://localhost/kosync')).toBeNull();
    expect(dialog.getByRole('img', { name: 'QR code of the catalog address' })).toBeInTheDocument();
    await userEvent.selectOptions(dialog.getByLabelText('How to set it up in'), 'Foliate');
    expect(dialog.getByText(/Open “Catalogs”, add one/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'I have entered it' }));
    expect(screen.queryByText('abcdefghjkmnpqrstuvwxyz2')).toBeNull();
    expect(await screen.findByText('Phone')).toBeInTheDocument();
  });

  it('shows scopes and last use, and revokes with one click', async () => {
    await show([kobo]).shown;
    expect(await screen.findByText('Kobo')).toBeInTheDocument();
    expect(screen.getByText(/not used yet · Get books · Sync the place/)).toBeInTheDocument();
    await press('Revoke Kobo');
    await waitFor(() => expect(screen.queryByText('Kobo')).toBeNull());
  });
});
