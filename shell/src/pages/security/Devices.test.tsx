import type { AppPassword } from '@lectern/shared-contracts/api/appPasswords.ts';
import type { DeviceSession } from '@lectern/shared-contracts/api/deviceSession.ts';
import type { SyncState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../../testing/testShell.tsx';
import { Devices } from './Devices.tsx';

const kobo: AppPassword = {
  id: '1',
  name: 'Kobo',
  scopes: ['read', 'progress'],
  username: 'ada@example.org',
  created_at: '2026-05-04T10:00:00.000Z',
  last_used_at: null,
};

const idle: SyncState = { indicator: 'idle', pending: 0, syncing: 0, failed: [] };
const session = (id: string, more: Partial<DeviceSession>): DeviceSession => ({
  id,
  current: false,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  created_at: '2026-05-04T10:00:00.000Z',
  last_seen: new Date().toISOString(),
  last_write_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  waiting: 0,
  ...more,
});
const here = session('s1', { current: true });

function show(items: AppPassword[] = [], sessions: DeviceSession[] = [here], pending = 0) {
  let listed = items;
  const asked: unknown[] = [];
  const shown = renderInShell(<Devices />, {
    overrides: { sync: { ...createTestHost().sync, state: createWritable<SyncState>({ ...idle, pending }) } },
    routes: {
      'GET /auth/sessions': () => ({ items: sessions, next_cursor: null }),
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

  it('[N-07] lists browsers and apps together, with the last word of each and what waited there', async () => {
    await show([kobo], [here, session('s2', { waiting: 2 })]).shown;
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Firefox on LinuxLast used now · last change 3 hours agoThis device',
      'Firefox on LinuxLast used now · last change 3 hours ago · 2 change(s) still waited thereSign out',
      expect.stringMatching(/^Kobo/),
    ]);
  });

  it.each<[string, number, Partial<DeviceSession>]>([
    ['All here: every device had sent its changes when we last heard from it.', 0, {}],
    [
      'All here: every device had sent its changes when we last heard from it.',
      0,
      { last_write_at: null, waiting: null },
    ],
    ['Nothing waits on this device.', 0, { waiting: null }],
    ['Nothing waits on this device, but another one still had changes to send.', 0, { waiting: 1 }],
    ['1 change(s) on this device are not sent yet.', 1, {}],
  ])(
    '[N-07] says “%s” with %i waiting here and another device that told %j',
    async (text, pending, other) => {
      await show([], [here, session('s2', other)], pending).shown;
      expect(await screen.findByText(text)).toBeInTheDocument();
    },
  );
});
