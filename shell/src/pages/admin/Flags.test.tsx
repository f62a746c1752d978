import { type RemoteContents, remoteContent } from '@lectern/client/registry/remoteContent.ts';
import type { FlagRule } from '@lectern/shared-contracts/api/remotes.ts';
import type { Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTestShell, renderInShell } from '../../testing/testShell.tsx';
import { Flags } from './Flags.tsx';

test('an administrator changes a feature flag of a remote without a deployment', async () => {
  const rules: FlagRule[] = [{ flag: 'mf-lending/new-shelf', on: 'share', share: 0.1 }];
  const shell = createTestShell({
    roles: ['admin'],
    routes: {
      'GET /admin/flags': () => ({ items: [...rules] }),
      'PUT /admin/flags': ({ body }) => {
        rules.splice(0, 1, body);
        return null;
      },
    },
  });
  const content = remoteContent({
    flags: [{ key: 'new-shelf', title: 'A shelf for loans' }, { key: 'Bad' }],
  });
  (shell.registry.contents as Writable<RemoteContents>).set(new Map([['mf-lending', content]]));
  await renderInShell(<Flags />, shell);
  const select = await screen.findByRole('combobox', { name: 'A shelf for loans' });
  expect(select).toHaveDisplayValue('On for 10% of readers');
  await userEvent.selectOptions(select, 'On for everybody');
  await waitFor(() => expect(select).toHaveDisplayValue('On for everybody'));
  expect(rules).toEqual([{ flag: 'mf-lending/new-shelf', on: 'everybody', share: 0 }]);
});

test('renders nothing when there are no flags', async () => {
  await renderInShell(<Flags />, createTestShell({ roles: ['admin'] }));
  expect(screen.queryByText('Feature flags')).toBeNull();
});
