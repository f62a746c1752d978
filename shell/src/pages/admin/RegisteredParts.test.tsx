import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { RegisteredParts } from './RegisteredParts.tsx';

const part = (remote: string, reason: string | null) => ({
  remote,
  version: '1.2.0',
  contract: '2.0',
  digest: 'sha384-abcdefghijklmnop',
  failures: 3,
  disabled: reason,
});
const parts = [part('mf-lending', null), part('mf-clubs', 'It loops')];

test('an administrator disables a part and enables one, with a reason', async () => {
  const put = jest.fn((_request: { body: object }) => null);
  const shell = createTestShell({ roles: ['admin'], routes: { 'PUT /admin/disabled-parts': put } });
  const changed = jest.fn();
  const registered = { parts, fills: [], is_signed: false };
  await renderInShell(<RegisteredParts registered={registered} canaries={[]} onChange={changed} />, shell);
  const change = async (name: string, submit: string, why: string) => {
    await userEvent.click(screen.getByRole('button', { name }));
    const dialog = within(screen.getByRole('dialog', { name }));
    expect(dialog.getByRole('button', { name: submit })).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), why);
    await userEvent.click(dialog.getByRole('button', { name: submit }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await change('Disable mf-lending', 'Disable', 'It is slow');
  await change('Enable mf-clubs', 'Enable', 'It is mended');
  expect(put.mock.calls.map(([{ body }]) => body)).toEqual([
    { remote: 'mf-lending', disabled: true, why: 'It is slow' },
    { remote: 'mf-clubs', disabled: false, why: 'It is mended' },
  ]);
  expect(changed).toHaveBeenCalledTimes(2);
});

test('of a signed registry the command is named instead', async () => {
  const registered = { parts, fills: [], is_signed: true };
  await renderInShell(<RegisteredParts registered={registered} canaries={[]} onChange={() => undefined} />);
  expect(screen.queryByRole('button', { name: /Disable/ })).toBeNull();
  expect(screen.getByText(/The registry is signed/)).toBeInTheDocument();
});
