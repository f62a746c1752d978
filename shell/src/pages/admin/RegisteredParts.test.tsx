import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { RegisteredParts } from './RegisteredParts.tsx';

const part = (remote: string, more: object = {}) => ({
  remote,
  team: 'Shelves',
  version: '1.2.0',
  previous: null,
  contract: '2.0',
  digest: 'sha384-abcdefghijklmnop',
  failures: 3,
  change: null,
  ...more,
});
const parts = [
  part('mf-lending', { previous: '1.1.0' }),
  part('mf-clubs', { change: { state: 'disabled', version: '', why: 'It loops' } }),
  part('mf-maps', { change: { state: 'rolled_back', version: '1.2.0', why: 'No streets' } }),
];
const trial = { remote: 'mf-lending', version: '1.3.0', share: 0.1, since: null, current: '1.2.0' };

test('an administrator disables, rolls back and promotes, with a reason, and undoes it', async () => {
  const put = jest.fn((_request: { body: object }) => null);
  const shell = createTestShell({ roles: ['admin'], routes: { 'PUT /admin/part-states': put } });
  const changed = jest.fn();
  const registered = { parts, fills: [], is_signed: false };
  await renderInShell(
    <RegisteredParts registered={registered} canaries={[trial]} onChange={changed} />,
    shell,
  );
  expect(screen.getByText('Disabled: It loops')).toBeInTheDocument();
  expect(screen.getByText('1.2.0 rolled back: No streets')).toBeInTheDocument();
  const cases = [
    ['mf-lending', 'Disable mf-lending', 'Disable', { state: 'disabled' }],
    ['mf-lending', 'Roll back mf-lending 1.2.0', 'Roll back', { state: 'rolled_back', version: '1.2.0' }],
    ['mf-lending', 'Roll back mf-lending 1.3.0', 'Roll back', { state: 'rolled_back', version: '1.3.0' }],
    [
      'mf-lending',
      'mf-lending 1.3.0 for everybody',
      'For everybody',
      { state: 'promoted', version: '1.3.0' },
    ],
    ['mf-clubs', 'mf-clubs as deployed', 'As deployed', { state: 'deployed' }],
  ] as const;
  for (const [remote, name, submit, body] of cases) {
    await userEvent.click(screen.getByRole('button', { name: `Actions for ${remote}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(dialog.getByRole('button', { name: submit })).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Because');
    await userEvent.click(dialog.getByRole('button', { name: submit }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(put.mock.lastCall?.[0].body).toEqual({ remote, why: 'Because', ...body });
  }
  expect(changed).toHaveBeenCalledTimes(cases.length);
});

test('of a signed registry the command is named instead', async () => {
  const registered = { parts, fills: [], is_signed: true };
  await renderInShell(<RegisteredParts registered={registered} canaries={[]} onChange={() => undefined} />);
  expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull();
  expect(screen.getByText(/The registry is signed/)).toBeInTheDocument();
});
