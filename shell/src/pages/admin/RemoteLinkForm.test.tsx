import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderInShell } from '../../testing/testShell.tsx';
import { RemoteLinkForm } from './Parts.tsx';

const seen = {
  remote: 'mf-reader',
  version: '1.2.0',
  loads: 4,
  failures: 0,
  share: 1,
  median_ms: 40,
  p75_ms: 60,
  p95_ms: 90,
  last_failure: null,
  last_seen: '2026-03-01T10:00:00.000Z',
};

test('creates a test link with the chosen versions', async () => {
  const asked: unknown[] = [];
  await renderInShell(<RemoteLinkForm items={[seen]} />, {
    roles: ['admin'],
    remotes: { 'mf-reader/ReaderPage': () => null, 'mf-search/SearchPage': () => null },
    routes: {
      'POST /admin/remote-links': ({ body }) => {
        asked.push(body);
        return { url: 'https://books.example.org/?remotes=x', expires_at: '2026-03-08T10:00:00.000Z' };
      },
    },
  });
  const choice = await screen.findByLabelText('mf-reader');
  expect(screen.queryByLabelText('mf-search')).toBeNull();
  expect(screen.getByRole('button', { name: 'Make a link' })).toBeDisabled();
  await userEvent.selectOptions(choice, '1.2.0');
  await userEvent.click(screen.getByRole('button', { name: 'Make a link' }));
  expect(await screen.findByRole('dialog', { name: 'A link for testers' })).toBeVisible();
  expect(screen.getByDisplayValue('https://books.example.org/?remotes=x')).toBeVisible();
  expect(asked).toEqual([{ remotes: 'mf-reader@1.2.0', days: 7 }]);
});
