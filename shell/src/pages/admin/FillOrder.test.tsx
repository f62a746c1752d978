import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { FillOrder } from './FillOrder.tsx';

const point = 'shell/dashboard-side';
const fill = (name: string, hidden = false) => ({ point, fill: `mf-a/${name}`, name, hidden });
const fills = [fill('Streak'), fill('Suggestion'), fill('Lending', true)];

test('an administrator moves, hides and shows what parts add at a point', async () => {
  const put = jest.fn((_request: { body: object }) => null);
  const shell = createTestShell({ roles: ['admin'], routes: { 'PUT /admin/fills': put } });
  const changed = jest.fn();
  await renderInShell(<FillOrder fills={fills} onChange={changed} />, shell);
  await userEvent.click(screen.getByText('What parts add, and in which order'));
  expect(screen.getByRole('button', { name: 'Move Streak up' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Move Lending down' })).toBeDisabled();
  for (const name of ['Move Suggestion up', 'Hide Streak', 'Show Lending'])
    await userEvent.click(screen.getByRole('button', { name }));
  const [streak, suggestion, lending] = [
    { fill: 'mf-a/Streak', hidden: false },
    { fill: 'mf-a/Suggestion', hidden: false },
    { fill: 'mf-a/Lending', hidden: true },
  ];
  expect(put.mock.calls.map(([{ body }]) => body)).toEqual([
    { point, fills: [suggestion, streak, lending] },
    { point, fills: [{ ...streak, hidden: true }, suggestion, lending] },
    { point, fills: [streak, suggestion, { ...lending, hidden: false }] },
  ]);
  expect(changed).toHaveBeenCalledTimes(3);
});
